"""The league that all random operations are done to."""

from __future__ import annotations

import random
from collections.abc import Sequence

from accounts.models import User
from leagues.models import League
from matches.models import Match
from rules.book.book import Book
from teams.models import Team

FIRST_PLAYERS = 3
"""Only the first players of a roster do something in a match or are hurt, so that matches meet the same players."""


class LeagueBase:
    """A league with its teams, its book and the commissioner, who coaches none of them."""

    def __init__(self, teams: Sequence[Team]) -> None:
        self.teams = list(teams)
        self.league = League.objects.get(pk=self.teams[0].league_id)
        self.commissioner: User = self.league.memberships.get(role="commissioner").user
        self.book: Book = self.league.ruleset.book

    def _any(self, chance: random.Random, *states: str) -> Match:
        rows = Match.objects.filter(league=self.league, state__in=states).select_related("league", "ruleset")
        return chance.choice(list(rows.order_by("pk")))
