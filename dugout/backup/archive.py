"""The backup file: a zip that starts with a manifest, which names every other member with its size and checksum.

The manifest is sealed (`dugout.backup.seal`). Reading trusts nothing: a file that is broken, cut short, from another
program, that somebody changed, that holds more than its manifest says, or that unpacks to more than the limit or the
disk allows, is refused before anything is changed.
"""

import errno
import hashlib
import hmac
import json
import os
import shutil
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from dugout.backup.seal import name_of, seal_of

FORMAT = "dugout-backup"
VERSION = 2
UNSEALED = 1
"""The format of backups before they were sealed."""
MANIFEST = "manifest.json"
SEAL = "manifest.seal"
MANIFEST_LIMIT = 64 * 1024 * 1024
SEAL_LIMIT = 1024
LARGEST = 16 * 1024**3
"""Bytes to which a backup may unpack."""
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Others take as much memory as the file says."""
PIECE = 1024 * 1024
NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)

DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    ValueError,
    OverflowError,
    RuntimeError,
)
"""What reading a damaged zip raises, depending on the byte (RuntimeError: it claims to be encrypted)."""


class BackupError(Exception):
    """A backup cannot be made or restored. The message says what is wrong and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One file inside: its path, its size in bytes and its SHA-256."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup holds, and the state of the schema that it needs."""

    kind: str
    """The database's vendor: sqlite or postgresql."""
    made: str
    """When it was made: ISO 8601 in UTC."""
    migrations: tuple[tuple[str, str], ...]
    """Every applied migration: app and name."""
    members: tuple[Member, ...]
    key: str = ""
    """The name of the key that sealed it; empty in backups from before the seal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is asked of a backup before it is unpacked."""

    key: bytes | None
    """The key that should have sealed it; None if that is not known here."""
    unsealed: bool = False
    """Whether a backup without a seal, or with the seal of another key, is taken too."""
    largest: int = LARGEST
    """Bytes to which it may unpack."""


def write(target: Path, manifest: Mapping[str, Any], files: Mapping[str, Path], key: bytes) -> None:
    """Write a complete backup, sealed with the key, or nothing; only its owner can read it.

    `files` maps member names to files; `manifest` has the fields of `Manifest` without the members.
    Raises BackupError if the target exists or cannot be written.
    """
    if target.exists():
        raise BackupError(f"{target} exists already; choose another name.")
    members = [asdict(_described(name, path)) for name, path in sorted(files.items())]
    whole = {"format": FORMAT, "version": VERSION, "key": name_of(key), **manifest, "members": members}
    written = json.dumps(whole, indent=1).encode()
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with open(draft, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6, strict_timestamps=False) as archive:
                archive.writestr(MANIFEST, written)
                archive.writestr(SEAL, seal_of(written, key))
                for member in members:
                    archive.write(files[member["name"]], member["name"])
            file.flush()
            os.fsync(file.fileno())
        _publish(draft, target)
    except OSError as why:
        raise BackupError(f"{target} cannot be written: {why.strerror}.") from None
    finally:
        draft.unlink(missing_ok=True)


def _publish(draft: Path, target: Path) -> None:
    """Give a complete draft its name, but replace no file. The file system of a USB stick has no links."""
    try:
        os.link(draft, target)
    except OSError as why:
        if why.errno not in NO_LINKS:
            raise
        os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
        draft.replace(target)


def unpack(source: Path, folder: Path, terms: Terms) -> Manifest:
    """Check a backup and unpack all of it into an empty folder.

    Raises BackupError for a file that is not a complete backup, whose format this Dugout cannot read, or that does not
    fulfil the terms.
    """
    with _opened(source) as archive:
        _written, manifest = _sealed(archive, terms)
        _check_names(archive, manifest)
        _check_size(manifest, folder, terms.largest)
        for member in manifest.members:
            _unpack_member(archive, member, folder / member.name)
        return manifest


def sealed_manifest(source: Path, terms: Terms) -> Mapping[str, Any]:
    """The manifest of a backup with all that was written into it; its seal is checked, its members are not.

    Raises BackupError as ``unpack`` does.
    """
    with _opened(source) as archive:
        written, _manifest_read = _sealed(archive, terms)
        whole: Mapping[str, Any] = json.loads(written)
        return whole


@contextmanager
def _opened(source: Path) -> Iterator[zipfile.ZipFile]:
    """The zip; whatever reading it raises becomes a BackupError."""
    try:
        with zipfile.ZipFile(source) as archive:
            yield archive
    except FileNotFoundError:
        raise BackupError(f"{source} does not exist.") from None
    except OSError as why:
        if why.errno is None:
            raise _broken(source, why) from None
        raise BackupError(f"{source} cannot be read: {why.strerror}.") from None
    except DAMAGE as why:
        raise _broken(source, why) from None


def _sealed(archive: zipfile.ZipFile, terms: Terms) -> tuple[bytes, Manifest]:
    """The manifest as it was written and as it is read, after checking its seal."""
    _check_packing(archive)
    written = _read(archive, MANIFEST, MANIFEST_LIMIT)
    manifest = _manifest(written)
    _check_seal(archive, written, manifest, terms)
    return written, manifest


def _broken(source: Path, why: Exception) -> BackupError:
    return BackupError(f"{source} is not a complete backup: it is cut short, damaged or no backup ({why}).")


def _described(name: str, path: Path) -> Member:
    digest = hashlib.sha256()
    size = 0
    for piece in _pieces(path):
        digest.update(piece)
        size += len(piece)
    return Member(name=name, size=size, sha256=digest.hexdigest())


def _pieces(path: Path) -> Iterator[bytes]:
    with open(path, "rb") as file:
        while piece := file.read(PIECE):
            yield piece


def _check_packing(archive: zipfile.ZipFile) -> None:
    if any(entry.compress_type not in PACKINGS for entry in archive.infolist()):
        raise BackupError("this file is no backup of Dugout: it is packed in another way.")


def _read(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    """A small member as a whole."""
    try:
        entry = archive.getinfo(name)
    except KeyError:
        raise BackupError("this file is no backup of Dugout: it has no manifest.") from None
    if entry.file_size > limit:
        raise BackupError(f"this file is no backup of Dugout: its {name} is too large.")
    return archive.read(entry)


def _manifest(written: bytes) -> Manifest:
    """The manifest, after checking the type of every field."""
    try:
        raw = json.loads(written)
        if raw["format"] != FORMAT:
            raise BackupError("this file is no backup of Dugout: its manifest is from another program.")
        if raw["version"] not in (VERSION, UNSEALED):
            raise BackupError(f"this backup has format {raw['version']}, this Dugout reads {VERSION}: update Dugout.")
        members = tuple(Member(**entry) for entry in raw["members"])
        migrations = tuple((app, name) for app, name in raw["migrations"])
        named = {"kind": raw["kind"], "made": raw["made"], "key": raw.get("key", "")}
        manifest = Manifest(**named, migrations=migrations, members=members)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BackupError("this file is no backup of Dugout: its manifest cannot be understood.") from None
    texts = [*named.values(), *(text for pair in migrations for text in pair)]
    texts += [text for member in members for text in (member.name, member.sha256)]
    sizes = [member.size for member in members]
    if not all(isinstance(text, str) for text in texts) or not all(type(size) is int and size >= 0 for size in sizes):
        raise BackupError("this file is no backup of Dugout: its manifest cannot be understood.")
    return manifest


def _check_seal(archive: zipfile.ZipFile, written: bytes, manifest: Manifest, terms: Terms) -> None:
    """Refuse a manifest that is not as it was written.

    The terms may allow one that cannot be checked, but never one that was checked and found to be changed.
    """
    sealed = SEAL in archive.namelist()
    known = terms.key is not None and manifest.key == name_of(terms.key)
    if sealed and known and terms.key is not None:
        seal = _read(archive, SEAL, SEAL_LIMIT)
        if not hmac.compare_digest(seal, seal_of(written, terms.key).encode()):
            raise BackupError("this backup was changed after it was made: its seal does not fit. Use another one.")
    elif not terms.unsealed:
        why = (
            f"this backup was sealed with another key ({manifest.key}) than the one known here: set DUGOUT_BACKUP_KEY "
            "or name a copy of that key's file with --key-file."
            if sealed
            else "this backup has no seal, so nothing shows whether somebody has changed it."
        )
        raise BackupError(f"{why} If you are sure that nobody has changed the file, use --unsealed.")


def _check_size(manifest: Manifest, folder: Path, largest: int) -> None:
    """Refuse a backup that would unpack to more than is allowed, or than fits on the disk."""
    size = sum(member.size for member in manifest.members)
    if size > largest:
        raise BackupError(
            f"this backup unpacks to {_gib(size)}, and at most {_gib(largest)} are allowed. If it is yours, allow more "
            "with --largest."
        )
    free = shutil.disk_usage(folder).free
    if size > free:
        raise BackupError(f"this backup unpacks to {_gib(size)}, and {folder.parent} has only {_gib(free)} left.")


def _gib(size: int) -> str:
    """Bytes in the unit of `--largest`."""
    return f"{size / 1024**3:,.2f} GiB"


def _check_names(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Refuse other members than the manifest names, and paths that lead outside."""
    seals = [SEAL] if SEAL in archive.namelist() else []
    named = [MANIFEST, *seals, *(member.name for member in manifest.members)]
    held = archive.namelist()
    if sorted(named) != sorted(held):
        odd = sorted(set(named) ^ set(held))[:3]
        raise BackupError(f"this backup does not hold what its manifest says ({', '.join(odd) or 'names twice'}).")
    for name in named:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or str(path) != name or "\\" in name or "\0" in name:
            raise BackupError(f"this backup holds a file with a forbidden path: {name!r}.")


def _unpack_member(archive: zipfile.ZipFile, member: Member, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    size = 0
    with archive.open(member.name) as packed, open(target, "wb") as file:
        while piece := packed.read(PIECE):
            size += len(piece)
            if size > member.size:
                break
            digest.update(piece)
            file.write(piece)
    if size != member.size or digest.hexdigest() != member.sha256:
        raise BackupError(f"this backup is damaged: {member.name} is not what its manifest says.")
