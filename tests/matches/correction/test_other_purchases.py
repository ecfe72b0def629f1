"""A correction in which a team buys somebody else: another position is another player, and a typed name counts."""

from __future__ import annotations

from typing import Any

import pytest

from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match
from matches.sequence import answering
from matches.sequence.answering import Given
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Question
from rules.sheet.match import Injury
from rules.sheet.sheet import PlayerSheet
from teams.ledger import ledger
from teams.models import Player, TeamState
from tests.audits import audit
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.two_team_corrections import accept_correction, begin_changed, decide_findings, send_report
from tests.teams.team_builders import add_gold

TROLL, LINEMAN, COACH = {"player": "Troll"}, {"player": "Lineman"}, {"staff": "assistant_coach"}


def answer_to(match: Match, question: Question, bought: list[dict[str, str]], **names: str) -> Given:
    """The home side buys this, with names by their places (``buy_1``); nothing else is decided."""
    if (question.side, question.key) != ("home", "buy"):
        return match_builders.answer_for(match, question, {})
    named = {place.replace("_", "."): name for place, name in names.items()}
    return Given(side="home", key="buy", value=bought, names=named)


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    """A match in which the only Troll of the home team died. After it the team bought another one, and a Lineman."""
    add_gold(two_teams.home, 300_000)
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    match_builders.confirm_match(match, **death_of_the_troll(match))
    while questions := MatchState(match := fresh(match)).questions():
        given = answer_to(match, questions[0], [TROLL, LINEMAN], buy_1="Bob", buy_2="Len")
        answering.answer(match=match, given=[given], by=two_teams.home.coach)
    return match


def death_of_the_troll(match: Match) -> dict[str, Any]:
    troll = next(line.player for line in MatchState(match).sheets.home.players if line.position == "Troll")
    killer = match_builders.players_of(match, "away")[0]
    deaths = [Injury(player=troll, casualty=61, by=killer)]
    return {"home_injuries": deaths, "away_lines": {killer: {"casualties": 1}}}


def fresh(match: Match) -> Match:
    return Match.objects.select_related("league", "ruleset").get(pk=match.pk)


def correct(two_teams: TwoTeams, match: Match, bought: list[dict[str, str]], **names: str) -> dict[str, PlayerSheet]:
    """The Troll did not die, so there is no place for a second one: another purchase. The roster after it, by name."""
    made = send_report(begin_changed(two_teams, match))
    while questions := CorrectedMatch(made).questions():
        given = answer_to(match, questions[0], bought, **names)
        made = correcting.answer_question(correction=made, given=given)
    accept_correction(two_teams, decide_findings(made))
    sheet = ledger.sheet_in(TeamState.objects.get(team=two_teams.home))
    return {Player.objects.get(pk=line.player).name: line for line in sheet.players}


def test_who_is_bought_in_another_position_is_another_player(two_teams: TwoTeams, match: Match) -> None:
    bob = Player.objects.get(name="Bob")
    second = match_builders.ready_match(two_teams.home, two_teams.away)
    match_builders.confirm_match(second, home_lines={bob.pk: {"completions": 2}})
    match_builders.answer_all(second, by=two_teams.home.coach)
    players = correct(two_teams, match, [LINEMAN], buy_1="Fred")
    assert not {"Bob", "Len"} & players.keys()
    assert (players["Fred"].position, players["Fred"].spp) == ("Lineman", 0)
    assert [difference for finding in audit() for difference in finding.differences] == []


def test_who_is_bought_in_the_same_position_stays_with_the_name_that_is_typed(
    two_teams: TwoTeams, match: Match
) -> None:
    len_ = Player.objects.get(name="Len")
    assert correct(two_teams, match, [COACH, LINEMAN], buy_2="Fred")["Fred"].player == len_.pk


def test_who_is_bought_in_the_same_position_stays_with_their_name_if_none_is_typed(
    two_teams: TwoTeams, match: Match
) -> None:
    len_ = Player.objects.get(name="Len")
    assert correct(two_teams, match, [COACH, LINEMAN])["Len"].player == len_.pk
