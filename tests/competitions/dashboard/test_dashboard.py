"""The home page of a user without a team, and lists of leagues without members."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from competitions.dashboard.dashboard import dashboard_of, leagues_to_look_at, waiting_rows
from competitions.fixtures import next_matches
from competitions.formats import draws
from competitions.formats.swiss_rounds import pair_next_round
from competitions.models import Competition, Fixture
from competitions.setup.shape import Shape
from leagues import services
from leagues.models import JoinRequest, League
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, create_cast, signed_in
from web.snapshot_reads import snapshot


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


def build_in(league: League) -> str:
    return f'href="{reverse("teams:create", args=[league.slug])}"'


def test_a_member_without_a_team_gets_a_link_to_create_one(cast: Cast) -> None:
    page = signed_in(cast.coach).get("/").text
    assert build_in(cast.league) in page and build_in(cast.private) in page and "Join a league first" not in page
    assert signed_in(cast.coach).get(reverse("teams:create", args=[cast.league.slug])).status_code == 200


def test_a_member_of_one_league_gets_one_button(cast: Cast) -> None:
    services.archive_league(league=cast.private, by=cast.commissioner, reason="Over")
    page = signed_in(cast.coach).get("/").text
    assert f"You are in {cast.league.name}" in page and build_in(cast.private) not in page


def test_a_user_without_a_league_is_asked_to_join_one(cast: Cast) -> None:
    assert "Join a league first" in signed_in(cast.stranger).get("/").text


def test_a_coach_with_a_team_is_not_asked_to_create_one(cast: Cast) -> None:
    bare_team(cast.league, "Anvils", cast.coach)
    page = signed_in(cast.coach).get("/").text
    assert "No team yet" not in page and build_in(cast.private) not in page


def test_a_league_without_members_is_marked_as_known_from_records(cast: Cast) -> None:
    league = League.objects.create(name="Old Days", slug="old-days", ruleset=cast.league.ruleset)
    for person in ("visitor", "coach"):
        listed = signed_in(cast[person]).get(reverse("leagues:list")).text
        assert "imported" in listed and "0 members" not in listed and "3 members" in listed
        members = signed_in(cast[person]).get(reverse("leagues:members", args=[league.slug])).text
        assert "This league has no commissioner here" in members and "0 members" not in members


def test_a_coachs_home_page_has_the_next_match_of_each_team(cast: Cast) -> None:
    teams = [
        bare_team(cast.league, "Anvils", cast.coach),
        bare_team(cast.league, "Badgers", cast.other_coach),
        bare_team(cast.league, "Comets", cast.elsewhere),
    ]
    matches = matches_of(competition_in(cast.league, teams, started=True))
    first, second = [row for row in matches if teams[0] in (row.home, row.away)]
    assert next_lines(cast) == [f"{first.home.name} – {first.away.name}"]
    Fixture.objects.filter(pk=second.pk).update(agreed_for=datetime(2026, 5, 7, 19, tzinfo=UTC))
    assert next_lines(cast) == [f"{second.home.name} – {second.away.name}"]
    page = signed_in(cast.coach).get("/").text
    assert "Thu 7 May, 19:00 UTC" in page and cast.league.name in page[page.index("My next matches") :]
    assert "Go to the match" in page, "its two halves do not look like a link"
    Fixture.objects.filter(pk=second.pk).update(date_waits_for="away")
    page = signed_in(cast.coach).get("/").text
    assert "(proposed)" in page and "Proposed date:" not in page, "it is said once"
    decide_match(second, 1, 0)
    assert next_lines(cast) == [f"{first.home.name} – {first.away.name}"]
    decide_match(first, 1, 0)
    assert "My next matches" not in signed_in(cast.coach).get("/").text


@pytest.mark.parametrize(
    ("hours", "words"), [(-50, "2 days ago"), (0, "today"), (25, "in 1 day"), (24 * 13 + 1, "in 13 days")]
)
def test_the_next_match_counts_the_days(cast: Cast, hours: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    noon = datetime(2026, 5, 7, 12, tzinfo=UTC)
    monkeypatch.setattr(next_matches, "now", lambda: noon)
    teams = [bare_team(cast.league, "Anvils", cast.coach), bare_team(cast.league, "Badgers")]
    fixture = matches_of(competition_in(cast.league, teams, started=True))[0]
    Fixture.objects.filter(pk=fixture.pk).update(agreed_for=noon + timedelta(hours=hours))
    [match] = dashboard_of(cast.coach)["next_matches"]
    assert (match.countdown, match.league) == (words, cast.league.name)
    sides = {side.name: (side.mine, side.coach) for side in (match.home, match.away)}
    coached = reverse("stats:coach", args=[cast.league.slug, "~Badgers's coach"])
    assert sides["Anvils"][0] and sides["Badgers"][0] is False
    assert sides["Badgers"][1].startswith(f'<a href="{escape(coached)}">')


def test_more_matches_take_no_more_queries(cast: Cast) -> None:
    def queries() -> int:
        signed_in(cast.coach).get("/")
        with CaptureQueriesContext(connection) as found:
            dashboard_of(cast.coach)
        return len(found)

    competition_in(
        cast.league, [bare_team(cast.league, "Sharks", cast.coach), *bare_teams(cast.league, 1)], started=True
    )
    few = queries()
    mine = [bare_team(cast.league, name, cast.coach) for name in ("Owls", "Larks")]
    competition_in(cast.league, [*mine, bare_team(cast.league, "Crows", cast.other_coach)], started=True)
    assert queries() == few


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads how SQLite looks for rows")
def test_matches_that_wait_are_looked_for_among_the_open_ones_of_the_readers_leagues(cast: Cast) -> None:
    competition_in(
        cast.league, [bare_team(cast.league, name, cast.commissioner) for name in ("Owls", "Larks")], started=True
    )
    client = signed_in(cast.commissioner)
    for address in ("/", f"/leagues/{cast.league.slug}/"):
        with CaptureQueriesContext(connection) as found:
            client.get(address)
        [waiting] = [each["sql"] for each in found if "'disputed'" in each["sql"] and "date_waits_for" in each["sql"]]
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {waiting}")
            plan = [row[3] for row in cursor.fetchall()]
        assert not [step for step in plan if step.startswith("SCAN")]
        assert [step for step in plan if "matches_of_a_league (league_id=? AND state=?)" in step], plan


def next_lines(cast: Cast) -> list[str]:
    return [match.pairing for match in dashboard_of(cast.coach)["next_matches"]]


def test_open_play_and_a_ladder_are_never_ready_to_finish(cast: Cast) -> None:
    teams = bare_teams(cast.league, 2)
    for scheduling in ("open", "ladder"):
        made = competition_in(cast.league, teams, shape=Shape(scheduling=scheduling))
        draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)
    assert [row["text"] for row in dashboard_of(cast.commissioner)["to_do"] if "Cup" in row["text"]] == []


def test_a_swiss_draw_asks_for_its_next_round_before_it_is_finished(cast: Cast) -> None:
    shape = Shape(scheduling="swiss", options={"planned_rounds": 2, "pairs_itself": False})
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True, shape=shape)

    def asked() -> list[str]:
        return [row["text"] for row in dashboard_of(cast.commissioner)["to_do"] if "Cup" in row["text"]]

    for fixture in matches_of(cup):
        decide_match(fixture, 1, 0)
    assert asked() == ["Pair the next round of Cup 1: the last one is played"]
    current = Competition.objects.get(pk=cup.pk)
    pair_next_round(competition=current, by=cast.commissioner, expected=current.version)
    assert asked() == []
    for fixture in matches_of(cup)[2:]:
        decide_match(fixture, 1, 0)
    assert asked() == ["Finish Cup 1: all matches are played"]


def test_empty_to_do_lists_take_one_query_until_the_league_changes(cast: Cast, django_assert_num_queries: Any) -> None:
    def asked(queries: int) -> dict[str, list[Any]]:
        leagues = {each.pk: each for each in League.objects.select_related("change_counter").filter(pk=cast.league.pk)}
        with snapshot(), django_assert_num_queries(queries):
            return waiting_rows(cast.coach, leagues, {})

    kinds = ("challenges", "friendlies", "corrections", "agreements", "trades", "takeovers")
    assert asked(1) == asked(0) == {kind: [] for kind in kinds}
    other = League.objects.exclude(pk__in=[cast.league.pk, cast.private.pk]).get(public=True)
    JoinRequest.objects.create(league=other, user=cast.coach)
    assert other.name in [row.name for row in dashboard_of(cast.coach)["my_leagues"]]
    cast.league.teams.create(name="Newcomers", ruleset=cast.league.ruleset)
    assert asked(1)["friendlies"] == []


def test_visitors_see_the_size_and_progress_of_a_public_league(cast: Cast, django_assert_num_queries: Any) -> None:
    competition_in(cast.league, bare_teams(cast.league, 3))
    bare_team(cast.private, "Hidden")
    with django_assert_num_queries(1):
        notes = {row.name: row.note for row in leagues_to_look_at()}
    assert notes == {"Old World Sunday League": "3 teams · Season 1", "Another League": "0 teams"}
    assert "3 teams · Season 1" in signed_in(None).get("/").text
