"""Checks in every test of the rules that each violation, figure, question and finding has a text, a rule and a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from rules.correcting.correcting import Finding
from rules.editions import EDITIONS
from rules.journal import Impossible
from rules.sequence.explanations import Args, Figure, Term, Violation
from rules.sequence.sequence import Question
from rules.words.words import say_finding, say_impossible, say_label, say_question, say_term, say_violation
from tests.rules.build import PBBL

LAST_PAGE = 199  # of the longest book
CITING = (Violation, Term, Figure, Question)
KINDS = (*CITING, Impossible, Finding)


@pytest.fixture(autouse=True)
def all_texts_are_readable() -> Iterator[None]:
    """Checks the texts of everything that a test creates."""
    with check_all_texts():
        yield


@contextmanager
def check_all_texts() -> Iterator[None]:
    """Collects all violations, terms, questions and findings inside, and checks their texts at the end."""
    made: dict[Any, None] = {}
    with pytest.MonkeyPatch.context() as patch:
        for kind in KINDS:
            patch.setattr(kind, "__init__", collecting(kind.__init__, made))
        yield
    for one in made:
        text, args = text_of(one)
        assert text.strip(), one
        assert all(value is not None for _, value in args), one
        if isinstance(one, CITING):
            assert any(one.rule in each.book.pages for each in EDITIONS), one
            unpaged = any(one.rule in each.book.sources for each in EDITIONS)
            assert 1 <= one.page <= LAST_PAGE or (unpaged and not one.page), one


def collecting(init: Any, made: dict[Any, None]) -> Any:
    def collect(self: Any, *args: Any, **more: Any) -> None:
        init(self, *args, **more)
        if getattr(self, "kind", "") != "mint":  # an id, which people never see
            made[self] = None

    return collect


def text_of(one: Any) -> tuple[str, Args]:
    """The text of one, and the arguments for its gaps."""
    match one:
        case Violation():
            return say_violation(one), one.args
        case Figure():
            return say_label(one), one.args
        case Term():
            return say_term(one), one.args
        case Finding():
            return say_finding(one), one.args
        case Impossible():
            return say_impossible(one), tuple(one.args_.items())
    words = say_question(one, book=PBBL.book)
    assert words.title
    return words.help, one.args
