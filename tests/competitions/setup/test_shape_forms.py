"""A season and its competitions on pages, and what the forms refuse."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from competitions.formats import draws
from competitions.models import Competition, Entrant, Fixture, Season
from competitions.models.formats import all_options
from competitions.setup import seasons
from competitions.setup.shape import Shape
from leagues.services import archive_league
from matches.models import Match
from teams.models import Team
from tests.competitions.competition_builders import (
    bare_team,
    bare_teams,
    competition_in,
    decide_match,
    fixtures_of,
    matches_of,
)
from tests.leagues.cast import Cast, form_data, signed_in

pytestmark = pytest.mark.once

SETUP = {
    "name": "First Division",
    "legs": "1",
    "win": "3",
    "draw": "1",
    "loss": "0",
    "conceded": "0",
    "tie_1": "points",
    "tie_2": "head_to_head",
    "tie_3": "touchdown_difference",
    "tie_4": "casualty_difference",
    "tie_5": "",
}


@pytest.fixture
def client_of(cast: Cast) -> Client:
    return signed_in(cast.commissioner)


def page(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def values(response: HttpResponse) -> dict[str, str]:
    """The values of the fields of a page's form."""
    html = response.content.decode()
    return dict(re.findall(r'<input type="(?:text|number)" name="(\w+)"(?: value="([^"]*)")?', html))


def send(client: Client, url: str, **fields: Any) -> HttpResponse:
    return client.post(url, form_data(**fields))


@pytest.fixture
def creating(cast: Cast) -> str:
    """The address for a new competition in the league's first season."""
    seasons.open_season(league=cast.league, by=cast.commissioner, name="Season 1")
    return f"/leagues/{cast.league.slug}/seasons/1/competitions/new/"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("button", "filled_in"),
    [
        ("league", {"name": "League", "scheduling": "round_robin", "legs": 1}),
        ("home_and_away", {"name": "League", "scheduling": "round_robin", "legs": 2}),
        ("swiss", {"name": "Swiss league", "scheduling": "swiss", "planned_rounds": 5, "pairs_itself": True}),
        ("cup", {"name": "Cup", "scheduling": "knock_out", "legs": 1, "by_lot": False}),
        ("open", {"name": "Open play", "scheduling": "open", "challenges": True}),
        ("ladder", {"name": "Ladder", "scheduling": "ladder", "reach": 3}),
        ("3/1/0", {"win": 3, "draw": 1, "loss": 0, "conceded": 0}),
        ("3/1/1", {"win": 3, "draw": 1, "loss": 1, "conceded": 1}),
        ("5/3/1", {"win": 5, "draw": 3, "loss": 1, "conceded": 1}),
        ("2/1/0", {"win": 2, "draw": 1, "loss": 0, "conceded": 0}),
    ],
)
def test_a_preset_fills_in_the_form_and_saves_nothing(
    client_of: Client, creating: str, button: str, filled_in: dict[str, Any]
) -> None:
    answer = send(client_of, creating, do=button, **SETUP | {"name": "", "win": "9"})
    assert answer.status_code == 200 and not Competition.objects.exists()
    form = answer.context["form"]
    assert {name: form[name].value() for name in filled_in} == filled_in
    assert not form.errors and "This field is required" not in page(answer)


def test_a_new_commissioner_needs_two_buttons(client_of: Client, creating: str) -> None:
    """A press on a preset, then on the button that creates the competition; the page fills the fields."""
    assert "Create it like this" not in page(client_of.get(creating))
    filled_in = send(client_of, creating, do="cup")
    assert "Create it like this" in page(filled_in)
    form = filled_in.context["form"]
    shown = {name: form[name].value() for name in form.fields if name != "command_id"}
    sent = {name: value for name, value in shown.items() if value is not None and value is not False}
    answer = send(client_of, creating, **sent)
    assert answer.status_code == 302, answer.context["form"].errors
    made = Competition.objects.get()
    assert (made.name, made.scheduling, made.points["win"]) == ("Cup", "knock_out", 3)
    assert made.tie_breakers == ["points", "head_to_head", "touchdown_difference", "casualty_difference"]


def test_a_preset_keeps_what_was_typed_in_other_fields(client_of: Client, creating: str) -> None:
    typed = SETUP | {"name": "Third Division", "tie_2": "wins", "remind_days": "9", "byes_count": True, "places": "x"}
    form = send(client_of, creating, do="5/3/1", **typed).context["form"]
    found = {name: form[name].value() for name in ("name", "tie_2", "remind_days", "byes_count", "places")}
    assert found == {name: typed[name] for name in found}
    assert send(client_of, creating, do="nothing", **typed).status_code == 200


def test_a_competition_is_played_for_a_trophy_until_it_has_started(
    cast: Cast, client_of: Client, creating: str
) -> None:
    assert "Blood Bowl" in page(client_of.get(creating))
    wrong = send(client_of, creating, **SETUP, played_for="golden_spoon")
    assert wrong.status_code == 422 and not Competition.objects.exists()
    send(client_of, creating, **SETUP, played_for="blood_bowl")
    made = Competition.objects.get()
    assert made.played_for.key == "blood_bowl"
    url = f"/competitions/{made.public_id}/settings/"
    chosen = re.search(r'<option value="(\w*)" selected', client_of.get(url).content.decode().split("played_for", 1)[1])
    assert chosen is not None and chosen[1] == "blood_bowl"
    send(client_of, url, **SETUP, played_for="chaos_cup", version=made.version)
    made.refresh_from_db()
    assert made.played_for.key == "chaos_cup"
    assert "the trophy it is played for" in page(client_of.get(f"/leagues/{cast.league.slug}/log/"))
    Competition.objects.filter(pk=made.pk).update(state="running")
    assert "played_for" not in client_of.get(url).content.decode()
    assert send(client_of, url, **SETUP, played_for="spike", version=made.version).status_code == 302
    made.refresh_from_db()
    assert made.played_for.key == "chaos_cup"


def test_a_season_from_its_opening_to_its_close_in_a_browser(cast: Cast, client_of: Client) -> None:
    teams, slug = bare_teams(cast.league, 3), cast.league.slug
    opened = send(client_of, f"/leagues/{slug}/seasons/open/", name="  Spring   2026 ")
    assert opened["Location"] == f"/leagues/{slug}/seasons/1/"
    assert Season.objects.get().name == "Spring 2026"
    created = send(client_of, f"/leagues/{slug}/seasons/1/competitions/new/", **SETUP)
    competition = Competition.objects.get()
    root = f"/competitions/{competition.public_id}"
    assert created["Location"] == f"{root}/manage/"

    def press(step: str, **fields: Any) -> HttpResponse:
        competition.refresh_from_db()
        response = send(client_of, f"{root}/{step}/", version=competition.version, **fields)
        assert response.status_code == 302, page(response)
        return response

    press("enter", teams=[team.public_id for team in teams])
    press("withdraw", team=teams[2].public_id)
    press("enter", teams=[teams[2].public_id])
    press("draw", seed="")
    assert "3 rounds are drawn" in page(client_of.get(f"{root}/manage/"))
    press("start")
    assert Match.objects.count() == 3
    press("take-back")
    press("start")
    for fixture in matches_of(competition):
        decide_match(fixture, 1, 0)
    press("finish")
    season = Season.objects.get()
    stays = {f"entry_{entry.pk}": "stays" for entry in competition.entrants.all()}
    closed = send(client_of, f"/leagues/{slug}/seasons/1/end/", version=season.version, **stays)
    assert closed.status_code == 302
    season.refresh_from_db()
    competition.refresh_from_db()
    assert (season.state, competition.state) == (Season.State.CLOSED, Competition.State.FINISHED)


def test_a_form_sent_twice_opens_one_season(cast: Cast, client_of: Client) -> None:
    form = form_data(name="Spring")
    answers = [client_of.post(f"/leagues/{cast.league.slug}/seasons/open/", form) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == [f"/leagues/{cast.league.slug}/seasons/1/"] * 2
    assert Season.objects.count() == 1


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": "x"}, "Use at least 2 characters"),
        ({"name": "di\u200bvision"}, "an invisible character"),
        ({"group_name": "di\u200bvision"}, "an invisible character"),
        ({"name": ""}, "This field is required"),
        ({"win": "ten"}, "Enter a whole number"),
        ({"win": "100000"}, "less than or equal to 99"),
        ({"loss": "-100"}, "greater than or equal to -99"),
        ({"legs": "9"}, "is not one of the available choices"),
        ({"tie_2": "points"}, "Already chosen above"),
        ({"tie_1": ""}, "This field is required"),
        ({"tie_3": "beauty"}, "is not one of the available choices"),
    ],
)
def test_an_impossible_setup_is_refused_and_typed_values_stay(
    cast: Cast, client_of: Client, wrong: dict[str, str], words: str
) -> None:
    competition_in(cast.league)
    response = send(client_of, f"/leagues/{cast.league.slug}/seasons/1/competitions/new/", **(SETUP | wrong))
    assert response.status_code == 422
    assert words in page(response)
    if "name" not in wrong:
        assert values(response)["name"] == "First Division"
    assert Competition.objects.count() == 1


def test_a_name_that_is_taken_is_refused_at_its_field(cast: Cast, client_of: Client) -> None:
    competition_in(cast.league, name="First Division")
    response = send(client_of, f"/leagues/{cast.league.slug}/seasons/1/competitions/new/", **SETUP)
    assert response.status_code == 422
    assert "There is a competition called First Division" in page(response)


def test_the_second_person_to_change_settings_sees_both_changes(cast: Cast, client_of: Client) -> None:
    competition = competition_in(cast.league, name="Cup")
    url = f"/competitions/{competition.public_id}/settings/"
    assert send(client_of, url, **(SETUP | {"name": "Theirs", "win": "2"}), version=1).status_code == 302
    second = send(client_of, url, **(SETUP | {"name": "Yours"}), version=1)
    assert second.status_code == 409
    shown = page(second)
    assert "Theirs" in shown and values(second)["name"] == "Yours" and "This was changed in the meantime" in shown
    again = send(client_of, url, **(SETUP | {"name": "Yours"}), version=2)
    assert again.status_code == 302
    competition.refresh_from_db()
    assert competition.name == "Yours"


@pytest.mark.parametrize("scheduling", ["round_robin", "swiss", "knock_out", "ladder"])
def test_a_started_competition_shows_only_options_of_its_format(cast: Cast, client_of: Client, scheduling: str) -> None:
    shape = Shape(scheduling=scheduling)
    made = competition_in(cast.league, bare_teams(cast.league, 4), shape=shape, drawn=scheduling != "ladder")
    made = draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)
    shown = client_of.get(f"/competitions/{made.public_id}/settings/").context["form"].fields
    own = {option.name for option in made.format.options}
    assert {name for name in all_options() if name in shown} <= own
    assert {name for name in own if not all_options()[name].settled_by_draw} <= set(shown)
    typed = {"version": made.version, "name": "Cup 2", "when_lapsed": "commissioner"}
    send(client_of, f"/competitions/{made.public_id}/settings/", **typed)
    made.refresh_from_db()
    assert made.name == "Cup 2"


def test_a_running_competition_keeps_how_often_its_teams_meet_and_its_points(cast: Cast, client_of: Client) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    url = f"/competitions/{competition.public_id}/settings/"
    assert "every team plays every other team" not in page(client_of.get(url))
    typed = SETUP | {"name": "Another", "legs": "2", "byes_count": "on", "win": "2"}
    assert send(client_of, url, **typed, version=competition.version).status_code == 302
    competition.refresh_from_db()
    assert (competition.legs, competition.byes_count, competition.points["win"]) == (1, False, 3)
    assert Fixture.objects.count() == 6


@pytest.mark.parametrize("times", [2, 19])
def test_a_team_ticked_many_times_is_refused_with_a_remedy(cast: Cast, client_of: Client, times: int) -> None:
    team, competition = bare_team(cast.league, "Ravens"), competition_in(cast.league)
    url = f"/competitions/{competition.public_id}/enter/"
    response = send(client_of, url, version=1, teams=[team.public_id] * times)
    assert response.status_code == 422
    assert "Ravens would be in" in page(response) and "Enter each team once" in page(response)
    assert not Entrant.objects.exists()


@pytest.mark.parametrize("teams", [[], ["no one"], ["2345678923"], ["<script>"]])
def test_teams_that_cannot_enter_are_refused(cast: Cast, client_of: Client, teams: list[str]) -> None:
    bare_team(cast.league, "Ravens")
    competition = competition_in(cast.league)
    response = send(client_of, f"/competitions/{competition.public_id}/enter/", version=1, teams=teams)
    assert response.status_code == 422
    assert "Choose" in page(response) and "<script>" not in response.content.decode().split("<main")[1]


def test_a_button_of_an_older_page_changes_nothing_and_says_so(cast: Cast, client_of: Client) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), drawn=True)
    response = send(client_of, f"/competitions/{competition.public_id}/start/", version=1)
    assert response.status_code == 409
    assert "This was changed in the meantime" in page(response)
    assert not Match.objects.exists()


@pytest.mark.thorough
@pytest.mark.parametrize("version", ["", "x", "-1", "0", "9" * 30])
def test_a_damaged_version_is_refused_without_an_error(cast: Cast, client_of: Client, version: str) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), drawn=True)
    response = send(client_of, f"/competitions/{competition.public_id}/start/", version=version)
    assert 400 <= response.status_code < 500
    assert not Match.objects.exists()


def test_a_damaged_button_gets_a_clear_message(cast: Cast, client_of: Client) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), drawn=True)
    response = send(client_of, f"/competitions/{competition.public_id}/start/", version="x")
    assert response.status_code == 400
    assert "Nothing was changed. Version you saw: Enter a whole number." in page(response)


@pytest.mark.parametrize("seed", ["<b>", "x" * 33, "naïve", "a\x00b"])
def test_a_seed_is_letters_digits_spaces_and_hyphens(cast: Cast, client_of: Client, seed: str) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4))
    url = f"/competitions/{competition.public_id}/draw/"
    response = send(client_of, url, version=competition.version, seed=seed)
    assert response.status_code == 422
    assert not Fixture.objects.exists()


def test_with_one_team_the_page_says_what_is_missing(cast: Cast, client_of: Client) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 1))
    url = f"/competitions/{competition.public_id}/draw/"
    response = send(client_of, url, version=competition.version, seed="")
    assert response.status_code == 422
    assert "needs at least 2 teams and has 1. Enter 1 more" in page(response)


# -- fixtures --


@pytest.fixture
def fixture(cast: Cast) -> Fixture:
    teams = [
        bare_team(cast.league, "Ravens", cast.coach),
        bare_team(cast.league, "Stompers", cast.other_coach),
        bare_team(cast.league, "Comets"),
        bare_team(cast.league, "Dragons"),
    ]
    competition = competition_in(cast.league, teams, started=True)
    return next(each for each in matches_of(competition) if {each.home, each.away} == set(teams[:2]))


@pytest.mark.parametrize("person", ["coach", "other_coach", "commissioner"])
def test_both_coaches_and_the_commissioner_can_set_the_date(cast: Cast, fixture: Fixture, person: str) -> None:
    client, url = signed_in(cast[person]), f"/fixtures/{fixture.pk}/"
    assert client.get(url, follow=True).status_code == 200
    response = send(client, f"{url}date/", version=fixture.version, agreed_for="2026-11-28T19:30")
    assert response.status_code == 302
    fixture.refresh_from_db()
    assert fixture.agreed_for is not None and fixture.agreed_for.isoformat() == "2026-11-28T19:30:00+00:00"


def test_a_coach_can_change_only_the_date(cast: Cast, fixture: Fixture) -> None:
    client = signed_in(cast.coach)
    assert "Changes by the commissioner" not in page(client.get(f"/fixtures/{fixture.pk}/", follow=True))
    for action in ("move", "swap", "delete"):
        assert send(client, f"/fixtures/{fixture.pk}/{action}/", version=1, round=4).status_code == 403


def test_a_coach_cannot_date_another_match(cast: Cast, fixture: Fixture) -> None:
    other = next(
        each
        for each in fixtures_of(fixture.round.competition)
        if {each.home, each.away}.isdisjoint({fixture.home, fixture.away})
    )
    assert send(signed_in(cast.coach), f"/fixtures/{other.pk}/date/", version=1).status_code == 403


@pytest.mark.thorough
@pytest.mark.parametrize("when", ["9999-12-31T23:59", "0001-01-01T00:00", "tomorrow", "2026-02-30T10:00", "1"])
def test_an_impossible_day_is_refused_and_stays_in_its_field(
    cast: Cast, client_of: Client, fixture: Fixture, when: str
) -> None:
    response = send(client_of, f"/fixtures/{fixture.pk}/date/", version=fixture.version, agreed_for=when)
    assert response.status_code == 422
    assert when in response.content.decode()
    fixture.refresh_from_db()
    assert fixture.agreed_for is None


@pytest.mark.parametrize("number", ["99", "-1", "x", ""])
def test_a_round_that_is_not_offered_is_refused(cast: Cast, client_of: Client, fixture: Fixture, number: str) -> None:
    response = send(client_of, f"/fixtures/{fixture.pk}/move/", version=fixture.version, round=number)
    assert response.status_code == 422


def test_a_match_is_moved_swapped_and_deleted(cast: Cast, client_of: Client, fixture: Fixture) -> None:
    url, competition = f"/fixtures/{fixture.pk}", fixture.round.competition
    assert send(client_of, f"{url}/move/", version=1, round="4").status_code == 302
    assert send(client_of, f"{url}/swap/", version=2).status_code == 302
    moved = Fixture.objects.get(pk=fixture.pk)
    assert (moved.round.number, moved.home) == (4, fixture.away)
    deleted = send(client_of, f"{url}/delete/", version=3)
    assert deleted["Location"] == f"/competitions/{competition.public_id}/fixtures/"
    assert client_of.get(f"{url}/").status_code == 404
    competition.refresh_from_db()
    added = send(
        client_of,
        f"/competitions/{competition.public_id}/fixtures/add/",
        version=competition.version,
        round=str(fixture.round.number),
        home=fixture.home.public_id,
        away=fixture.away.public_id,
    )
    assert added.status_code == 302
    assert len(matches_of(competition)) == 6


def test_a_played_match_offers_no_change(cast: Cast, client_of: Client, fixture: Fixture) -> None:
    decide_match(fixture, 1, 0)
    assert f"/fixtures/{fixture.pk}/" not in client_of.get(f"/fixtures/{fixture.pk}/", follow=True).text
    response = send(client_of, f"/fixtures/{fixture.pk}/delete/", version=fixture.version)
    assert response.status_code == 409
    assert "has been opened or played" in page(response)


def test_a_friendly_needs_two_different_teams(cast: Cast, client_of: Client) -> None:
    home, away = bare_teams(cast.league, 2)
    url = f"/leagues/{cast.league.slug}/friendly/"
    same = send(client_of, url, home=home.public_id, away=home.public_id)
    assert same.status_code == 422 and "cannot play itself" in page(same)
    foreign = bare_team(cast.private, "Spies")
    assert send(client_of, url, home=home.public_id, away=foreign.public_id).status_code == 422
    assert send(client_of, url, home=home.public_id, away=away.public_id).status_code == 302
    assert Match.objects.get().sides.count() == 2


def test_an_archived_league_cannot_change(cast: Cast, client_of: Client, fixture: Fixture) -> None:
    archive_league(league=cast.league, by=cast.commissioner, reason="over")
    competition = fixture.round.competition
    for url, fields in (
        (f"/leagues/{cast.league.slug}/seasons/open/", {"name": "Next"}),
        (f"/leagues/{cast.league.slug}/seasons/1/competitions/new/", SETUP),
        (f"/competitions/{competition.public_id}/draw/", {"version": competition.version}),
        (f"/fixtures/{fixture.pk}/swap/", {"version": 1}),
    ):
        response = send(client_of, url, **fields)
        assert response.status_code == 422 and "archive" in page(response), url
    assert Team.objects.count() == 4 and Season.objects.count() == 1
