"""A match under way whose team's sheet was corrected: it goes on from the sheet as it is now.

Answers that belong to another question by now, or are not allowed any more, are taken out and asked anew.
"""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.dispatch import receiver

from leagues.errors import Refusal
from matches.models import Match
from matches.sequences import Table
from rules.sequence import QuestionChanged
from teams.models import Team, TeamState
from teams.signals import sheet_corrected


@receiver(sheet_corrected, dispatch_uid="matches.recheck")
def recheck_corrected(sender: type[Team], team: Team, **kwargs: Any) -> None:
    """Part of the transaction of the commissioner's word."""
    recheck(team)


def recheck(team: Team) -> None:
    """A later match under way goes on from the sheet as it is now; answers that no longer fit are asked anew."""
    state = TeamState.objects.get(team=team)
    kind, _colon, public_id = state.held_by.partition(":")
    match = Match.objects.filter(public_id=public_id).first() if kind == "match" else None
    if match is None:
        return
    # What was bought before the match stands, and so does the value by which it was.
    value = {"team_value": state.value} if match.state == Match.State.PRE_MATCH else {}
    match.sides.filter(team=team, sheet__isnull=False).update(sheet=state.sheet, **value)
    while _no_longer_fits(match):
        pass
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)


def _no_longer_fits(match: Match) -> bool:
    """Takes out an answer that belongs to another question now or is not allowed now; says whether there was one."""
    table = Table(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    answers = match.answers.filter(sequence=match.state)
    try:
        open_now = table.questions()
    except Refusal as refusal:
        if not isinstance(refusal.__cause__, QuestionChanged):
            raise
        asked = refusal.__cause__.asked
        return bool(answers.filter(side=asked.side, key=asked.key).delete()[0])
    in_pre_match = match.state == Match.State.PRE_MATCH
    runs: list[Any] = [table.prepared] if in_pre_match else list(table.outcomes.values()) if table.report else []
    for run in runs:
        if run.refused is not None:
            at_fault = [row.pk for row in answers if run.refused.label in (row.key, row.question["label"])]
            return bool(answers.filter(pk__in=at_fault).delete()[0])
    used = {key for run in runs for key in run.used} | {(question.side, question.key) for question in open_now}
    idle = [row.pk for row in answers if (row.side, row.key) not in used]
    return bool(answers.filter(pk__in=idle).delete()[0]) if runs else False
