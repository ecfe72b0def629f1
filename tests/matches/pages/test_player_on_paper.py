"""A player's page on paper, in a real browser: a long career is not cut off, nothing is printed over something else."""

from __future__ import annotations

import pytest

from competitions.models import Competition
from teams.models import Player
from tests.browser_pages import Open, opened
from tests.competitions.competition_builders import (
    add_player_line,
    bare_team,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast

__all__ = ["opened"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAPER = (703, 1000)
"""A4 without its margins, in px."""


@pytest.fixture
def veteran(cast: Cast) -> Player:
    """A player of 17 matches."""
    own = bare_team(cast.league, "Ravens", cast.coach)
    others = create_bare_teams(cast.league, *(f"Team {number}" for number in range(17)))
    made: Competition = competition_in(cast.league, [own, *others], started=True)
    player = own.players.create(name="Griff")
    for fixture in matches_of(made):
        if own.pk in (fixture.home_id, fixture.away_id):
            add_player_line(
                fixture, "home" if fixture.home_id == own.pk else "away", player, number=1, spp=3, casualties=1
            )
            decide_match(fixture, 1, 0)
    return player


def test_a_long_career_fits_paper_beside_the_card(opened: Open, veteran: Player) -> None:
    page = opened(f"/teams/{veteran.team.public_id}/players/{veteran.pk}/", size=PAPER)
    page.emulate_media(media="print")
    chart = page.locator(".chart-picture >> visible=true").first
    assert chart.evaluate(
        "it => it.getBoundingClientRect().right <= it.parentElement.getBoundingClientRect().right + 1"
    )
    card, main = (page.locator(f".profile-{part}").bounding_box() for part in ("card", "main"))
    assert card and main and card["y"] == main["y"] and card["x"] + card["width"] < main["x"]
    # Chromium breaks the rows of a grid between pages so that what follows is printed over them.
    assert page.locator(".profile").evaluate("it => getComputedStyle(it).display") != "grid"
