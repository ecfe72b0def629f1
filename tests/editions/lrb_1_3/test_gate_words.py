"""How many people came is written with its thousands, as beside the match."""

from __future__ import annotations

from rules.editions import edition
from rules.sequence.explanations import Term
from rules.words.words import say_term


def test_a_gate_is_written_with_its_thousands() -> None:
    term = Term(id="winnings.gate", amount=20_000, args=(("gate", 21_000),))
    assert say_term(term, book=edition("lrb-1.3").book) == "a gate of 21,000"
