"""``manage.py check_figures [LEAGUE]``: proves that statistics add up to what was played."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dugout.preparation import require_tables
from leagues.models import League
from stats.played.kept import scopes_of
from stats.tables import check
from web.snapshot_reads import snapshot


class Command(BaseCommand):
    """Prints a line for each league and each difference; exits 1 if there is one."""

    help = "Compare the sums in all tables of statistics with the sums over matches and players' lines."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", nargs="?", default="", help="the last part of the league's address")

    def handle(self, *args: Any, league: str, **options: Any) -> None:
        require_tables()
        rows = League.objects.order_by("pk")
        slugs = list((rows.filter(slug=league) if league else rows).values_list("slug", flat=True))
        if league and not slugs:
            raise CommandError(f"There is no league {league}.")
        wrong = sum(self.compare(slug) for slug in slugs)
        if wrong:
            raise SystemExit(1)

    def compare(self, slug: str) -> int:
        """Compare one league; how many differences there are."""
        with snapshot():
            found = League.objects.select_related("change_counter", "ruleset").get(slug=slug)
            differences = [*check.differences(found), *check.differences_on_pages(found)]
            parts = sum(1 for _scope in scopes_of(found))
        for difference in differences:
            self.stdout.write(difference)
        said = f"{len(differences)} differences" if differences else "equal"
        self.stdout.write(f"{found.name}: {parts} parts of its life, {said}")
        return len(differences)
