"""The graveyard of a league: who is buried there, with what career, killed by whom and how, and for whom it is."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.http import HttpRequest
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competitions.models import Competition
from competitions.trophies.deaths import deaths_in
from leagues.models import League
from matches.extensions import links_of
from matches.models import Match, Report
from teams.models import Player, Team
from tests.competitions.competition_builders import add_player_line, annul_match, bare_team, matches_of
from tests.competitions.pages import main_of
from tests.leagues.cast import PEOPLE, Cast, signed_in

MOST_QUERIES = 12


@pytest.fixture
def league(division: Competition) -> League:
    return division.season.league


@pytest.fixture
def victim(division: Competition) -> Player:
    """Dead in the first match by a hand of the away team, after 2 matches and 2 touchdowns."""
    first, second = matches_of(division)[:2]
    killer, dead = first.away.players.create(name="Axe"), first.home.players.create(name="Unlucky")
    add_player_line(second, "home", dead, touchdowns=2, spp=6)
    add_player_line(first, "home", dead, died=True, killed_by=killer, number=11, position="Blitzer")
    return dead


def shown(league: League, **query: str) -> str:
    response = signed_in(None).get(reverse("stats:graveyard", args=[league.slug]), query)
    assert response.status_code == 200
    return main_of(response)


def report_cause(division: Competition, dead: Player, cause: str, number: int = 0, by: int = 0) -> None:
    """Report an injury in a match by somebody, and a later one by nobody after it if there is a killer."""
    injuries = [{"player": dead.pk, "casualty": 61, "by": by, "cause": cause}]
    data = {"home": {"injuries": [*injuries, {"player": dead.pk, "cause": "crowd"}] if by else injuries}, "away": {}}
    first = matches_of(division)[number]
    Report.objects.create(
        match=first.match, number=1, by=division.season.league.memberships.first().user, data=data,
        state=Report.State.CONFIRMED,
    )  # fmt: skip
    Match.objects.filter(pk=first.match_id).update(gate=1)


def test_a_grave_has_team_position_career_day_and_killer(division: Competition, league: League, victim: Player) -> None:
    first = matches_of(division)[0]
    html = shown(league)
    assert "1 dead player" in html and f"Unlucky Blitzer ·&nbsp; {first.home.name}" in html
    assert "(how is not recorded)" in html
    assert "1 Mar 2026" in html and "2 matches · 6 SPP · 2 TD" in html
    assert f"Killed by Axe , {first.away.name}" in html or f"Killed by Axe, {first.away.name}" in html


def test_the_pages_of_season_team_and_league_link_to_graves_and_records(
    cast: Cast, division: Competition, league: League, victim: Player
) -> None:
    graves, records = (reverse(f"stats:{page}", args=[league.slug]) for page in ("graveyard", "records"))
    number = division.season.number
    season = signed_in(cast.coach).get(reverse("competitions:season", args=[league.slug, number])).content.decode()
    for link in (f"{graves}?season={number}", f"{records}?season={number}"):
        assert f'href="{link}"' in season
    assert f'action="{reverse("stats:print_almanac", args=[league.slug, number])}"' in season
    front = signed_in(None).get(reverse("competitions:league", args=[league.slug])).content.decode()
    assert f'href="{records}"' in front
    request, team = HttpRequest(), victim.team
    request.league_roles = {"visitor"}
    addresses = [f"{graves}?team={team.public_id}", f"{records}?list={team.team_list}"]
    assert [link.url for link in links_of(request, team)] == addresses
    request.league_roles = {"commissioner"}
    assert [str(link.label) for link in links_of(request, team)[2:]] == ["Choose for the hall of fame"]
    assert [str(link.label) for link in links_of(request, team, victim.pk)] == ["Choose for the hall of fame"]


def test_the_cause_is_that_of_the_report(division: Competition, league: League, victim: Player) -> None:
    report_cause(division, victim, "foul")
    assert "Killed by a foul of Axe" in shown(league)
    victim.lines.update(killed_by=None)
    Report.objects.update(data={"home": {"injuries": [{"player": victim.pk, "cause": "crowd"}]}})
    assert "Killed by the crowd" in shown(league)


def test_the_cause_is_that_of_the_killer_in_the_match_of_the_death(
    division: Competition, league: League, victim: Player
) -> None:
    report_cause(division, victim, "foul", by=victim.lines.get(died=True).killed_by_id or 0)
    second = matches_of(division)[1]
    add_player_line(second, "home", second.home.players.create(name="Also Unlucky"), died=True)
    report_cause(division, victim, "block", number=1)
    assert "Killed by a foul of Axe" in shown(league)


def test_who_was_brought_back_by_a_correction_is_not_buried(
    division: Competition, league: League, victim: Player
) -> None:
    assert "Unlucky" in shown(league)
    annul_match(matches_of(division)[0])
    assert "Unlucky" not in shown(league) and "Nobody is dead" in shown(league)


def test_deaths_in_friendlies_are_buried_under_all_time_only(
    division: Competition, league: League, victim: Player
) -> None:
    first = matches_of(division)[0]
    first.match = None
    first.save(update_fields=["match"])
    assert "Unlucky" in shown(league) and "Unlucky" not in shown(league, season="1")


def test_graves_are_chosen_by_season_and_team(division: Competition, league: League, victim: Player) -> None:
    first, second = matches_of(division)[:2]
    other = second.away.players.create(name="Also Unlucky")
    add_player_line(second, "away", other, died=True)
    html = shown(league, team=first.home.public_id)
    assert "Unlucky" in html and "Also Unlucky" not in html
    assert "2 dead players" in shown(league, season="1") and "By whom and how is not recorded" in shown(league)
    assert "2 dead players" in shown(league, team="nonsense", season="99")


def test_a_team_without_dead_has_no_graves_and_not_those_of_others(
    division: Competition, league: League, victim: Player
) -> None:
    killers, mourners = matches_of(division)[0].away, victim.team
    unhurt = Team.objects.filter(league=league).exclude(pk__in=(killers.pk, mourners.pk)).earliest("pk")
    for team in (killers, unhurt):
        html = shown(league, team=team.public_id)
        assert "Unlucky" not in html and "0 dead players" in html
        assert f" {team.name} " in html, "the choice says whose graves these are"


def test_the_latest_dead_are_first_and_those_without_a_day_last(division: Competition) -> None:
    dead = []
    for fixture, day in zip(matches_of(division)[:3], (2, None, 5), strict=True):
        player = fixture.home.players.create(name=f"Dead {day}")
        add_player_line(fixture, "home", player, died=True)
        when = date(2026, 3, day) if day else None
        Match.objects.filter(pk=fixture.match_id).update(played_on=when, confirmed_at=None)
        dead.append(player.pk)
    assert [each.player for each in deaths_in(division.season)] == [dead[2], dead[0], dead[1]]
    assert [each.when for each in deaths_in(division.season)] == [date(2026, 3, 5), date(2026, 3, 2), None]


@pytest.mark.parametrize("person", PEOPLE)
def test_everyone_sees_it_in_a_public_league_and_members_in_a_private_one(
    cast: Cast, division: Competition, person: str
) -> None:
    client = signed_in(cast[person])
    assert client.get(reverse("stats:graveyard", args=[cast.league.slug])).status_code == 200
    expected = 200 if person in ("coach", "other_coach", "commissioner", "staff") else 404
    assert client.get(reverse("stats:graveyard", args=[cast.private.slug])).status_code == expected


@pytest.mark.parametrize(
    "query", [{"page": "x"}, {"page": "-1"}, {"page": "9" * 40}, {"team": "\x00"}, {"team": "<script>", "season": "0"}]
)
def test_no_address_breaks_it(league: League, victim: Player, query: dict[str, str]) -> None:
    assert "Unlucky" in shown(league, **query)


def test_it_does_not_tell_what_a_draft_is_called(cast: Cast, league: League, victim: Player) -> None:
    draft = bare_team(league, "Secret Draft", cast.coach)
    Team.objects.filter(pk=draft.pk).update(state=Team.State.DRAFT)
    page = shown(league, team=draft.public_id)
    assert "Secret Draft" not in page and "Unlucky" in page


def test_the_number_of_queries_is_small_and_does_not_grow(
    cast: Cast, division: Competition, league: League, victim: Player
) -> None:
    client, url = signed_in(cast.coach), reverse("stats:graveyard", args=[league.slug])

    def queries() -> int:
        client.get(url)
        Team.objects.filter(league=league).earliest("pk").save(update_fields=["name"])
        with CaptureQueriesContext(connection) as found:
            assert client.get(url).status_code == 200
        return len(found)

    few = queries()
    for fixture in matches_of(division)[1:4]:
        for number in range(15):
            add_player_line(fixture, "home", fixture.home.players.create(name=f"D {number}"), died=True, touchdowns=1)
    assert few == queries() <= MOST_QUERIES
