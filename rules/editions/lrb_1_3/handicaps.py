"""Handicaps (LP9-LP11): the team with the lower rating rolls for events before the match."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.lrb_1_3.events import EFFECTS
from rules.editions.lrb_1_3.happening import Happening
from rules.editions.lrb_1_3.tables import HandicapEvent, tables_of
from rules.match_day.pre_match import PreMatch
from rules.sequence.explanations import Term, summed
from rules.sequence.sequence import SIDES, Side

MOST_ROLLS = 60
"""So often nobody rolls again in a game. It ends the rolls of a program that always rolls the same."""


def roll_handicaps(state: PreMatch) -> None:
    """By the difference of the ratings: the weaker team gets its handicaps one after the other (LP9, LP10)."""
    home, away = (state.worths[side].amount for side in SIDES)
    if home == away:
        return
    side: Side = "home" if home < away else "away"
    source, due = cite(state.ruleset, "LP9"), tables_of(state.ruleset.book).handicaps.due(abs(home - away))
    args = (("home", home), ("away", away), ("difference", abs(home - away)))
    terms = (Term(id="handicaps.due", amount=due, args=args, **source),)
    state.explain(side, summed("handicaps", terms, **source, unit="number"))
    happened: list[str] = []
    for nth in range(1, due + 1):
        event = _event(state, side, nth, happened)
        happened.append(event.key)
        happening = Happening(state=state, side=side, nth=nth, event=event)
        EFFECTS.get(event.key, Happening.only_noted)(happening)


def _event(state: PreMatch, side: Side, nth: int, happened: list[str]) -> HandicapEvent:
    """The event that is rolled, or the one that the coach chooses for the fifth (LP9)."""
    tables, house, source = tables_of(state.ruleset.book), state.ruleset.house, cite(state.ruleset, "LP9")
    args = (("nth", nth),)
    if nth >= tables.handicaps.choice_from and house["handicap_fifth"] == "choice":
        keys = tuple(event.key for event in tables.handicap_events)
        chosen = state.asking.choose(side, f"handicap.{nth}.event", keys, label="handicap_event", args=args, **source)
        return next(event for event in tables.handicap_events if event.key == chosen)
    for again in range(MOST_ROLLS):
        key = f"handicap.{nth}.again{again}" if again else f"handicap.{nth}.roll"
        tens, units = state.asking.roll(side, key, *tables.handicaps.dice, label="handicap", args=args, **source)
        event = tables.event(10 * tens + units)
        if event.key not in happened or house["handicap_duplicates"] == "stand":
            return event
    return next((event for event in tables.handicap_events if event.key not in happened), event)
