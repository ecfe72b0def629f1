"""A database of an earlier version is copied and upgraded: values stay, the books agree, the journal is protected."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.backends.utils import CursorWrapper

from rules.sheet.sheet import sheet_as_today
from teams.migrations._journal_guard import GUARD
from tests.dugout.elsewhere import Elsewhere, clean_environment
from tests.dugout.old_database import write_old_database

PREPARE = "import dugout.preparation as p; print('EMPTY' if p.migrate(print) else 'FILLED')"
OURS = ("accounts_", "competitions_", "leagues_", "matches_", "notices_", "teams_")

Cursor = sqlite3.Cursor | CursorWrapper
Rows = dict[str, list[dict[str, object]]]

pytestmark = [pytest.mark.sqlite, pytest.mark.once, pytest.mark.django_db, pytest.mark.costly]


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The data folder with the old database."""
    write_old_database(database(tmp_path))
    return tmp_path


@pytest.fixture
def rows_before(before: Path) -> Rows:
    return rows_in(database(before))


@pytest.fixture
def upgraded(before: Path, rows_before: Rows) -> Path:
    """The same folder after the preparation of a start, which an audit and a look for missing migrations follow."""
    there = Elsewhere(var=before, environment=clean_environment(before))
    prepare = ["shell", "-v0", "-c", PREPARE]
    migrated, again, audited, complete = there.manage_in_turn(
        prepare, prepare, ["audit"], ["makemigrations", "--check", "--dry-run"]
    )
    assert migrated.returncode == 0, migrated.stderr
    assert "Copied the database to" in migrated.stdout
    assert migrated.stdout.endswith("FILLED\n")
    assert again.stdout == "FILLED\n"
    assert audited.returncode == 0, audited.stderr
    assert audited.stdout.startswith("10 teams, 381 entries, ") and ", no differences\n" in audited.stdout
    assert complete.returncode == 0, complete.stdout
    return before


def test_an_old_database_keeps_its_values_and_gets_todays_schema(
    upgraded: Path, rows_before: Rows, subtests: pytest.Subtests
) -> None:
    with subtests.test("it was copied before it was changed"):
        check_that_it_was_copied_before_it_was_changed(upgraded, rows_before)
    with subtests.test("no stored value changed"):
        check_that_no_stored_value_changed(upgraded, rows_before)
    with subtests.test("columns of one format became its options"):
        check_that_columns_of_one_format_became_its_options(upgraded, rows_before)
    with subtests.test("what players did became rows"):
        check_that_what_players_did_became_rows(upgraded, rows_before)
    with subtests.test("the journal is protected"):
        check_that_the_journal_is_protected(upgraded)
    with subtests.test("no reference is broken"):
        check_that_no_reference_is_broken(upgraded)
    with subtests.test("every constraint has its new name"):
        check_that_every_constraint_has_its_new_name(upgraded)
    with subtests.test("tables and indexes are those of a new database"):
        check_that_tables_and_indexes_are_those_of_a_new_database(upgraded)


def check_that_it_was_copied_before_it_was_changed(upgraded: Path, rows_before: Rows) -> None:
    (copy,) = (upgraded / "backups").iterdir()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert rows_in(copy) == rows_before != rows_in(database(upgraded))


def check_that_no_stored_value_changed(upgraded: Path, rows_before: Rows) -> None:
    """The value of every column that still exists. House rules also say what options that came later were before."""
    assert len(rows_before["teams_journalentry"]) == 381
    after = rows_in(database(upgraded))
    for row, old_row in zip(after["leagues_ruleset"], rows_before["leagues_ruleset"], strict=True):
        values, old_values = json.loads(str(row["values"])), json.loads(str(old_row["values"]))
        assert values == old_values | {"raised_in_match": "none"}
        row["values"] = old_row["values"]
    for table in ("teams_teamstate", "matches_matchside"):
        for row, old_row in zip(after[table], rows_before[table], strict=True):
            assert sheet_in(row) == sheet_as_today(sheet_in(old_row))
            row["sheet"] = old_row["sheet"]
    for table, old in rows_before.items():
        columns = sorted(old[0].keys() & after[table][0].keys()) if old else []
        assert only(columns, after[table]) == only(columns, old), table


def sheet_in(row: dict[str, object]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(str(row["sheet"])) if row["sheet"] is not None else {}
    return found


def check_that_columns_of_one_format_became_its_options(upgraded: Path, rows_before: Rows) -> None:
    after = {
        row["id"]: json.loads(str(row["format_options"]))
        for row in rows_in(database(upgraded))["competitions_competition"]
    }
    for row in rows_before["competitions_competition"]:
        names = ("by_lot", "third_place") if row["scheduling"] == "knock_out" else ("legs_across",)
        assert after[row["id"]] == {name: row[name] for name in names}


def check_that_what_players_did_became_rows(upgraded: Path, rows_before: Rows) -> None:
    columns = ("completions", "touchdowns", "interceptions", "casualties", "mvps")
    lines = rows_before["matches_playerline"]
    before = [(line["id"], name, line[name]) for line in lines for name in columns if line[name]]
    after = rows_in(database(upgraded))["matches_deed"]
    assert len(before) > 50
    assert sorted((row["line_id"], row["key"], row["count"]) for row in after) == sorted(before)


def check_that_the_journal_is_protected(upgraded: Path) -> None:
    with closing(sqlite3.connect(database(upgraded))) as found:
        with pytest.raises(sqlite3.IntegrityError, match="never updated"):
            found.execute("UPDATE teams_journalentry SET seq = seq + 1000")
        with pytest.raises(sqlite3.IntegrityError, match="never deleted"):
            found.execute("DELETE FROM teams_journalentry")
        where = "type = 'trigger' AND tbl_name = 'teams_journalentry' AND name NOT LIKE 'league_changes%'"
        triggers = {sql for (sql,) in found.execute(f"SELECT sql FROM sqlite_master WHERE {where}")}
    assert triggers == set(GUARD["sqlite"])


def check_that_no_reference_is_broken(upgraded: Path) -> None:
    with closing(sqlite3.connect(database(upgraded))) as found:
        assert found.execute("PRAGMA foreign_key_check").fetchall() == []
        assert found.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def check_that_every_constraint_has_its_new_name(upgraded: Path) -> None:
    with closing(sqlite3.connect(database(upgraded))) as found:
        schema = " ".join(sql for (sql,) in found.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    ours = [model for model in apps.get_models() if model._meta.db_table.startswith(OURS)]
    names = [constraint.name for model in ours for constraint in model._meta.constraints]
    assert len(names) > 30
    assert [name for name in names if f'"{name}"' not in schema] == []
    assert "an_adjustment_is_not_nought" not in schema


def check_that_tables_and_indexes_are_those_of_a_new_database(upgraded: Path) -> None:
    """The old database runs every replaced migration, and the database of the tests only the squashed ones."""
    with closing(sqlite3.connect(database(upgraded))) as found, connection.cursor() as new:
        after, expected = schema(found.cursor()), schema(new)
    assert len(expected) > 200
    assert after == expected


def schema(cursor: Cursor) -> dict[str, list[str]]:
    """What every table and index is made of, by name. The order of constraints in a table means nothing."""
    cursor.execute("SELECT name, coalesce(sql, '') FROM sqlite_master WHERE type IN ('table', 'index')")
    return {name: sorted(sql[:-1].split(", ")) for name, sql in cursor.fetchall()}


def database(var: Path) -> Path:
    return var / "dugout.sqlite3"


def rows_in(file: Path) -> Rows:
    """All rows of our tables, by table."""
    with closing(sqlite3.connect(file)) as found:
        found.row_factory = sqlite3.Row
        names = found.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        ours = [name for (name,) in names if name.startswith(OURS)]
        return {table: [dict(row) for row in found.execute(f"SELECT * FROM {table}")] for table in ours}


def only(columns: list[str], found: list[dict[str, object]]) -> list[list[object]]:
    """These columns of the rows, in a fixed order."""
    return sorted(([row[column] for column in columns] for row in found), key=repr)
