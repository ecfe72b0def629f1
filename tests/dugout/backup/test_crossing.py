"""An installation on SQLite moves to PostgreSQL and back: a backup of each is restored into the other."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import models

from accounts.models import User
from dugout.backup import archive, crossing, schema
from dugout.backup.heads import heads
from dugout.backup.service import make_backup
from jobs.models import Job, JobResult
from leagues.models import League
from teams.models import JournalEntry
from tests.dugout.elsewhere import BACKUP_KEY, Elsewhere, clean_environment, installation
from tests.leagues.cast import create_cast
from tests.matches import match_builders
from tests.teams import team_builders
from web.commands import once
from web.models import Command

AWKWARD = "Zoë \\N \\. tab\there\nnew\r\nline 'quote' \"double\" \x0b\x08\x0c ł 🏈 end\\"
WHEN = datetime(2026, 3, 29, 1, 59, 59, 999_999, tzinfo=UTC)
TOO_LONG = "from leagues.models import League; League.objects.update(page_size='much too long')"
NEW_ID = "from accounts.models import User; print(User.objects.create(username='new').pk)"
COUNT = "from accounts.models import User; print(User.objects.count())"

Rows = dict[str, list[list[Any]]]


@pytest.mark.parametrize(
    ("cell", "stored"),
    [
        ("plain", "plain"),
        ("a\\tb\\nc\\\\", "a\tb\nc\\"),
        ("\\\\N", "\\N"),
        ("\\\\x00ff", "\\x00ff"),
        ("\\v\\b\\f\\r", "\v\b\f\r"),
    ],
)
def test_values_in_copy_lines_are_read_as_they_were(cell: str, stored: str) -> None:
    assert crossing.unescaped(cell) == stored


def test_both_databases_stored_values_become_the_same() -> None:
    stored = {
        (JournalEntry, "at"): ("2026-03-29 01:59:59.999999", "2026-03-29 03:59:59.999999+02"),
        (JournalEntry, "data"): ('{"a": [1, null]}', '{"a": [1, null]}'),
        (JournalEntry, "team_id"): (7, "7"),
        (Command, "command_id"): ("00000000000000000000000000000001", "00000000-0000-0000-0000-000000000001"),
        (JobResult, "content"): (b"\x00\xff", "\\x00ff"),
    }
    for (model, column), (one, other) in stored.items():
        field = next(each for each in crossing.fields_of(model) if each.column == column)
        convert = crossing.converter_of(field)
        assert convert(one) == convert(other) is not None


def rows_in(backup: Path, folder: Path) -> Rows:
    """Every row of a backup by its table, as Python values, in the order of their text."""
    folder.mkdir()
    manifest = archive.unpack(backup, folder, archive.Terms(key=None, unsealed=True))
    found: Rows = {}
    for model, rows in crossing.READERS[manifest.kind](folder, schema.models_at(set(manifest.migrations))):
        fields = crossing.fields_of(model)
        plain = ([_comparable(*pair) for pair in zip(row, fields, strict=True)] for row in rows)
        found[model._meta.db_table] = sorted(plain, key=canonical_text)
    return found


def canonical_text(row: list[Any]) -> str:
    return json.dumps(row, sort_keys=True, default=repr)


def _comparable(value: Any, field: models.Field) -> Any:
    return json.loads(value) if value is not None and isinstance(field, models.JSONField) else value


@pytest.fixture
def league(monkeypatch: pytest.MonkeyPatch) -> Iterator[League]:
    """A league that has played, with rows that a wrong copy would change, and an uploaded file."""
    monkeypatch.setattr(settings, "BACKUP_KEY", BACKUP_KEY)
    cast = create_cast()
    teams = [
        team_builders.team_from_list(cast.league, coach, name, team_list)
        for coach, name, team_list in ((cast.coach, "Gouged Eye", "Orc"), (cast.other_coach, "Reavers", "Human"))
    ]
    match_builders.closed_match(*teams)
    once(user=cast.coach, command_id=uuid4(), kind="test", body={}, work=lambda: AWKWARD, league=lambda: cast.league)
    person = User.objects.create(username="awkward", first_name=AWKWARD, date_joined=WHEN)
    User.objects.create(username="gone").delete()
    params = {"text": AWKWARD, "deep": [1, None, {"x": -(2**53)}], "empty": {}, "float": 0.1, "none": None}
    job = Job.objects.create(kind="test", params=params, owner=person, lane="", error="", started=None)
    content = bytes(range(256))
    JobResult.objects.create(job=job, filename="a", content_type="text/plain", size=256, content=content)
    media = Path(settings.MEDIA_ROOT)
    media.mkdir(parents=True, exist_ok=True)
    (media / "badge.png").write_bytes(content)
    yield cast.league
    shutil.rmtree(media)


@pytest.mark.costly
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_postgresql_moves_to_sqlite_and_back_with_every_row(
    league: League, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """Two processes, since starting one takes time: the first is on SQLite, the second on PostgreSQL again."""
    backups = [tmp_path / f"{name}.backup" for name in ("ours", "theirs", "ours-again", "bad")]
    ours, theirs, again, bad = map(str, backups)
    make_backup(backups[0])
    (tmp_path / "embedded").mkdir()
    small = tmp_path / "embedded" / "var"
    embedded = Elsewhere(var=small, environment=clean_environment(small) | {"DUGOUT_BACKUP_KEY": BACKUP_KEY})
    moved = embedded.manage_in_turn(
        ["restore", ours],
        ["audit", "--head", ours],
        ["backup", theirs],
        ["shell", "-v0", "-c", TOO_LONG],
        ["backup", bad],
        ["shell", "-v0", "-c", NEW_ID],
    )
    assert [each.returncode for each in moved] == [0] * 6, [each.stderr for each in moved]
    (tmp_path / "large").mkdir()
    with installation(tmp_path / "large") as server:
        refused, counted, *back = server.manage_in_turn(
            ["restore", bad],
            ["shell", "-v0", "-c", COUNT],
            ["restore", theirs],
            ["audit", "--head", ours],
            ["backup", again],
            ["shell", "-v0", "-c", NEW_ID],
        )
        assert [each.returncode for each in back] == [0] * 4, [each.stderr for each in back]
    with subtests.test("rows that PostgreSQL cannot hold are refused with its reason"):  # SQLite checks no lengths
        assert refused.returncode == 1
        assert "PostgreSQL cannot hold what is in this backup; no row of it was written: value too" in refused.stderr
        assert "Traceback" not in refused.stderr
        assert counted.stdout == "0\n"
    with subtests.test("every row is the same in all three"):
        first, second, third = (rows_in(backup, tmp_path / f"of-{backup.stem}") for backup in backups[:3])
        assert sum(map(len, first.values())) > 100 and first.keys() == second.keys() == third.keys()
        for table, rows in first.items():
            assert rows == second[table] == third[table], table
    with subtests.test("the chains have the same head on both databases"):
        heads_printed = {each.stdout.splitlines()[-1] for each in (moved[1], back[1])}
        assert heads_printed == {f"Head: {heads().digest}"}
    with subtests.test("ids go on after the largest"):
        new = User.objects.order_by("-pk")[0].pk + 1
        assert {moved[5].stdout, back[3].stdout} == {f"{new}\n"}
    with subtests.test("uploaded files are there"):
        for place in (small, server.var):
            assert (place / "media" / "badge.png").read_bytes() == bytes(range(256))
