"""A Zombie that rises in a match: the report names it, it can be MVP, and what it earned is its own if it joins."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from dugout.demo.playing import Playing, finish
from leagues.services import change_house_rules
from matches.models import Match, PlayerLine
from matches.report import audit, reporting
from matches.sequence.answering import answer
from matches.sequence.sequences import MatchState
from rules.sheet.match import InducedLine, Injury
from rules.sheet.sheet import counts
from teams.ledger import ledger
from teams.models import Player, Team, TeamState
from tests.audits import audit as whole_audit
from tests.leagues.cast import add_member, signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.two_team_corrections import (
    accept_correction,
    answer_everything,
    begin_changed,
    decide_findings,
    send_report,
)
from tests.matches.forms import Page
from tests.teams import team_builders

pytestmark = pytest.mark.once


@pytest.fixture
def undead(two_teams: TwoTeams) -> Team:
    """An Undead team of a third coach, in a league whose coaches type their dice."""
    two_teams.typed_dice()
    add_member(two_teams.league, two_teams.cast.elsewhere)
    return team_builders.team_from_list(two_teams.league, two_teams.cast.elsewhere, "Shufflers", "Undead")


def page_of(two_teams: TwoTeams, match: Match, key: str, **values: Any) -> Page:
    """The Undead coach's page at this question; earlier questions are answered with ``values``, or skipped."""
    coach = two_teams.cast.elsewhere
    for _round in range(20):
        state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
        mine = [question for question in state.questions() if question.side == "home"]
        if mine[0].key.startswith(key):
            return two_teams.page(signed_in(coach), match, "post-match/")
        answer(match=state.match, given=[match_builders.answer_for(state.match, mine[0], values)], by=coach)
    raise AssertionError(key)


def risen(two_teams: TwoTeams, undead: Team, **did: int) -> tuple[Match, int]:
    """A match in its post-match in which a Zombie rose, and the opponent who died."""
    match = match_builders.ready_match(undead, two_teams.away)
    victim = match_builders.players_of(match, "away")[6]
    dead = Injury(player=victim, casualty=62, cause="crowd")
    zombie = InducedLine(kind="raised", name="Zombie", deeds=counts(**did))
    return match_builders.confirm_match(match, home=1, away_injuries=[dead], home_induced=[zombie]), victim


@pytest.mark.rules("J8")
def test_a_zombie_that_rose_is_reported_even_if_it_did_nothing(two_teams: TwoTeams, undead: Team) -> None:
    match = match_builders.ready_match(two_teams.home, undead)
    victim, scorer = match_builders.players_of(match, "home")[5], match_builders.players_of(match, "away")[0]
    page = two_teams.page(two_teams.coach, match, "report/").press("Add the injury", **{"add.home": str(victim)})
    fields = {"injury.home.0.d68": "61", "injury.home.0.cause": "crowd", f"line.away.{scorer}.touchdowns": "1"}
    fields |= {"score.home": "0", "score.away": "1", "hired.away.1.there": "yes"}
    page.send(page.form_with("Remove injury"), "Send report", **fields)
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED
    (zombie,) = MatchState(match).reported.away.induced
    assert zombie == InducedLine(kind="raised", name="Zombie")
    again = two_teams.page(two_teams.coach, match, "report/")
    assert 'name="hired.away.1.there" value="yes" checked' in again.response.content.decode()
    assert "hired.home.1.there" not in again.response.content.decode()
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=two_teams.cast.elsewhere)
    assert PlayerLine.objects.filter(side__match=match, kind="raised").count() == 1


@pytest.mark.rules("J8", "G1", "G2")
def test_a_zombie_that_rose_can_be_mvp_and_brings_along_what_it_earned(two_teams: TwoTeams, undead: Team) -> None:
    match, victim = risen(two_teams, undead, completions=1)
    page = page_of(two_teams, match, "mvp")
    assert "Zombie, raised in the match: the award counts if they join" in page.text
    assert "raised.1" in page.form_of("mvp.1").options["choice"]
    page.answer("mvp.1", choice="raised.1")
    page = page_of(two_teams, match, "raise")
    page = page.answer("raise", "Raise them", player=[str(victim)], **{f"name.{victim}": "Old Bones"})
    bones = Player.objects.get(name="Old Bones")
    assert page.keys == [f"improvements.{bones.pk}.1.roll"]
    page = page.answer(f"improvements.{bones.pk}.1.roll", die0="1", die1="2")
    page = page.answer(f"improvements.{bones.pk}.1.choice", choice="Block")
    match_builders.answer_all(match, by=two_teams.cast.elsewhere)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED

    line = ledger.sheet_in(TeamState.objects.get(team=undead)).player(bones.pk)
    assert (line.spp, line.deed("mvps"), line.deed("completions"), line.improvements, line.joined) == (
        6,
        1,
        1,
        1,
        "raised",
    )
    row = PlayerLine.objects.get(side__match=match, kind="raised")
    assert (row.player, row.name, row.spp, row.counts) == (bones, "Old Bones", 6, {"mvps": 1, "completions": 1})
    assert (row.number, row.position) == (line.number, "Zombie")
    assert [found.differences for found in (*audit.audit(), *audit.audit_deeds())] == [()] * 3
    career = two_teams.page(signed_in(two_teams.cast.elsewhere), match)
    assert "Old Bones" in career.text


@pytest.mark.rules("J8", "G1")
def test_what_a_zombie_earned_is_lost_if_it_does_not_join(two_teams: TwoTeams, undead: Team) -> None:
    match, _victim = risen(two_teams, undead, completions=1)
    page_of(two_teams, match, "mvp").answer("mvp.1", choice="raised.1")
    page = page_of(two_teams, match, "raise")
    page.answer("raise", "Raise nobody")
    match_builders.answer_all(match, by=two_teams.cast.elsewhere)
    row = PlayerLine.objects.get(side__match=match, kind="raised")
    assert (row.player, row.name, row.spp, row.counts) == (None, "Zombie", 0, {"completions": 1})
    assert [found.differences for found in (*audit.audit(), *audit.audit_deeds())] == [()] * 3


def closed_with_mvp(two_teams: TwoTeams, undead: Team) -> tuple[Match, int]:
    """A match that is over, with a Zombie that rose in it, was its MVP and joined; and the opponent who died."""
    match, victim = risen(two_teams, undead, completions=2)
    page_of(two_teams, match, "mvp").answer("mvp.1", choice="raised.1")
    page_of(two_teams, match, "raise").answer("raise", "Raise them", player=[str(victim)])
    values = {"improvements": [1, 2]}
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    while roll := next((each for each in state.questions() if each.key.endswith(".roll")), None):
        given = match_builders.answer_for(state.match, roll, values)
        state = answer(match=state.match, given=[given], by=two_teams.cast.elsewhere)
    match_builders.answer_all(match, by=two_teams.cast.elsewhere)
    assert [found.differences for found in (*audit.audit(), *audit.audit_deeds())] == [()] * 3
    return Match.objects.get(pk=match.pk), victim


@pytest.mark.costly
@pytest.mark.rules("J8", "G1")
@pytest.mark.parametrize("change", ["less", "idle", "never rose", "victim lives"])
def test_a_correction_reaches_what_a_raised_zombie_earned(two_teams: TwoTeams, undead: Team, change: str) -> None:
    match, victim = closed_with_mvp(two_teams, undead)
    fatal = Injury(player=victim, casualty=62, cause="crowd")
    injury = replace(fatal, casualty=21) if change == "victim lives" else fatal
    zombies = {"less": [1], "idle": [0]}.get(change, [])
    report = {
        "away_injuries": [injury],
        "home_induced": [
            InducedLine(kind="raised", name="Zombie", deeds=counts(completions=count)) for count in zombies
        ],
    }
    correction = send_report(begin_changed(two_teams, match), home=1, **report)
    for _round in range(4):
        correction = decide_findings(answer_everything(correction))
    accept_correction(two_teams, correction)
    assert [found.differences for found in whole_audit() if found.differences] == []
    lines = ledger.sheet_in(TeamState.objects.get(team=undead)).players
    joined = [line for line in lines if line.joined == "raised"]
    spp = {"less": [(6, 1, 1)], "idle": [(5, 1, 0)], "never rose": [(0, 0, 0)]}.get(change, [])
    assert [(line.spp, line.deed("mvps"), line.deed("completions")) for line in joined] == spp


@pytest.mark.costly
@pytest.mark.rules("G1", "G6")
@pytest.mark.parametrize(("how", "words"), [("as_hired", "Zombie, hired: the award is lost"), ("none", "")])
def test_a_league_can_give_the_raised_nothing(two_teams: TwoTeams, undead: Team, how: str, words: str) -> None:
    league = two_teams.league
    league.refresh_from_db()
    values = league.ruleset.values | {"raised_in_match": how}
    change_house_rules(league=league, by=two_teams.cast.commissioner, expected=league.ruleset_id, options=values)
    match, victim = risen(two_teams, undead, completions=1)
    page = page_of(two_teams, match, "mvp")
    assert "raised.1" not in page.form_of("mvp.1").options["choice"]
    assert words in page.text
    page_of(two_teams, match, "raise").answer("raise", "Raise them", player=[str(victim)])
    match_builders.answer_all(match, by=two_teams.cast.elsewhere)
    sheet = ledger.sheet_in(TeamState.objects.get(team=undead))
    (zombie,) = (line for line in sheet.players if line.joined == "raised")
    assert zombie.spp == 0
    assert [found.differences for found in (*audit.audit(), *audit.audit_deeds())] == [()] * 3


def test_the_demo_league_answers_for_a_raised_player_who_improves_at_once(two_teams: TwoTeams, undead: Team) -> None:
    match, _victim = risen(two_teams, undead, completions=6)
    teams = MatchState(match).teams.values()
    demo: Any = SimpleNamespace(
        coaches={team.pk: team.coach for team in teams},
        casts={team.pk: SimpleNamespace(team_list=team.team_list) for team in teams},
    )
    state = finish(Playing(rng=Random(4), demo=demo), MatchState(match))
    assert state.match.state == Match.State.CLOSED
    lines = ledger.sheet_in(TeamState.objects.get(team=undead)).players
    assert [(line.spp, line.improvements) for line in lines if line.joined == "raised"] == [(6, 1)]
