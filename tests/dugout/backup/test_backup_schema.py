"""A database or a backup of an earlier version is understood by the migrations that it names."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from dugout.backup import schema
from tests.dugout.elsewhere import installation
from tests.dugout.old_database import write_old_database

PARTS = (
    """SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default,
    identity_generation FROM information_schema.columns WHERE table_schema = 'public'""",
    """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace""",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
)


@pytest.fixture
def old(tmp_path: Path) -> schema.Applied:
    """The applied migrations of an old database."""
    path = tmp_path / "old.sqlite3"
    write_old_database(path)
    with closing(sqlite3.connect(path)) as database:
        return set(database.execute("SELECT app, name FROM django_migrations"))


@pytest.mark.django_db
def test_a_squashed_migration_that_was_squashed_again_is_no_newer_one() -> None:
    """Databases of earlier versions name it, and no file has that name now."""
    former = ("teams", "0001_squashed_0007_names_out_of_the_log")
    future = ("teams", "0001_squashed_9999_future")
    assert former not in MigrationLoader(connection).disk_migrations
    assert schema.newer_migrations(schema.applied_migrations() | {former}) == []
    assert schema.newer_migrations({former, future}) == ["teams.0001_squashed_9999_future"]


@pytest.mark.django_db
def test_a_state_between_replaced_migrations_has_the_models_of_then(old: schema.Applied) -> None:
    states = (old, schema.applied_migrations())
    then, now = ({model._meta.db_table: model for model in schema.models_at(state)} for state in states)
    columns_then, columns_now = (
        {field.column for field in models["competitions_competition"]._meta.local_fields} for models in (then, now)
    )
    assert "by_lot" in columns_then - columns_now
    assert "format_options" in columns_now - columns_then
    assert then["leagues_command"]._meta.app_label == "leagues"
    assert now["leagues_command"]._meta.app_label == "web"


@pytest.mark.postgres
@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_the_schema_of_an_old_backup_is_made_and_brought_up_to_date(old: schema.Applied, tmp_path: Path) -> None:
    """As `restore` does it. The old database runs every replaced migration, and the database of the tests none."""
    code = f"from dugout.backup import schema; old = {old!r}; schema.make_schema(old)"
    code += "; print(sorted(old - schema.applied_migrations()))"
    with installation(tmp_path) as place:
        made, migrated = place.manage_in_turn(["shell", "-v0", "-c", code], ["migrate", "-v0"])
        assert made.returncode == 0, made.stderr
        assert made.stdout.strip() == "[]"
        assert migrated.returncode == 0, migrated.stderr
        with psycopg.connect(place.environment["DATABASE_URL"]) as upgraded, connection.cursor() as new:
            for part in PARTS:
                new.execute(part)
                expected = set(new.fetchall())
                assert expected
                assert set(upgraded.execute(part).fetchall()) == expected
