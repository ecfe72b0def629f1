"""Reads an archive file as JSON, and refuses everything that does not belong in one.

A ``Record`` is one JSON object. Each of its methods reads a field and says which values are allowed; another value
raises ``ArchiveError`` with its place. ``competitions.archive.archive`` and ``teams.team_json`` give records a meaning.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from typing import BinaryIO, NoReturn

MEBIBYTE = 1024 * 1024


class ArchiveError(ValueError):
    """The archive cannot be read. ``place`` says where, ``reason`` what is wrong and what would be right."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The largest archive that is read: bytes of the file, and values in it (what takes the memory)."""

    size: int = 64 * MEBIBYTE
    values: int = 6_000_000


def read_json(source: bytes | BinaryIO, limits: Limits) -> object:
    """The JSON value in ``source``, UTF-8 with or without a byte order mark.

    Raises ArchiveError, with line and column, for anything that is not one JSON value: cut off, nested without end, a
    key twice in one object, NaN, a number of thousands of digits; and for a file beyond ``limits``.
    """
    text = _decoded(_read_up_to(source, limits.size))
    # Every value but the first follows an opening bracket or a comma, so this is never too low.
    values = 1 + text.count(",") + text.count("[") + text.count("{")
    if values > limits.values:
        raise ArchiveError("the file", f"it holds about {values:,} values; at most {limits.values:,} are read")
    try:
        return json.loads(text, object_pairs_hook=_without_repetition, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise ArchiveError(_line_and_column(text, error.pos), _json_fault(error, text)) from error
    except RecursionError:
        raise ArchiveError("the file", "lists or objects are nested far too deep for an archive") from None
    except ArchiveError:
        raise
    except ValueError:  # what is left: an integer with more digits than Python converts
        found = re.search(r"(?<!\d)\d{1000,}", text)  # from its first digit only: the others would be tried in vain
        place = _line_and_column(text, found.start()) if found else "the file"
        raise ArchiveError(place, "a number has thousands of digits") from None


def _read_up_to(source: bytes | BinaryIO, size: int) -> bytes:
    data = source if isinstance(source, bytes) else source.read(size + 1)
    if len(data) > size:
        raise ArchiveError("the file", f"it is larger than {size / MEBIBYTE:g} MiB, the most that is read")
    if not data.strip():
        raise ArchiveError("the file", "it is empty")
    return data


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise ArchiveError(
            f"line {line}, byte {column}", "this is not UTF-8 text; is it an archive at all, and saved as UTF-8?"
        ) from None


def _line_and_column(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"


def _json_fault(error: json.JSONDecodeError, text: str) -> str:
    """What is wrong with the JSON; the usual case is a file that was cut off."""
    if error.msg.startswith("Unterminated string") or error.pos >= len(text.rstrip()):
        return "the file ends in the middle; it was probably cut off when it was copied"
    if error.msg == "Extra data":
        return "the archive ends here, but the file continues"
    return f"this is not JSON ({error.msg[0].lower()}{error.msg[1:]})"


def _without_repetition(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        whose = f"the record with id {quoted(values['id'])}" if "id" in values else "a record without an id"
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ArchiveError(whose, f"{quoted(key)} is given twice")
            seen.add(key)
    return values


def _refuse_constant(name: str) -> NoReturn:
    raise ArchiveError("the file", f"{name} is not a number that can be stored")


def quoted(value: object) -> str:
    """``value`` as JSON, for a message: one line, no longer than about forty characters."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def place_of(value: object, what: str, number: int, *, key: str = "id") -> str:
    """The name of the record ``value`` in errors: ``what`` with its id, or with its number in the list."""
    id = value.get(key) if isinstance(value, dict) else None
    if isinstance(id, str) and id.isprintable() and id.strip() and len(id) <= 60:
        return f"{what} {id}"
    return f"{what} no. {number}"


class Record:
    """One JSON object, its place in words, and its fields, each read by name and bounds.

    Raises ArchiveError if ``value`` is not an object or has a key that is not ``known``.
    """

    __slots__ = ("_fields", "place")

    def __init__(self, value: object, place: str, known: Collection[str]) -> None:
        self.place = place
        if not isinstance(value, dict):
            raise ArchiveError(place, f"expected an object, not {quoted(value)}")
        self._fields: dict[str, object] = value
        for key in value:
            if key not in known:
                raise ArchiveError(place, f"unknown key {quoted(key)}; known are {', '.join(sorted(known))}")

    def refuse(self, reason: str) -> NoReturn:
        """Raise ArchiveError at this record."""
        raise ArchiveError(self.place, reason)

    def has(self, key: str) -> bool:
        """Whether the field is present."""
        return key in self._fields

    def is_null(self, key: str) -> bool:
        """Whether the field is present and null."""
        return key in self._fields and self._fields[key] is None

    def any(self, key: str) -> object:
        """The field, of any type; it must be present."""
        if key not in self._fields:
            self.refuse(f"{quoted(key)} is missing")
        return self._fields[key]

    def integer(self, key: str, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``."""
        value = self.any(key)
        if type(value) is not int:
            self.refuse(f"{quoted(key)} must be a whole number, not {quoted(value)}")
        if not low <= value <= high:
            self.refuse(f"{quoted(key)} is {quoted(value)}; it must be between {low} and {high}")
        return value

    def optional_integer(self, key: str, low: int, high: int) -> int | None:
        """A whole number; None if the field is absent."""
        return self.integer(key, low, high) if key in self._fields else None

    def flag(self, key: str) -> bool:
        """True or false; false if the field is absent."""
        value = self._fields.get(key, False)
        if not isinstance(value, bool):
            self.refuse(f"{quoted(key)} must be true or false, not {quoted(value)}")
        return value

    def text(self, key: str, *, longest: int = 200, blank: bool = False) -> str:
        """A text without control characters or half characters; not blank unless ``blank`` allows it."""
        value = self.any(key)
        if not isinstance(value, str):
            self.refuse(f"{quoted(key)} must be a text, not {quoted(value)}")
        if len(value) > longest:
            self.refuse(f"{quoted(key)} is {len(value)} characters long; at most {longest} are read")
        if not value.strip() and not blank:
            self.refuse(f"{quoted(key)} is blank")
        if not value.isprintable() and any(
            letter != "\t" and unicodedata.category(letter) in _UNSTORABLE for letter in value
        ):
            self.refuse(f"{quoted(key)} contains a character that is not allowed: {quoted(value)}")
        return value

    def choice(self, key: str, choices: Collection[str]) -> str:
        """One of ``choices``."""
        value = self.any(key)
        if not isinstance(value, str) or value not in choices:
            self.refuse(f"{quoted(key)} is {quoted(value)}; it must be one of {', '.join(choices)}")
        return value

    def items(self, key: str, *, most: int = 100_000) -> list[object]:
        """A list of at most ``most`` values."""
        value = self.any(key)
        if not isinstance(value, list):
            self.refuse(f"{quoted(key)} must be a list, not {quoted(value)}")
        if len(value) > most:
            self.refuse(f"{quoted(key)} has {len(value):,} entries; at most {most:,} are read")
        return value


_UNSTORABLE = frozenset({"Cc", "Cs"})
