"""`manage.py restore FILE`."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dugout.backup.archive import BackupError
from dugout.backup.service import restore_backup


class Command(BaseCommand):
    help = "Fill an empty Dugout from a file of `manage.py backup`. It never overwrites anything."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            manifest = restore_backup(file)
        except BackupError as why:
            raise CommandError(str(why)) from None
        self.stdout.write(f"Restored the backup of {manifest.made}.")
