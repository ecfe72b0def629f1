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
from tests.matches import scene
from tests.matches.conftest import Ground

pytestmark = pytest.mark.once

MOST = 12


def counted(ground: Ground, address: str) -> int:
    client = ground.coach
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200, address
    return len(queries)


def bloody(match: Match) -> dict:
    """A report in which everybody was hurt."""
    sides = {"home": scene.players_of(match, "home"), "away": scene.players_of(match, "away")}
    return {
        f"{side}_injuries": [Injury(player=player, casualty=41, cause="crowd") for player in players[1:]]
        for side, players in sides.items()
    }


STATES: dict[str, Callable[[Ground], Match]] = {
    "pre-match/": lambda ground: scene.opened(ground.home, ground.away),
    "report/": lambda ground: scene.ready(ground.home, ground.away),
    "report/confirm/": lambda ground: scene.reported(ground.home, ground.away),
    "report/dispute/": lambda ground: scene.reported(ground.home, ground.away),
    "post-match/": lambda ground: scene.confirmed(ground.home, ground.away),
}


@pytest.mark.parametrize("name", STATES)
def test_a_step_of_a_match_takes_twelve_queries_at_most(ground: Ground, name: str) -> None:
    match = STATES[name](ground)
    assert counted(ground, f"/matches/{match.public_id}/{name}") <= MOST
    assert counted(ground, f"/matches/{match.public_id}/") <= MOST


def test_a_report_that_is_being_written_takes_twelve_at_most(ground: Ground) -> None:
    match = scene.ready(ground.home, ground.away)
    wounds = {
        f"injury.{side}.{nth}.{what}": value
        for side in SIDES
        for nth, player in enumerate(scene.players_of(match, side))
        for what, value in (("player", str(player)), ("d68", "41"), ("cause", "crowd"))
    }
    typed = unsent.Typed(fields=wounds)
    unsent.save_unsent(match=match, seen=unsent.Seen(version=0), typed=typed, by=ground.cast.other_coach)
    assert counted(ground, f"/matches/{match.public_id}/report/") <= MOST
    assert counted(ground, f"/matches/{match.public_id}/") <= MOST
    client, address = ground.coach, f"/matches/{match.public_id}/report/save/"
    client.get(f"/matches/{match.public_id}/")
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(address, wounds | {"unsent_version": "1", "quietly": "yes", "story": "So it was."})
    assert answer.status_code == 200
    assert len(queries) <= MOST + 2, "a pause of three seconds is between two of them"


def test_a_bloody_match_takes_no_more_queries_than_a_quiet_one(ground: Ground) -> None:
    quiet = scene.confirmed(ground.home, ground.away)
    address = "/matches/{}/"
    before = counted(ground, address.format(quiet.public_id))
    before_team = counted(ground, f"/teams/{ground.home.public_id}/")
    scene.answered(quiet, by=ground.cast.coach)
    wild = scene.ready(ground.home, ground.away)
    wild = scene.confirmed_as(wild, home=3, away=3, **bloody(wild))
    assert counted(ground, address.format(wild.public_id)) == before
    assert counted(ground, f"/teams/{ground.home.public_id}/") == before_team <= MOST
    scene.answered(wild, by=ground.cast.coach)
    assert counted(ground, f"/teams/{ground.home.public_id}/") <= before_team
    closed = counted(ground, address.format(wild.public_id))
    assert closed <= before + 1 <= MOST, "what it left in both journals is read once it is closed"


def test_a_players_page_takes_the_same_queries_after_two_matches_as_after_one(ground: Ground) -> None:
    first = scene.closed(ground.home, ground.away)
    player = scene.players_of(first, "home")[0]
    address = f"/teams/{ground.home.public_id}/players/{player}/"
    before = counted(ground, address)
    scene.closed(ground.home, ground.away)
    assert counted(ground, address) == before <= MOST


def test_the_log_reads_nobody_again_who_coaches_one_of_the_teams(ground: Ground) -> None:
    match = scene.opened(ground.home, ground.away)
    address = f"/matches/{match.public_id}/pre-match/"
    before = counted(ground, address)
    weather = scene.Given(side="home", key="weather", roll=True)
    answering.answer(match=match, given=[weather], by=ground.cast.other_coach)
    assert "rolled by the server for" in ground.page(ground.coach, match, "pre-match/").text
    assert counted(ground, address) == before
