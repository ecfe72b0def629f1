"""The backup file: a zip that starts with a manifest, which names every other member with its size and checksum.

Reading trusts nothing: a file that is broken, cut short, from another program, or that holds more than its manifest
says, is refused before anything is changed.
"""

import errno
import hashlib
import json
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

FORMAT = "dugout-backup"
VERSION = 1
MANIFEST = "manifest.json"
MANIFEST_LIMIT = 64 * 1024 * 1024
PIECE = 1024 * 1024
NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)

DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
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


def write(target: Path, manifest: Mapping[str, Any], files: Mapping[str, Path]) -> None:
    """Write a complete backup or nothing; only its owner can read it.

    `files` maps member names to files; `manifest` has the fields of `Manifest` without the members.
    Raises BackupError if the target exists or cannot be written.
    """
    if target.exists():
        raise BackupError(f"{target} exists already; choose another name.")
    members = [asdict(_described(name, path)) for name, path in sorted(files.items())]
    whole = {"format": FORMAT, "version": VERSION, **manifest, "members": members}
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with open(draft, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6, strict_timestamps=False) as archive:
                archive.writestr(MANIFEST, json.dumps(whole, indent=1))
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


def unpack(source: Path, folder: Path) -> Manifest:
    """Check a backup and unpack all of it into an empty folder.

    Raises BackupError for a file that is not a complete backup, or whose format this Dugout cannot read.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            manifest = _manifest(archive)
            _check_names(archive, manifest)
            for member in manifest.members:
                _unpack_member(archive, member, folder / member.name)
            return manifest
    except FileNotFoundError:
        raise BackupError(f"{source} does not exist.") from None
    except OSError as why:
        if why.errno is None:
            raise _broken(source, why) from None
        raise BackupError(f"{source} cannot be read: {why.strerror}.") from None
    except DAMAGE as why:
        raise _broken(source, why) from None


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


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    """The manifest, after checking the type of every field."""
    try:
        entry = archive.getinfo(MANIFEST)
    except KeyError:
        raise BackupError("this file is no backup of Dugout: it has no manifest.") from None
    if entry.file_size > MANIFEST_LIMIT:
        raise BackupError("this file is no backup of Dugout: its manifest is too large.")
    try:
        raw = json.loads(archive.read(entry))
        if raw["format"] != FORMAT:
            raise BackupError("this file is no backup of Dugout: its manifest is from another program.")
        if raw["version"] != VERSION:
            raise BackupError(f"this backup has format {raw['version']}, this Dugout reads {VERSION}: update Dugout.")
        members = tuple(Member(**entry) for entry in raw["members"])
        migrations = tuple((app, name) for app, name in raw["migrations"])
        manifest = Manifest(kind=raw["kind"], made=raw["made"], migrations=migrations, members=members)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BackupError("this file is no backup of Dugout: its manifest cannot be understood.") from None
    texts = [manifest.kind, manifest.made, *(text for pair in migrations for text in pair)]
    texts += [text for member in members for text in (member.name, member.sha256)]
    if not all(isinstance(text, str) for text in texts) or not all(type(member.size) is int for member in members):
        raise BackupError("this file is no backup of Dugout: its manifest cannot be understood.")
    return manifest


def _check_names(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Refuse other members than the manifest names, and paths that lead outside."""
    named = [MANIFEST, *(member.name for member in manifest.members)]
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
