"""A report that no longer fits the rosters, since a correction changed one of them: it must be sent again.

The match goes back to disputed and no longer counts. Answers of its post-match stay: once a new report is confirmed,
the same questions find the same dice and decisions.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues import log
from matches.extensions import match_changed, turn_changed
from matches.models import Match, PlayerLine, Report, StarInjury
from matches.sequence.opening import write
from matches.sequence.sequences import MatchState
from rules.match_day.report_checks import check_report
from rules.sequence.sequence import SIDES
from web.errors import worded

TAKEN_BACK = log.kind(
    "matches.report_taken_back",
    gettext_lazy("The report of {home} against {away} no longer fits the corrected rosters and must be sent again."),
)
LONGEST = Report._meta.get_field("dispute").max_length


def what_no_longer_fits(state: MatchState) -> list[str]:
    """What the rules forbid in the current report, in words; empty without a report, and for one that is allowed."""
    if state.reported is None:
        return []
    problems = check_report(state.ruleset, state.played)
    return list(dict.fromkeys(worded(problem.violation) for problem in problems if not problem.hint_only))


def take_back(state: MatchState, why: list[str]) -> None:
    """Disputes the current report of a locked match for these reasons; what it wrote no longer counts."""
    match, report = state.match, state.report
    assert report is not None
    text = " ".join([_("A correction changed a roster, and this report no longer fits."), *why])
    Report.objects.filter(pk=report.pk).update(
        state=Report.State.DISPUTED, dispute=text[:LONGEST], answered_by=None, answered_at=None
    )
    counted = match.counts
    PlayerLine.objects.filter(side__match=match).delete()
    StarInjury.objects.filter(side__match=match).delete()
    match.sides.update(score=None, casualties=None, result="", winnings=None)
    write(
        match,
        state=Match.State.DISPUTED,
        conceded_by="",
        conceded_before_kick_off=False,
        decided_by="",
        decided_for="",
        confirmed_at=None,
    )
    names = {side: state.teams[side].name for side in SIDES}
    log.record(TAKEN_BACK, league=match.league, by=None, **names)
    (match_changed if counted else turn_changed).call(match)
