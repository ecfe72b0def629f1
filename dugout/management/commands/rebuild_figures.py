"""``manage.py rebuild_figures [LEAGUE]``: drops the figures that are kept of leagues and works them out again, and what
searches compare."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dugout.preparation import require_tables
from leagues.models import League
from search import stored_names
from stats import urls as pages
from stats.played import kept
from web.snapshot_reads import snapshot

assert pages.urlpatterns is not None  # the wings that have pages declare their figures


class Command(BaseCommand):
    """Prints a line for each league, and one for the names that searches compare wrongly."""

    help = "Drop the kept statistics of a league, or of all, and work them out again. Pages are right without it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", nargs="?", default="", help="the last part of the league's address")

    def handle(self, *args: Any, league: str, **options: Any) -> None:
        require_tables()
        rows = League.objects.order_by("pk")
        slugs = list((rows.filter(slug=league) if league else rows).values_list("slug", flat=True))
        if league and not slugs:
            raise CommandError(f"There is no league {league}.")
        for slug in slugs:
            with snapshot():
                found = League.objects.select_related("change_counter", "ruleset").get(slug=slug)
                figures = kept.rebuild(found)
            self.stdout.write(f"{found.name}: {figures} figures")
        self.stdout.write(f"Search: {stored_names.rebuild()} names written again")
