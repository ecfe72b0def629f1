"""The cup of the demo league, beside its championship: eight teams, drawn by lot, without the final yet."""

from __future__ import annotations

from random import Random

from accounts.models import User
from competitions.formats.draws import draw_fixtures, start_competition
from competitions.formats.knock_out.knock_out import KNOCK_OUT
from competitions.models import Competition, Season
from competitions.setup.services import create_competition, enter_teams
from competitions.setup.setup import Setup
from competitions.setup.shape import Shape
from teams.models import Team

CUP, ENTRANTS = "Lantern Cup", 8
PLAYED_AFTER = {2: 1, 4: 2}
"""The round of the cup that follows a round of the championship."""


def begin(rng: Random, season: Season, commissioner: User, teams: list[Team]) -> Competition:
    """A started knock-out of the first eight of these teams, with pairings drawn by lot."""
    shape = Shape(scheduling=KNOCK_OUT.key, options={"by_lot": True})
    cup = create_competition(season=season, by=commissioner, setup=Setup(name=CUP, shape=shape))
    cup = enter_teams(competition=cup, by=commissioner, expected=cup.version, teams=teams[:ENTRANTS])
    cup = draw_fixtures(competition=cup, by=commissioner, expected=cup.version, seed=f"{rng.getrandbits(64):016x}")
    return start_competition(competition=cup, by=commissioner, expected=cup.version)
