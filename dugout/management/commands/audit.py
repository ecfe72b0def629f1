"""``manage.py audit``: proves all hash chains, and compares what pages read with what it was made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from competitions.fixtures import audit as unplayed
from competitions.trophies import audit as derived
from dugout.backup import heads
from dugout.backup.archive import BackupError, Terms
from dugout.backup.keys import add_seal_arguments, known_key
from dugout.preparation import require_tables
from leagues import command_chain
from matches.report import audit as matches
from search import stored_names
from teams.ledger import audit as journals
from web.audit.findings import Finding

AUDITS: tuple[tuple[Callable[[], Iterable[Finding]], str, str], ...] = (
    (command_chain.audit, "command", "commands"),
    (matches.audit, "match", "matches"),
    (matches.audit_deeds, "player's line", "players' lines"),
    (derived.audit_tables, "competition", "competitions"),
    (derived.audit_trophies, "award of a trophy", "awards of trophies"),
    (unplayed.audit_won_unplayed, "match won without play", "matches won without play"),
    (stored_names.audit, "player's name", "players' names"),
)
"""What is checked besides teams, and how its rows are called."""


class Command(BaseCommand):
    """Prints a line for each difference, one that counts, and the head of all chains; exits 1 for any difference."""

    help = (
        "Prove the hash chains of journals and commands, and compare all rows and cached tables with what they were "
        "made from. Prints each difference; exits 1 if there is one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--head", type=Path, help="compare with the heads in this file, or in this backup")
        add_seal_arguments(parser)
        parser.add_argument("--save-head", type=Path, help="write today's heads to this new file, to be kept elsewhere")

    def handle(
        self,
        *args: Any,
        head: Path | None,
        key_file: Path | None,
        unsealed: bool,
        save_head: Path | None,
        **options: Any,
    ) -> None:
        require_tables()
        self.wrong = 0
        try:
            kept = heads.read(head, Terms(key=known_key(key_file), unsealed=unsealed)) if head else None
            found = heads.heads()
            counted = self._count()
            for difference in heads.differences(kept) if kept else ():
                self._report(difference)
            if save_head:
                heads.save(save_head, found)
        except (heads.HeadsError, BackupError) as why:
            raise CommandError(str(why)) from None
        result = _many(self.wrong, "difference", "differences") if self.wrong else "no differences"
        self.stdout.write(f"{', '.join([*counted, result])}")
        self.stdout.write(f"Head: {found.digest}")
        if self.wrong:
            raise SystemExit(1)

    def _count(self) -> list[str]:
        """Run every audit; returns what each one counted, in words."""
        teams = entries = 0
        for finding in journals.audit():
            teams, entries = teams + 1, entries + finding.entries
            self._report(*(f"{finding.subject}: {difference}" for difference in finding.differences))
        counted = [_many(teams, "team", "teams"), _many(entries, "entry", "entries")]
        for audit, one, many in AUDITS:
            rows = 0
            for found in audit():
                rows += found.rows
                self._report(*(f"{found.subject}: {difference}" for difference in found.differences))
            counted.append(_many(rows, one, many))
        return counted

    def _report(self, *differences: str) -> None:
        self.wrong += len(differences)
        for difference in differences:
            self.stdout.write(difference)


def _many(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
