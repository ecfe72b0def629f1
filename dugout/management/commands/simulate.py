"""`manage.py simulate`: plays many seasons by the rules alone, and prints what happens to teams."""

from __future__ import annotations

import csv
import os
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dugout.starting import freeze
from rules import editions
from rules.book.book import Book
from rules.book.house_rules import HouseRulesError
from rules.book.typed_options import read_option, typed_option
from rules.simulation.economy import Mapped, Plan, Setting, Tally, cannot_start, curves, play_plan
from rules.simulation.economy_tables import LETTERS, Compared, Spreads, compared, csv_rows
from rules.simulation.processes import AT_ONCE, in_processes
from rules.simulation.simulation import CoachRefused

MOST = {"teams": 200, "rounds": 200, "seasons": 100_000, "processes": 64}
FEWEST = {"teams": 2, "rounds": 1, "seasons": 1, "processes": 1}


class Command(BaseCommand):
    help = (
        "Play many seasons by the rules alone, with random matches and imagined coaches. Print how figures of teams "
        "spread, round by round: a quarter of all teams have at most the first figure, half at most the second, a "
        "quarter more than the third."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        known = [edition.key for edition in editions.EDITIONS]
        parser.add_argument("--edition", choices=known, default=known[0], help="the rulebook (default: %(default)s)")
        parser.add_argument("--house", nargs="+", default=[], metavar="OPTION=VALUE", help="house rules")
        parser.add_argument(
            "--against", nargs="*", metavar="OPTION=VALUE", help="play by these house rules too, and compare"
        )
        parser.add_argument("--against-edition", choices=known, help="the rulebook to compare with (default: the same)")
        parser.add_argument("--teams", type=int, default=10, help="teams in each season (default: %(default)s)")
        parser.add_argument("--rounds", type=int, default=18, help="rounds of each season (default: %(default)s)")
        parser.add_argument("--seasons", type=int, default=200, help="seasons, each with new teams (%(default)s)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same figures (%(default)s)")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="at once (%(default)s)")
        parser.add_argument("--csv", type=Path, metavar="FILE", help="write the figures into a file too")

    def handle(self, *args: Any, **options: Any) -> None:
        for name, most in MOST.items():
            if not FEWEST[name] <= options[name] <= most:
                raise CommandError(f"--{name} goes from {FEWEST[name]} to {most}, not {options[name]}.")
        settings = settings_of(options)
        freeze()
        plan = Plan(**{name: options[name] for name in ("teams", "rounds", "seasons", "seed")})
        with in_processes(options["processes"]) as mapped:
            found = self._play(settings, plan, mapped, quiet=options["verbosity"] == 0)
        self._print(settings, plan, found)
        if options["csv"]:
            write_csv(options["csv"], found)

    def _play(self, settings: Sequence[Setting], plan: Plan, mapped: Mapped, *, quiet: bool) -> tuple[Compared, ...]:
        tallies = [Tally() for _setting in settings]
        whole = len(settings) * plan.seasons
        try:
            for done, (place, tally) in enumerate(play_plan(settings, plan, mapped), start=1):
                tallies[place].add(tally)
                if not quiet:
                    self._tell(done, whole)
        except CoachRefused as why:
            raise CommandError(f"a season could not be played: {why}") from None
        played = zip(settings, tallies, strict=True)
        return compared([curves(setting.ruleset(), plan, tally) for setting, tally in played])

    def _tell(self, done: int, whole: int) -> None:
        """The progress: one line that changes on a terminal, else ten lines."""
        screen = self.stderr.isatty()
        if done == whole or done % (AT_ONCE if screen else -(-whole // 10)) == 0:
            start, end = ("\r", "\n" if done == whole else "") if screen else ("", "\n")
            self.stderr.write(f"{start}{done} of {whole} seasons", ending=end)
            self.stderr.flush()

    def _print(self, settings: Sequence[Setting], plan: Plan, rows: Sequence[Compared]) -> None:
        self.stdout.write(
            f"{plan.seasons} seasons of {plan.rounds} rounds, each with {plan.teams} new teams of random lists; "
            f"seed {plan.seed}"
        )
        for letter, setting in zip(LETTERS, settings, strict=False):
            house = " ".join(f"{name}={typed_option(value)}" for name, value in setting.house) or "as in the book"
            self.stdout.write(f"{letter}: {setting.edition}, {house}")
        self.stdout.write("In each row: a quarter of all teams have at most the first figure, half at most the second,")
        self.stdout.write("a quarter more than the third. Round 0 is before the first match.")
        for line in table_lines(rows):
            self.stdout.write(line)


def settings_of(options: dict[str, Any]) -> list[Setting]:
    """The settings that the arguments name. Raises ``CommandError`` for house rules that the edition does not allow."""
    settings = [_setting(options["edition"], options["house"])]
    if options["against"] is not None or options["against_edition"]:
        settings.append(_setting(options["against_edition"] or options["edition"], options["against"] or []))
    return settings


def _setting(key: str, pairs: Sequence[str]) -> Setting:
    book = editions.edition(key).book
    house = dict(_pair(book, pair) for pair in pairs)
    try:
        ruleset = editions.ruleset(key, house)
    except HouseRulesError as why:
        raise CommandError(f"house rules: {why}") from None
    if lists := cannot_start(ruleset):
        raise CommandError(f"the gold for a new team is too little for these lists: {', '.join(lists)}")
    return Setting(edition=key, house=tuple(ruleset.house.changed().items()))


def _pair(book: Book, pair: str) -> tuple[str, object]:
    name, equals, text = pair.partition("=")
    if not equals:
        raise CommandError(f"a house rule is written OPTION=VALUE, not {pair}")
    option = book.options.get(name)
    return name, text if option is None else read_option(option, text)


def table_lines(rows: Sequence[Compared]) -> Iterator[str]:
    """The tables as text: a row for each round."""
    for row in rows:
        yield ""
        yield f"{row.name} ({row.unit})" if row.unit else row.name
        yield f"{'round':>5}" + "".join(f"  {letter:>32}" for letter, _ in zip(LETTERS, row.settings, strict=False))
        for number in row.rounds:
            yield f"{number:>5}" + "".join(f"  {_cells(spreads, number):>32}" for spreads in row.settings)


def _cells(spreads: Spreads | None, number: int) -> str:
    if spreads is None:
        return "-"
    spread = spreads[number]
    return f"{spread.low:>10,} {spread.median:>10,} {spread.high:>10,}"


def write_csv(path: Path, rows: Sequence[Compared]) -> None:
    """Writes all figures into a file. Raises ``CommandError`` if it cannot be written."""
    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(csv_rows(rows))
    except OSError as why:
        raise CommandError(f"{path} cannot be written: {why.strerror}") from None
