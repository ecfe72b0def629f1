"""What demo coaches write speaks only of what their book has."""

from __future__ import annotations

from random import Random

import pytest

from dugout.demo.stories import GOLD, HALVES, MatchFacts, told_of, write_up
from rules.book.edition import Edition
from rules.editions import EDITIONS

SCORES = ((3, 0), (1, 0), (1, 1), (0, 1), (0, 3))
SPEAKS_OF = {
    "gold": ("gold", "coins", "sponsor", "bill for eleven"),
    "fans": ("fans", "crowd", "pies were"),
    "overtime": ("overtime",),
    "halves": ("second half", "seven turns", "last one", "turn one"),
}


def written(edition: Edition) -> str:
    """Everything that a coach may write by a book."""
    has = told_of(edition.book)
    facts = [
        MatchFacts(team="Us", opponent="Them", own=own, theirs=theirs, hurt_them=3, has=has, **more)
        for own, theirs in SCORES
        for more in ({"scorer": "Ann"}, {"fallen": "Bob"})
    ]
    return " ".join(write_up(Random(seed), each) for each in facts for seed in range(60))


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_write_ups_speak_only_of_what_the_book_has(edition: Edition) -> None:
    said, has = written(edition), told_of(edition.book)
    for thing, words in SPEAKS_OF.items():
        assert any(word in said for word in words) == (thing in has), thing


def test_a_book_without_gold_and_halves_has_neither() -> None:
    lacking = [edition.key for edition in EDITIONS if not {GOLD, HALVES} & told_of(edition.book)]
    assert lacking == ["first-1986"]
