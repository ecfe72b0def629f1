"""The key that seals backups: DUGOUT_BACKUP_KEY, else a file in the data folder, made with the first backup.

It is in no backup: a thief of a backup could otherwise change it and seal it again.
"""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from dugout import environment
from dugout.backup.archive import BackupError

KEY_FILE = "backup_key"


def add_seal_arguments(parser: ArgumentParser) -> None:
    """How a command that reads a backup is told to check its seal: `--key-file` and `--unsealed`."""
    parser.add_argument(
        "--key-file",
        type=Path,
        help="the key that sealed the backup, a copy of var/backup_key; default: the key known here",
    )
    parser.add_argument(
        "--unsealed",
        action="store_true",
        help="also take a backup of an older Dugout, or of an unknown key, if you are sure that nobody changed it",
    )


def own_key() -> bytes:
    """The key of this installation; made now if there is none. Raises BackupError if its file cannot be used."""
    path = settings.VAR_DIR / KEY_FILE
    try:
        return _checked(settings.BACKUP_KEY or environment.secret_in(path), path)
    except ImproperlyConfigured as why:
        raise BackupError(f"{why}") from None
    except OSError as why:
        raise BackupError(f"the key of backups in {path} cannot be made or read: {why.strerror}.") from None


def known_key(file: Path | None = None) -> bytes | None:
    """The key to check a backup with: that in `file`, else this installation's; None if it has none yet.

    Raises BackupError if a file cannot be read, or holds no key.
    """
    if file is None:
        return own_key() if settings.BACKUP_KEY or (settings.VAR_DIR / KEY_FILE).exists() else None
    try:
        return _checked(file.read_text(encoding="ascii", errors="replace").strip(), file)
    except OSError as why:
        raise BackupError(f"the key in {file} cannot be read: {why.strerror}.") from None


def _checked(key: str, path: Path) -> bytes:
    if not key.isascii() or len(key) < environment.SHORTEST_KEY:
        raise BackupError(f"{path} holds no key of backups; put a copy of the file {KEY_FILE} there.")
    return key.encode()


def where() -> str:
    """Where this installation's key is, and what to do about it, as a sentence."""
    if settings.BACKUP_KEY:
        return "It is sealed with DUGOUT_BACKUP_KEY."
    return f"Restoring it elsewhere needs the key in {settings.VAR_DIR / KEY_FILE}: keep a copy, away from the backups."
