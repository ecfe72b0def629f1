"""Pages on which a commissioner lets stages feed one another, and makes a group stage."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from competitions.formats import draws
from competitions.models import Competition
from competitions.setup import finishing, seasons
from competitions.setup.shape import Shape
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in
from web.models import Command

pytestmark = pytest.mark.once


def post(cast: Cast, route: str, *parts: Any, **typed: Any) -> Any:
    url = reverse(f"competitions:{route}", args=parts)
    return signed_in(cast.commissioner).post(url, {"command_id": str(uuid4())} | typed)


def text(cast: Cast, route: str, *parts: Any) -> str:
    return signed_in(cast.commissioner).get(reverse(f"competitions:{route}", args=parts)).content.decode()


def finished(cast: Cast, name: str) -> Competition:
    teams = [bare_team(cast.league, f"{name} {place}") for place in (1, 2, 3)]
    made = competition_in(cast.league, teams, started=True, name=name)
    for fixture in matches_of(made):
        decide_match(fixture, 1, 0)
    made.refresh_from_db()
    return finishing.finish_competition(competition=made, by=cast.commissioner, expected=made.version)


def test_a_commissioner_lets_divisions_feed_a_cup_on_pages(cast: Cast) -> None:
    north, south = finished(cast, "North"), finished(cast, "South")
    cup = competition_in(cast.league, name="Cup", shape=Shape(scheduling="knock_out", places=4))
    for source in (north, south):
        cup.refresh_from_db()
        typed = {"source": source.public_id, "first": 1, "last": 2, "version": cup.version}
        assert post(cast, "feeds", cup.public_id, **typed).status_code == 302
    page = text(cast, "feeds", cup.public_id)
    assert "Qualified teams" in page and "South, place 2" in page
    cup.refresh_from_db()
    assert post(cast, "bring_in", cup.public_id, version=cup.version).status_code == 302
    assert cup.entrants.count() == 4
    assert Command.objects.filter(kind="bring_in").exists(), "the stored name of the command stays"
    assert "North 1" in text(cast, "manage", cup.public_id)


def test_two_steps_let_all_divisions_and_the_best_third_feed_a_cup(cast: Cast) -> None:
    """ "The first two of each division and the best third"."""
    divisions = [
        competition_in(cast.league, name=name, shape=Shape(group_name="Divisions"))
        for name in ("North", "South", "East")
    ]
    cup = competition_in(cast.league, name="Cup", shape=Shape(scheduling="knock_out", places=7, group_name="Divisions"))
    assert "every part of Divisions" in text(cast, "feeds", cup.public_id)
    for places in ({"first": 1, "last": 2}, {"first": 3, "last": 3, "best": 1}):
        cup.refresh_from_db()
        answer = post(cast, "feeds", cup.public_id, source="every:Divisions", version=cup.version, **places)
        assert answer.status_code == 302
    fed = list(cup.feeds.order_by("pk").values_list("source", "first", "last", "best"))
    assert fed == [
        *((each.pk, 1, 2, None) for each in divisions),
        *((each.pk, 3, 3, 1) for each in divisions),
    ]


def test_all_parts_of_a_group_feed_a_cup_or_none(cast: Cast) -> None:
    for name in ("North", "South", "East"):
        competition_in(cast.league, name=name, shape=Shape(group_name="Divisions"))
    cup = competition_in(cast.league, name="Cup", shape=Shape(scheduling="knock_out", places=5))
    answer = post(cast, "feeds", cup.public_id, source="every:Divisions", version=cup.version, first=1, last=2)
    assert answer.status_code == 422
    assert "would qualify for Cup, which has 5 places" in answer.content.decode()
    assert not cup.feeds.exists()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"source": "nothing"}, "Select a valid choice"),
        ({"source": ""}, "This field is required"),
        ({"first": 0}, "greater than or equal to 1"),
        ({"first": 3, "last": 2}, "There is no place from 3 to 2"),
        ({"last": 9}, "would qualify for Cup, which has 4 places"),
        ({"best": 1}, "Only teams at the same place can be compared"),
        ({"last": "9" * 40}, "less than or equal to 128"),
    ],
)
def test_invalid_input_is_refused(cast: Cast, typed: dict[str, Any], words: str) -> None:
    north = competition_in(cast.league, name="North")
    cup = competition_in(cast.league, name="Cup", shape=Shape(scheduling="knock_out", places=4))
    sound = {"source": north.public_id, "first": 1, "last": 2, "version": cup.version}
    answer = post(cast, "feeds", cup.public_id, **(sound | typed))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not cup.feeds.exists()


def test_a_feed_is_removed_again(cast: Cast) -> None:
    north = competition_in(cast.league, name="North")
    cup = competition_in(cast.league, name="Cup")
    typed = {"source": north.public_id, "first": 1, "last": 2, "version": cup.version}
    post(cast, "feeds", cup.public_id, **typed)
    cup.refresh_from_db()
    answer = post(cast, "remove_feed", cup.public_id, feed=cup.feeds.get().pk, version=cup.version)
    assert answer.status_code == 302 and not cup.feeds.exists()
    cup.refresh_from_db()
    assert post(cast, "remove_feed", cup.public_id, feed=1, version=cup.version).status_code == 409


def groups(cast: Cast, **typed: Any) -> Any:
    season = cast.league.seasons.first() or seasons.open_season(
        league=cast.league, by=cast.commissioner, name="Season 1"
    )
    usual = {"name": "Group stage", "groups": 2, "by_lot": "", "legs": 1}
    return post(cast, "groups", cast.league.slug, season.number, **(usual | typed))


def test_without_teams_the_page_says_where_to_find_them(cast: Cast) -> None:
    season = seasons.open_season(league=cast.league, by=cast.commissioner, name="Season 1")
    page = text(cast, "groups", cast.league.slug, season.number)
    assert "No team of this league has been approved yet" in page and "Tick all or none" not in page
    bare_team(cast.league, "Anvils")
    page = text(cast, "groups", cast.league.slug, season.number)
    assert page.index("Tick all or none") < page.index('name="teams"') < page.index("Cancel")


def test_a_started_competition_without_qualification_says_so(cast: Cast) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True, name="Cup")
    page = text(cast, "feeds", cup.public_id)
    assert "No places qualify for Cup" in page and "Add qualifying places" not in page


def test_a_group_stage_is_created_in_one_step(cast: Cast) -> None:
    teams = [team.public_id for team in bare_teams(cast.league, 7)]
    assert groups(cast, teams=teams, by_lot="lot", legs=2).status_code == 302
    made = list(Competition.objects.order_by("pk"))
    assert [each.name for each in made] == ["Group stage, group A", "Group stage, group B"]
    assert sorted(each.entrants.count() for each in made) == [3, 4]
    assert {each.group_name for each in made} == {"Group stage"} and {each.legs for each in made} == {2}
    drawn = draws.draw_fixtures(competition=made[0], by=cast.commissioner, expected=made[0].version)
    assert drawn.rounds.exists()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"groups": 3}, "do not fill 3 groups of at least two"),
        ({"groups": 0}, "greater than or equal to 1"),
        ({"groups": 27}, "less than or equal to 26"),
        ({"teams": []}, "Choose the teams"),
        ({"teams": ["nobody"]}, "One of these teams cannot enter"),
        ({"name": " x "}, "Use at least 2 characters"),
        ({"by_lot": "magic"}, "Select a valid choice"),
    ],
)
def test_an_impossible_split_is_refused(cast: Cast, typed: dict[str, Any], words: str) -> None:
    teams = [team.public_id for team in bare_teams(cast.league, 5)]
    answer = groups(cast, **({"teams": teams} | typed))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Competition.objects.exists()
