"""A match under way whose team's sheet was corrected, or whose answers newer rules do not know: how it goes on.

After a correction it goes on from the sheet as it is now: answers that belong to another question by then, or are not
allowed any more, are taken out and asked anew. Where only the rules ask otherwise, a commissioner has it asked anew.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from matches.models import Match, MatchAnswer
from matches.sequence.opening import locked
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Key, QuestionChanged, other
from teams.extensions import sheet_corrected
from teams.models import Team, TeamState
from web.errors import Message, Refusal

NOTHING_CHANGED = Message(
    id="matches.nothing_asked_otherwise",
    text=_("Every answer of this match belongs to what is asked today; nothing was taken out."),
    remedy=_("Go on where it waits."),
    status=409,
)

ASKED_ANEW = log.kind(
    "matches.asked_anew",
    _("{by} had asked anew of {team} what the rules ask otherwise since, in its match against {opponent}: {answers}."),
)


@sheet_corrected.add
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
    state, answers = _reread(match), _answers(match)
    changed = _changed(state)
    if changed is not None:
        return bool(answers.filter(side=changed[0], key=changed[1]).delete()[0])
    for run in _runs(state):
        if run.refused is not None:
            at_fault = [row.pk for row in answers if run.refused.label in (row.key, row.question["label"])]
            return bool(answers.filter(pk__in=at_fault).delete()[0])
    idle = [row.pk for row in _idle(state)]
    return bool(answers.filter(pk__in=idle).delete()[0])


@transaction.atomic
def ask_anew(*, match: Match, by: User) -> Match:
    """A commissioner has asked anew what the rules ask otherwise today, and what was decided after it.

    Dice that came after it stand, as long as they are asked for in the same way (``answering``).

    Raises ``Refusal`` where every answer belongs to what is asked.
    """
    match = locked(match, (Match.State.PRE_MATCH, Match.State.POST_MATCH))
    struck: list[Key] = []
    while (changed := _changed(_reread(match))) is not None:
        _answers(match).filter(side=changed[0], key=changed[1]).delete()
        struck.append(changed)
    if not struck:
        raise Refusal(NOTHING_CHANGED)
    after = [row for row in _idle(_reread(match)) if row.question["kind"] != "roll"]
    _answers(match).filter(pk__in=[row.pk for row in after]).delete()
    struck += [(row.side, row.key) for row in after if row.question["kind"] != "mint"]
    teams = {row.side: row.team.name for row in match.sides.select_related("team")}
    for side in sorted({side for side, _key in struck}):
        keys = [key for whose, key in struck if whose == side]
        words = {"answers": keys, "team": teams[side], "opponent": teams[other(side)]}
        log.record(ASKED_ANEW, league=match.league, by=by, **words)
    return match


def _reread(match: Match) -> MatchState:
    return MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))


def _answers(match: Match) -> QuerySet[MatchAnswer]:
    return match.answers.filter(sequence=match.state)


def _changed(state: MatchState) -> Key | None:
    """The first answer that belongs to another question than is asked now; None where all fit."""
    try:
        state.questions()
    except Refusal as refusal:
        if not isinstance(refusal.__cause__, QuestionChanged):
            raise
        asked = refusal.__cause__.asked
        return asked.side, asked.key
    return None


def _runs(state: MatchState) -> list[Any]:
    if state.match.state == Match.State.PRE_MATCH:
        return [state.prepared]
    return list(state.outcomes.values()) if state.report else []


def _idle(state: MatchState) -> list[MatchAnswer]:
    """The answers that the runs do not come to."""
    runs = _runs(state)
    known = {(question.side, question.key) for question in state.questions()}
    known |= {key for run in runs for key in run.used}
    return [row for row in _answers(state.match) if (row.side, row.key) not in known] if runs else []
