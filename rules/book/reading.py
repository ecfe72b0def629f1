"""Reading a book from the TOML files of an edition's folder."""

import hashlib
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from rules.book.book import Book
from rules.book.checks import check_book
from rules.book.toml_tables import BookError, Place, convert, hints_of, parse_toml


def read_book(folder: Path) -> Book:
    """The book in the TOML files of `folder`. Raises BookError, which says what is wrong and where."""
    paths = sorted(folder.glob("*.toml"))
    tables: dict[str, Any] = {}
    files: dict[str, str] = {}
    for path in paths:
        for key, value in parse_toml(path).items():
            if key in tables:
                raise BookError(path.name, "", key, f"is in {files[key]} already")
            tables[key], files[key] = value, path.name
    book = build_book(tables, files, folder, revision_of(paths))
    check_book(book, files)
    return book


def build_book(tables: dict[str, Any], files: dict[str, str], folder: Path, revision: str) -> Book:
    """A book from its tables; `files` gives the file of each. Raises BookError for a missing or unknown key."""
    hints = {name: hint for name, hint in hints_of(Book).items() if name != "revision"}
    for key in tables:
        if key not in hints:
            raise BookError(files[key], "", key, f"unknown key; a book has {', '.join(hints)}")
    values: dict[str, Any] = {"revision": revision}
    for each in fields(Book):
        if each.name in tables:
            place = Place(file=files[each.name], key=each.name)
            values[each.name] = convert(hints[each.name], tables[each.name], place)
        elif each.name in hints and each.default is MISSING and each.default_factory is MISSING:
            raise BookError(str(folder), "", each.name, "missing key: no file of the folder has it")
    return Book(**values)


def revision_of(paths: list[Path]) -> str:
    """Twelve hexadecimal digits that change when any of the files changes."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
