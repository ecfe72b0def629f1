"""``manage.py audit``: folds every journal and compares it with the rows that pages read."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from dugout.preparation import require_tables
from teams.ledger.audit import audit


class Command(BaseCommand):
    """Prints a line for each difference and a closing one; exits 1 if there is any difference."""

    help = "Fold every team's journal and compare it with the rows. Prints each difference; exits 1 if there is one."

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        teams = entries = wrong = 0
        for finding in audit():
            teams += 1
            entries += finding.entries
            wrong += len(finding.differences)
            for difference in finding.differences:
                self.stdout.write(f"{finding.team.name} ({finding.team.public_id}): {difference}")
        counted = f"{_many(teams, 'team', 'teams')}, {_many(entries, 'entry', 'entries')}"
        self.stdout.write(f"{counted}, {_many(wrong, 'difference', 'differences') if wrong else 'no differences'}")
        if wrong:
            raise SystemExit(1)


def _many(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
