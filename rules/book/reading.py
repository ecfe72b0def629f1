"""Reading a book from the TOML files of an edition's folder."""

import hashlib
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

from rules.book.book import Book
from rules.book.checks import check_book
from rules.book.numbers import Numbers
from rules.book.presence import check_presence
from rules.book.toml_tables import BookError, Place, convert, hints_of, in_book, parse_toml, unknown_key

NOT_IN_FILES = ("revision", "files", "own")
"""What a book has besides its tables."""


def read_book(folder: Path, *, own: type | None = None) -> Book:
    """The book in the TOML files of `folder`. Raises BookError, which says what is wrong and where.

    `own` is a dataclass whose fields are further tables, which only this edition's steps read, from `book.own`.
    Its method `problems(book)`, if there is one, gives what is wrong in them: the table, the key and the problem.
    """
    with in_book(folder.name):
        return _book_in(folder, own)


def _book_in(folder: Path, own: type | None) -> Book:
    paths = sorted(folder.glob("*.toml"))
    tables: dict[str, Any] = {}
    files: dict[str, str] = {}
    for path in paths:
        for key, value in parse_toml(path).items():
            if key in tables:
                raise BookError(path.name, "", key, f"is in {files[key]} already")
            tables[key], files[key] = value, path.name
    return build_checked_book(tables, files, folder, revision_of(paths), own)


def build_checked_book(
    tables: dict[str, Any], files: dict[str, str], folder: Path, revision: str, own: type | None = None
) -> Book:
    """A book from its tables, with all checks. Raises BookError."""
    book = build_book(tables, files, folder, revision, own)
    check_book(book, files)
    check_presence(book, tables, files)
    Numbers(book=book).check()
    _check_own(book)
    return book


def _check_own(book: Book) -> None:
    """Raises BookError for what the type of an edition's own tables finds wrong in them, if it looks (`problems`)."""
    if (problems := getattr(book.own, "problems", None)) is not None:
        for table, key, problem in problems(book):
            raise book.error(table, "", key, problem)


def build_book(
    tables: dict[str, Any], files: dict[str, str], folder: Path, revision: str, own: type | None = None
) -> Book:
    """A book from its tables; `files` gives the file of each. Raises BookError for a missing or unknown key."""
    shared = [each for each in fields(Book) if each.name not in NOT_IN_FILES]
    more = list(fields(own)) if own is not None else []
    known = [each.name for each in (*shared, *more)]
    assert len(set(known)) == len(known), "an edition's own tables have names that no table of every book has"
    for key in tables:
        if key not in known:
            raise BookError(files[key], "", key, unknown_key(key, "a book", known))
    values = _values(shared, hints_of(Book), tables, files, folder)
    if own is not None:
        values["own"] = own(**_values(more, hints_of(own), tables, files, folder))
    return Book(revision=revision, files=files, **values)


def _values(
    wanted: list[Field[Any]], hints: dict[str, Any], tables: dict[str, Any], files: dict[str, str], folder: Path
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for each in wanted:
        if each.name in tables:
            place = Place(file=files[each.name], key=each.name)
            values[each.name] = convert(hints[each.name], tables[each.name], place)
        elif each.default is MISSING and each.default_factory is MISSING:
            raise BookError(str(folder), "", each.name, "missing key: no file of the folder has it")
    return values


def revision_of(paths: list[Path]) -> str:
    """Twelve hexadecimal digits that change when any of the files changes."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
