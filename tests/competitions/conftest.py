"""The cast of the tests of leagues, for the tests of competitions too."""

from __future__ import annotations

from datetime import date

import pytest

from competitions.models import Competition
from matches.models import Match
from tests.browser_pages import opened
from tests.competitions.competition_builders import add_player_line, bare_team, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast
from tests.leagues.shared_cast import cast, shared_cast

__all__ = ["cast", "division", "opened", "shared_cast"]


@pytest.fixture
def division(cast: Cast) -> Competition:
    """Four teams, one of the coach and one of the other coach; all rounds except the last are played."""
    teams = [
        bare_team(cast.league, "Ravens", cast.coach),
        bare_team(cast.league, "Stompers", cast.other_coach),
        bare_team(cast.league, "Comets"),
        bare_team(cast.league, "Dragons"),
    ]
    competition = competition_in(cast.league, teams, started=True, name="First Division")
    for fixture in matches_of(competition)[:4]:
        decide_match(fixture, 2, 1, (1, 3))
        Match.objects.filter(pk=fixture.match_id).update(played_on=date(2026, 3, fixture.round.number))
        scorer = fixture.home.players.create(name=f"Scorer of {fixture.home.name}")
        add_player_line(fixture, "home", scorer, touchdowns=2, spp=6)
    return competition
