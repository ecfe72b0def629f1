"""The teams that win trophies, as fixtures."""

from __future__ import annotations

import pytest

from teams.models import Team
from tests.leagues.cast import Cast
from tests.teams import team_builders


@pytest.fixture
def orcs(cast: Cast) -> Team:
    return team_builders.team_from_list(cast.league, cast.coach, "Gouged Eye", "Orc")


@pytest.fixture
def humans(cast: Cast) -> Team:
    return team_builders.team_from_list(cast.league, cast.other_coach, "Reavers", "Human")
