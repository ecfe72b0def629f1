"""Ratings of teams and coaches: what counts, in which order, and that every change adds up."""

from __future__ import annotations

import re
from itertools import pairwise
from types import SimpleNamespace as Plain
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.account_deletion import forget
from competitions.models import Competition
from leagues.books import add_book
from leagues.models import League
from matches.models import Match, MatchSide
from rules import editions
from stats.played.coaches import Coach
from stats.played.scope import whole
from stats.ratings import courses as module
from stats.ratings.courses import COACHES, RATINGS, SYSTEMS, TEAMS
from stats.ratings.drawing import Called, _steps
from stats.ratings.glicko import GLICKO
from teams.models import Team
from tests.competitions.competition_builders import (
    annul_match,
    bare_team,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.competitions.pages import main_of
from tests.leagues.cast import PEOPLE, Cast, signed_in

MOST_QUERIES = 12


@pytest.fixture
def league(division: Competition) -> League:
    return division.season.league


def page(league: League, **query: str) -> str:
    response = signed_in(None).get(reverse("stats:ratings", args=[league.slug]), query)
    assert response.status_code == 200
    return main_of(response)


def courses(league: League, kind: str = TEAMS, system: str = "elo", edition: str = "") -> Any:
    return RATINGS[kind, system].of(whole(league, edition)).courses


def test_the_first_matches_move_ratings_as_one_can_work_out_by_hand(division: Competition, league: League) -> None:
    first, second = matches_of(division)[:2]
    found = courses(league)
    for fixture in (first, second):
        assert found[fixture.home_id][0].change == 160
        assert found[fixture.away_id][0].change == -160
    assert sum(changes[-1].after for changes in found.values()) == 4 * 15000


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("kind", [TEAMS, COACHES])
def test_every_change_and_its_terms_add_up_to_the_rating(league: League, kind: str, system: str) -> None:
    found = courses(league, kind, system)
    assert len(found) == 4
    for changes in found.values():
        assert 15000 + sum(each.change for each in changes) == changes[-1].after
        assert all(one.after == other.own for one, other in pairwise(changes))
        assert all(each.for_score + each.for_expected == each.change for each in changes)
        assert all(each.for_score >= 0 >= each.for_expected for each in changes)


def set_match(fixture: Any, **values: Any) -> None:
    Match.objects.filter(pk=fixture.match_id).update(**values)


def test_a_shoot_out_counts_as_a_draw_and_overtime_as_a_win(division: Competition, league: League) -> None:
    first, second = matches_of(division)[:2]
    set_match(first, decided_by="shoot_out", decided_for="home")
    set_match(second, decided_by="overtime", decided_for="home")
    found = courses(league)
    assert found[first.home_id][0].change == 0
    assert found[second.home_id][0].change == 160


@pytest.mark.parametrize("edition", [each.key for each in editions.EDITIONS])
def test_below_the_changes_stands_how_a_shoot_out_counts_if_the_book_has_one(
    cast: Cast, division: Competition, league: League, edition: str
) -> None:
    if edition != league.ruleset.edition:
        added = add_book(league=league, by=cast.commissioner, edition=edition)
        Match.objects.filter(league=league).update(ruleset=added.ruleset)
    address = reverse("stats:coach_rating", args=[league.slug, cast.coach.pk])
    html = main_of(signed_in(None).get(address, {"book": edition}))
    has_one = "shoot_out" in editions.edition(edition).book.result.decided_by
    assert "Every change" in html and ("A match that a shoot-out decided" in html) is has_one


def test_a_concession_is_a_loss_unless_nobody_kicked_off(division: Competition, league: League) -> None:
    first = matches_of(division)[0]
    set_match(first, conceded_by="away")
    MatchSide.objects.filter(match=first.match_id, side="away").update(result="conceded")
    assert courses(league)[first.away_id][0].change == -160
    count = len(courses(league)[first.away_id])
    set_match(first, conceded_before_kick_off=True)
    assert len(courses(league).get(first.away_id, ())) == count - 1


def test_a_match_that_both_lost_and_a_friendly_rate_nobody(division: Competition, league: League) -> None:
    first, second = matches_of(division)[:2]
    MatchSide.objects.filter(match=first.match_id).update(result="loss")
    second.match = None
    second.save(update_fields=["match"])
    assert sum(len(changes) for changes in courses(league).values()) == 2 * 2


def test_a_correction_changes_all_later_ratings_at_once(division: Competition, league: League) -> None:
    before = courses(league)
    first = matches_of(division)[0]
    decide_match(first, 0, 3)
    after = courses(league)
    assert after[first.home_id][0].change == -160
    assert before[first.home_id][-1].own != after[first.home_id][-1].own
    annul_match(first)
    assert sum(len(changes) for changes in courses(league).values()) == 2 * 3


def test_a_coach_against_themselves_and_an_unknown_coach_have_no_rating(
    division: Competition, league: League, cast: Cast
) -> None:
    Team.objects.filter(league=league).update(coach=cast.coach)
    assert not courses(league, COACHES)
    Team.objects.filter(league=league, name="Ravens").update(coach=None, coach_name="")
    assert not courses(league, COACHES)
    assert len(courses(league)) == 4


def test_books_are_never_mixed(division: Competition, league: League, cast: Cast) -> None:
    other = next(each.key for each in editions.EDITIONS if each.key != league.ruleset.edition)
    added = add_book(league=league, by=cast.commissioner, edition=other)
    set_match(matches_of(division)[0], ruleset=added.ruleset)
    assert sum(len(changes) for changes in courses(league).values()) == 2 * 3
    assert sum(len(changes) for changes in courses(league, edition=other).values()) == 2
    assert "2 matches" not in page(league) and "1 match of competitions" in page(league, book=other)


@pytest.mark.parametrize("edition", [each.key for each in editions.EDITIONS])
def test_every_book_has_ratings(cast: Cast, division: Competition, league: League, edition: str) -> None:
    if edition != league.ruleset.edition:
        added = add_book(league=league, by=cast.commissioner, edition=edition)
        Match.objects.filter(league=league).update(ruleset=added.ruleset)
    for who in (TEAMS, COACHES):
        assert "4 matches of competitions" in page(league, who=who, book=edition)


def test_a_season_without_a_match_widens_the_deviation(division: Competition, league: League) -> None:
    def match(season: int) -> Any:
        sides = [Plain(team=team, won=team == 1, drawn=False, score=None) for team in (1, 2)]
        pairs = ((sides[0], sides[1]), (sides[1], sides[0]))
        return Plain(
            sides=sides, pairs=pairs, home=sides[0], away=sides[1], season_number=season,
            conceded_before_kick_off=False, decided_by="",
        )  # fmt: skip

    near = module.courses([match(1), match(2)], TEAMS, GLICKO)[1]
    far = module.courses([match(1), match(9)], TEAMS, GLICKO)[1]
    assert near[0] == far[0] and far[1].weight > near[1].weight and far[1].deviation > near[1].deviation


@pytest.mark.parametrize("person", PEOPLE)
def test_everyone_sees_them_in_a_public_league_and_members_in_a_private_one(
    cast: Cast, division: Competition, person: str
) -> None:
    client, team = signed_in(cast[person]), matches_of(division)[0].home
    key = Coach(cast.coach.pk).key
    addresses = [
        reverse("stats:ratings", args=[cast.league.slug]),
        reverse("stats:team_rating", args=[team.public_id]),
        reverse("stats:coach_rating", args=[cast.league.slug, key]),
    ]
    assert [client.get(each).status_code for each in addresses] == [200] * 3
    League.objects.filter(pk=cast.league.pk).update(public=False)
    members = ("coach", "other_coach", "commissioner", "staff")
    assert [client.get(each).status_code for each in addresses] == [200 if person in members else 404] * 3


def test_a_page_shows_every_change_and_its_sum(division: Competition, league: League) -> None:
    team = matches_of(division)[0].home
    html = main_of(signed_in(None).get(reverse("stats:team_rating", args=[team.public_id])))
    changes = courses(league)[team.pk]
    assert f"{changes[-1].after / 10:.1f} points now" in html and "+16.0" in html and "sum of all changes" in html
    assert "As figures" in html


def test_the_axis_names_the_competition_of_a_round_where_there_are_several(
    division: Competition, league: League
) -> None:
    assert " R1 " in page(league) and "FD:" not in page(league)
    teams = [each.home for each in matches_of(division)[:2]]
    decide_match(matches_of(competition_in(league, teams, started=True, name="Friends and Foes Cup 2"))[0], 1, 0)
    html = page(league)
    assert " FD 1 " in html and " FAFC2 1 " in html
    assert "FD: First Division" in html and "FAFC2: Friends and Foes Cup 2" in html


def test_a_match_without_a_round_has_no_letter_of_one() -> None:
    place = module.Place("m1", None, 1, 1, None, "")
    called = Called({1: "Year 1"}, {})
    *_names, short, _full, _note = _steps([place], called)
    assert short(place) == "–" and short(place._replace(round=3)) == "R3"


def test_the_reader_finds_their_own_and_nobody_elses(cast: Cast, league: League) -> None:
    address = reverse("stats:ratings", args=[league.slug])
    for person, own in (("coach", 1), ("other_coach", 1), ("stranger", 0), ("visitor", 0)):
        for who in (TEAMS, COACHES):
            html = signed_in(cast[person]).get(address, {"who": who}).content.decode()
            assert html.count("(yours)") == own


def test_a_deleted_coach_is_nameless_and_has_no_page(cast: Cast, division: Competition, league: League) -> None:
    type(cast.coach).objects.filter(pk=cast.coach.pk).update(display_name="Grumbold")
    cast.coach.refresh_from_db()
    name, address = "Grumbold", reverse("stats:coach_rating", args=[league.slug, str(cast.coach.pk)])
    assert name in page(league, who=COACHES)
    forget(cast.coach)
    assert name not in page(league, who=COACHES) and len(courses(league, COACHES)) == 4
    assert signed_in(None).get(address).status_code == 404


HOSTILE = (
    {"who": "x" * 9000}, {"who": "\x00", "by": "\x00"}, {"by": "<script>alert(1)</script>"}, {"book": "no-such"},
    {"book": "\ud7ff"}, {"page": "-1"}, {"page": "9" * 60}, {"page": "' OR 1=1 --"}, {"who": "coaches", "by": "glicko"},
)  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE, ids=lambda query: "-".join(query))
def test_no_address_breaks_a_page(division: Competition, league: League, query: dict[str, str]) -> None:
    team = matches_of(division)[0].home
    for address in (
        reverse("stats:ratings", args=[league.slug]),
        reverse("stats:team_rating", args=[team.public_id]),
        reverse("stats:coach_rating", args=[league.slug, "~Comets's coach"]),
    ):
        response = signed_in(None).get(address, query)
        assert response.status_code == 200 and b"<script>alert" not in response.content


KEYS = ("0", "~", "~Nobody", "9" * 40, "x", "~a/b/c", "%00", "~%00", "%ff", "~%F0%9F", "²", "1 OR 1")


@pytest.mark.parametrize("key", KEYS)
def test_a_coach_whom_nobody_knows_has_no_page(league: League, key: str) -> None:
    assert signed_in(None).get(f"/leagues/{league.slug}/coaches/{key}/rating/").status_code == 404


def test_the_number_of_queries_is_small_and_does_not_grow(cast: Cast, division: Competition, league: League) -> None:
    client, team = signed_in(cast.coach), matches_of(division)[0].home
    urls = [
        reverse("stats:ratings", args=[league.slug]),
        reverse("stats:ratings", args=[league.slug]) + "?who=coaches&by=glicko",
        reverse("stats:team_rating", args=[team.public_id]),
        reverse("stats:coach_rating", args=[league.slug, str(cast.coach.pk)]),
    ]

    def queries() -> list[int]:
        found = []
        for url in urls:
            client.get(url)
            Team.objects.filter(league=league).earliest("pk").save(update_fields=["name"])
            with CaptureQueriesContext(connection) as each:
                assert client.get(url).status_code == 200
            found.append(len(each))
        return found

    few = queries()
    cup = competition_in(league, [team, *create_bare_teams(league, "Owls", "Larks", "Crows")], started=True)
    for fixture in matches_of(cup):
        decide_match(fixture, 1, 0)
    assert queries() == few and max(few) <= MOST_QUERIES


def test_twenty_five_make_a_page(league: League) -> None:
    cup = competition_in(league, create_bare_teams(league, *(f"The {n} of us" for n in range(30))), started=True)
    for fixture in matches_of(cup)[:15]:
        decide_match(fixture, 1, 0)
    address = reverse("stats:ratings", args=[league.slug])
    pages = [signed_in(None).get(address, {"page": number}).content.decode() for number in ("1", "2", "99")]
    assert [html.count('<tr class="k ') for html in pages] == [25, 9, 9]
    assert all("Only the first 8 of this page have lines." in html for html in pages)


@pytest.mark.parametrize("who", [TEAMS, COACHES])
def test_the_readers_own_have_lines_wherever_they_stand(cast: Cast, league: League, who: str) -> None:
    teams = create_bare_teams(league, *(f"The {n} of us" for n in range(30)))
    cup = competition_in(league, teams, started=True)
    for fixture in matches_of(cup)[:15]:
        decide_match(fixture, 1, 0)
    loser = Team.objects.filter(pk=matches_of(cup)[14].away_id)
    name = "Zzz the last of all"
    loser.update(coach=cast.stranger, name=name)
    type(cast.coach).objects.filter(pk=cast.stranger.pk).update(display_name=name)
    address = reverse("stats:ratings", args=[league.slug])

    def lines(person: str, number: int = 1) -> tuple[bool, str]:
        html = signed_in(cast[person]).get(address, {"who": who, "page": number}).content.decode()
        chart = html[html.index('<div class="chart') :].partition("How ratings work")[0]
        return name in chart, " ".join(re.findall(r"Only[^<]*lines\.", chart))

    assert lines("visitor") == (False, "Only the first 8 of this page have lines.")
    assert lines("stranger") == (True, "Only the first 7 of this page and your own have lines.")
    assert lines("visitor", 2) == (False, "Only the first 8 of this page have lines.")


def test_without_results_there_is_a_word_about_it(league: League) -> None:
    Match.objects.update(state=Match.State.SCHEDULED)
    assert "No ratings yet" in page(league)
    bare_team(league, "Late")
    team = Team.objects.get(name="Late")
    assert signed_in(None).get(reverse("stats:team_rating", args=[team.public_id])).status_code == 200
