"""The number of queries of every page: twelve at most, and the same however much has happened."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Match
from matches.report import unsent
from matches.sequence import answering
from rules.sequence.sequence import SIDES
from rules.sheet.match import Injury
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams

pytestmark = pytest.mark.once

MOST = 12


def count_queries(two_teams: TwoTeams, address: str) -> int:
    client = two_teams.coach
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200, address
    return len(queries)


def report_of_many_injuries(match: Match) -> dict:
    """A report in which every player was injured."""
    sides = {"home": match_builders.players_of(match, "home"), "away": match_builders.players_of(match, "away")}
    return {
        f"{side}_injuries": [Injury(player=player, casualty=41, cause="crowd") for player in players[1:]]
        for side, players in sides.items()
    }


STATES: dict[str, Callable[[TwoTeams], Match]] = {
    "pre-match/": lambda two_teams: match_builders.opened_match(two_teams.home, two_teams.away),
    "report/": lambda two_teams: match_builders.ready_match(two_teams.home, two_teams.away),
    "report/confirm/": lambda two_teams: match_builders.reported_match(two_teams.home, two_teams.away),
    "report/dispute/": lambda two_teams: match_builders.reported_match(two_teams.home, two_teams.away),
    "post-match/": lambda two_teams: match_builders.confirmed_match(two_teams.home, two_teams.away),
}


@pytest.mark.parametrize("name", STATES)
def test_each_page_of_a_match_takes_at_most_twelve_queries(two_teams: TwoTeams, name: str) -> None:
    match = STATES[name](two_teams)
    assert count_queries(two_teams, f"/matches/{match.public_id}/{name}") <= MOST
    assert count_queries(two_teams, f"/matches/{match.public_id}/") <= MOST


def test_a_draft_of_a_report_takes_at_most_twelve_queries(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    wounds = {
        f"injury.{side}.{nth}.{what}": value
        for side in SIDES
        for nth, player in enumerate(match_builders.players_of(match, side))
        for what, value in (("player", str(player)), ("d68", "41"), ("cause", "crowd"))
    }
    typed = unsent.Typed(fields=wounds)
    unsent.save_unsent(match=match, seen=unsent.Seen(version=0), typed=typed, by=two_teams.cast.other_coach)
    assert count_queries(two_teams, f"/matches/{match.public_id}/report/") <= MOST
    assert count_queries(two_teams, f"/matches/{match.public_id}/") <= MOST
    client, address = two_teams.coach, f"/matches/{match.public_id}/report/save/"
    client.get(f"/matches/{match.public_id}/")
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(address, wounds | {"unsent_version": "1", "quietly": "yes", "story": "So it was."})
    assert answer.status_code == 200
    assert len(queries) <= MOST + 2, "a pause of three seconds is between two of them"


def test_a_match_with_many_injuries_takes_no_more_queries(two_teams: TwoTeams) -> None:
    quiet = match_builders.confirmed_match(two_teams.home, two_teams.away)
    address = "/matches/{}/"
    before = count_queries(two_teams, address.format(quiet.public_id))
    before_team = count_queries(two_teams, f"/teams/{two_teams.home.public_id}/")
    match_builders.answer_all(quiet, by=two_teams.cast.coach)
    wild = match_builders.ready_match(two_teams.home, two_teams.away)
    wild = match_builders.confirm_match(wild, home=3, away=3, **report_of_many_injuries(wild))
    assert count_queries(two_teams, address.format(wild.public_id)) == before
    assert count_queries(two_teams, f"/teams/{two_teams.home.public_id}/") == before_team <= MOST
    match_builders.answer_all(wild, by=two_teams.cast.coach)
    assert count_queries(two_teams, f"/teams/{two_teams.home.public_id}/") <= before_team
    closed = count_queries(two_teams, address.format(wild.public_id))
    assert closed <= before + 1 <= MOST + 1, "what it left in both journals is read once it is closed"


def test_a_players_page_takes_the_same_queries_after_two_matches_as_after_one(two_teams: TwoTeams) -> None:
    first = match_builders.closed_match(two_teams.home, two_teams.away)
    player = match_builders.players_of(first, "home")[0]
    address = f"/teams/{two_teams.home.public_id}/players/{player}/"
    before = count_queries(two_teams, address)
    match_builders.closed_match(two_teams.home, two_teams.away)
    assert count_queries(two_teams, address) == before <= MOST


def test_the_log_does_not_read_the_coaches_again(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    address = f"/matches/{match.public_id}/pre-match/"
    before = count_queries(two_teams, address)
    weather = match_builders.Given(side="home", key="weather", roll=True)
    answering.answer(match=match, given=[weather], by=two_teams.cast.other_coach)
    assert "rolled by the server for" in two_teams.page(two_teams.coach, match, "pre-match/").text
    assert count_queries(two_teams, address) == before
