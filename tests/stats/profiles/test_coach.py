"""The page of a coach in a league: what it shows, to whom, and that nobody's privacy is lost."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from accounts.account_deletion import forget
from competitions.models import Competition, Holding, Trophy
from leagues.books import add_book
from leagues.models import League
from matches.models import Match
from rules import editions
from teams.models import Team
from teams.trading.takeovers import hand_over
from tests.competitions.competition_builders import bare_team, competition_in, decide_match, matches_of
from tests.competitions.pages import main_of
from tests.leagues.cast import PEOPLE, Cast, signed_in

MOST_QUERIES = 12
ROUTES = ("stats:coach", "stats:coach_dice")


@pytest.fixture
def league(division: Competition) -> League:
    return division.season.league


def shown(league: League, key: object, route: str = "stats:coach", **query: str) -> str:
    response = signed_in(None).get(reverse(route, args=[league.slug, key]), query)
    assert response.status_code == 200
    return main_of(response)


def status(league: League, key: object, route: str = "stats:coach") -> int:
    return int(signed_in(None).get(reverse(route, args=[league.slug, key])).status_code)


def test_a_coach_has_a_record_teams_and_opponents(cast: Cast, division: Competition, league: League) -> None:
    html = shown(league, cast.coach.pk)
    ravens = Team.objects.get(name="Ravens")
    won = ravens.match_sides.played().filter(result="win").count()
    assert f"{won}–0–{2 - won} won, drawn, lost" in html
    assert "Ravens" in html and "playing" in html and "Head-to-head" in html
    assert "First Division" in html and "Human" in html and "Elo rating" in html
    assert (
        html.index("won, drawn, lost")
        < html.index("Teams")
        < html.index("Head-to-head")
        < html.index("Titles and trophies")
    )


def test_a_coach_without_an_account_has_a_page_by_name(division: Competition, league: League) -> None:
    assert "Comets" in shown(league, "~Comets's coach")


def test_names_of_coaches_without_an_account_lead_to_their_page(division: Competition, league: League) -> None:
    ravens = Team.objects.get(name="Ravens")
    link = format_html('<a href="{}">', reverse("stats:coach", args=[league.slug, "~Comets's coach"]))
    client = signed_in(None)
    coaches = {"who": "coaches", "one": str(ravens.coach_id), "other": "~Comets's coach"}
    for route, query in (("stats:teams", {}), ("stats:ratings", {}), ("stats:head_to_head", coaches)):
        assert link in client.get(reverse(route, args=[league.slug]), query).text, route


def test_a_coach_by_name_is_somebody_else_in_another_league_and_has_a_page_by_each_book(
    cast: Cast, division: Competition, league: League
) -> None:
    Team.objects.filter(pk=bare_team(cast.private, "Hidden").pk).update(coach_name="Comets's coach")
    html = shown(league, "~Comets's coach")
    assert "Known by this name in this league" in html and "Hidden" not in html and "Books" not in html
    add_book(league=league, by=cast.commissioner, edition="crp")
    html = shown(league, "~Comets's coach")
    assert "?book=crp" in signed_in(None).get(reverse("stats:coach", args=[league.slug, "~Comets's coach"])).text
    for route in (*ROUTES, "stats:coach_rating"):
        assert "Competition Rules" in shown(league, "~Comets's coach", route, book="crp")


def test_a_former_coach_keeps_what_they_did(cast: Cast, division: Competition, league: League) -> None:
    Match.objects.filter(league=league, state=Match.State.CLOSED).update(confirmed_at=timezone.now())
    ravens = Team.objects.get(name="Ravens")
    hand_over(team=ravens, by=cast.commissioner, to="Old Joe", reason="Gone to sea.")
    html = shown(league, cast.coach.pk)
    assert "Ravens" in html and "former" in html
    assert "0–0–0" in shown(league, "~Old Joe") and "former" not in shown(league, "~Old Joe")


def test_trophies_are_those_of_the_coach_of_that_day(cast: Cast, division: Competition, league: League) -> None:
    ravens = Team.objects.get(name="Ravens")
    trophy = Trophy.objects.create(league=league, name="The Golden Boot")
    Holding.objects.create(trophy=trophy, team=ravens, season=division.season)
    assert "The Golden Boot" in shown(league, cast.coach.pk) and "1 title " in shown(league, cast.coach.pk)
    hand_over(team=ravens, by=cast.commissioner, to="Old Joe", reason="Gone to sea.")
    assert "The Golden Boot" not in shown(league, "~Old Joe")


@pytest.mark.parametrize("person", PEOPLE)
def test_everyone_sees_it_in_a_public_league_and_members_in_a_private_one(
    cast: Cast, division: Competition, person: str
) -> None:
    client = signed_in(cast[person])
    addresses = [reverse(route, args=[cast.league.slug, cast.coach.pk]) for route in ROUTES]
    assert [client.get(each).status_code for each in addresses] == [200, 200]
    League.objects.filter(pk=cast.league.pk).update(public=False)
    members = ("coach", "other_coach", "commissioner", "staff")
    assert [client.get(each).status_code for each in addresses] == [200 if person in members else 404] * 2


def test_nobody_who_has_no_team_here_has_a_page(cast: Cast, division: Competition, league: League) -> None:
    for person in ("stranger", "elsewhere", "staff", "commissioner"):
        assert status(league, cast[person].pk) == 404
    bare_team(cast.private, "Hidden", cast.stranger)
    assert status(league, cast.stranger.pk) == 404
    draft = bare_team(league, "Draft", cast.stranger)
    Team.objects.filter(pk=draft.pk).update(state=Team.State.DRAFT)
    assert status(league, cast.stranger.pk) == 404


def test_a_deleted_person_has_no_page_and_no_name(cast: Cast, division: Competition, league: League) -> None:
    type(cast.coach).objects.filter(pk=cast.coach.pk).update(display_name="Grumbold")
    cast.coach.refresh_from_db()
    assert "Grumbold" in shown(league, cast.other_coach.pk) or "Grumbold" in shown(league, cast.coach.pk)
    forget(cast.coach)
    assert [status(league, cast.coach.pk, route) for route in ROUTES] == [404, 404]
    assert "Grumbold" not in shown(league, cast.other_coach.pk)


@pytest.mark.parametrize("edition", [each.key for each in editions.EDITIONS])
def test_every_book_has_a_page_of_its_own(cast: Cast, division: Competition, league: League, edition: str) -> None:
    if edition != league.ruleset.edition:
        added = add_book(league=league, by=cast.commissioner, edition=edition)
        Match.objects.filter(league=league).update(ruleset=added.ruleset)
        assert "0–0–0" in shown(league, cast.coach.pk)
    html = shown(league, cast.coach.pk, book=edition)
    assert "0–0–0" not in html and "First Division" in html


HOSTILE = ("0", "~", "~Nobody", "9" * 40, "x", "~a/b/c", "%00", "~%00", "%ff", "~%F0%9F", "²", "../../x")


@pytest.mark.parametrize("key", HOSTILE)
def test_no_address_breaks_a_page(league: League, key: str) -> None:
    for tail in ("", "dice/"):
        assert signed_in(None).get(f"/leagues/{league.slug}/coaches/{key}/{tail}").status_code == 404


def test_the_number_of_queries_is_small_and_does_not_grow(cast: Cast, division: Competition, league: League) -> None:
    client = signed_in(cast.other_coach)
    urls = [reverse(route, args=[league.slug, cast.coach.pk]) for route in ROUTES]

    def queries() -> list[int]:
        found = []
        for url in urls:
            client.get(url)
            Team.objects.filter(name="Ravens").earliest("pk").save(update_fields=["name"])
            with CaptureQueriesContext(connection) as each:
                assert client.get(url).status_code == 200
            found.append(len(each))
        return found

    few = queries()
    teams = [Team.objects.get(name="Ravens"), *(bare_team(league, name) for name in ("Owls", "Larks", "Crows"))]
    for fixture in matches_of(competition_in(league, teams, started=True)):
        decide_match(fixture, 1, 0)
    assert queries() == few and max(few) <= MOST_QUERIES
