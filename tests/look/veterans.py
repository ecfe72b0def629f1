"""A competition with some history, for measures of its pages in a browser."""

from __future__ import annotations

import pytest

from competitions.models import Competition
from dugout.demo.cast import CAST
from teams.models import Team
from tests.competitions.competition_builders import add_player_line, bare_team, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast
from tests.teams import team_builders

DESK, PHONE = (1280, 900), (390, 844)
NAMES = tuple(each.team for each in CAST)


@pytest.fixture
def veterans(cast: Cast) -> Competition:
    """The coach's team with a real roster has played three rounds; its first player did something in each."""
    own = team_builders.approved_team(cast.league, cast.coach, NAMES[2], by=cast.commissioner)
    others = [bare_team(cast.league, name, cast.other_coach if name == NAMES[0] else None) for name in NAMES[:2]]
    made = competition_in(cast.league, [own, *others, bare_team(cast.league, NAMES[3])], started=True)
    veteran = own.players.order_by("pk")[0]
    for place, fixture in enumerate(matches_of(made)[:4]):
        decide_match(fixture, 2 + place % 2, 1, (1, 0))
        if own.pk in (fixture.home_id, fixture.away_id):
            side = "home" if fixture.home_id == own.pk else "away"
            add_player_line(fixture, side, veteran, number=1, position="Blitzer", spp=5, touchdowns=1, casualties=1)
    return made


def own_team(competition: Competition) -> Team:
    return Team.objects.get(league=competition.season.league, name=NAMES[2])
