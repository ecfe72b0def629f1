"""The names of candidates for a draw or a choice."""

from __future__ import annotations

from django.utils.translation import gettext

from matches import wording
from matches.cards.page import playing_card
from matches.models import Match
from matches.sequence.sequences import MatchState
from rules.match_day.cards import card_of
from rules.match_day.player_results import INDUCED
from rules.sequence.sequence import Side
from rules.sheet.match import RAISED
from rules.sheet.sheet import PlayerSheet
from rules.words.words import player_of


def card_to_be_drawn(state: MatchState, choice: str) -> str:
    """A card of a deck, by its playing card and its name."""
    card = card_of(state.ruleset.book, choice)
    return f"{playing_card(state.ruleset.book, card)}: {card.name}"


def candidate(state: MatchState, side: Side, choice: str) -> str:
    """An option of a question: a player by number, name and position, a hired player by name, else words."""
    if (player := player_of(choice)) is not None and (line := _line_of(state, side, player)) is not None:
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


def _line_of(state: MatchState, side: Side, player: int) -> PlayerSheet | None:
    """A player of a side's roster, or one who has joined it in a post-match that goes on."""
    line = state.sheets.of(side).player(player)
    if line is None and state.match.state == Match.State.POST_MATCH:
        return state.outcomes[side].sheet.player(player)
    return line
