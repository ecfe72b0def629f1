"""Copies a PostgreSQL database out and in, as one file of COPY lines for each table.

It does not use pg_dump, which must be as new as the server and may not be installed. It does not copy the schema:
migrations make exactly the schema that the database had. Sequences are set from the rows.
"""

from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction
from psycopg import sql

from dugout.backup import schema
from dugout.backup.archive import BackupError
from dugout.counting import stop_counting

FOLDER = "tables"
PIECE = 1024 * 1024


def dump(folder: Path) -> dict[str, Path]:
    """Every table as a member of a backup, all from one moment. A member's first line names its columns."""
    members = {}
    (folder / FOLDER).mkdir()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        for model in schema.models_at(schema.applied_migrations()):
            table = model._meta.db_table
            member = _member(table)
            columns = _columns(table)
            order = connection.introspection.get_primary_key_columns(cursor, table) or columns
            query = sql.SQL("COPY (SELECT {} FROM {} ORDER BY {}) TO STDOUT").format(
                _listed(columns), sql.Identifier(table), _listed(order)
            )
            with open(folder / member, "wb") as file, cursor.copy(query) as rows:
                file.write("\t".join(columns).encode() + b"\n")
                file.writelines(rows)
            members[member] = folder / member
    return members


def check(folder: Path) -> None:
    """Check nothing more than the archive does: PostgreSQL checks the rows while it reads them, in one transaction."""


def others_at_work() -> int:
    """How many other connections of the same user this database has, from all machines."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


def load(folder: Path, applied: schema.Applied) -> None:
    """Fill an empty database: make its schema, then write all rows in one transaction."""
    try:
        schema.make_schema(applied)
        stop_counting()  # the counters are in the backup; the migrations that follow start counting again
        tables = schema.models_at(applied)
        _refuse_other_tables(folder, tables)
        with transaction.atomic(), connection.cursor() as cursor:
            names = [model._meta.db_table for model in tables]
            cursor.execute(sql.SQL("TRUNCATE {}").format(_listed(names)))
            for table in names:
                _fill(cursor, table, folder / _member(table))
            for statement in connection.ops.sequence_reset_sql(no_style(), tables):
                cursor.execute(statement)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except DatabaseError as why:
        raise BackupError(f"PostgreSQL refused this backup; no row of it was written: {str(why).strip()}") from None


def _refuse_other_tables(folder: Path, tables: list[type[models.Model]]) -> None:
    expected = {_member(model._meta.db_table) for model in tables}
    held = {f"{FOLDER}/{path.name}" for path in (folder / FOLDER).glob("*")}
    if odd := sorted(expected ^ held):
        raise BackupError(f"this backup does not have the tables that its migrations make ({', '.join(odd[:3])}).")


def _fill(cursor: Any, table: str, path: Path) -> None:
    with open(path, "rb") as file:
        columns = file.readline().decode(errors="replace").rstrip("\n").split("\t")
        if sorted(columns) != sorted(_columns(table)):
            raise BackupError(f"this backup does not have the columns of {table} that its migrations make.")
        query = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), _listed(columns))
        with connection.wrap_database_errors, cursor.copy(query) as rows:
            while piece := file.read(PIECE):
                rows.write(piece)


def _columns(table: str) -> list[str]:
    """The stored columns, without those that PostgreSQL computes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() "
            "AND table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position",
            [table],
        )
        return [name for (name,) in cursor.fetchall()]


def _member(table: str) -> str:
    return f"{FOLDER}/{table}.copy"


def _listed(names: list[str]) -> sql.Composed:
    return sql.SQL(", ").join(sql.Identifier(name) for name in names)
