"""A competition is set up on one page: the fields of its format, bonus points, deadlines, names of divisions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone

from competitions.fixtures import deadlines
from competitions.formats import draws
from competitions.formats.swiss_rounds import pair_next_round
from competitions.models import Competition, Round
from competitions.setup import conferences, seasons, services
from competitions.setup.shape import Shape
from competitions.standings.standings import standings_of
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, form_data, signed_in

TYPED = {
    "name": "Top Flight", "scheduling": "round_robin", "shown": "round_robin", "legs": "1", "win": "3", "draw": "1",
    "loss": "0", "conceded": "0", "tie_1": "points",
}  # fmt: skip
RANKED = {"win", "tie_1", "touchdown_bonus", "conferences"}
OWN = {
    "round_robin": {"legs", "legs_across", "byes_count", "first_deadline", *RANKED},
    "swiss": {"planned_rounds", "pairs_itself", "byes_count", "first_deadline", *RANKED},
    "knock_out": {"legs", "by_lot", "third_place", "first_deadline"},
    "ladder": {"reach"},
    "open": {"challenges", *RANKED},
}


@pytest.fixture
def creating(cast: Cast) -> str:
    """The address for a new competition."""
    seasons.open_season(league=cast.league, by=cast.commissioner, name="Season 1")
    return f"/leagues/{cast.league.slug}/seasons/1/competitions/new/"


def send(cast: Cast, url: str, **fields: Any) -> HttpResponse:
    return signed_in(cast.commissioner).post(url, form_data(**fields))


def hours(days: int) -> str:
    """A time so many days ahead, as a browser sends it."""
    return (timezone.now() + timedelta(days=days)).strftime("%Y-%m-%dT20:00")


@pytest.mark.parametrize("key", OWN)
def test_the_page_shows_the_fields_of_the_chosen_format_and_no_others(cast: Cast, creating: str, key: str) -> None:
    others = set().union(*OWN.values()) - OWN[key]
    answer = send(cast, creating, do="fields", scheduling=key, shown="round_robin", name="Cup")
    shown = set(answer.context["form"].fields)
    assert shown >= OWN[key] and not shown & (others - ({"challenges"} if key != "ladder" else set()))
    assert 'value="Cup"' in answer.text and not Competition.objects.exists()
    for name in others - {"challenges"}:
        assert f'name="{name}"' not in answer.text


def test_without_a_script_a_button_shows_the_fields_and_nothing_is_created_before(cast: Cast, creating: str) -> None:
    page = signed_in(cast.commissioner).get(creating).text
    assert "Show the settings of this format" in page
    answer = send(cast, creating, **TYPED | {"scheduling": "knock_out", "group_name": "Finals"})
    assert answer.status_code == 200 and not Competition.objects.exists()
    form = answer.context["form"]
    assert (form["shown"].value(), form["group_name"].value(), form["name"].value()) == (
        "knock_out", "Finals", "Top Flight",
    )  # fmt: skip
    assert "third_place" in form.fields and "win" not in form.fields
    sent = {"name": "Top Flight", "scheduling": "knock_out", "shown": "knock_out", "legs": "1"}
    assert send(cast, creating, **sent).status_code == 302
    assert Competition.objects.get().scheduling == "knock_out"


def test_a_box_keeps_its_usual_tick_when_its_format_is_chosen(cast: Cast, creating: str) -> None:
    form = send(cast, creating, do="fields", **TYPED | {"scheduling": "swiss"}).context["form"]
    assert form["pairs_itself"].value() is True
    off = send(cast, creating, do="5/3/1", **TYPED | {"scheduling": "swiss", "shown": "swiss"}).context["form"]
    assert off["pairs_itself"].value() is False


def test_typed_values_stay_when_something_is_wrong(cast: Cast, creating: str) -> None:
    typed = {"touchdown_bonus": "1", "touchdowns_needed": "x", "divisions": "North\nSouth", "first_deadline": hours(9)}
    answer = send(cast, creating, **TYPED | typed)
    assert answer.status_code == 422 and not Competition.objects.exists()
    form = answer.context["form"]
    assert {name: form[name].value() for name in typed} == typed
    assert '<details class="panel" open>' in answer.text, "the fold with the error is open"
    assert '<details class="panel" open>' not in signed_in(cast.commissioner).get(creating).text


def test_bonus_points_are_entered_when_it_is_set_up(cast: Cast, creating: str) -> None:
    send(cast, creating, **TYPED, touchdown_bonus="1", touchdowns_needed="4", clean_sheet_bonus="2")
    made = Competition.objects.get()
    found = {name: made.points[name] for name in ("win", "touchdown_bonus", "touchdowns_needed", "clean_sheet_bonus")}
    assert found == {"win": 3, "touchdown_bonus": 1, "touchdowns_needed": 4, "clean_sheet_bonus": 2}
    teams = bare_teams(cast.league, 2)
    made = services.enter_teams(competition=made, by=cast.commissioner, expected=made.version, teams=teams)
    made = draws.draw_fixtures(competition=made, by=cast.commissioner, expected=made.version)
    made = draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)
    decide_match(matches_of(made)[0], 4, 0)
    first = standings_of(Competition.objects.get(pk=made.pk)).lines[0]
    assert first.points == 3 + 1 + 2


def test_each_round_gets_its_planned_deadline_with_the_draw_and_again_with_the_next(cast: Cast, creating: str) -> None:
    send(cast, creating, **TYPED, first_deadline=hours(10), round_days="14")
    made = Competition.objects.get()
    assert (made.first_deadline.hour, made.round_days) == (20, 14)
    teams = bare_teams(cast.league, 4)
    made = services.enter_teams(competition=made, by=cast.commissioner, expected=made.version, teams=teams)
    for _again in range(2):
        made = draws.draw_fixtures(competition=made, by=cast.commissioner, expected=made.version)
        first = made.first_deadline
        wanted = [first, first + timedelta(days=14), first + timedelta(days=28)]
        assert list(Round.objects.order_by("number").values_list("deadline", flat=True)) == wanted
    shown = signed_in(cast.commissioner).get(f"/competitions/{made.public_id}/settings/").context["form"].fields
    assert "first_deadline" not in shown, "the page of deadlines changes them from now on"


def test_deadlines_removed_after_the_draw_stay_away(cast: Cast) -> None:
    made = competition_in(
        cast.league, bare_teams(cast.league, 4), first_deadline=timezone.now() + timedelta(days=9), round_days=7
    )
    made = draws.draw_fixtures(competition=made, by=cast.commissioner, expected=made.version)
    made = deadlines.set_deadlines(
        competition=made, by=cast.commissioner, expected=made.version, number=1, first=None, days=7
    )
    draws.draw_fixtures(competition=made, by=cast.commissioner, expected=made.version)
    assert not Round.objects.exclude(deadline=None).exists()


def test_a_draw_after_the_first_deadline_moves_it_on(cast: Cast) -> None:
    past = timezone.now() - timedelta(days=10)
    made = competition_in(
        cast.league, bare_teams(cast.league, 4), drawn=True, first_deadline=past, round_days=7,
        shape=Shape(when_lapsed="double_loss"),
    )  # fmt: skip
    first = made.rounds.get(number=1).deadline
    assert timezone.now() < first < timezone.now() + timedelta(days=7)


def test_a_swiss_round_that_is_paired_later_follows_the_planned_deadline(cast: Cast) -> None:
    planned = datetime(2030, 3, 3, 20, tzinfo=UTC)
    made = competition_in(
        cast.league, bare_teams(cast.league, 4), started=True, first_deadline=planned, round_days=7,
        shape=Shape(scheduling="swiss", options={"pairs_itself": False}),
    )  # fmt: skip
    for fixture in matches_of(made):
        decide_match(fixture, 1, 0)
    made.refresh_from_db()
    pair_next_round(competition=made, by=cast.commissioner, expected=made.version)
    wanted = [planned, planned + timedelta(days=7)]
    assert list(made.rounds.order_by("number").values_list("deadline", flat=True)) == wanted


@pytest.mark.parametrize("when", ["2020-01-01T20:00", "9999-12-31T20:00", "soon", "0001-01-01T00:00"])
def test_a_first_deadline_in_the_past_or_far_away_is_refused(cast: Cast, creating: str, when: str) -> None:
    answer = send(cast, creating, **TYPED, first_deadline=when)
    assert answer.status_code == 422 and when in answer.text and not Competition.objects.exists()


def test_divisions_are_created_together_by_their_names(cast: Cast, creating: str) -> None:
    answer = send(cast, creating, **TYPED, divisions="Premier\r\n\r\n Second   Division \n", touchdown_bonus="1")
    assert answer["Location"] == f"/leagues/{cast.league.slug}/seasons/1/"
    made = list(Competition.objects.order_by("pk"))
    assert [(each.name, each.group_name) for each in made] == [
        ("Premier", "Top Flight"),
        ("Second Division", "Top Flight"),
    ]
    assert [each.points["touchdown_bonus"] for each in made] == [1, 1]


def test_a_division_whose_name_is_taken_stops_all_of_them(cast: Cast, creating: str) -> None:
    competition_in(cast.league, name="Second")
    answer = send(cast, creating, **TYPED, divisions="First\nSecond")
    assert answer.status_code == 422 and "There is a competition called Second" in answer.text
    assert Competition.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"divisions": "A\na"}, "A name is there twice"),
        ({"divisions": "\n".join(map(str, range(13)))}, "Enter at most 12 names"),
        ({"divisions": "x" * 101}, "is longer than 100 characters"),
        ({"divisions": "A\nB", "played_for": "blood_bowl"}, "Only one competition can play for a trophy"),
        ({"conferences": "x" * 41}, "is longer than 40 characters"),
        ({"conferences": "A\x00"}, "Null characters are not allowed"),
        ({"round_days": "0"}, "greater than or equal to 1"),
        ({"touchdown_bonus": "1000"}, "less than or equal to"),
    ],
)
def test_impossible_names_and_numbers_are_refused(cast: Cast, creating: str, wrong: dict[str, str], words: str) -> None:
    answer = send(cast, creating, **TYPED | wrong)
    assert answer.status_code == 422 and words in answer.text and not Competition.objects.exists()


def test_planned_conferences_are_proposed_and_used_when_they_are_drawn(cast: Cast, creating: str) -> None:
    send(cast, creating, **TYPED, conferences="Chaos Cup\nSpiral")
    made = Competition.objects.get()
    made = services.enter_teams(
        competition=made, by=cast.commissioner, expected=made.version, teams=bare_teams(cast.league, 4)
    )
    page = signed_in(cast.commissioner).get(f"/competitions/{made.public_id}/conferences/")
    assert '<option value="Spiral">' in page.text and page.context["deal_form"]["number"].value() == 2
    made = conferences.deal_conferences(competition=made, by=cast.commissioner, expected=made.version, number=2)
    assert conferences.names_in(made.entrants.all()) == ["Chaos Cup", "Spiral"]


def test_a_draft_changes_its_format_on_the_page_of_its_settings(cast: Cast) -> None:
    made = competition_in(cast.league, name="Cup")
    url = f"/competitions/{made.public_id}/settings/"
    answer = send(cast, url, version=made.version, name="Cup 2", scheduling="ladder", shown="round_robin", legs="1")
    made.refresh_from_db()
    assert answer.status_code == 200 and made.scheduling == "round_robin"
    form = answer.context["form"]
    assert "reach" in form.fields and form["name"].value() == "Cup 2" and int(form["version"].value()) == made.version
    sent = {"version": made.version, "name": "Cup 2", "scheduling": "ladder", "shown": "ladder", "reach": "4"}
    assert send(cast, url, **sent).status_code == 302
    made.refresh_from_db()
    assert (made.scheduling, made.options.reach, made.name) == ("ladder", 4, "Cup 2")


def test_the_enter_key_saves_and_does_not_only_show_the_fields(cast: Cast, creating: str) -> None:
    """It presses the first button of a form."""
    made = competition_in(cast.league, name="Cup")
    for url in (creating, f"/competitions/{made.public_id}/settings/"):
        form = signed_in(cast.commissioner).get(url).text.split('id="setup"', 1)[1]
        first = form[form.index("<button") :].split(">", 1)[0]
        assert "submit" in first and "name=" not in first, url


def test_a_setting_that_was_planned_can_change_until_the_draw(cast: Cast) -> None:
    made = competition_in(cast.league, name="Cup", first_deadline=timezone.now() + timedelta(days=3), round_days=7)
    url = f"/competitions/{made.public_id}/settings/"
    sent = {"version": made.version, "name": "Cup", "scheduling": "round_robin", "shown": "round_robin", "legs": "1"}
    assert send(cast, url, **sent, first_deadline="", conferences="A\nB").status_code == 302
    made.refresh_from_db()
    assert (made.first_deadline, made.round_days, made.conferences) == (None, None, ["A", "B"])


def test_only_commissioners_set_up_competitions(cast: Cast, creating: str) -> None:
    for person in (cast.coach, cast.stranger, cast.elsewhere):
        client = signed_in(person)
        assert client.get(creating).status_code == client.post(creating, form_data(**TYPED)).status_code == 403
    assert signed_in(cast.staff).get(creating).status_code == 200 and not Competition.objects.exists()
