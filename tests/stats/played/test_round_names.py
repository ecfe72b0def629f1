"""What statistics call the rounds of a bracket: by their names, as its page does."""

from __future__ import annotations

import pytest
from django.urls import reverse

from competitions.models import Fixture
from competitions.setup.shape import Shape
from stats.pictures.careers import career
from tests.competitions.competition_builders import (
    add_player_line,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast, signed_in
from tests.matches.forms import text_of

pytestmark = pytest.mark.once


@pytest.fixture
def quarter_final(cast: Cast) -> Fixture:
    """A played match of the first round of a cup of eight teams, with a player of the home team in it."""
    cup = competition_in(cast.league, bare_teams(cast.league, 8), started=True, shape=Shape(scheduling="knock_out"))
    fixture = matches_of(cup)[0]
    decide_match(fixture, 2, 1)
    add_player_line(fixture, "home", fixture.home.players.create(name="Griff"), touchdowns=2, spp=6)
    return fixture


def test_ratings_records_and_pictures_name_a_quarter_final(quarter_final: Fixture) -> None:
    cup = quarter_final.round.competition
    pages = [
        reverse("stats:team_rating", args=[quarter_final.home.public_id]),
        reverse("stats:ratings", args=[cup.season.league.slug]),
        reverse("stats:competition_records", args=[cup.public_id]),
        reverse("stats:competition_pictures", args=[cup.public_id]),
    ]
    for url in pages:
        page = signed_in(None).get(url, follow=True).content.decode()
        assert "quarter-final" in page and "round 1" not in page.lower(), url
    assert ">QF<" in signed_in(None).get(pages[0]).content.decode(), "the axis of the line"


def test_a_career_names_a_quarter_final(quarter_final: Fixture) -> None:
    player, cup = quarter_final.home.players.get(), quarter_final.round.competition
    (place,) = career(quarter_final.home, player.pk, "Griff", None).places.values()
    assert place == ("QF", f"{cup.name}, quarter-final")


def test_the_grid_says_what_its_letters_for_rounds_to_come_mean(quarter_final: Fixture) -> None:
    cup = quarter_final.round.competition
    page = text_of(signed_in(None).get(reverse("stats:competition_pictures", args=[cup.public_id])).content.decode())
    assert "QF: quarter-final, still to be played" in page and "R and a number" not in page


def test_the_head_of_a_match_names_its_round_once_beside_its_competition(quarter_final: Fixture) -> None:
    assert quarter_final.match is not None
    page = text_of(signed_in(None).get(f"/matches/{quarter_final.match.public_id}/").content.decode())
    assert page.count("quarter-final") == 2 and "play-off" not in page
