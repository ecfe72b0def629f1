"""Reports as random operations send them: by any book, with the cards that were played, and often with a concession."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import Result, SideReport
from rules.simulation.random_matches import random_match

CONCEDES, BEFORE_KICK_OFF = 0.25, 0.4
"""How often a side gives up, and how many of them before the match begins."""


def random_report(chance: random.Random, state: MatchState) -> Reported:
    """What might have happened, as simulated leagues play: for their rosters, purchases and played cards."""
    more = {"terms": state.terms, "facts": state.facts_after}
    invented = random_match(chance, state.ruleset, state.sheets, bought=state.bought, **more)
    sides = {side: replace(invented.reports.of(side), cards=cards_in(state, side)) for side in SIDES}
    return conceded(chance, state, Reported(**sides, result=invented.result))


def cards_in(state: MatchState, side: Side) -> tuple[object, ...] | None:
    """The cards of a side that its form would put into the report."""
    return state.played_cards(side) if state.hand(side) else None


def conceded(chance: random.Random, state: MatchState, reported: Reported) -> Reported:
    """The same report; now and then a side has conceded, if the book knows that."""
    if not state.ruleset.book.result.concede or chance.random() > CONCEDES:
        return reported
    early = chance.random() < BEFORE_KICK_OFF
    result = Result(conceded_by=chance.choice(SIDES), conceded_before_kick_off=early)
    return replace(reported, **(unplayed(reported) if early else {}), result=result)


def unplayed(reported: Reported) -> Mapping[str, SideReport]:
    """Both sides of a match that was never kicked off."""
    empty = {"score": 0, "lines": (), "injuries": ()}
    return {side: replace(reported.sides.of(side), **empty, induced=()) for side in SIDES}
