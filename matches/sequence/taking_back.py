"""A report that no longer fits, since a correction changed a roster or cards were played since: it must be sent again.

The match goes back to disputed and no longer counts. Answers of its post-match stay: once a new report is confirmed,
the same questions find the same dice and decisions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues import log
from matches.extensions import match_changed, turn_changed
from matches.models import Match, PlayerLine, Report, StarInjury
from matches.sequence.locking import write
from matches.sequence.sequences import MatchState
from rules.match_day.report_checks import check_report
from rules.sequence.sequence import SIDES
from rules.sheet.match import Pair
from rules.sheet.sheet import TeamSheet
from web.errors import worded

TAKEN_BACK = log.kind(
    "matches.report_taken_back",
    gettext_lazy("The report of {home} against {away} no longer fits the corrected rosters and must be sent again."),
)
BY_A_REPORT = (Match.State.REPORTED, Match.State.POST_MATCH)
"""The states that a report has led to. Any other waits for one, which is checked when it is sent or settled."""
LONGEST = Report._meta.get_field("dispute").max_length


@dataclass(frozen=True, slots=True, kw_only=True)
class SentAgain:
    """A match whose report must be sent again, as ``home`` against ``away``, and why."""

    match: Match
    home: str
    away: str
    why: tuple[str, ...]


def sent_again(sheets: Mapping[int, TeamSheet], held_by: Collection[str]) -> list[SentAgain]:
    """The matches under way whose report would no longer fit these rosters, by the team's id. Nothing is written.

    ``held_by`` are the holders of the teams, as their states have them.
    """
    held = [public_id for kind, _colon, public_id in (holder.partition(":") for holder in held_by) if kind == "match"]
    if not held:
        return []
    found = []
    reported = Match.objects.filter(public_id__in=held, state__in=BY_A_REPORT).order_by("pk")
    for match in reported.select_related("league", "ruleset"):
        state = MatchState(match)
        home, away = (sheets.get(state.teams[side].pk, state.sheets.of(side)) for side in SIDES)
        state.__dict__["sheets"] = Pair(home=home, away=away)
        if why := what_no_longer_fits(state):
            found.append(
                SentAgain(match=match, home=state.teams["home"].name, away=state.teams["away"].name, why=tuple(why))
            )
    return found


def what_no_longer_fits(state: MatchState) -> list[str]:
    """What the rules forbid in the current report, in words; empty without a report, and for one that is allowed."""
    if state.reported is None:
        return []
    problems = check_report(state.ruleset, state.played)
    return list(dict.fromkeys(worded(problem.violation) for problem in problems if not problem.hint_only))


def unfit_for_rosters(state: MatchState, why: list[str]) -> None:
    """Takes back the report of a locked match, which a correction of a roster has made impossible for these reasons."""
    take_back(state, " ".join([_("A correction changed a roster, and this report no longer fits."), *why]), TAKEN_BACK)


def take_back(state: MatchState, text: str, kind: log.LogKind) -> None:
    """Disputes the current report of a locked match; what it wrote no longer counts.

    ``text`` says why to those who send it again, ``kind`` to the league's log, which gets ``home`` and ``away``.
    """
    match, report = state.match, state.report
    assert report is not None
    Report.objects.filter(pk=report.pk).update(
        state=Report.State.DISPUTED, dispute=text[:LONGEST], answered_by=None, answered_at=None
    )
    counted = match.counts
    PlayerLine.objects.filter(side__match=match).remove()
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
    log.record(kind, league=match.league, by=None, **names)
    (match_changed if counted else turn_changed).call(match)
