"""Random operations with special play cards: they are played, and played ones taken back."""

from __future__ import annotations

import random
from contextlib import suppress

from matches.cards.cards import BEFORE_KICK_OFF, PLAYABLE, in_hand, play_card, undo_play
from matches.models import Match
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES, Side
from tests.matches.league_base import FIRST_PLAYERS, LeagueBase
from web.errors import Refusal


class CardOperations(LeagueBase):
    """What coaches do with their cards."""

    def play_card(self, chance: random.Random) -> None:
        """A coach plays a card of their hand, if they have one, now and then at a wrong time or on nobody."""
        self._play_card(chance, self._any(chance, *PLAYABLE), chance.choice(SIDES))

    def _play_hands(self, chance: random.Random, match: Match) -> None:
        """Both coaches play some of their cards, as far as they may."""
        state = MatchState(match)
        for side in [each for each in SIDES for _card in state.hand(each) if chance.random() < 0.7]:
            with suppress(Refusal):
                self._play_card(chance, match, side)

    def _play_card(self, chance: random.Random, match: Match, side: Side) -> None:
        state = MatchState(match)
        card = chance.choice(hand) if (hand := in_hand(state, side)) else None
        late = chance.random() < 0.1 or card is None or card.timing != BEFORE_KICK_OFF
        people = [line.player for each in SIDES for line in state.sheets.of(each).available[:FIRST_PLAYERS]]
        play_card(
            match=match, side=side, card=card.name if card is not None else "", half=chance.choice([1, 2]) * late,
            turn=chance.randrange(9), player=chance.choice([None, *people]), note="", by=state.teams[side].coach,
        )  # fmt: skip

    def undo_card(self, chance: random.Random) -> None:
        """A coach takes a played card back."""
        state = MatchState(self._any(chance, *PLAYABLE))
        side, card = chance.choice([(row.side, row.card) for row in state.card_plays] or [("home", "")])
        undo_play(match=state.match, card=card, side=side, by=state.teams[side].coach)
