"""Corrects an old match: starts the correction, changes the report, accepts it with all consequences for both journals.

Each time the correction is rolled back, so that the work is the same again. So only the commit is not measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.db import transaction

from accounts.models import User
from benchmarks.measuring import Measured, measured
from competitions.models import Competition, Fixture
from leagues.models import Membership
from matches.correction.corrected import CorrectedMatch
from matches.correction.correcting import accept, begin_correction, correct_report, discard_correction, preview
from matches.models import Match, MatchCorrection
from matches.sequence.reported import Reported
from rules.sequence.sequence import SIDES
from rules.sheet.match import PlayerLine, SideReport
from rules.sheet.sheet import added, counts
from teams.models import TeamState

ROUNDS_BACK = 20
LONGEST_LOCK = 200
"""How long (ms) a preview may hold the write lock."""


def measure_corrections(competition: Competition, *, times: int, warm: int) -> list[Measured]:
    """Add a forgotten completion, 20 rounds before the last played round, or as far back as possible.

    Of the preview only the part that holds the write lock is measured.
    """
    runs = competition.season.league.memberships.filter(role=Membership.Role.COMMISSIONER).select_related("user")
    commissioner = runs.get().user
    closed = Fixture.objects.filter(round__competition=competition, match__state=Match.State.CLOSED)
    closed = closed.exclude(home__coach=commissioner).exclude(away__coach=commissioner)  # others decide about their own
    last = closed.order_by("-round__number").values_list("round__number", flat=True)[0]
    number = max(last - ROUNDS_BACK, closed.order_by("round__number").values_list("round__number", flat=True)[0])
    match = closed.filter(round__number=number).select_related("match").order_by("pk")[0].match
    assert match is not None
    reported = _with_a_completion(match, commissioner)
    corrected = measured(
        f"correcting a match {last - number} rounds back",
        lambda: _corrected(match, commissioner, reported),
        times=times,
        warm=warm,
    )
    state = CorrectedMatch(_begun(match, commissioner, reported))
    assert not state.questions()
    previewed = measured(
        "preview of what follows from it",
        lambda: preview(state=state, by=commissioner),
        times=times,
        warm=warm,
        aim=LONGEST_LOCK,
    )
    discard_correction(correction=state.correction, by=commissioner)
    return [corrected, previewed]


def _corrected(match: Match, by: User, reported: Reported) -> None:
    with transaction.atomic():
        correction = _begun(match, by, reported)
        teams = {side: row.team_id for side, row in CorrectedMatch(correction).sides.items()}
        seqs = dict(TeamState.objects.filter(team__in=teams.values()).values_list("team", "seq"))
        seen = {side: seqs[team] for side, team in teams.items()}
        accept(correction=correction, expected=correction.version, by=by, seen=seen, commissioner=True)
        transaction.set_rollback(True)


def _begun(match: Match, by: User, reported: Reported) -> MatchCorrection:
    correction = begin_correction(match=match, by=by, reason="A pass was forgotten.")
    return correct_report(correction=correction, expected=correction.version, reported=reported)


def _with_a_completion(match: Match, by: User) -> Reported:
    """The report with one more completion, for the first player for whom that asks no new question."""
    for reported in _all_with_a_completion(match, by):
        with transaction.atomic():
            state = CorrectedMatch(_begun(match, by, reported))
            settled = not state.questions() and not any(state.worked(state.journals[side]).undecided for side in SIDES)
            written = any(state.touches(side) for side in SIDES)
            transaction.set_rollback(True)
        if settled and written:
            return reported
    raise LookupError("every added completion asks a new question")


def _all_with_a_completion(match: Match, by: User) -> Iterator[Reported]:
    with transaction.atomic():
        state = CorrectedMatch(begin_correction(match=match, by=by, reason="A pass was forgotten."))
        reported, sheets = state.standing, state.sheets
        transaction.set_rollback(True)
    assert reported is not None
    for side in SIDES:
        for player in sheets.of(side).players:
            yield replace(reported, **{side: _one_more(reported.sides.of(side), player.player)})


def _one_more(reported: SideReport, player: int) -> SideReport:
    line = reported.line(player)
    others: tuple[PlayerLine, ...] = tuple(each for each in reported.lines if each.player != player)
    return replace(reported, lines=(*others, replace(line, deeds=added(line.deeds, counts(completions=1)))))
