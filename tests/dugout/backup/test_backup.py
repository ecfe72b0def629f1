"""Backup and restore, from one installation into another, on the database that the tests run on."""

import json
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from dugout.backup import schema, service
from dugout.backup.archive import MANIFEST, SEAL, BackupError, Manifest, Terms
from dugout.backup.seal import seal_of
from jobs.models import Job
from tests.dugout.connections import end_other_connections
from tests.dugout.elsewhere import BACKUP_KEY, Elsewhere, installation

pytestmark = pytest.mark.django_db(transaction=True)

AWKWARD = "Zoë \\N \\. tab\there\nnew\r\nline 'quote' \"double\" ł 🏈 \u202e end\\"
WHEN = datetime(2026, 3, 29, 1, 59, 59, 999_999, tzinfo=UTC)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Elsewhere]:
    """Where the backup goes."""
    with installation(tmp_path) as place:
        yield place


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The key that both installations have."""
    monkeypatch.setattr(settings, "BACKUP_KEY", BACKUP_KEY)
    return BACKUP_KEY.encode()


@pytest.fixture
def backup(tmp_path: Path, key: bytes) -> Iterator[Path]:
    """A backup with rows that a wrong copy would change, and two uploaded files."""
    people = [User.objects.create(username=f"coach{n}", first_name=AWKWARD, date_joined=WHEN) for n in range(30)]
    User.objects.filter(pk=people[7].pk).delete()
    Session.objects.create(session_key="k" * 32, session_data=AWKWARD, expire_date=WHEN + timedelta(days=9))
    params = {"text": AWKWARD, "deep": [1, None, {"x": -(2**53)}], "empty": {}, "float": 0.1}
    Job.objects.create(kind="test", params=params, owner=people[3], lane="", error="", started=None)
    media = Path(settings.MEDIA_ROOT)
    (media / "badges").mkdir(parents=True)
    (media / "badges" / "ł.png").write_bytes(bytes(range(256)))
    (media / "empty").write_bytes(b"")
    target = tmp_path / "first.backup"
    call_command("backup", str(target))
    yield target
    shutil.rmtree(media)


def manifest(backup: Path) -> dict:
    with zipfile.ZipFile(backup) as archive:
        return json.loads(archive.read("manifest.json"))


def contents(backup: Path, folder: Path) -> dict[str, object]:
    """Every member's checksum; for an SQLite file its rows, since a copy may store them differently."""
    found: dict[str, object] = {member["name"]: member["sha256"] for member in manifest(backup)["members"]}
    if "database.sqlite3" in found:
        with zipfile.ZipFile(backup) as archive:
            copy = archive.extract("database.sqlite3", folder)
        with sqlite3.connect(copy) as database:
            found["database.sqlite3"] = list(database.iterdump())
        database.close()
    return found


def test_only_a_sound_backup_is_restored_and_only_where_there_is_nothing(
    backup: Path, elsewhere: Elsewhere, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """All in one process, since starting one takes time. After each refusal the next command finds nothing there."""
    bad = bad_backups(backup, tmp_path)
    put = "from pathlib import Path; Path({path!r}).{deed}"
    mine = str(elsewhere.var / "media" / "mine")
    files_there = (
        ["shell", "-v0", "-c", put.format(path=mine, deed="write_text('mine')")],
        ["restore", str(backup)],
        ["shell", "-v0", "-c", put.format(path=mine, deed="unlink()")],
    )
    code = "from accounts.models import User; print(ascii(User.objects.get(username='coach3').first_name))"
    code += "; print(User.objects.create(username='new').pk)"
    empty, *refused, _put, with_files, _unlinked, restored, saved, shown, again = elsewhere.manage_in_turn(
        ["backup", str(tmp_path / "none.backup")],
        *(["restore", str(file)] for file in bad),
        *files_there,
        ["restore", str(backup)],
        ["backup", str(tmp_path / "second.backup")],
        ["shell", "-v0", "-c", code],
        ["restore", str(backup)],
    )
    with subtests.test("an empty database has nothing to save"):
        assert (empty.returncode, "nothing to save" in empty.stderr) == (1, True)
        assert not (tmp_path / "none.backup").exists()
    for done, (file, why) in zip(refused, bad.items(), strict=True):
        with subtests.test(f"{file.name} is refused with a reason"):
            assert done.returncode == 1, done
            assert why in done.stderr and "Traceback" not in done.stderr, done
    with subtests.test("a file that is cut short is refused in one line"):
        assert len(refused[0].stderr.strip().splitlines()) == 1
    with subtests.test("uploaded files are not overwritten"):
        assert (with_files.returncode, "uploaded files already" in with_files.stderr) == (1, True)
    with subtests.test("a restored backup is the same"):
        assert restored.returncode == 0, restored.stderr
        assert "Restored the backup of 20" in restored.stdout
        assert (elsewhere.var / "media/badges/ł.png").read_bytes() == bytes(range(256))
        assert saved.returncode == 0, saved.stderr
        assert contents(tmp_path / "second.backup", tmp_path) == contents(backup, tmp_path)
    with subtests.test("and takes new rows"):
        name, new = shown.stdout.splitlines()
        assert name == ascii(AWKWARD)
        assert int(new) == User.objects.order_by("-pk")[0].pk + 1
    with subtests.test("accounts are not overwritten"):
        assert again.returncode == 1
        assert "already has accounts" in again.stderr
        assert "Traceback" not in again.stderr


def bad_backups(backup: Path, folder: Path) -> dict[Path, str]:
    """One that is cut short, one without a seal, one of the other database, one of a newer Dugout, a damaged row.

    Checksums and seal of the last one are right, so only the database itself can see it. By file, with the reason.
    """
    short = folder / "short.backup"
    short.write_bytes(backup.read_bytes()[:-50])
    migrations = [*manifest(backup)["migrations"], ["accounts", "9999_future"]]
    unsealed = folder / "unsealed.backup"
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(unsealed, "w") as new:
        for name in set(old.namelist()) - {SEAL}:
            new.writestr(name, old.read(name))
    return {
        short: "not a complete backup",
        unsealed: "has no seal",
        changed(backup, folder, "other", kind="postgresql" if settings.EMBEDDED else "sqlite"): (
            "does not have the tables" if settings.EMBEDDED else "holds no database"
        ),
        changed(backup, folder, "unknown", kind="oracle"): "a database that Dugout does not know",
        changed(backup, folder, "newer", migrations=migrations): "newer Dugout (it has accounts.9999_future)",
        with_orphan(backup, folder): "CommandError",
    }


def test_dugout_does_not_start_before_a_restored_database_is_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_other_connections()
    manifest = Manifest(
        kind=connection.vendor, made="", migrations=tuple(sorted(schema.applied_migrations())), members=()
    )
    done: list[str] = []

    def migrate(*args: object, **options: object) -> None:
        with pytest.raises(BackupError, match="Dugout is running"), service._not_running():
            done.append("started")
        done.append("migrated")

    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.setattr(service.archive, "unpack", lambda source, folder, terms: manifest)
    monkeypatch.setattr(service.DATABASES[connection.vendor], "check", lambda folder: None)
    monkeypatch.setattr(service.DATABASES[connection.vendor], "load", lambda folder, applied: None)
    monkeypatch.setattr(service, "call_command", migrate)
    monkeypatch.setattr(service, "_forget_cache", lambda: done.append("forgot the cache"))
    assert service.restore_backup(tmp_path / "any", Terms(key=None)) is manifest
    assert done == ["migrated", "forgot the cache"]


def changed(backup: Path, folder: Path, name: str, **fields: object) -> Path:
    """The backup with another manifest, sealed again."""
    target = folder / f"{name}.backup"
    written = json.dumps(manifest(backup) | fields).encode()
    changed_parts = {MANIFEST: written, SEAL: seal_of(written, BACKUP_KEY.encode())}
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, changed_parts[name] if name in changed_parts else old.read(name))
    return target


def with_orphan(backup: Path, folder: Path) -> Path:
    """The backup with a job whose owner is missing, with right checksums."""
    from dugout.backup import archive

    unpacked = folder / "unpacked"
    unpacked.mkdir()
    whole = archive.unpack(backup, unpacked, Terms(key=BACKUP_KEY.encode()))
    if connection.vendor == "sqlite":
        with sqlite3.connect(unpacked / "database.sqlite3") as database:
            database.execute("UPDATE jobs_job SET owner_id = 999999")
        database.close()
    else:
        rows = unpacked / "tables" / "jobs_job.copy"
        header, row = rows.read_bytes().splitlines()
        values = dict(zip(header.split(b"\t"), row.split(b"\t"), strict=True)) | {b"owner_id": b"999999"}
        rows.write_bytes(header + b"\n" + b"\t".join(values.values()) + b"\n")
    fields = {"kind": whole.kind, "made": whole.made, "migrations": whole.migrations}
    files = {member.name: unpacked / member.name for member in whole.members}
    archive.write(folder / "orphan.backup", fields, files, BACKUP_KEY.encode())
    return folder / "orphan.backup"
