"""The names of candidates for a draw or a choice."""

from __future__ import annotations

from django.utils.translation import gettext

from matches import wording
from matches.cards.page import playing_card
from matches.sequence.sequences import MatchState
from rules.match_day.cards import card_of
from rules.match_day.player_results import INDUCED
from rules.sequence.sequence import Side
from rules.sheet.match import RAISED


def card_to_be_drawn(state: MatchState, choice: str) -> str:
    """A card of a deck, by its playing card and its name."""
    card = card_of(state.ruleset.book, choice)
    return f"{playing_card(state.ruleset.book, card)}: {card.name}"


def candidate(state: MatchState, side: Side, choice: str) -> str:
    """An option of a question: a player by number, name and position, a hired player by name, else words."""
    line = state.sheets.of(side).player(int(choice)) if choice.isdecimal() else None
    if line is not None:
        return wording.player(line, state.names)
    key, _dot, index = choice.partition(".")
    if key in (INDUCED, RAISED) and state.reported is not None and index.isdecimal():
        lines = state.reported.sides.of(side).induced
        among = [line for line in lines if line.kind == RAISED] if key == RAISED else lines
        if 0 < int(index) <= len(among):
            words = {"name": among[int(index) - 1].name}
            if key == RAISED:
                return gettext("%(name)s, raised in the match: the award counts if they join") % words
            return gettext("%(name)s, hired: the award is lost") % words
    return wording.option(choice, state.known_as, state.ruleset.book)
