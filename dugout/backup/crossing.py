"""Fills a database of one kind from a backup of the other: an SQLite installation moves to PostgreSQL, or back.

Each value is read as what its column holds (a date, a number, JSON), and written as the other database stores that.
JSON stays the text that it is, since both databases give it as text.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction

from dugout.backup import postgresql, schema, sqlite
from dugout.backup.archive import BackupError
from dugout.counting import stop_counting

Row = Sequence[Any]
Model = type[models.Model]
BATCH = 500
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
"""How PostgreSQL writes control characters in lines of COPY."""
NULL = "\\N"
WORDS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def load(folder: Path, applied: schema.Applied, kind: str) -> None:
    """Fill the empty database of this installation from an unpacked backup of the other kind, in one transaction.

    Makes the schema that the backup had. Raises BackupError, and writes no row, for a backup that does not fit.
    """
    ours, tables = WORDS[connection.vendor], schema.models_at(applied)
    for _table in READERS[kind](folder, tables):
        pass  # names of tables and columns are checked before anything is written
    try:
        schema.make_schema(applied)
        stop_counting()  # the counters are in the backup; the migrations that follow start counting again
        with transaction.atomic():
            WRITERS[connection.vendor](tables, READERS[kind](folder, tables))
            connection.check_constraints()
    except (DatabaseError, ValidationError, ValueError) as why:
        said = "; ".join(why.messages) if isinstance(why, ValidationError) else str(why).strip()
        raise BackupError(f"{ours} cannot hold what is in this backup; no row of it was written: {said}") from None


def fields_of(model: Model) -> list[models.Field]:
    """The fields whose values are stored, by column name; without those that the database computes."""
    fields = [field for field in model._meta.local_concrete_fields if not getattr(field, "generated", False)]
    return sorted(fields, key=lambda field: field.column)


# -- reading: rows of Python values, in the order of `fields_of` --


def rows_of_sqlite(folder: Path, tables: Sequence[Model]) -> Iterator[tuple[Model, Iterator[Row]]]:
    """Every table of an SQLite file with its rows. Raises BackupError if the tables are not those of the models."""
    with closing(sqlite3.connect(f"file:{folder / sqlite.MEMBER}?mode=ro", uri=True)) as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        names = {name for name in names if not name.startswith("sqlite_")} - {"django_migrations"}
        _refuse_others("tables", names, {model._meta.db_table for model in tables})
        for model in tables:
            table, fields = model._meta.db_table, fields_of(model)
            # Two functions of SQLite: the one names stored columns, the other lists the tables' names safely.
            columns = [name for (name,) in database.execute("SELECT name FROM pragma_table_info(?)", [table])]
            _refuse_others(f"columns of {table}", set(columns), {field.column for field in fields})
            listed = ", ".join(f'"{field.column}"' for field in fields)
            converters = [converter_of(field) for field in fields]
            rows = database.execute(f'SELECT {listed} FROM "{table}"')  # noqa: S608 - names of our own models
            yield model, (_converted(converters, row) for row in rows)


def rows_of_copies(folder: Path, tables: Sequence[Model]) -> Iterator[tuple[Model, Iterator[Row]]]:
    """Every table of a backup of PostgreSQL with its rows. Raises BackupError as `rows_of_sqlite` does."""
    held = {path.stem for path in (folder / postgresql.FOLDER).glob("*.copy")}
    _refuse_others("tables", held, {model._meta.db_table for model in tables})
    for model in tables:
        table, fields = model._meta.db_table, fields_of(model)
        with open(folder / postgresql.FOLDER / f"{table}.copy", encoding="utf-8", newline="\n") as file:
            columns = file.readline().rstrip("\n").split("\t")
            _refuse_others(f"columns of {table}", set(columns), {field.column for field in fields})
            places = [columns.index(field.column) for field in fields]
            converters = [converter_of(field) for field in fields]
            yield model, (_converted(converters, _sorted(line, places)) for line in file)


def _sorted(line: str, places: Sequence[int]) -> list[str | None]:
    cells = [None if cell == NULL else unescaped(cell) for cell in line.rstrip("\n").split("\t")]
    if len(cells) != len(places):
        raise ValueError("a row has too few or too many values")
    return [cells[place] for place in places]


def unescaped(cell: str) -> str:
    """A value in a line of COPY as it is stored."""
    return ESCAPED.sub(lambda found: LETTERS.get(found[1], found[1]), cell) if "\\" in cell else cell


def _refuse_others(what: str, held: set[str], expected: set[str]) -> None:
    if odd := sorted(held ^ expected):
        raise BackupError(f"this backup does not have the {what} that its migrations make ({', '.join(odd[:3])}).")


def converter_of(field: models.Field) -> Callable[[Any], Any]:
    """What makes a Python value of a stored one that is not null."""
    while field.is_relation:
        field = field.target_field
    if isinstance(field, models.JSONField):
        return str
    if isinstance(field, models.BinaryField):
        return _as_bytes
    if isinstance(field, models.DateTimeField):
        return lambda stored: _as_moment(field.to_python(stored))
    return field.to_python


def _as_bytes(stored: str | bytes) -> bytes:
    """Bytes as SQLite gives them, or as PostgreSQL writes them: `\\x` and hexadecimal digits."""
    return bytes.fromhex(stored.removeprefix("\\x")) if isinstance(stored, str) else stored


def _as_moment(moment: datetime) -> datetime:
    """SQLite stores times without a zone, in UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _converted(converters: Sequence[Callable[[Any], Any]], row: Row) -> list[Any]:
    return [None if value is None else convert(value) for convert, value in zip(converters, row, strict=True)]


# -- writing --


def fill_postgresql(tables: Sequence[Model], found: Iterable[tuple[Model, Iterator[Row]]]) -> None:
    """Replace what migrations wrote by these rows, and set the sequences behind them."""
    from psycopg import sql

    with connection.cursor() as cursor:
        names = [sql.Identifier(model._meta.db_table) for model in tables]
        cursor.execute(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(names)))
        for model, rows in found:
            fields = fields_of(model)
            columns = sql.SQL(", ").join(sql.Identifier(field.column) for field in fields)
            query = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(model._meta.db_table), columns)
            with connection.wrap_database_errors, cursor.copy(query) as copy:
                for row in rows:
                    copy.write_row(_prepared(fields, row))
        for statement in connection.ops.sequence_reset_sql(no_style(), list(tables)):
            cursor.execute(statement)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def fill_sqlite(tables: Sequence[Model], found: Iterable[tuple[Model, Iterator[Row]]]) -> None:
    """Replace what migrations wrote by these rows. SQLite counts ids on from the largest by itself."""
    with connection.cursor() as cursor:
        for model in tables:
            cursor.execute(f'DELETE FROM "{model._meta.db_table}"')  # noqa: S608 - names of our own models
        for model, rows in found:
            fields = fields_of(model)
            columns = ", ".join(f'"{field.column}"' for field in fields)
            marks = ", ".join(["%s"] * len(fields))
            insert = f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({marks})'  # noqa: S608 - ours, too
            for batch in _batches(_prepared(fields, row) for row in rows):
                cursor.executemany(insert, batch)


def _prepared(fields: Sequence[models.Field], row: Row) -> list[Any]:
    """The values as the database of this installation stores them."""
    return [
        value if value is None or _is_json(field) else field.get_db_prep_save(value, connection)
        for field, value in zip(fields, row, strict=True)
    ]


def _is_json(field: models.Field) -> bool:
    return isinstance(field, models.JSONField)


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


READERS = {"sqlite": rows_of_sqlite, "postgresql": rows_of_copies}
WRITERS = {"sqlite": fill_sqlite, "postgresql": fill_postgresql}
