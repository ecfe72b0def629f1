"""Conceding (N1, N2, p16, 38): entered in the report, with its effects in both coaches' post-match."""

from __future__ import annotations

import pytest

from matches.models import Match
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from rules.journal import PointsEarned
from teams.ledger import ledger
from teams.models import TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders


def reported_concession(two_teams: TwoTeams, **fields: str) -> Match:
    """A match that the away side conceded, as the home coach reports it."""
    two_teams.typed_dice()
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "report/")
    assert page.press("Send report", conceded_by="away", **fields).status == 200
    two_teams.page(two_teams.other, match, "report/confirm/").press("Confirm report")
    return Match.objects.select_related("league", "ruleset").get(pk=match.pk)


def sheet(two_teams: TwoTeams, side: str) -> ledger.TeamSheet:
    return ledger.sheet_in(TeamState.objects.get(team=getattr(two_teams, side)))


@pytest.mark.rules("N2")
def test_the_winner_gets_the_losers_winnings_and_mvp(two_teams: TwoTeams) -> None:
    match = reported_concession(two_teams)
    assert "Harbour Humans conceded." in two_teams.page(two_teams.coach, match).text
    assert two_teams.page(two_teams.coach, match, "post-match/").keys == ["mvp.1", "mvp.2"]
    assert "mvp.1" not in two_teams.page(two_teams.other, match, "post-match/").keys
    page = two_teams.page(two_teams.coach, match, "post-match/").answer(
        "mvp.1", choice=str(sheet(two_teams, "home").players[0].player)
    )
    assert "Second Most Valuable Player" in page.text and "Your opponent conceded" in page.text
    assert "Orc 1: 5 SPP (1 MVP award)" in page.text, "the first award is shown before the second is drawn"
    fans = sheet(two_teams, "away").fan_factor
    match_builders.answer_all(match, winnings=[5], by=two_teams.cast.coach)
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED
    sides = {side.side: side for side in match.sides.all()}
    fame = sides["home"].fame + sides["away"].fame
    assert sides["away"].winnings == 0
    assert sides["home"].winnings == 110_000 + 10_000 * fame
    assert sides["away"].result == "conceded"
    assert sum(line.deed("mvps") for line in sheet(two_teams, "home").players) == 2
    assert sum(line.deed("mvps") for line in sheet(two_teams, "away").players) == 0
    assert sheet(two_teams, "away").fan_factor == fans - 1


@pytest.mark.rules("N2")
def test_valuable_players_of_the_conceding_side_can_leave(two_teams: TwoTeams) -> None:
    star = team_builders.add_entry(two_teams.away, 0, lambda player: PointsEarned(player=player, spp=60))
    match = reported_concession(two_teams)
    for _round in range(30):
        page = two_teams.page(two_teams.other, match, "post-match/")
        if f"defections.{star}" in page.keys:
            break
        mine = [question for question in MatchState(match).questions() if question.side == "away"]
        answering.answer(
            match=match, given=[match_builders.answer_for(match, mine[0], {})], by=two_teams.cast.other_coach
        )
    assert "walk out" in page.text
    assert page.answer(f"defections.{star}", die0="3").status == 200
    match_builders.answer_all(match, by=two_teams.cast.coach)
    assert sheet(two_teams, "away").player(star) is None
    assert sheet(two_teams, "away").departed[-1].how == "walked_out"


@pytest.mark.rules("N1")
def test_conceding_with_two_players_or_fewer_costs_winnings_and_mvp_only(two_teams: TwoTeams) -> None:
    match = reported_concession(two_teams, conceded_before_kick_off="yes")
    assert "with 2 players or fewer to set up" in two_teams.page(two_teams.coach, match).text
    assert two_teams.page(two_teams.coach, match, "post-match/").keys == ["mvp.1", "mvp.2"]
    match_builders.answer_all(match, winnings=[5], fan_factor=[6, 6], by=two_teams.cast.coach)
    sides = {side.side: side for side in match.sides.all()}
    assert sides["away"].winnings == 0
    assert sides["home"].winnings == 60_000 + 10_000 * sides["home"].fame
    assert sheet(two_teams, "away").fan_factor == 5, "12 is not less than 5"


def test_the_tick_is_refused_without_a_concession(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "report/").press("Send report", conceded_before_kick_off="yes")
    assert page.status == 422
    assert two_teams.page(two_teams.coach, match, "report/").press("Send report", conceded_by="both").status == 422
