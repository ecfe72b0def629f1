"""`manage.py backup [FILE]`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from dugout.backup import keys
from dugout.backup.archive import BackupError
from dugout.backup.service import make_backup


class Command(BaseCommand):
    help = "Save the database and uploaded files in one file. Dugout may be running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="default: a new file in var/backups")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        target = file or settings.VAR_DIR / "backups" / f"dugout-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.backup"
        try:
            size = make_backup(target)
        except BackupError as why:
            raise CommandError(str(why)) from None
        self.stdout.write(f"Saved to {target} ({size:,} bytes). {keys.where()}")
