"""The shape of a competition is set with its other settings; impossible values are refused with a remedy."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from competitions.models import Competition
from competitions.setup import services
from competitions.setup.shape import Shape, shape_of
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in
from tests.leagues.cast import Cast
from web.errors import Refusal

pytestmark = pytest.mark.once

TYPED: dict[str, Any] = {
    "name": "The Cup", "scheduling": "knock_out", "group_name": " Play-offs ", "places": "16", "legs": "2",
    "by_lot": "on", "third_place": "on", "planned_rounds": "5", "reach": "3", "when_lapsed": "extend",
    "extension_days": "4", "remind_days": "2", "win": "3", "draw": "1", "loss": "0", "conceded": "0",
    "tie_1": "points",
}  # fmt: skip


@pytest.fixture
def season_page(cast: Cast) -> str:
    season = competition_in(cast.league, name="There already").season
    return reverse("competitions:create", args=[cast.league.slug, season.number])


def sent(client: Client, cast: Cast, url: str, **typed: Any) -> Any:
    client.force_login(cast.commissioner)
    return client.post(url, TYPED | typed | {"command_id": str(uuid4())})


def test_all_chosen_settings_are_saved(client: Client, cast: Cast, season_page: str) -> None:
    sent(client, cast, season_page)
    made = Competition.objects.get(name="The Cup")
    assert shape_of(made) == Shape(
        scheduling="knock_out", group_name="Play-offs", places=16,
        options={"by_lot": True, "crosswise": False, "third_place": True}, challenges=False,
        when_lapsed="extend", extension_days=4, remind_days=2,
    )  # fmt: skip
    assert made.legs == 2


def test_empty_fields_get_the_usual_values(client: Client, cast: Cast, season_page: str) -> None:
    empty = dict.fromkeys(
        ("scheduling", "group_name", "places", "planned_rounds", "reach", "when_lapsed", "extension_days"), ""
    )
    sent(client, cast, season_page, **empty)
    made = Competition.objects.get(name="The Cup")
    assert (made.scheduling, made.places, made.format_options) == ("round_robin", None, {"legs_across": None})


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"legs": "3"}, "Select a valid choice"),
        ({"legs": "5"}, "Select a valid choice"),
        ({"scheduling": "lottery"}, "Select a valid choice"),
        ({"places": "1"}, "greater than or equal to 2"),
        ({"places": "129"}, "less than or equal to 128"),
        ({"places": "sixteen"}, "whole number"),
        ({"scheduling": "swiss", "planned_rounds": "0"}, "greater than or equal to 1"),
        ({"scheduling": "swiss", "planned_rounds": "9" * 30}, "less than or equal to 20"),
        ({"scheduling": "ladder", "reach": "-1"}, "greater than or equal to 1"),
        ({"when_lapsed": "pray"}, "Select a valid choice"),
        ({"extension_days": "0"}, "greater than or equal to 1"),
        ({"remind_days": "1000"}, "less than or equal to 120"),
        ({"group_name": "x" * 61}, "at most 60 characters"),
        ({"group_name": "a\x00b"}, "Null characters are not allowed"),
    ],
)
def test_bad_input_is_refused_and_stays_in_the_form(
    client: Client, cast: Cast, season_page: str, typed: dict[str, str], words: str
) -> None:
    page = sent(client, cast, season_page, **typed)
    assert page.status_code == 422
    assert words in page.content.decode()
    assert not Competition.objects.filter(name="The Cup").exists()
    assert 'value="The Cup"' in page.content.decode()


def test_the_format_cannot_change_after_the_start(cast: Cast) -> None:
    made = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    setup = services.Setup(
        name=made.name, legs=2, shape=Shape(scheduling="swiss", remind_days=9, options={"by_lot": True})
    )
    changed = services.change_competition(competition=made, by=cast.commissioner, expected=made.version, setup=setup)
    assert (changed.scheduling, changed.legs, changed.remind_days) == ("round_robin", 1, 9)
    assert changed.format_options == {"legs_across": None}


def test_another_format_removes_the_drawn_fixtures(cast: Cast) -> None:
    made = competition_in(cast.league, bare_teams(cast.league, 4), drawn=True)
    setup = services.Setup(name=made.name, shape=Shape(scheduling="knock_out"))
    changed = services.change_competition(competition=made, by=cast.commissioner, expected=made.version, setup=setup)
    assert changed.seed == "" and not changed.rounds.exists()


def test_nineteen_teams_do_not_fit_into_a_bracket_of_sixteen(cast: Cast) -> None:
    made = competition_in(cast.league, shape=Shape(scheduling="knock_out", places=16))
    teams = bare_teams(cast.league, 19)
    with pytest.raises(Refusal, match=r"19 teams would be in it\. Enter 3 fewer"):
        services.enter_teams(competition=made, by=cast.commissioner, expected=made.version, teams=teams)
    assert not made.entrants.exists()


def test_places_cannot_be_fewer_than_the_teams_that_have_entered(cast: Cast) -> None:
    made = competition_in(cast.league, bare_teams(cast.league, 4))
    setup = services.Setup(name=made.name, shape=Shape(places=3))
    with pytest.raises(Refusal, match="has 3 places, and 4 teams would be in it") as refused:
        services.change_competition(competition=made, by=cast.commissioner, expected=made.version, setup=setup)
    assert refused.value.field == "places"


def test_no_team_enters_a_round_robin_late(cast: Cast) -> None:
    made = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    late = bare_team(cast.league, "Latecomers")
    with pytest.raises(Refusal, match="is under way, so this is not possible"):
        services.enter_teams(competition=made, by=cast.commissioner, expected=made.version, teams=[late])
