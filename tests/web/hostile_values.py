"""Forms with hostile values, and a guard that sees what reaches the database.

PostgreSQL refuses a NUL in a text and an integer beyond its column; SQLite accepts the first and refuses only much
larger integers. So the guard checks all values that are sent to the database, on both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import quote
from uuid import uuid4
from zlib import crc32

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import resolve

from tests.matches.forms import Form
from tests.thoroughness import part_of

EVERYTHING = {
    "a NUL": "%00",
    "a NUL within": "1%002",
    "half a character": "%ED%A0%80",
    "broken UTF-8": "%FF%FE",
    "a huge number": "9" * 40,
    "a number longer than Python reads": "9" * 5000,
    "just beyond a big integer": str(2**63),
    "the biggest integer": str(2**63 - 1),
    "just beyond an integer": str(2**31),
    "a negative number": "-1",
    "another script's digits": quote("٣²Ⅳ"),
    "a fraction": "1.5e3",
    "no number": "NaN",
    "text": quote("<b>x</b>{% url %}\u202e'\"--"),
    "long text": "x" * 6000,
    "nothing": "",
}
SHARPEST = (
    ("a NUL", "just beyond a big integer", "the biggest integer") if settings.EMBEDDED else ("just beyond an integer",)
)
"""The values for single fields, besides those for all fields at once. PostgreSQL's columns hold smaller numbers."""
DEALT = ("a number longer than Python reads", "a negative number", "text")
"""Spread over the fields: each single field gets one of these."""
ALWAYS = ("a NUL", "half a character", "a number longer than Python reads", "just beyond a big integer", "nothing")
"""Sent in all fields of every form at once, with a third of the other values, another third for the next route; a usual
run sends a sixth of all these."""
DIFFERENT = ("a NUL", "half a character", "just beyond an integer", "long text")
"""Values that PostgreSQL treats differently. All others are refused before a query, or by the guard."""
HOSTILE = EVERYTHING if settings.EMBEDDED else {what: EVERYTHING[what] for what in DIFFERENT}
MOST = 2**63 - 1
TURNS = 6


@pytest.fixture(autouse=True)
def guard(db: None) -> Iterator[None]:
    """Refuses what PostgreSQL refuses."""

    def look(execute: Callable, sql: str, params: Any, many: bool, context: Any) -> Any:
        for row in params if many else [params]:
            for value in row or ():
                assert not (isinstance(value, str) and "\0" in value), f"a NUL is sent to the database: {sql}"
                assert not (isinstance(value, str) and "\\u0000" in value), f"a NUL in JSON is sent: {sql}"
                assert not (isinstance(value, str) and value != value.encode("utf-8", "ignore").decode()), sql
                assert not (isinstance(value, int) and abs(value) > MOST), f"{value} is sent to the database: {sql}"
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield


def encoded(fields: dict[str, list[str]], hostile: dict[str, str]) -> str:
    """A form as a browser sends it, with some fields exactly as given."""
    plain = [
        f"{quote(name)}={quote(value)}" for name, values in fields.items() if name not in hostile for value in values
    ]
    return "&".join(plain + [f"{quote(name)}={value}" for name, value in hostile.items()])


def send(client: Client, address: str, fields: dict[str, Any], hostile: dict[str, str], **headers: str) -> int:
    """Posts a form; a bug raises in the test client."""
    listed = {name: value if isinstance(value, list) else [value] for name, value in fields.items()}
    listed["command_id"] = [str(uuid4())]
    body = encoded(listed, hostile)
    kind = "application/x-www-form-urlencoded"
    return client.post(address, body, content_type=kind, headers=headers).status_code


def single_fields(what: str, names: Iterable[str], form: Form | None = None) -> list[str]:
    """The fields that get a hostile value while all others are valid.

    A number field gets the biggest number that a column may hold, since anything else is no number. A choice gets one
    of the sharp values, since none of them is on a list. A usual run tries one field in six.
    """
    listed = part_of(list(names), TURNS)
    if what in DEALT:
        return listed[DEALT.index(what) :: len(DEALT)]
    if what not in SHARPEST:
        return []
    chosen, numbers = (form.options, form.numbers) if form else ((), ())
    turn, last = SHARPEST.index(what), len(SHARPEST) - 1
    wanted = {name: last if name in numbers else at % len(SHARPEST) for at, name in enumerate(listed)}
    return [name for name in listed if not (name in chosen or name in numbers) or wanted[name] == turn]


def kinds_for_all(address: str) -> set[str]:
    """The kinds of value for all fields of a form at once, by its address; a usual run sends one in six of them."""
    if not settings.EMBEDDED:
        return set(HOSTILE)
    others = [what for what in HOSTILE if what not in ALWAYS]
    return set(part_of([*ALWAYS, *others[crc32(resolve(address).view_name.encode()) % 3 :: 3]], TURNS))


def all_of(form: Form) -> tuple[str, ...]:
    """The names of all fields and buttons of a form, with unticked boxes."""
    return (*form.fields, *form.options, *(name for name, _value, _label in form.buttons if name))
