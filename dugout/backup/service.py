"""Makes a backup, and restores one into an empty installation."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, connection

from accounts.models import User
from dugout.backup import archive, crossing, keys, postgresql, schema, sqlite
from dugout.backup.archive import BackupError, Manifest, Terms
from dugout.backup.heads import have_chains, heads
from dugout.starting import undisturbed

MEDIA = "media"
DATABASES = {"sqlite": sqlite, "postgresql": postgresql}


def make_backup(target: Path) -> int:
    """Write database and uploaded files into one new file, while people use Dugout. Returns its size.

    Raises BackupError if there is nothing to save or the file cannot be written.
    """
    try:
        applied = schema.applied_migrations()
    except DatabaseError as why:
        raise BackupError(f"the database does not answer: {str(why).strip()}") from None
    if not applied:
        raise BackupError("the database is empty: there is nothing to save.")
    if newer := schema.newer_migrations(applied):
        raise BackupError(
            f"the database was written by a newer Dugout (it has {newer[-1]}): "
            "update this Dugout, or make the backup with the newer one."
        )
    with _workplace() as folder:
        # Before the rows: the chains in the backup then continue these heads, whatever is written meanwhile.
        proven = {"heads": heads().as_json()} if have_chains() else {}
        files = DATABASES[connection.vendor].dump(folder)
        # After the rows: every file that a row names must be there; one more does no harm.
        uploads = Path(settings.MEDIA_ROOT)
        files |= {f"{MEDIA}/{path.relative_to(uploads).as_posix()}": path for path in _files(uploads)}
        manifest = {
            "kind": connection.vendor,
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "migrations": sorted(applied),
            **proven,
        }
        archive.write(target, manifest, files, keys.own_key())
    return target.stat().st_size


def restore_backup(source: Path, terms: Terms) -> Manifest:
    """Fill an empty installation from a backup that fulfils the terms, then bring it up to this version of Dugout.

    Raises BackupError, and changes nothing, if the file is not complete or does not fit, or if there are data already.
    """
    with _not_running():
        with _workplace() as folder:
            manifest = archive.unpack(source, folder, terms)
            applied = set(manifest.migrations)
            _refuse_other_version(manifest, applied)
            _refuse_data()
            DATABASES[manifest.kind].check(folder)
            if manifest.kind == connection.vendor:
                DATABASES[manifest.kind].load(folder, applied)
            else:
                crossing.load(folder, applied, manifest.kind)
            _place_uploads(folder / MEDIA)
        call_command("migrate", interactive=False, verbosity=0)
        _forget_cache()
    return manifest


def _refuse_other_version(manifest: Manifest, applied: schema.Applied) -> None:
    if manifest.kind not in DATABASES:
        raise BackupError(f"this is a backup of {manifest.kind!r}, a database that Dugout does not know.")
    newer = schema.newer_migrations(applied)
    if newer:
        raise BackupError(f"this backup was made by a newer Dugout (it has {newer[-1]}): update Dugout first.")
    if not applied:
        raise BackupError("this backup holds no migrations, so it is not a complete database.")


def _refuse_data() -> None:
    """Refuse an installation that is not empty: a restore never overwrites anything."""
    try:
        tables = connection.introspection.table_names()
        filled = User._meta.db_table in tables and User.objects.exists()
        others = DATABASES[connection.vendor].others_at_work()
    except DatabaseError as why:
        raise BackupError(f"the database does not answer: {str(why).strip()}") from None
    if filled:
        way = (
            f"move {connection.settings_dict['NAME']} (with its -wal and -shm) away"
            if connection.vendor == "sqlite"
            else "create a new database and name it in DATABASE_URL"
        )
        raise BackupError(f"this Dugout already has accounts, and only an empty one can be restored: {way}.")
    if others:
        raise BackupError(
            f"this database is in use elsewhere ({others} connections): stop every web server and worker that uses it."
        )
    if _files(Path(settings.MEDIA_ROOT)):
        raise BackupError(f"there are uploaded files already: move {settings.MEDIA_ROOT} away.")


def _place_uploads(unpacked: Path) -> None:
    """Move the unpacked files to their place, which holds no files."""
    for path in _files(unpacked):
        target = Path(settings.MEDIA_ROOT) / path.relative_to(unpacked)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.rename(target)


def _forget_cache() -> None:
    """Empty the cache, which was computed from other data. In Redis only our own keys: the broker uses it too."""
    if not settings.REDIS_URL:
        cache.clear()
        return
    client = cache._cache.get_client(None, write=True)
    for key in client.scan_iter(f"{cache.key_prefix}:*", count=1000):
        client.delete(key)


@contextmanager
def _not_running() -> Iterator[None]:
    """Make sure that nothing else uses the data folder until the end of the block."""
    with undisturbed() as is_free:
        if not is_free:
            raise BackupError("Dugout is running: stop it (web server and workers) before restoring.")
        yield


@contextmanager
def _workplace() -> Iterator[Path]:
    """A private folder on the same disk as the data. A full disk becomes a BackupError."""
    try:
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=settings.VAR_DIR) as name:
            yield Path(name)
    except OSError as why:
        raise BackupError(f"{why.filename or settings.VAR_DIR} cannot be written: {why.strerror}.") from None


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
