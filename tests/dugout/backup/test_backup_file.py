"""The backup file: complete or refused."""

import errno
import json
import os
import stat
import zipfile
from collections import namedtuple
from pathlib import Path

import pytest

from dugout.backup import archive
from dugout.backup.archive import BackupError, Member, Terms
from dugout.backup.seal import name_of, seal_of

pytestmark = pytest.mark.once

ROWS = bytes(range(256)) * 40
KEY = b"the key of this test, long enough"
TERMS = Terms(key=KEY)
MANIFEST = {"kind": "sqlite", "made": "2026-11-21T10:00:00+00:00", "migrations": [["teams", "0001_initial"]]}


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A small complete backup."""
    (tmp_path / "rows").write_bytes(ROWS)
    (tmp_path / "badge").write_bytes(b"a badge")
    target = tmp_path / "whole.backup"
    archive.write(
        target, MANIFEST, {"database.sqlite3": tmp_path / "rows", "media/badges/ł.png": tmp_path / "badge"}, KEY
    )
    return target


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where to unpack."""
    (tmp_path / "unpacked").mkdir()
    return tmp_path / "unpacked"


def rewritten(
    source: Path, changes: dict, *, extra: dict[str, bytes] | None = None, key: bytes | None = KEY, packed: int = 0
) -> Path:
    """The same backup with another manifest and more members, sealed again; without a key it keeps its seal."""
    target = source.with_name("rewritten.backup")
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", packed) as new:
        manifest = json.dumps(json.loads(old.read(archive.MANIFEST)) | changes).encode()
        for name in old.namelist():
            content = manifest if name == archive.MANIFEST else old.read(name)
            if name == archive.SEAL and key:
                content = seal_of(manifest, key).encode()
            new.writestr(name, content)
        for name, content in (extra or {}).items():
            new.writestr(name, content)
    return target


def without(source: Path, left_out: str, **changes: object) -> Path:
    """The same backup without one member, with another manifest."""
    target = source.with_name("without.backup")
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            if name == archive.MANIFEST:
                new.writestr(name, json.dumps(json.loads(old.read(name)) | changes))
            elif name != left_out:
                new.writestr(name, old.read(name))
    return target


def test_a_backup_is_read_as_it_was_written(backup: Path, folder: Path) -> None:
    manifest = archive.unpack(backup, folder, TERMS)
    assert (folder / "database.sqlite3").read_bytes() == ROWS
    assert (folder / "media/badges/ł.png").read_bytes() == b"a badge"
    assert manifest.kind == "sqlite"
    assert manifest.migrations == (("teams", "0001_initial"),)
    assert [member.name for member in manifest.members] == ["database.sqlite3", "media/badges/ł.png"]


def test_only_its_owner_can_read_it(backup: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_an_existing_file_is_never_overwritten(backup: Path) -> None:
    before = backup.read_bytes()
    with pytest.raises(BackupError, match="exists already"):
        archive.write(backup, MANIFEST, {}, KEY)
    assert backup.read_bytes() == before


def test_a_file_from_before_1980_is_saved_like_any_other(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "badge").write_bytes(b"a badge")
    os.utime(tmp_path / "badge", (0, 0))
    archive.write(tmp_path / "old.backup", MANIFEST, {"media/badge": tmp_path / "badge"}, KEY)
    archive.unpack(tmp_path / "old.backup", folder, TERMS)
    assert (folder / "media/badge").read_bytes() == b"a badge"


def test_a_disk_without_links_works_and_overwrites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: Path, target: Path) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    (tmp_path / "rows").write_bytes(ROWS)
    monkeypatch.setattr(os, "link", refuse)
    target = tmp_path / "on-a-stick.backup"
    archive.write(target, MANIFEST, {"rows": tmp_path / "rows"}, KEY)
    (tmp_path / "unpacked").mkdir()
    assert archive.unpack(target, tmp_path / "unpacked", TERMS).members[0].size == len(ROWS)
    monkeypatch.setattr(Path, "exists", lambda path: False)  # as if it came between the look and the write
    with pytest.raises(BackupError, match="cannot be written"):
        archive.write(target, MANIFEST, {"rows": tmp_path / "rows"}, KEY)
    assert sorted(os.listdir(tmp_path)) == ["on-a-stick.backup", "rows", "unpacked"]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=r"nowhere/x\.backup cannot be written: No such file"):
        archive.write(tmp_path / "nowhere" / "x.backup", MANIFEST, {}, KEY)


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "rows").write_bytes(ROWS)
    with pytest.raises(BackupError):
        archive.write(tmp_path / "nowhere" / "x.backup", MANIFEST, {"database.sqlite3": tmp_path / "rows"}, KEY)
    assert [path.name for path in tmp_path.iterdir()] == ["rows"]


def test_a_file_cut_short_anywhere_is_refused(backup: Path, folder: Path, tmp_path: Path) -> None:
    whole = backup.read_bytes()
    for length in range(0, len(whole) - 1, 7):
        short = tmp_path / "short.backup"
        short.write_bytes(whole[:length])
        with pytest.raises(BackupError, match="not a complete backup"):
            archive.unpack(short, folder, TERMS)


def test_a_single_changed_byte_is_noticed(backup: Path, folder: Path, tmp_path: Path) -> None:
    """A byte may be in a field that is not read (a date); then the unpacked files are still the same."""
    whole = backup.read_bytes()
    refused = 0
    for place in range(len(whole)):
        bad = bytearray(whole)
        bad[place] ^= 0x41
        (tmp_path / "bad.backup").write_bytes(bad)
        try:
            archive.unpack(tmp_path / "bad.backup", folder, TERMS)
        except BackupError:
            refused += 1
        else:
            assert (folder / "database.sqlite3").read_bytes() == ROWS
            assert (folder / "media/badges/ł.png").read_bytes() == b"a badge"
    assert refused > len(whole) * 0.8


@pytest.mark.parametrize("content", [b"", b"not a zip", b"SQLite format 3\0" + b"\0" * 4096, b"PK\x03\x04" * 9])
def test_a_file_of_another_program_is_refused(content: bytes, tmp_path: Path, folder: Path) -> None:
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(BackupError, match="not a complete backup"):
        archive.unpack(tmp_path / "other", folder, TERMS)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(BackupError, match="does not exist"):
        archive.unpack(tmp_path / "nothing", folder, TERMS)
    with pytest.raises(BackupError, match="cannot be read: Is a directory"):
        archive.unpack(tmp_path, folder, TERMS)


def test_a_zip_of_another_program_is_refused(tmp_path: Path, folder: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as other:
        other.writestr("readme.txt", "hello")
    with pytest.raises(BackupError, match="no manifest"):
        archive.unpack(tmp_path / "a.zip", folder, TERMS)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "another"}, "from another program"),
        ({"version": 3}, "update Dugout"),
        ({"key": None}, "cannot be understood"),
        ({"members": "none"}, "cannot be understood"),
        ({"members": [{"name": "database.sqlite3"}]}, "cannot be understood"),
        ({"members": [{"name": "database.sqlite3", "size": "1", "sha256": ""}]}, "cannot be understood"),
        ({"members": [{"name": "database.sqlite3", "size": -1, "sha256": ""}]}, "cannot be understood"),
        ({"migrations": [["teams"]]}, "cannot be understood"),
        ({"migrations": [["teams", 1]]}, "cannot be understood"),
        ({"kind": None}, "cannot be understood"),
        ({"members": []}, "does not hold what its manifest says"),
    ],
)
def test_a_manifest_that_lies_is_refused(backup: Path, folder: Path, changes: dict, message: str) -> None:
    with pytest.raises(BackupError, match=message):
        archive.unpack(rewritten(backup, changes), folder, TERMS)


def test_more_than_the_manifest_says_is_refused(backup: Path, folder: Path) -> None:
    with pytest.raises(BackupError, match="does not hold what its manifest says"):
        archive.unpack(rewritten(backup, {}, extra={"media/more": b"x"}), folder, TERMS)


@pytest.mark.parametrize("path", ["../outside", "/etc/outside", "media/../../outside", "media//outside", "a\\..\\b"])
def test_a_path_that_leads_outside_is_refused(backup: Path, folder: Path, path: str) -> None:
    with zipfile.ZipFile(backup) as old:
        members = json.loads(old.read(archive.MANIFEST))["members"]
    hostile = rewritten(backup, {"members": [*members, {"name": path, "size": 1, "sha256": "0"}]}, extra={path: b"x"})
    with pytest.raises(BackupError, match="forbidden path"):
        archive.unpack(hostile, folder, TERMS)
    assert not (folder.parent / "outside").exists()


def test_a_member_that_unpacks_to_more_than_it_says_is_stopped_there(tmp_path: Path, folder: Path) -> None:
    zeros = tmp_path / "zeros"
    zeros.write_bytes(b"\0" * 50_000_000)
    archive.write(tmp_path / "bomb.backup", MANIFEST, {"database.sqlite3": zeros}, KEY)
    small = Member(name="database.sqlite3", size=10, sha256="0" * 64)
    bomb = rewritten(tmp_path / "bomb.backup", {"members": [{"name": small.name, "size": 10, "sha256": small.sha256}]})
    with pytest.raises(BackupError, match=r"damaged: database\.sqlite3"):
        archive.unpack(bomb, folder, TERMS)
    assert (folder / "database.sqlite3").stat().st_size <= 10


def test_a_backup_that_somebody_changed_is_refused_even_if_unsealed_ones_are_taken(
    backup: Path, folder: Path, tmp_path: Path
) -> None:
    """Its checksums are right, so only the seal can show it."""
    (tmp_path / "rows").write_bytes(b"a treasury of a million")
    (tmp_path / "badge").write_bytes(b"a badge")
    files = {"database.sqlite3": tmp_path / "rows", "media/badges/ł.png": tmp_path / "badge"}
    archive.write(tmp_path / "forged.backup", MANIFEST, files, b"the key of somebody else, long too")
    forged = rewritten(tmp_path / "forged.backup", {"key": name_of(KEY)}, key=None)
    for terms in (TERMS, Terms(key=KEY, unsealed=True)):
        with pytest.raises(BackupError, match="changed after it was made"):
            archive.unpack(forged, folder, terms)
    assert list(folder.iterdir()) == []


def test_a_backup_of_another_key_is_restored_only_if_that_is_asked_for(backup: Path, folder: Path) -> None:
    for key in (None, b"the key of somebody else, long too"):
        with pytest.raises(BackupError, match=rf"another key \({name_of(KEY)}\).*--key-file.*--unsealed"):
            archive.unpack(backup, folder, Terms(key=key))
    assert list(folder.iterdir()) == []
    assert archive.unpack(backup, folder, Terms(key=None, unsealed=True)).key == name_of(KEY)
    assert (folder / "database.sqlite3").read_bytes() == ROWS


def test_a_backup_without_a_seal_is_restored_only_if_that_is_asked_for(backup: Path, folder: Path) -> None:
    """Earlier versions made such backups; someone who changes a sealed one can make it look like one of these."""
    with zipfile.ZipFile(backup) as whole:
        plain = json.loads(whole.read(archive.MANIFEST))
    for version in (archive.VERSION, archive.UNSEALED):
        stripped = without(backup, archive.SEAL, version=version)
        with pytest.raises(BackupError, match=r"no seal.*--unsealed"):
            archive.unpack(stripped, folder, TERMS)
    assert list(folder.iterdir()) == []
    found = archive.unpack(stripped, folder, Terms(key=KEY, unsealed=True))
    assert found.made == plain["made"]


def test_a_backup_larger_than_allowed_is_refused_before_anything_is_unpacked(backup: Path, folder: Path) -> None:
    with pytest.raises(BackupError, match=r"unpacks to 0\.00 GiB.*--largest"):
        archive.unpack(backup, folder, Terms(key=KEY, largest=len(ROWS)))
    assert list(folder.iterdir()) == []
    archive.unpack(backup, folder, Terms(key=KEY, largest=len(ROWS) + len(b"a badge")))


def test_a_backup_for_which_the_disk_has_no_room_is_refused_before_anything_is_unpacked(
    backup: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")(10**9, 10**9 - 100, 100)
    monkeypatch.setattr(archive.shutil, "disk_usage", lambda path: usage)
    with pytest.raises(BackupError, match=r"has only 0\.00 GiB left"):
        archive.unpack(backup, folder, TERMS)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("packed", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_packings_that_take_any_memory_are_refused(backup: Path, folder: Path, packed: int) -> None:
    with pytest.raises(BackupError, match="packed in another way"):
        archive.unpack(rewritten(backup, {}, packed=packed), folder, TERMS)
