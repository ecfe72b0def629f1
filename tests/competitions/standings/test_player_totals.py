"""The best players of a competition after another result, a correction or a trade: what is kept is never stale."""

import random

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from competitions.models import Competition, Fixture
from competitions.standings.leaders import Leader, leaders_of
from competitions.standings.standings import results_changed
from matches.models import Match, PlayerLine
from teams.ledger import ledger
from teams.models import Player
from tests.competitions.competition_builders import (
    add_player_line,
    annul_match,
    bare_team,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast, signed_in
from web.audit.cache_proof import proving


@pytest.fixture
def cup(cast: Cast) -> Competition:
    return competition_in(cast.league, bare_teams(cast.league, 4), started=True)


@transaction.atomic
def scored(fixture: Fixture, player: Player, times: int) -> None:
    """A player of the home team decides a match; an earlier report of it does not count any more."""
    PlayerLine.objects.filter(side__match=fixture.match_id).remove()
    add_player_line(fixture, "home", player, touchdowns=times, spp=3 * times)
    decide_match(fixture, times, 0)


def scorers(competition: Competition) -> tuple[Leader, ...]:
    """Who scored most, as it is kept: what a count of all matches gives, too."""
    competition = Competition.objects.select_related("season__league__ruleset").get(pk=competition.pk)
    found = leaders_of(competition)
    with proving() as stale:
        assert leaders_of(competition) == found
    assert stale == []
    return found["touchdowns"]


def test_results_corrections_and_annulments_in_any_order_give_what_a_count_of_all_gives(cup: Competition) -> None:
    chance = random.Random(5)
    players: dict[int, Player] = {}
    for _ in range(25):
        fixture = chance.choice(matches_of(cup))
        if fixture.home_id not in players:
            players[fixture.home_id] = fixture.home.players.create(name="Ann")
        if fixture.match.state == Match.State.CLOSED and chance.random() < 0.3:
            PlayerLine.objects.filter(side__match=fixture.match_id).remove()
            annul_match(fixture)
        else:
            scored(fixture, players[fixture.home_id], chance.randrange(1, 4))
            state = chance.choice([Match.State.CLOSED, Match.State.POST_MATCH])
            Match.objects.filter(pk=fixture.match_id).update(state=state)
        if chance.random() < 0.7:
            scorers(cup)
    assert scorers(cup)


def test_after_a_result_only_the_lines_of_its_match_are_read(cup: Competition) -> None:
    first, second, *_others = matches_of(cup)
    scored(first, first.home.players.create(name="Ann"), 2)
    scorers(cup)
    scored(second, second.home.players.create(name="Bob"), 1)
    competition = Competition.objects.select_related("season__league__ruleset").get(pk=cup.pk)
    with CaptureQueriesContext(connection) as seen:
        found = leaders_of(competition)
    assert [leader.amount for leader in found["touchdowns"]] == [2, 1]
    counted = [query["sql"] for query in seen if "killed_by" in query["sql"]]
    assert len(counted) == 1
    assert f"IN ({second.match_id})" in counted[0]


def test_a_traded_player_stays_in_the_list_with_the_team_that_they_did_it_for(cast: Cast, cup: Competition) -> None:
    fixture = matches_of(cup)[0]
    ann = fixture.home.players.create(name="Ann")
    scored(fixture, ann, 2)
    with transaction.atomic():
        ledger.hand_over([ann.pk], left=fixture.home, joined=bare_team(cast.league, "Elsewhere"))
        results_changed([cup.pk])
    assert [(leader.player, leader.team) for leader in scorers(cup)] == [(ann.pk, fixture.home_id)]
    page = signed_in(cast.commissioner).get(f"/competitions/{cup.public_id}/players/")
    assert page.status_code == 200
