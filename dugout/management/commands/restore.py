"""`manage.py restore FILE`."""

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from dugout.backup.archive import LARGEST, BackupError, Terms
from dugout.backup.keys import add_seal_arguments, known_key
from dugout.backup.service import restore_backup

GIB = 1024**3


class Command(BaseCommand):
    help = "Fill an empty Dugout from a file of `manage.py backup`. It never overwrites anything."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        add_seal_arguments(parser)
        parser.add_argument(
            "--largest",
            type=_gib,
            default=LARGEST,
            metavar="GIB",
            help=f"how much it may unpack to (default: {LARGEST // GIB})",
        )

    def handle(
        self, *args: Any, file: Path, key_file: Path | None, unsealed: bool, largest: int, **options: Any
    ) -> None:
        try:
            terms = Terms(key=known_key(key_file), unsealed=unsealed, largest=largest)
            manifest = restore_backup(file, terms)
        except BackupError as why:
            raise CommandError(str(why)) from None
        self.stdout.write(f"Restored the backup of {manifest.made}.")


def _gib(text: str) -> int:
    """A whole number of GiB from 1 to a million, in bytes."""
    if not text.isascii() or not text.isdigit() or len(text) > 7 or not 1 <= int(text) <= 1_000_000:
        raise ArgumentTypeError(f"{text!r} is not a whole number of GiB from 1 to 1000000")
    return int(text) * GIB
