"""A commissioner sets deadlines on a page, coaches see them, and another page lists outstanding matches."""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from competitions.formats.deadline_views import deadlines_of
from competitions.formats.outstanding_matches import by_coach, due_and_later, outstanding_in
from competitions.models import Competition, Fixture
from competitions.names import teams_named
from competitions.setup.shape import Shape
from leagues.models import League
from matches.models import Match, Report
from teams.models import Team
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in

pytestmark = pytest.mark.once

MOST_QUERIES = 20


@pytest.fixture
def cup(cast: Cast) -> Competition:
    League.objects.filter(pk=cast.league.pk).update(zone="Europe/Berlin")
    teams = [
        bare_team(cast.league, "Anvils", cast.coach),
        bare_team(cast.league, "Badgers", cast.other_coach),
        bare_team(cast.league, "Comets"),
        bare_team(cast.league, "Dragons"),
    ]
    return competition_in(cast.league, teams, started=True)


def post(cast: Cast, cup: Competition, **typed: Any) -> Any:
    cup.refresh_from_db()
    usual = {"round": 1, "first": "2030-10-20T20:00", "days": 7, "version": cup.version, "command_id": str(uuid4())}
    return signed_in(cast.commissioner).post(reverse("competitions:deadlines", args=[cup.public_id]), usual | typed)


def text(user: Any, route: str, *parts: Any) -> str:
    answer = signed_in(user).get(reverse(f"competitions:{route}", args=parts))
    assert answer.status_code == 200
    return answer.content.decode()


def test_deadlines_are_typed_in_the_league_s_zone_and_shown_on_fixtures(cast: Cast, cup: Competition) -> None:
    assert post(cast, cup).status_code == 302
    assert [each.deadline.isoformat() for each in cup.rounds.order_by("number")] == [
        "2030-10-20T18:00:00+00:00",
        "2030-10-27T19:00:00+00:00",
        "2030-11-03T19:00:00+00:00",
    ]
    assert "Sun 20 Oct, 20:00" in text(None, "fixtures", cup.public_id)
    assert "Sun 20 Oct, 20:00" in text(None, "competition", cup.public_id)
    match = signed_in(cast.commissioner).get(f"/matches/{matches_of(cup)[0].match.public_id}/")
    assert "Sun 20 Oct, 20:00" in match.content.decode()


def test_one_deadline_is_changed_and_all_are_removed(cast: Cast, cup: Competition) -> None:
    post(cast, cup)
    assert post(cast, cup, round=3, first="2030-12-01T20:00", days="").status_code == 302
    assert cup.rounds.get(number=3).deadline.month == 12
    assert post(cast, cup, first="").status_code == 302
    assert not cup.rounds.filter(deadline__isnull=False).exists()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("typed", "status", "words"),
    [
        ({"first": "soon"}, 422, "Enter a valid date/time"),
        ({"first": "9999-12-31T20:00"}, 422, "within ten years of today"),
        ({"round": 9}, 422, "Select a valid choice"),
        ({"days": 0}, 422, "greater than or equal to 1"),
        ({"days": 9999}, 422, "less than or equal to 120"),
        ({"round": 2, "first": "2030-10-01T20:00"}, 422, "Round 2 would end before round 1"),
        ({"version": 99}, 409, "This was changed in the meantime"),
    ],
)
def test_bad_input_is_refused_and_stays_in_the_form(
    cast: Cast, cup: Competition, typed: dict[str, Any], status: int, words: str
) -> None:
    post(cast, cup)
    answer = post(cast, cup, **typed)
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert cup.rounds.get(number=2).deadline.day == 27


@pytest.mark.parametrize(
    ("when_lapsed", "status"), [("double_loss", 422), ("walkover", 422), ("extend", 302), ("commissioner", 302)]
)
def test_a_deadline_in_the_past_cannot_settle_a_season_by_mistake(
    cast: Cast, cup: Competition, when_lapsed: str, status: int
) -> None:
    Competition.objects.filter(pk=cup.pk).update(when_lapsed=when_lapsed)
    answer = post(cast, cup, first="2020-10-20T20:00")
    assert answer.status_code == status
    assert ("would be settled at once" in answer.content.decode()) == (status == 422)


def test_a_changed_setting_does_not_settle_old_deadlines(cast: Cast, cup: Competition) -> None:
    post(cast, cup, first="2020-10-20T20:00")
    address = reverse("competitions:change", args=[cup.public_id])
    browser = signed_in(cast.commissioner)
    fields = browser.get(address).context["form"].initial
    typed = {name: value for name, value in fields.items() if value not in (None, False)}

    def choosing(when_lapsed: str) -> Any:
        return browser.post(address, typed | {"when_lapsed": when_lapsed, "command_id": str(uuid4())})

    for at_once in ("double_loss", "walkover"):
        refused = choosing(at_once)
        assert refused.status_code == 422
        assert "settled at once: 1, 2, 3." in refused.content.decode()
    Fixture.objects.filter(round__competition=cup).update(home_outcome="void", away_outcome="void")
    assert choosing("double_loss").status_code == 302


def test_without_rounds_the_page_says_what_to_do(cast: Cast) -> None:
    made = competition_in(cast.league)
    assert "Draw fixtures first" in text(cast.commissioner, "deadlines", made.public_id)


def test_outstanding_matches_say_which_team_must_act(cast: Cast, cup: Competition) -> None:
    first, second, third, *_ = matches_of(cup)
    decide_match(first, 1, 0)
    Match.objects.filter(pk=second.match_id).update(state=Match.State.REPORTED)
    Report.objects.create(match=second.match, number=1, data={}, digest="x", by=second.home.coach)
    Fixture.objects.filter(pk=third.pk).update(home_offered=True)
    post(cast, cup, first="2020-01-01T20:00")
    page = text(cast.commissioner, "owed", cup.public_id)
    assert "5 matches are not finished" in page and "deadline passed:" in page
    assert f"{first.home.name} – {first.away.name}" not in page
    assert "a commissioner&#x27;s decision on the report" in page, "neither coach has an account"
    assert f"no date yet: {third.away.name}" in page


def test_matches_of_later_rounds_are_not_outstanding_yet(cast: Cast, cup: Competition) -> None:
    def numbers() -> tuple[list[int], list[int]]:
        outstanding = outstanding_in(cup, teams_named(Team.objects.all(), None), timezone.now())
        due, later = due_and_later(Competition.objects.get(pk=cup.pk), outstanding, timezone.now())
        return [match.round for match in due], [match.round for match in later]

    assert numbers() == ([1, 1], [2, 2, 3, 3])
    opened = matches_of(cup)[-1]
    Match.objects.filter(pk=opened.match_id).update(state=Match.State.PLAYING)
    assert numbers() == ([1, 1, 3], [2, 2, 3])
    cup.rounds.filter(number=1).update(deadline="2020-10-20T18:00Z")
    cup.rounds.filter(number=2).update(deadline="2040-10-20T18:00Z")
    cup.rounds.filter(number=3).update(deadline="2040-11-20T18:00Z")
    assert numbers() == ([1, 1, 2, 2, 3], [3])
    page = text(cast.commissioner, "owed", cup.public_id)
    assert "6 matches are not finished" in page and "1 match of later rounds" in page
    Competition.objects.filter(pk=cup.pk).update(scheduling="open")
    assert numbers()[1] == []


def test_one_page_lists_the_outstanding_matches_of_a_season(cast: Cast, cup: Competition) -> None:
    other = competition_in(cast.league, [each.team for each in cup.entrants.order_by("pk")[:2]], started=True)
    season = [cast.league.slug, cup.season.number]
    assert reverse("competitions:owed_in_season", args=season) in text(cast.commissioner, "season", *season)
    page = text(cast.commissioner, "owed_in_season", *season)
    assert "2 matches" in page and "4 matches of later rounds" in page
    assert page.index(cup.name) < page.index(other.name)
    for fixture in (*matches_of(cup), *matches_of(other)):
        decide_match(fixture, 1, 0)
    assert "Nothing is due" in text(cast.commissioner, "owed_in_season", *season)
    Competition.objects.update(state=Competition.State.FINISHED)
    assert "No competition of this season is under way" in text(cast.commissioner, "owed_in_season", *season)


def test_no_match_is_outstanding_when_all_are_over(cast: Cast, cup: Competition) -> None:
    for fixture in matches_of(cup):
        decide_match(fixture, 1, 0)
    assert "No matches are outstanding" in text(cast.commissioner, "owed", cup.public_id)


def test_coaches_with_matches_past_their_deadline_come_first(cast: Cast, cup: Competition) -> None:
    late = next(each for each in matches_of(cup) if "Anvils" in (each.home.name, each.away.name))
    cup.rounds.exclude(pk=late.round_id).update(deadline="2030-10-20T18:00Z")
    cup.rounds.filter(pk=late.round_id).update(deadline="2020-10-20T18:00Z")
    for fixture in matches_of(cup):
        if fixture.round_id == late.round_id and fixture.pk != late.pk:
            decide_match(fixture, 1, 0)
    outstanding = outstanding_in(cup, teams_named(Team.objects.all(), None), timezone.now())
    counted = {coach: (owed, overdue) for coach, owed, overdue in by_coach(outstanding)}
    first_two = {team.coach_named for match in outstanding if match.overdue for team in match.who}
    assert {coach for coach, _, _ in by_coach(outstanding)[:2]} == first_two
    assert sorted(counted.values()) == [(2, 0), (2, 0), (3, 1), (3, 1)]


def test_the_page_takes_as_many_queries_for_many_matches_as_for_few(cast: Cast) -> None:
    counts = []
    for league, teams in ((cast.league, 4), (cast.private, 12)):
        made = competition_in(league, bare_teams(league, teams), started=True)
        for state, fixture in zip(
            (Match.State.PRE_MATCH, Match.State.REPORTED, Match.State.DISPUTED), matches_of(made), strict=False
        ):
            Match.objects.filter(pk=fixture.match_id).update(state=state)
        client = signed_in(cast.staff)
        url = reverse("competitions:owed", args=[made.public_id])
        client.get(url)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= MOST_QUERIES


@pytest.mark.parametrize("month", [3, 10], ids=["left out", "twice"])
def test_an_hour_in_which_clocks_change_is_refused_with_a_remedy(cast: Cast, cup: Competition, month: int) -> None:
    year = timezone.now().year + 1
    day = max(day for day in range(25, 32) if date(year, month, day).isoweekday() == 7)
    night = f"{year}-{month:02}-{day}T02:30"
    answer = post(cast, cup, round="1", first=night)
    assert answer.status_code == 422
    assert "Clocks change that night" in answer.text and f'value="{night}"' in answer.text
    fixture = matches_of(cup)[0]
    sent = {"agreed_for": night, "version": fixture.version, "command_id": str(uuid4())}
    dated = signed_in(cast.commissioner).post(reverse("competitions:date_fixture", args=[fixture.pk]), sent)
    assert dated.status_code == 422 and "Choose another time" in dated.text


def test_divisions_of_one_group_get_their_deadlines_together(cast: Cast) -> None:
    shape = Shape(group_name="League")
    teams = bare_teams(cast.league, 8)
    north = competition_in(cast.league, teams[:4], started=True, name="North", shape=shape)
    south = competition_in(cast.league, teams[4:], started=True, name="South", shape=shape)
    alone = competition_in(cast.league, teams, started=True, name="Alone")
    page = text(cast.commissioner, "deadlines", north.public_id)
    assert "The same for all of League" in page
    assert "The same for all" not in text(cast.commissioner, "deadlines", alone.public_id)
    shown = re.search(r'name="others" value="([^"]*)"', page)[1]
    assert post(cast, north, together="on", others=shown).status_code == 302
    assert deadlines_of(north) == deadlines_of(south) != {}
    assert None not in deadlines_of(south).values() and set(deadlines_of(alone).values()) == {None}
    assert post(cast, north, first="2030-10-21T20:00", days="").status_code == 302
    assert deadlines_of(north)[1] != deadlines_of(south)[1]
    page = text(cast.commissioner, "deadlines", south.public_id)
    box = re.search(r'<input[^>]*name="together"[^>]*>', page)[0]
    assert "checked" not in box, "they are different: nothing is made the same unasked"
    assert re.search(r'<input[^>]*name="days"[^>]*>', page)[0].count("value=") == 0, "one round alone is moved"
    assert 'value="2030-10-20T20:00' in page


def test_a_newer_deadline_of_another_commissioner_is_not_overwritten_silently(cast: Cast) -> None:
    shape = Shape(group_name="League")
    teams = bare_teams(cast.league, 8)
    north = competition_in(cast.league, teams[:4], started=True, name="North", shape=shape)
    south = competition_in(cast.league, teams[4:], started=True, name="South", shape=shape)
    seen = {"version": north.version, "others": f"{south.public_id}:{south.version}", "together": "on"}
    assert post(cast, south, first="2030-10-21T20:00", days="").status_code == 302
    before = deadlines_of(north), deadlines_of(south)
    answer = post(cast, north, **seen)
    assert answer.status_code == 409 and "South changed since you opened" in answer.text
    assert (deadlines_of(north), deadlines_of(south)) == before
    again = re.search(r'name="others" value="([^"]*)"', answer.text)[1]
    assert post(cast, north, **seen | {"others": again}).status_code == 302
    assert deadlines_of(north) == deadlines_of(south)
