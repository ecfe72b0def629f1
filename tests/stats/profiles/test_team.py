"""The page of a team's record: results, streaks, opponents, and the squad with those who are gone."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competitions.models import Competition
from leagues.models import League
from teams.models import Team
from tests.competitions.competition_builders import (
    add_player_line,
    annul_match,
    bare_team,
    competition_in,
    decide_match,
    matches_of,
)
from tests.competitions.pages import main_of
from tests.leagues.cast import Cast, signed_in

MOST_QUERIES = 12


@pytest.fixture
def ravens(division: Competition) -> Team:
    return Team.objects.get(name="Ravens")


def address(team: Team) -> str:
    return reverse("stats:team_record", args=[team.public_id])


def shown(team: Team) -> str:
    response = signed_in(None).get(address(team))
    assert response.status_code == 200
    return main_of(response)


def test_a_record_has_results_streaks_and_the_biggest_win_and_defeat(division: Competition, ravens: Team) -> None:
    theirs = [each for each in matches_of(division) if ravens.pk in (each.home_id, each.away_id)]
    for fixture, (own, other) in zip(theirs, ((5, 0), (1, 0), (0, 3)), strict=True):
        decide_match(fixture, *((own, other) if fixture.home_id == ravens.pk else (other, own)))
    html = shown(ravens)
    assert "2–0–1 won, drawn, lost" in html and "1 longest run of defeats" in html and "in a row now" in html
    assert "Biggest win" in html and "5–0" in html and "Biggest defeat" in html and "0–3" in html
    assert "First Division" in html and "Elo rating" in html
    annul_match(theirs[2])
    html = shown(ravens)
    assert "2–0–0 won, drawn, lost" in html and "Biggest defeat" not in html and "2 wins in a row now" in html


def test_each_opponent_leads_to_the_page_of_both(division: Competition, ravens: Team) -> None:
    html = signed_in(None).get(address(ravens)).content.decode()
    others = {each.away if each.home_id == ravens.pk else each.home for each in matches_of(division)[:4]
              if ravens.pk in (each.home_id, each.away_id)}  # fmt: skip
    for other in others:
        assert other is not None
        assert f"one={ravens.public_id}&amp;other={other.public_id}" in html and other.name in html


def test_the_squad_tells_who_played_when_and_who_died_by_whose_hand(division: Competition, ravens: Team) -> None:
    fixture = next(each for each in matches_of(division)[:4] if ravens.pk in (each.home_id, each.away_id))
    side, away = ("home", fixture.away) if fixture.home_id == ravens.pk else ("away", fixture.home)
    assert away is not None
    killer = away.players.create(name="Morg")
    dead = ravens.players.create(name="Griff")
    add_player_line(fixture, side, ravens.players.create(name="Dolfar"), number=8, position="Lineman")
    assert "Dolfar" in shown(ravens) and "SPP Left" not in shown(ravens), "nobody has left"
    add_player_line(fixture, side, dead, number=7, position="Blitzer", spp=3, died=True, killed_by=killer)
    response = signed_in(None).get(address(ravens))
    html, text = response.content.decode(), main_of(response)
    assert "Squad through the seasons" in text and "SPP Left" in text and "Griff" in text and "killed by Morg" in text
    assert f"/teams/{away.public_id}/players/{killer.pk}/" in html
    assert f"/matches/{fixture.match.public_id}/" in html and "#shirt-skull" in html
    assert division.season.name in text


def test_a_record_is_seen_by_those_who_see_the_league(cast: Cast, division: Competition, ravens: Team) -> None:
    League.objects.filter(pk=ravens.league_id).update(public=False)
    seen = {person: signed_in(cast[person]).get(address(ravens)).status_code for person in ("visitor", "coach")}
    assert seen == {"visitor": 404, "coach": 200}


def test_a_draft_has_no_record(division: Competition, ravens: Team) -> None:
    Team.objects.filter(pk=ravens.pk).update(state=Team.State.DRAFT)
    assert signed_in(None).get(address(ravens)).status_code == 404


def test_the_number_of_queries_is_small_and_does_not_grow(cast: Cast, division: Competition, ravens: Team) -> None:
    client = signed_in(cast.other_coach)

    def queries() -> int:
        client.get(address(ravens))
        cache.clear()
        Team.objects.get(pk=ravens.pk).save(update_fields=["name"])
        with CaptureQueriesContext(connection) as found:
            assert client.get(address(ravens)).status_code == 200
        return len(found)

    few = queries()
    teams = [ravens, *(bare_team(ravens.league, name) for name in ("Owls", "Larks", "Crows"))]
    for fixture in matches_of(competition_in(ravens.league, teams, started=True)):
        decide_match(fixture, 1, 0)
        add_player_line(fixture, "home", fixture.home.players.create(name="One"), number=1)
    assert queries() == few <= MOST_QUERIES
