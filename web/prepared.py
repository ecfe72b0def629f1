"""Queries whose SQL is written once: for most of a page's queries Django takes longer to write it than the database to
answer.

A query is prepared for each shape of what it is given: how many numbers or texts a list has, not which. Each thread has
its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from threading import local
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX
from django.db.models import QuerySet
from django.db.models.query import (
    FlatValuesListIterable,
    ModelIterable,
    ValuesIterable,
    ValuesListIterable,
    get_related_populators,
)

from web.snapshot_reads import is_plain

Given = int | str | Sequence[int] | Sequence[str]

LONGEST = 512
"""Longer lists are rare: a query with one is written each time."""
MOST = 64
"""How many shapes of one query are kept."""
FIRST = 16_384
"""Numbers from here on, and texts with ``MARK``, stand for what is given while the SQL is written.

They are small enough for every column: Django knows that nothing is equal to a number that does not fit.
"""
MARK = "\ue000given "


class Prepared:
    """A query by ``build``, which gets numbers, texts and lists of them and returns a queryset.

    It must do nothing else with what it gets than to compare columns with it: not look at it, or change it; and the
    query must not depend on the clock, the time zone or the language, or read other rows with ``prefetch_related``. A
    list may hold something twice. Rows are read when it is called.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]]) -> None:
        self._build = build
        self._here = local()

    def __call__(self, *given: Given) -> list[Any]:
        """The rows for these numbers, texts and lists. Raises ``TypeError`` for None, which no column is equal to."""
        if None in given or any(None in each for each in given if not isinstance(each, int | str)):
            raise TypeError(f"a prepared query compares with what it is given, and cannot with None: {given!r:.200}")
        lists = [each for each in given if not isinstance(each, int | str)]
        if any(len(each) > LONGEST for each in lists):
            return list(self._build(*given))
        filled = [each if isinstance(each, int | str) else _filled(each) for each in given]
        shape = tuple(type(each) if isinstance(each, int | str) else _shape_of(each) for each in filled)
        written: dict[Any, _Written] = self._here.__dict__.setdefault("written", {})
        found = written.get(shape)
        if found is None or found.is_old:
            if len(written) >= MOST:
                written.clear()
            found = written[shape] = _Written(self._build, filled)
        return found.rows(list(_flat(filled)))


class _Written:
    """The query for one shape, in one thread."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], given: Sequence[Given]) -> None:
        marks = iter(range(FIRST, 1 << 15))
        marked = [
            _marked(next(marks), each) if isinstance(each, int | str) else [_marked(next(marks), one) for one in each]
            for each in given
        ]
        self._queryset = build(*marked)
        assert not self._queryset._prefetch_related_lookups, "prefetch_related reads more rows: ask for them apart"
        query: Any = self._queryset.query
        self._compiler = query.get_compiler(using=self._queryset.db)
        self._params: list[Any] | None
        try:
            self._sql, params = self._compiler.as_sql()
        except EmptyResultSet:
            assert not all(isinstance(each, int | str) or each for each in given), "no row can match"
            self._params = None
            return
        self._plain = FORMAT_QMARK_REGEX.sub("?", self._sql).replace("%%", "%")  # as Django's cursor does each time
        places = {mark: place for place, mark in enumerate(_flat(marked))}
        self._params = list(params)
        self._places = [(at, places[param], type(param)) for at, param in enumerate(params) if _is_mark(param, places)]
        compared = {place for _at, place, _type in self._places}
        assert compared == set(places.values()), "not all that is given is compared"
        columns = [each[0] for each in self._compiler.select[: self._compiler.col_count]]
        assert not self._compiler.has_composite_fields(columns), "a key of several columns"
        converters = self._compiler.get_converters(columns)
        self._converters = [(at, one, expression) for at, (all_, expression) in converters.items() for one in all_]
        self._cut = self._compiler.col_count if self._compiler.has_extra_select else None
        self._shaped = _shaping(self._queryset, self._compiler)

    @property
    def is_old(self) -> bool:
        """Whether the thread has another connection now."""
        return self._compiler.connection is not connections[self._queryset.db]

    def rows(self, given: Sequence[int | str]) -> list[Any]:
        """The rows for what is given, without lists around it."""
        if self._params is None:
            return []
        params = self._params.copy()
        for at, place, kind in self._places:
            params[at] = kind(given[place])
        connection = self._compiler.connection
        found = self._found(connection, tuple(params))
        if self._cut is not None:
            found = [row[: self._cut] for row in found]
        if self._converters:
            found = [list(row) for row in found]
            for at, convert, expression in self._converters:
                for row in found:
                    row[at] = convert(row[at], expression, connection)
        return self._shaped(found)

    def _found(self, connection: Any, params: tuple[Any, ...]) -> list[Any]:
        if is_plain(connection):
            with connection.wrap_database_errors:
                return list(connection.connection.execute(self._plain, params).fetchall())
        with connection.cursor() as cursor:
            cursor.execute(self._sql, params)
            return list(cursor.fetchall())


def _shaping(queryset: Any, compiler: Any) -> Callable[[Sequence[Any]], list[Any]]:
    """What makes of rows of columns what the queryset gives: its ``_iterable_class`` finds out the same each time."""
    shape, query = queryset._iterable_class, queryset.query
    if shape is FlatValuesListIterable:
        return lambda rows: [row[0] for row in rows]
    if shape is ValuesListIterable:
        return lambda rows: [tuple(row) for row in rows]
    names = list(query.selected or ()) or [*query.extra_select, *query.values_select, *query.annotation_select]
    if shape is ValuesIterable:
        return lambda rows: [dict(zip(names, row, strict=True)) for row in rows]
    assert shape is ModelIterable and not queryset._known_related_objects, "a shape of rows that is not known"
    found, select = compiler.klass_info, compiler.select
    model, fields = found["model"], found["select_fields"]
    first, end = fields[0], fields[-1] + 1
    columns = [each[0].target.attname for each in select[first:end]]
    related = get_related_populators(found, select, queryset.db)
    more = list((compiler.annotation_col_map or {}).items())

    def made(row: Sequence[Any]) -> Any:
        each = model.from_db(queryset.db, columns, row[first:end])
        for populator in related:
            populator.populate(row, each)
        for name, at in more:
            setattr(each, name, row[at])
        return each

    return lambda rows: [made(row) for row in rows]


def _filled(given: Sequence[Any]) -> Sequence[Any]:
    """A list with its last item repeated, so that there are fewer lengths."""
    return [*given, *[given[-1]] * ((1 << (len(given) - 1).bit_length()) - len(given))] if given else given


def _shape_of(given: Sequence[Any]) -> tuple[Any, ...]:
    return (type(given[0]) if given else None, len(given))


def _flat(given: Sequence[Any]) -> Iterator[Any]:
    return chain.from_iterable((each,) if isinstance(each, int | str) else each for each in given)


def _marked(number: int, given: int | str) -> int | str:
    return f"{MARK}{number}" if isinstance(given, str) else number


def _is_mark(param: Any, marks: dict[Any, int]) -> bool:
    return isinstance(param, int | str) and param in marks
