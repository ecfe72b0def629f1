"""``python -m tests.editions.mutate KEY``: changes each stored number of an edition, one at a time, and lists those
that no scenario and no table typed by hand notices.

Numbers in texts are stored numbers too. A change is made in memory and goes through the reader. If that refuses every
other number, it counts as noticed, and is counted apart. Then the tests of the tables run, those with the reference
folder (``DUGOUT_SHARED``) too if it is there, then the scenarios. They compare with what people typed: a comparison of
the book with itself or with a stored output would prove nothing (`COMPARES_WITH_ITSELF`). `docs/mutation.md` has the
results.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import os
import pickle
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import django

from rules import editions
from rules.book.book import Book
from rules.book.edition import Edition
from rules.book.reading import build_checked_book
from rules.book.toml_tables import BookError, parse_toml
from rules.scenarios.scenario import play
from tests.scenario_files import scenarios_in

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("DUGOUT_SHARED") or ROOT.parent / "shared")
ABOUT_THE_SOURCE = ("key", "year", "about", "uncertain", "sources", "source", "doubt", "note")
"""What is said of the book and where its text is from: no rules."""
IN_TEXT = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")
REFUSED = "refused"
ACROSS = {"high": ("low", 1), "low": ("high", -1)}
"""The other side of a border between two rows of results, and the step to its row."""
COMPARES_WITH_ITSELF = ("test_options_agree_with_the_tables",)
Place = tuple[str | int, ...]
Check = Callable[[Book], Any]


@dataclass(frozen=True, kw_only=True)
class Spot:
    """Where a number is: a place in the tables, or the ``nth`` number of the text in that place."""

    place: Place
    nth: int | None = None


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What checks an edition: the modules with tests of its tables, and the folders with its scenarios."""

    folder: Path
    tables: tuple[str, ...]
    scenarios: tuple[Path, ...]


CHECKED: Mapping[str, Checked] = {
    "pbbl-1.10": Checked(
        folder=ROOT / "rules" / "editions" / "pbbl_1_10",
        tables=(
            "tests.rules.editions.test_pbbl_data",
            "tests.rules.editions.test_pbbl_shared_tables",
            "tests.rules.editions.test_pbbl_pages",
            "tests.rules.editions.test_pbbl_texts",
        ),
        scenarios=(ROOT / "tests" / "scenarios", SHARED / "scenarios"),
    ),
    "crp": Checked(
        folder=ROOT / "rules" / "editions" / "crp",
        tables=(
            "tests.editions.crp.test_data",
            "tests.editions.crp.test_numbers",
            "tests.editions.crp.test_numbers_in_texts",
            "tests.editions.crp.test_pages",
            "tests.editions.crp.test_shared_tables",
        ),
        scenarios=(ROOT / "tests" / "scenarios", SHARED / "editions" / "crp" / "scenarios"),
    ),
    "lrb-1.3": Checked(
        folder=ROOT / "rules" / "editions" / "lrb_1_3",
        tables=(
            "tests.editions.lrb_1_3.test_data",
            "tests.editions.lrb_1_3.test_lists",
            "tests.editions.lrb_1_3.test_numbers_in_texts",
        ),
        scenarios=(ROOT / "tests" / "scenarios", SHARED / "editions" / "lrb_1_3" / "scenarios"),
    ),
    "first-1986": Checked(
        folder=ROOT / "rules" / "editions" / "first_1986",
        tables=("tests.editions.first_1986.test_data", "tests.editions.first_1986.test_numbers_in_texts"),
        scenarios=(ROOT / "tests" / "scenarios", SHARED / "editions" / "first_1986" / "scenarios"),
    ),
    "bb2020": Checked(
        folder=ROOT / "rules" / "editions" / "bb2020",
        tables=(
            "tests.editions.bb2020.test_lists",
            "tests.editions.bb2020.test_numbers",
            "tests.editions.bb2020.test_numbers_in_texts",
        ),
        scenarios=(ROOT / "tests" / "scenarios",),
    ),
    "bb2025": Checked(
        folder=ROOT / "rules" / "editions" / "bb2025",
        tables=(
            "tests.editions.bb2025.test_lists",
            "tests.editions.bb2025.test_numbers",
            "tests.editions.bb2025.test_numbers_in_texts",
            "tests.editions.bb2025.test_pages",
        ),
        scenarios=(ROOT / "tests" / "editions" / "bb2025" / "scenarios",),
    ),
}


@dataclass(frozen=True, kw_only=True)
class Source:
    """The tables of an edition as its files have them."""

    edition: Edition
    tables: Mapping[str, Any]
    files: Mapping[str, str]

    def book(self, tables: Mapping[str, Any]) -> Book:
        """The book of these tables. Raises BookError."""
        own = type(self.edition.book.own) if self.edition.book.own is not None else None
        return build_checked_book(dict(tables), dict(self.files), Path(self.edition.key), "changed", own)


@cache
def source_of(key: str) -> Source:
    """The files of an edition, read once."""
    edition = editions.edition(key)
    tables: dict[str, Any] = {}
    files: dict[str, str] = {}
    for path in sorted(CHECKED[key].folder.glob("*.toml")):
        for name, table in parse_toml(path).items():
            tables[name], files[name] = table, path.name
    return Source(edition=edition, tables=tables, files=files)


def numbers(value: Any, place: Place = ()) -> Iterator[Spot]:
    """Each number in tables, and each one that is written in a text."""
    if type(value) is int:
        yield Spot(place=place)
    elif isinstance(value, str):
        yield from (Spot(place=place, nth=nth) for nth, _found in enumerate(IN_TEXT.findall(value)))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in ABOUT_THE_SOURCE:
                yield from numbers(inner, (*place, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from numbers(inner, (*place, index))
    else:
        assert isinstance(value, bool), f"{place}: {value!r} is a number that nothing changes"


def at(tables: Any, place: Place) -> Any:
    """What is in that place."""
    return at(tables[place[0]], place[1:]) if place else tables


def number_at(tables: Mapping[str, Any], spot: Spot) -> int:
    """The number in that spot."""
    found = at(tables, spot.place)
    return int(found if spot.nth is None else IN_TEXT.findall(found)[spot.nth].replace(",", ""))


def changed(tables: Mapping[str, Any], spot: Spot, value: int) -> dict[str, Any]:
    """Tables with another number in that spot."""
    copy: dict[str, Any] = pickle.loads(pickle.dumps(dict(tables)))
    *around, last = spot.place
    inner = at(copy, tuple(around))
    inner[last] = value if spot.nth is None else written(inner[last], spot.nth, value)
    return copy


def written(text: str, nth: int, value: int) -> str:
    """A text with another ``nth`` number, from 0."""
    found = list(IN_TEXT.finditer(text))[nth]
    number = f"{value:,}" if "," in found[0] else str(value)
    return text[: found.start()] + number + text[found.end() :]


def named(tables: Mapping[str, Any], spot: Spot) -> str:
    """A spot in words: a row of a list by its name."""
    words, inner = [], tables
    for key in spot.place:
        inner = inner[key]  # type: ignore[index]  # the path was found in it
        row = inner if isinstance(key, int) and isinstance(inner, Mapping) else {}
        words.append(next((str(row[name]) for name in ("key", "name", "title", "low") if name in row), str(key)))
    return " / ".join(words) + ("" if spot.nth is None else f" / number {spot.nth + 1} of the text")


def changes_of(source: Source, spot: Spot) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a number can be changed to, and the tables with that. A border of two rows of results moves for both."""
    value = number_at(source.tables, spot)
    for other in dict.fromkeys((value + 1, value - 1, value * 2 or 1_000, value + 10_000)):
        yield f"{value} -> {other}", changed(source.tables, spot, other)
    *around, row, key = spot.place if len(spot.place) > 1 else (0, 0)
    if key in ACROSS and isinstance(row, int):
        there, step = ACROSS[key]
        rows = at(source.tables, tuple(around))
        if 0 <= row + step < len(rows) and there in rows[row + step]:
            beyond = Spot(place=(*around, row + step, there))
            for by in (1, -1):
                moved = changed(source.tables, spot, value + by)
                yield f"{value} -> {value + by}, with {there}", changed(moved, beyond, rows[row + step][there] + by)


def survives(key: str, spot: Spot) -> str:
    """What a number was changed to if nothing noticed it, else empty; ``REFUSED`` if no other number can be loaded."""
    source = source_of(key)
    for how, tables in changes_of(source, spot):
        try:
            edition = replace(source.edition, book=source.book(tables))
        except BookError:
            continue
        return "" if noticed(edition, CHECKED[key]) else how
    return REFUSED


def noticed(edition: Edition, checked: Checked) -> bool:
    """Whether a test of the tables or a scenario fails for this edition."""
    return any(_fails(check, edition.book) for check in table_checks(checked)) or _scenario_fails(edition, checked)


def _fails(check: Check, book: Book) -> bool:
    try:
        check(book)
    except Exception:
        return True
    return False


def _scenario_fails(edition: Edition, checked: Checked) -> bool:
    known = editions.EDITIONS
    editions.EDITIONS = tuple(edition if each.key == edition.key else each for each in known)
    try:
        return any(_differs(scenario) for scenario in scenarios(checked, edition.key))
    finally:
        editions.EDITIONS = known


def _differs(scenario: Mapping[str, Any]) -> bool:
    try:
        return bool(play(scenario))
    except Exception:
        return True


@cache
def table_checks(checked: Checked) -> tuple[Check, ...]:
    """The tests of the tables, as functions of a book; those that need an absent folder are left out."""
    return tuple(check for module in checked.tables for check in _checks_in(importlib.import_module(module)))


def _checks_in(module: Any) -> Iterator[Check]:
    for name, function in vars(module).items():
        if not name.startswith("test_") or name in COMPARES_WITH_ITSELF:
            continue
        wanted = list(inspect.signature(function).parameters)
        more: dict[str, Any] = {"tables": SHARED / "reference" / "data", "shared": SHARED}
        if "book" not in wanted or not all(more[each].is_dir() for each in wanted if each in more):
            continue
        for row in _rows(function, wanted, more):
            yield partial(_call, function, row)


def _rows(function: Any, wanted: list[str], more: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments of each call of a test besides the book."""
    marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
    known = {name: more[name] for name in wanted if name in more}
    if not marks:
        yield known
    for mark in marks[:1]:
        names, rows = mark.args
        names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
        for row in rows:
            values = getattr(row, "values", row) if len(names) > 1 or hasattr(row, "values") else (row,)
            yield {**known, **dict(zip(names, values, strict=True))}


def _call(function: Any, row: Mapping[str, Any], book: Book) -> Any:
    return function(book=book, **row)


@cache
def scenarios(checked: Checked, key: str) -> tuple[Mapping[str, Any], ...]:
    """The scenarios of an edition."""
    found = []
    for folder in checked.scenarios:
        for path in sorted(folder.rglob("*.yaml")) if folder.is_dir() else ():
            loaded = scenarios_in(path)
            found += [one for one in loaded if one.get("edition", "pbbl-1.10") == key]
    return tuple(found)


def main() -> None:
    """Tries every number, and prints the survivors."""
    options = argparse.ArgumentParser(prog="python -m tests.editions.mutate", description=__doc__)
    options.add_argument("edition", choices=sorted(CHECKED))
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--table", action="append", help="only these tables")
    options.add_argument("--every", type=int, default=1, help="only one number in so many")
    chosen = options.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dugout.settings")
    django.setup()  # rooms above the rules play scenarios too
    started, source = time.monotonic(), source_of(chosen.edition)
    checked = CHECKED[chosen.edition]
    assert not noticed(source.edition, checked), "a test fails without any change"
    spots = [spot for spot in numbers(source.tables) if not chosen.table or spot.place[0] in chosen.table]
    spots = spots[:: chosen.every]
    if not SHARED.is_dir():
        sys.stdout.write(f"no reference folder at {SHARED}: its tables and scenarios are left out\n")
    counts = f"{len(table_checks(checked))} table tests, {len(scenarios(checked, chosen.edition))} scenarios"
    texts = sum(spot.nth is not None for spot in spots)
    sys.stdout.write(f"{len(spots)} numbers, {texts} of them in texts; {counts}\n")
    refused, left = 0, 0
    with get_context("fork").Pool(chosen.processes) as pool:
        for spot, how in zip(spots, pool.imap(partial(survives, chosen.edition), spots, 8), strict=True):
            refused += how == REFUSED
            if how not in ("", REFUSED):
                left += 1
                sys.stdout.write(f"survives: {named(source.tables, spot)}: {how}\n")
                sys.stdout.flush()
    seconds = time.monotonic() - started
    sys.stdout.write(f"{len(spots) - left} of {len(spots)} noticed, {refused} of them when loading: any other number\n")
    sys.stdout.write(f"is refused there. {left} not noticed. {seconds:.0f} s\n")


if __name__ == "__main__":
    main()
