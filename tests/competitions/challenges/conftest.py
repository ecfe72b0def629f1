"""A competition in which teams challenge each other, as a fixture."""

from __future__ import annotations

import pytest

from competitions.formats import draws
from competitions.models import Competition
from competitions.setup.shape import Shape
from tests.competitions.competition_builders import bare_team, competition_in
from tests.leagues.cast import Cast


@pytest.fixture
def cup(cast: Cast) -> Competition:
    """Anvils of the coach, Badgers of the other coach, Comets of another person, Dragons without a coach."""
    teams = [
        bare_team(cast.league, "Anvils", cast.coach),
        bare_team(cast.league, "Badgers", cast.other_coach),
        bare_team(cast.league, "Comets", cast.elsewhere),
        bare_team(cast.league, "Dragons"),
    ]
    made = competition_in(cast.league, teams, shape=Shape(scheduling="open", challenges=True))
    return draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)
