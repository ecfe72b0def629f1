"""`manage.py demo`: the demo league."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dugout.demo import logins, season
from dugout.demo.cast import LEAGUE
from dugout.preparation import require_tables
from leagues.models import League


class Command(BaseCommand):
    help = "Play the demo league through the services that people use, once; print its logins."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, default=season.SEED, help="another seed is another league")
        parser.add_argument("--rounds", type=int, default=season.ROUNDS, help="how many rounds to play, 0 to 9")
        parser.add_argument("--logins", dest="only_logins", action="store_true", help="only print the logins")

    def handle(self, *args: Any, seed: int, rounds: int, only_logins: bool, verbosity: int, **options: Any) -> None:
        if only_logins:
            self._print_logins()
            return
        if not 0 <= rounds <= season.MOST_ROUNDS:
            raise CommandError(f"--rounds goes from 0 to {season.MOST_ROUNDS}, not {rounds}.")
        require_tables()
        if League.objects.filter(name=LEAGUE).exists():
            self._say(
                verbosity, f"{LEAGUE} is there already; nothing was done. `manage.py demo --logins` prints its logins."
            )
            return
        logins.put_in_place(season.make(seed=seed, rounds=rounds, say=lambda line: self._say(verbosity, line)))
        if verbosity:
            self._print_logins()

    def _say(self, verbosity: int, line: str) -> None:
        if verbosity:
            self.stdout.write(line)
            self.stdout.flush()

    def _print_logins(self) -> None:
        text = logins.read()
        if not text:
            raise CommandError(
                f"there are no logins in {logins.path()}. "
                "Create the demo league with `manage.py demo`. To replace a lost password, use "
                "`manage.py changepassword NAME`."
            )
        self.stdout.write(text.rstrip())
