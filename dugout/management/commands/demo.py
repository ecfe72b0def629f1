"""`manage.py demo`: the demo leagues, one of each book, with the same people."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dugout.demo import job, logins, season
from dugout.demo.new_league import EDITION, league_name, not_there_yet
from dugout.preparation import require_tables
from rules import editions


class Command(BaseCommand):
    help = "Play a demo league of each book through the services that people use, once; print their logins."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, default=season.SEED, help="another seed is another league")
        parser.add_argument("--rounds", type=int, default=season.ROUNDS, help="how many rounds to play, 0 to 9")
        known = [edition.key for edition in editions.EDITIONS]
        parser.add_argument("--edition", choices=known, help="play only the league of this book")
        later = "play only the first league; a worker plays the others"
        parser.add_argument("--later", action="store_true", help=later)
        parser.add_argument("--logins", dest="only_logins", action="store_true", help="only print the logins")

    def handle(self, *args: Any, edition: str | None, only_logins: bool, verbosity: int, **options: Any) -> None:
        if only_logins:
            self._print_logins()
            return
        if not 0 <= options["rounds"] <= season.MOST_ROUNDS:
            raise CommandError(f"--rounds goes from 0 to {season.MOST_ROUNDS}, not {options['rounds']}.")
        require_tables()
        missing = [key for key in not_there_yet() if edition in (None, key)]
        now = [key for key in missing if key == EDITION] if options["later"] else missing
        if not missing:
            there = league_name(edition) if edition else "Every demo league"
            self._say(verbosity, f"{there} is there already; nothing was done. `--logins` prints the logins.")
            return
        for key in now:
            self._play(key, verbosity, **options)
        job.play_later([key for key in missing if key not in now])
        if verbosity:
            self._print_logins()

    def _play(self, edition: str, verbosity: int, *, seed: int, rounds: int, **options: Any) -> None:
        """Play a league, everything or nothing."""
        made = season.make(seed=seed, rounds=rounds, say=lambda line: self._say(verbosity, line), edition=edition)
        logins.put_in_place(made)

    def _say(self, verbosity: int, line: str) -> None:
        if verbosity:
            self.stdout.write(line)
            self.stdout.flush()

    def _print_logins(self) -> None:
        text = logins.read()
        if not text:
            raise CommandError(
                f"there are no logins in {logins.path()}. "
                "Create the demo leagues with `manage.py demo`. To replace a lost password, use "
                "`manage.py changepassword NAME`."
            )
        self.stdout.write(text.rstrip())
