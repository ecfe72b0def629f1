"""Checks in every test of the Competition Rules that each violation, figure, question and entry cites this book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.sequence.explanations import Figure, Term, Violation
from rules.sequence.sequence import Question
from rules.words.words import say_label, say_question, say_term, say_violation
from tests.editions.crp.build import BOOK
from tests.editions.crp.played import Played

LAST_PAGE = 80
CITING = (Violation, Term, Figure, Question)


@pytest.fixture(autouse=True)
def everything_cites_this_book() -> Iterator[None]:
    """Collects all violations, terms, figures and questions of a test, and checks them at its end."""
    made: dict[Any, None] = {}
    with pytest.MonkeyPatch.context() as patch:
        for kind in CITING:
            patch.setattr(kind, "__init__", _collecting(kind.__init__, made))
        yield
    for one in made:
        assert _words(one).strip(), one
        assert one.rule in BOOK.pages, one
        assert 1 <= one.page <= LAST_PAGE or BOOK.sources.get(one.rule) or not one.page, one


@pytest.fixture
def played() -> Played:
    """A league with two approved teams."""
    return Played()


def _collecting(init: Any, made: dict[Any, None]) -> Any:
    def collect(self: Any, *args: Any, **more: Any) -> None:
        init(self, *args, **more)
        if getattr(self, "kind", "") != "mint":
            made[self] = None

    return collect


def _words(one: Any) -> str:
    match one:
        case Violation():
            return say_violation(one, book=BOOK)
        case Figure():
            return say_label(one, book=BOOK)
        case Term():
            return say_term(one, book=BOOK)
    return say_question(one, book=BOOK).help
