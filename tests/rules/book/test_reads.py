"""An edition is refused if a step lacks a table that it reads, or if no step reads a table of the book."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rules.book.book import Book
from rules.book.edition import Edition
from rules.book.reading import NOT_IN_FILES
from rules.book.reads import READ_ANYWAY, tables_of
from rules.book.rows.words import StepWords
from rules.book.toml_tables import BookError
from rules.editions import EDITIONS
from rules.match_day import gold
from tests.rules.build import PBBL
from tests.second_edition import STREET

EDITION = PBBL.edition
GOLD = "rules.match_day.gold"


def test_a_book_without_a_table_that_a_step_reads_is_refused() -> None:
    book = replace(EDITION.book, expenses=None, fan_factor_roll=None, minor_prizes=None)
    with pytest.raises(BookError) as refused:
        replace(EDITION, book=book)
    message = f"expenses, read by {GOLD}.pay_expenses; fan_factor_roll, read by {GOLD}.change_fan_factor"
    assert str(refused.value) == f"pbbl-1.10: tables: are missing: {message}"
    assert refused.value.book == "pbbl-1.10"
    steps = tuple((name, step) for name, step in EDITION.post_match if name not in ("expenses", "fan_factor"))
    assert replace(EDITION, book=book, post_match=steps).book.expenses is None


UNREAD = [
    ("weather", "match_tables.toml: weather_dice", "rules.match_day.pre_match.roll_weather"),
    ("fans", "match_tables.toml: gate", "rules.match_day.pre_match.count_fans"),
    ("winnings", "post_match_tables.toml: winnings", f"{GOLD}.collect_winnings"),
    ("raise", "post_match_tables.toml: raised", "rules.match_day.raising.raise_players"),
    ("inducements", "cards.toml: decks", "rules.match_day.buying.buy_inducements"),
]


@pytest.mark.parametrize(("step", "place", "reader"), UNREAD)
def test_a_table_that_no_step_reads_is_refused_with_the_step_that_would_read_it(
    step: str, place: str, reader: str
) -> None:
    def others(steps: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any], ...]:
        return tuple((name, each) for name, each in steps if name != step)

    with pytest.raises(BookError) as refused:
        replace(EDITION, pre_match=others(EDITION.pre_match), post_match=others(EDITION.post_match))
    assert str(refused.value) == f"{place}: no step of the edition reads this table; {reader} would"


@dataclass(frozen=True)
class Tables:
    """The own tables of an edition, for these tests."""

    alms: int = 3


@pytest.fixture
def with_alms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Edition]:
    """The second edition with a table of its own, and a step with this source."""

    def build(source: str) -> Edition:
        path = tmp_path / f"alms_{abs(hash(source))}.py"
        path.write_text(f"def beg(run):\n    {source}\n", encoding="utf-8")
        module = ModuleType(path.stem)
        module.__file__ = str(path)
        monkeypatch.setitem(sys.modules, path.stem, module)
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
        words = replace(
            STREET.book.words, steps={**STREET.book.words.steps, "beg": StepWords(key="beg", name="Begging")}
        )
        files = {**STREET.book.files, "alms": "alms.toml"}
        book = replace(STREET.book, own=Tables(), files=files, words=words)
        return replace(STREET, book=book, post_match=(*STREET.post_match, ("beg", module.__dict__["beg"])))

    return build


def test_a_table_of_its_own_that_its_modules_never_read_is_refused(with_alms: Callable[[str], Edition]) -> None:
    with pytest.raises(BookError) as refused:
        with_alms("pass")
    assert str(refused.value) == "alms.toml: alms: no step of the edition reads this table"


def test_a_table_of_its_own_that_a_step_reads_is_fine(with_alms: Callable[[str], Edition]) -> None:
    assert with_alms("return run.ruleset.book.own.alms").book.own == Tables()


def test_a_table_that_says_that_the_book_has_none_needs_no_reader() -> None:
    book = replace(STREET.book, raised={}, files={**STREET.book.files, "raised": "book.toml"})
    assert not replace(STREET, book=book).book.raised


def test_every_table_that_a_book_can_have_is_read_by_a_step_or_always() -> None:
    read = READ_ANYWAY.union(*(tables_of(step) for edition in EDITIONS for step in edition.functions))
    assert {each.name for each in fields(Book)} - set(NOT_IN_FILES) <= read


def test_a_step_says_what_it_needs_and_what_it_reads_if_the_book_has_it() -> None:
    assert tables_of(gold.change_fan_factor) == {"fan_factor_roll", "conceding"}
