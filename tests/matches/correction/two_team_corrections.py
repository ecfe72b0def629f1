"""Corrections of a match of the two teams, step by step, as a commissioner makes them."""

from __future__ import annotations

from typing import Any

from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchCorrection
from rules.sequence.sequence import SIDES
from teams.models import TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


def begin_changed(two_teams: TwoTeams, match: Match) -> MatchCorrection:
    return correcting.begin_correction(match=match, by=two_teams.cast.commissioner, reason="The score was wrong.")


def send_report(correction: MatchCorrection, **report: Any) -> MatchCorrection:
    """A report for a correction."""
    reported = match_builders.report_with(correction.match, **report)
    return correcting.correct_report(correction=correction, expected=correction.version, reported=reported)


def answer_everything(correction: MatchCorrection) -> MatchCorrection:
    """Answers all open questions: the server rolls, decisions are skipped."""
    while questions := CorrectedMatch(correction).questions():
        given = match_builders.answer_for(correction.match, questions[0], {})
        correction = correcting.answer_question(correction=correction, given=given)
    return correction


def decide_findings(correction: MatchCorrection, choice: str = "strike") -> MatchCorrection:
    """Make a choice for every finding."""
    while True:
        state = CorrectedMatch(correction)
        open_ones = {side: state.worked(state.journals[side]).undecided for side in SIDES}
        if not any(open_ones.values()):
            return correction
        choices = {
            side: {finding.key: choice if choice in finding.choices else finding.choices[0] for finding in found}
            for side, found in open_ones.items()
        }
        correction = correcting.decide(correction=correction, expected=correction.version, choices=choices)


def accept_correction(two_teams: TwoTeams, correction: MatchCorrection) -> Match:
    seen = {side: TeamState.objects.get(team=team).seq for side, team in CorrectedMatch(correction).teams.items()}
    return correcting.accept(
        correction=correction, expected=correction.version, by=two_teams.cast.commissioner, seen=seen, commissioner=True
    )
