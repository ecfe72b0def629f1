"""How a match under way goes on after its team's sheet was corrected, or after newer rules ask something else.

After a correction the match goes on from the corrected sheet: answers that no longer fit their question, or that are no
longer allowed, are deleted and asked again, and dice stay as long as they fit; a report that is no longer allowed must
be sent again. If only the rules changed, a commissioner asks for new answers.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from matches.extensions import match_changed, turn_changed
from matches.models import Match, MatchAnswer
from matches.sequence.closing import finish_post_match, finish_pre_match
from matches.sequence.lines import write_lines, write_results
from matches.sequence.locking import locked
from matches.sequence.match_facts import carried_into, with_part
from matches.sequence.sequences import BY_CHANCE, MatchState
from matches.sequence.taking_back import BY_A_REPORT, unfit_for_rosters, what_no_longer_fits
from rules.journal import Impossible
from rules.sequence.codec import decode, encode
from rules.sequence.sequence import Key, Question, QuestionChanged, other
from teams.asking.server_dice import still_fits
from teams.extensions import sheet_corrected
from teams.models import Team, TeamState
from web.errors import Message, Refusal

NOTHING_CHANGED = Message(
    id="matches.nothing_asked_otherwise",
    text=_("Every answer of this match still fits its question; nothing was removed."),
    remedy=_("Go on with the open questions."),
    status=409,
)

ASKED_ANEW = log.kind(
    "matches.asked_anew",
    _("{by} asked {team} for new answers after a rules update, in its match against {opponent}: {answers}."),
)


@sheet_corrected.add
def recheck(team: Team) -> None:
    """Lets the match that holds the team go on from its corrected sheet; answers that no longer fit are asked again."""
    state = TeamState.objects.get(team=team)
    kind, _colon, public_id = state.held_by.partition(":")
    match = Match.objects.filter(public_id=public_id).first() if kind == "match" else None
    if match is None:
        return
    for held in TeamState.objects.filter(held_by=state.held_by):  # a correction may have changed both
        # What was bought before the match still counts, and so does the team value at that time.
        value = {"team_value": held.value} if match.state == Match.State.PRE_MATCH else {}
        match.sides.filter(team=held.team_id, sheet__isnull=False).update(sheet=held.sheet, **value)
    if match.state == Match.State.PRE_MATCH and match.ruleset is not None:
        known = carried_into(match.ruleset.rules(), match.sides.select_related("team"))
        Match.objects.filter(pk=match.pk).update(facts=with_part({}, carried=known))
    current = _reread(match)
    if match.state in BY_A_REPORT and (wrong := what_no_longer_fits(current)):
        unfit_for_rosters(current, wrong)
    elif match.state in (Match.State.PRE_MATCH, Match.State.POST_MATCH):
        remove_unfit_answers(match)
        _go_on(_reread(match))
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)


def _go_on(state: MatchState) -> None:
    """Writes what the corrected rosters change in a match under way; ends its sequence if nothing is left to ask."""
    match = state.match
    finish = finish_pre_match if match.state == Match.State.PRE_MATCH else finish_post_match
    if finish(state, None):
        match_changed.call(match)
        return
    if match.state == Match.State.POST_MATCH:
        write_results(state)
        write_lines(state)
        match_changed.call(match)
    else:
        turn_changed.call(match)


def remove_unfit_answers(match: Match) -> None:
    """Deletes all answers of the open sequence that no longer fit their question or are no longer allowed.

    Dice stay while their question is out of reach, and if it has changed but they still answer it: nobody gets a new
    roll by a correction.
    """
    while _no_longer_fits(match):
        pass


def _no_longer_fits(match: Match) -> bool:
    """Deletes an answer that no longer fits its question or is no longer allowed; says whether there was one.

    Where the answers together lead to something impossible, such as gold spent that is not there, that is the newest
    decision.
    """
    state, answers = _reread(match), _answers(match)
    try:
        changed = _changed(state)
    except Impossible:
        newest = answers.filter(question__kind="choose").order_by("-pk").first()
        if newest is None:
            raise
        newest.delete()
        return True
    if changed is not None:
        row = answers.get(side=changed.side, key=changed.key)
        if row.rolled and still_fits(decode(Question, row.question), row.value, changed):
            row.question = encode(changed)
            row.save(update_fields=["question"])
        else:
            row.delete()
        return True
    for run in _runs(state):
        if run.refused is not None:
            at_fault = [row.pk for row in answers if run.refused.label in (row.key, row.question["label"])]
            return bool(answers.filter(pk__in=at_fault).delete()[0])
    idle = [row.pk for row in _idle(state) if not _by_chance(row)]
    return bool(answers.filter(pk__in=idle).delete()[0])


@transaction.atomic
def ask_again(*, match: Match, by: User) -> Match:
    """Deletes the answers that no longer fit newer rules, and the decisions after them, for a commissioner.

    Later dice stay as long as the sequence still asks for the same roll (``answering``).

    Raises ``Refusal`` if every answer still fits.
    """
    match = locked(match, (Match.State.PRE_MATCH, Match.State.POST_MATCH))
    deleted: list[Key] = []
    while (changed := _changed(_reread(match))) is not None:
        key = (changed.side, changed.key)
        _answers(match).filter(side=changed.side, key=changed.key).delete()
        deleted.append(key)
    if not deleted:
        raise Refusal(NOTHING_CHANGED)
    after = [row for row in _idle(_reread(match)) if not _by_chance(row)]
    _answers(match).filter(pk__in=[row.pk for row in after]).delete()
    deleted += [(row.side, row.key) for row in after if row.question["kind"] != "mint"]
    teams = {row.side: row.team.name for row in match.sides.select_related("team")}
    for side in sorted({side for side, _key in deleted}):
        keys = [key for whose, key in deleted if whose == side]
        words = {"answers": keys, "team": teams[side], "opponent": teams[other(side)]}
        log.record(ASKED_ANEW, league=match.league, by=by, **words)
    turn_changed.call(match)
    return match


def _reread(match: Match) -> MatchState:
    return MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))


def _answers(match: Match) -> QuerySet[MatchAnswer]:
    return match.answers.filter(sequence=match.state)


def _by_chance(row: MatchAnswer) -> bool:
    return row.question["kind"] in BY_CHANCE


def _changed(state: MatchState) -> Question | None:
    """The first question that another answer was given to, as it is asked now; None if all fit."""
    try:
        state.questions()
    except Refusal as refusal:
        if not isinstance(refusal.__cause__, QuestionChanged):
            raise
        return refusal.__cause__.asked
    return None


def _runs(state: MatchState) -> list[Any]:
    if state.match.state == Match.State.PRE_MATCH:
        return [state.prepared]
    return list(state.outcomes.values()) if state.report else []


def _idle(state: MatchState) -> list[MatchAnswer]:
    """The answers that the runs do not reach."""
    runs = _runs(state)
    known = {(question.side, question.key) for question in state.questions()}
    known |= {key for run in runs for key in run.used}
    return [row for row in _answers(state.match) if (row.side, row.key) not in known] if runs else []
