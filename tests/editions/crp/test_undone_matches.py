"""Matches of the Competition Rules that are called off, annulled or corrected: petty cash and journeymen follow."""

from __future__ import annotations

import pytest

from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchCorrection
from matches.sequence import annulling
from rules.sheet.match import Injury
from teams.models import TeamState
from tests.audits import audit
from tests.editions.crp.played import Played, all_answered, sheet_of
from tests.matches import match_builders
from tests.matches.correction.two_team_corrections import answer_everything, decide_findings

pytestmark = pytest.mark.django_db

HURT = 42


def with_the_hurt(match: Match, *, hurt: int) -> Match:
    """A draw after which so many of the home side miss their next match."""
    killer = match_builders.players_of(match, "away")[0]
    victims = match_builders.players_of(match, "home")[:hurt]
    injuries = [Injury(player=victim, casualty=HURT, by=killer) for victim in victims]
    return match_builders.confirm_match(
        match, home=0, home_injuries=injuries, away_lines={killer: {"casualties": hurt}}
    )


def accepted(played: Played, made: MatchCorrection) -> Match:
    made = decide_findings(answer_everything(made))
    seen = {side: TeamState.objects.get(team=team).seq for side, team in CorrectedMatch(made).teams.items()}
    return correcting.accept(correction=made, expected=made.version, by=played.runs, seen=seen, commissioner=True)


def agree() -> None:
    assert [finding.differences for finding in audit() if finding.differences] == []


@pytest.fixture
def first(played: Played) -> Match:
    """A draw in which two Humans were hurt; the team took one journeyman of two."""
    ready = all_answered(match_builders.opened_match(*played.teams))
    return all_answered(with_the_hurt(ready, hurt=2), take_journeymen={"Lineman": 1})


def played_on(played: Played) -> tuple[Match, int]:
    """The next match, with petty cash and another journeyman, the elder of whom is hired after it."""
    match = all_answered(match_builders.opened_match(*played.teams), petty_cash=50_000, journeymen={"Lineman": 1})
    elder, _younger = on_trial(played)
    match = match_builders.confirm_match(match, home=0)
    return all_answered(match, hire_journeymen={str(elder): 1}), elder


def on_trial(played: Played) -> list[int]:
    return [line.player for line in sheet_of(played.teams[0]).players if line.on_trial]


@pytest.mark.rules("crp:J1", "crp:P7")
def test_a_match_that_is_called_off_gives_petty_cash_back_and_sends_its_journeymen_away(
    played: Played, first: Match
) -> None:
    home, away = played.teams
    assert first.state == Match.State.CLOSED
    before = sheet_of(home)
    second = all_answered(match_builders.opened_match(home, away), petty_cash=50_000, journeymen={"Lineman": 1})
    assert len(on_trial(played)) == 2
    assert sheet_of(home).treasury == before.treasury - 50_000
    annulling.call_off(match=second, by=played.runs, reason="Rain.")
    assert sheet_of(home) == before
    agree()


@pytest.mark.rules("crp:J2")
def test_a_journeyman_hired_after_an_annulled_match_is_a_journeyman_again(played: Played, first: Match) -> None:
    before = [sheet_of(team) for team in played.teams]
    second, elder = played_on(played)
    assert second.state == Match.State.CLOSED
    assert sheet_of(played.teams[0]).player(elder).joined == "hired"
    accepted(played, correcting.begin_correction(match=second, by=played.runs, reason="Rain.", annuls=True))
    assert [sheet_of(team) for team in played.teams] == before
    agree()


@pytest.mark.rules("crp:J1", "crp:J2")
def test_without_the_injuries_nobody_was_a_journeyman_to_hire(played: Played, first: Match) -> None:
    second, elder = played_on(played)
    paid = sheet_of(played.teams[0]).treasury
    made = correcting.begin_correction(match=first, by=played.runs, reason="Nobody was hurt.")
    reported = match_builders.report_with(first, home=0)
    accepted(played, correcting.correct_report(correction=made, expected=made.version, reported=reported))
    after = sheet_of(played.teams[0])
    assert after.player(elder) is None and len(after.available) == 11
    assert after.treasury == paid + 50_000, "what the journeyman cost"
    assert [each.how for each in after.departed] == ["journeyman"], "of the second match, which was played"
    assert Match.objects.get(pk=second.pk).state == Match.State.CLOSED
    agree()
