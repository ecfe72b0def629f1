"""Corrections of a match of the two teams, step by step, as a commissioner makes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchCorrection
from matches.report import reporting
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


def finish(two_teams: TwoTeams, correction: MatchCorrection) -> Match:
    return accept_correction(two_teams, decide_findings(answer_everything(correction)))


def correct(two_teams: TwoTeams, match: Match, **report: Any) -> Match:
    """Corrects a match with a report of its roster as it is true now, whose first player scored."""
    made = begin_changed(two_teams, match)
    reported = match_builders.report_from(CorrectedMatch(made), **report)
    return finish(two_teams, correcting.correct_report(correction=made, expected=made.version, reported=reported))


def annul(two_teams: TwoTeams, match: Match) -> Match:
    made = correcting.begin_correction(match=match, by=two_teams.cast.commissioner, reason="Rain.", annuls=True)
    return accept_correction(two_teams, decide_findings(made))


def disputed_match(two_teams: TwoTeams) -> Match:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    reporting.dispute_report(
        match=match, digest=match.reports.get().digest, by=two_teams.cast.other_coach, what="It was a draw."
    )
    return match


NEXT: dict[str, Callable[[TwoTeams], Match]] = {
    "pre_match": lambda teams: match_builders.opened_match(teams.home, teams.away),
    "playing": lambda teams: match_builders.ready_match(teams.home, teams.away),
    "reported": lambda teams: match_builders.reported_match(teams.home, teams.away),
    "disputed": disputed_match,
    "post_match": lambda teams: match_builders.confirmed_match(teams.home, teams.away),
}
"""A next match of the two teams in each state in which it is under way."""
