"""Friendlies (L5): they bring nothing, no missed match is served in them (K9), and all casualties are badly hurt."""

from __future__ import annotations

from rules.book.edition import cite
from rules.match_day.pre_match import PreMatch
from rules.sheet.match import Fact

FRIENDLY = "friendly_match"


def mark_friendly(state: PreMatch) -> None:
    """Says that the match is a friendly, so that nobody is hurt for good (L5, p103). Nothing follows it."""
    if state.terms.friendly:
        state.tell("friendly")
        state.state(Fact(key=FRIENDLY, **cite(state.ruleset, "L5")))
