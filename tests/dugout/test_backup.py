"""Backup and restore, from one installation into another, on the database that the tests run on."""

import json
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from dugout.backup import schema, service
from dugout.backup.archive import BackupError, Manifest
from jobs.models import Job
from tests.dugout.elsewhere import Elsewhere, installation

pytestmark = pytest.mark.django_db(transaction=True)

AWKWARD = "Zoë \\N \\. tab\there\nnew\r\nline 'quote' \"double\" ł 🏈 \u202e end\\"
WHEN = datetime(2026, 3, 29, 1, 59, 59, 999_999, tzinfo=UTC)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Elsewhere]:
    """Where the backup goes."""
    with installation(tmp_path) as place:
        yield place


@pytest.fixture
def backup(tmp_path: Path) -> Iterator[Path]:
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


def test_a_restored_backup_is_the_same_and_nothing_is_overwritten(
    backup: Path, elsewhere: Elsewhere, tmp_path: Path
) -> None:
    restored = elsewhere.manage("restore", str(backup))
    assert restored.returncode == 0, restored.stderr
    assert "Restored the backup of 20" in restored.stdout
    assert (elsewhere.var / "media/badges/ł.png").read_bytes() == bytes(range(256))
    code = "from accounts.models import User; print(ascii(User.objects.get(username='coach3').first_name))"
    code += "; print(User.objects.create(username='new').pk)"
    again, shown, refused = elsewhere.manage_in_turn(
        ["backup", str(tmp_path / "second.backup")], ["shell", "-v0", "-c", code], ["restore", str(backup)]
    )
    assert again.returncode == 0, again.stderr
    assert contents(tmp_path / "second.backup", tmp_path) == contents(backup, tmp_path)
    name, new = shown.stdout.splitlines()
    assert name == ascii(AWKWARD)
    assert int(new) == User.objects.order_by("-pk")[0].pk + 1
    assert refused.returncode == 1
    assert "already has accounts" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_existing_uploaded_files_are_not_overwritten(backup: Path, elsewhere: Elsewhere) -> None:
    (elsewhere.var / "media").mkdir(parents=True)
    (elsewhere.var / "media" / "mine").write_text("mine")
    refused = elsewhere.manage("restore", str(backup))
    assert (refused.returncode, "uploaded files already" in refused.stderr) == (1, True)
    assert people(elsewhere) == 0


def test_with_a_damaged_row_no_row_is_restored(backup: Path, elsewhere: Elsewhere, tmp_path: Path) -> None:
    """Its checksums are right, so only the database itself can see it. If a row or a file stayed, the good backup
    that comes next would be refused."""
    damaged = with_orphan(backup, tmp_path)
    refused, sound = elsewhere.manage_in_turn(["restore", str(damaged)], ["restore", str(backup)])
    assert refused.returncode == 1, refused.stdout
    assert "CommandError" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert sound.returncode == 0, sound.stderr
    assert people(elsewhere) == User.objects.count()


def test_a_backup_that_cannot_be_restored_is_refused_with_a_reason(
    backup: Path, elsewhere: Elsewhere, tmp_path: Path
) -> None:
    """A file that is cut short, a backup of the other database, and one of a newer Dugout."""
    short = tmp_path / "short.backup"
    short.write_bytes(backup.read_bytes()[:-50])
    other = changed(backup, tmp_path, "other", kind="postgresql" if settings.EMBEDDED else "sqlite")
    migrations = [*manifest(backup)["migrations"], ["accounts", "9999_future"]]
    newer = changed(backup, tmp_path, "newer", migrations=migrations)
    files = (short, other, newer)
    words = ("not a complete backup", "DATABASE_URL", "newer Dugout (it has accounts.9999_future)")
    refused = elsewhere.manage_in_turn(*(["restore", str(file)] for file in files))
    for done, why in zip(refused, words, strict=True):
        assert done.returncode == 1, done
        assert why in done.stderr and "Traceback" not in done.stderr, done
    assert len(refused[0].stderr.strip().splitlines()) == 1
    assert people(elsewhere) == 0


def test_dugout_does_not_start_before_a_restored_database_is_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = Manifest(
        kind=connection.vendor, made="", migrations=tuple(sorted(schema.applied_migrations())), members=()
    )
    done: list[str] = []

    def migrate(*args: object, **options: object) -> None:
        with pytest.raises(BackupError, match="Dugout is running"), service._not_running():
            done.append("started")
        done.append("migrated")

    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.setattr(service.archive, "unpack", lambda source, folder: manifest)
    monkeypatch.setattr(service.DATABASES[connection.vendor], "check", lambda folder: None)
    monkeypatch.setattr(service.DATABASES[connection.vendor], "load", lambda folder, applied: None)
    monkeypatch.setattr(service, "call_command", migrate)
    monkeypatch.setattr(service, "_forget_cache", lambda: done.append("forgot the cache"))
    assert service.restore_backup(tmp_path / "any") is manifest
    assert done == ["migrated", "forgot the cache"]


def test_an_empty_database_has_nothing_to_save(elsewhere: Elsewhere, tmp_path: Path) -> None:
    refused = elsewhere.manage("backup", str(tmp_path / "x.backup"))
    assert (refused.returncode, "nothing to save" in refused.stderr) == (1, True)
    assert not (tmp_path / "x.backup").exists()


def people(elsewhere: Elsewhere) -> int:
    """How many users the other installation has; 0 if it has no table for them."""
    try:
        if settings.EMBEDDED:
            with closing(sqlite3.connect(elsewhere.var / "dugout.sqlite3")) as database:
                return database.execute("SELECT count(*) FROM accounts_user").fetchone()[0]
        with psycopg.connect(elsewhere.environment["DATABASE_URL"]) as database:
            return database.execute("SELECT count(*) FROM accounts_user").fetchone()[0]
    except (sqlite3.OperationalError, psycopg.errors.UndefinedTable):
        return 0


def changed(backup: Path, folder: Path, name: str, **fields: object) -> Path:
    """The backup with another manifest."""
    target = folder / f"{name}.backup"
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            whole = json.dumps(manifest(backup) | fields).encode() if name == "manifest.json" else old.read(name)
            new.writestr(name, whole)
    return target


def with_orphan(backup: Path, folder: Path) -> Path:
    """The backup with a job whose owner is missing, with right checksums."""
    from dugout.backup import archive

    unpacked = folder / "unpacked"
    whole = archive.unpack(backup, unpacked)
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
    archive.write(folder / "orphan.backup", fields, {member.name: unpacked / member.name for member in whole.members})
    return folder / "orphan.backup"
