"""A match reset to its start: called off while it is under way, or annulled after it was closed (L1).

It can then be played again. Its journal entries are marked as replaced, never deleted. Its answers are stored with the
correction that removed them: the log shows them, and the same questions find the same rolls of the server.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.agreements.own_matches import refuse_alone
from leagues.agreements.who_agrees import Deed
from leagues.extensions import AgreementKind, agreement_kinds
from leagues.models import Agreement
from matches.extensions import match_changed
from matches.models import CardPlay, Match, MatchCorrection, MatchSide, PlayerLine, Report, StarInjury, UnsentReport
from matches.notices import CALLED_OFF as CALLED_OFF_NOTICE
from matches.sequence.locking import locked, write
from matches.sequence.own_match import deed_about, match_of, page_of
from notices.telling import tell
from rules.journal.history import Correction, placed
from teams.ledger import ledger
from teams.models import JournalEntry, TeamState
from web.errors import Message, Refusal

CALLED_OFF = log.kind(
    "matches.called_off", _("{by} called off {home} against {away}; it can be played later."), reasoned=True
)
OPENING_UNDONE = log.kind("matches.opening_undone", _("{by} took back the opening of {home} against {away}."))
ANSWERED = Message(
    id="matches.opening_answered",
    text=_("Somebody has answered or rolled in this match, so its opening cannot be undone."),
    remedy=_("A commissioner can call the match off."),
    status=409,
)
CALL_OFF = "matches.call_off"
UNDER_WAY = (
    Match.State.PRE_MATCH, Match.State.PLAYING, Match.State.REPORTED, Match.State.DISPUTED, Match.State.POST_MATCH,
)  # fmt: skip


@transaction.atomic
def call_off(*, match: Match, by: User, reason: str, agreed_by: User | None = None) -> Match:
    """Resets an open match to scheduled, for a commissioner; purchases no longer count.

    Answers and rolls are kept (``answers_of``). A commissioner who coaches in it does not decide that alone:
    ``agreed_by`` agreed. Raises ``Refusal``, also without a reason.
    """
    match = locked(match, UNDER_WAY)
    refuse_alone(calling_off(match, by), agreed_by)
    sides = {side.side: side for side in match.sides.select_related("team__league", "team__ruleset").order_by("team")}
    undone = answers_of(match)
    if undone or match.state != Match.State.PRE_MATCH:
        MatchCorrection.objects.create(
            match=match,
            state=MatchCorrection.State.ACCEPTED,
            annuls=True,
            reason=reason,
            by=by,
            undone=undone,
            accepted_by=agreed_by or by,
            accepted_at=timezone.now(),
        )
    for side in sides.values():
        _cancel_purchase(match, side, by, reason)
        ledger.release(side.team, match.holder)
    reset_match(match)
    names = {side: row.team.name for side, row in sides.items()}
    log.record(CALLED_OFF, league=match.league, by=by, reason=reason, **names)
    match_changed.call(match)
    tell(CALLED_OFF_NOTICE, match, by=by)
    return match


@transaction.atomic
def undo_opening(*, match: Match, by: User) -> Match:
    """Takes back the opening of a match before anything is answered or rolled: both teams are free again.

    Raises ``Refusal`` once there is an answer.
    """
    match = locked(match, (Match.State.PRE_MATCH,))
    if match.answers.exists():
        raise Refusal(ANSWERED)
    sides = {side.side: side for side in match.sides.select_related("team").order_by("team")}
    for side in sides.values():
        ledger.release(side.team, match.holder)
    reset_match(match)
    names = {side: row.team.name for side, row in sides.items()}
    log.record(OPENING_UNDONE, league=match.league, by=by, **names)
    match_changed.call(match)
    return match


def calling_off(match: Match, by: User) -> Deed:
    """Calling a match off at its present step, as others may have to agree to it."""
    return deed_about(match, CALL_OFF, by, step=match.state, opened=str(match.opened_at))


def _may_call_off(agreement: Agreement) -> bool:
    match = match_of(agreement)
    return match is not None and match.state in UNDER_WAY and calling_off(match, agreement.by).args == agreement.args


def _call_off_agreed(agreement: Agreement, agreed_by: User) -> None:
    match = match_of(agreement)
    assert match is not None
    call_off(match=match, by=agreement.by, reason=agreement.reason, agreed_by=agreed_by)


agreement_kinds.add(
    AgreementKind(
        id=CALL_OFF,
        text=_("{by} asks to call the match off, so that it is played again from the start"),
        still_open=_may_call_off,
        carry_out=_call_off_agreed,
        address=page_of,
    )
)


def _cancel_purchase(match: Match, side: MatchSide, by: User, reason: str) -> None:
    """Returns the gold that the side spent on inducements to its treasury, as far as it still counts as spent."""
    rows = JournalEntry.objects.filter(team=side.team, source=f"pre_match:{match.public_id}")
    bought = set(rows.values_list("seq", flat=True))
    struck = tuple(place for place, _entry in placed(ledger.records_of(side.team)) if place[0] in bought)
    if not struck:
        return
    ledger.append(
        team=side.team,
        ruleset=side.team.ruleset.rules(),
        expected=TeamState.objects.values_list("seq", flat=True).get(team=side.team),
        facts=[ledger.Fact(Correction(struck=struck, entries=()))],
        source=f"correction:{match.public_id}",
        by=by,
        holder=match.holder,
        reason=reason,
    )


def answers_of(match: Match) -> list[dict[str, Any]]:
    """All answers of a match with their authors, in the form that a correction stores."""
    return [
        {
            "sequence": row.sequence,
            "side": row.side,
            "key": row.key,
            "question": row.question,
            "value": row.value,
            "rolled": row.rolled,
            "by": row.by_id,
            "at": row.at.isoformat(),
        }
        for row in match.answers.all()
    ]


def reset_match(match: Match) -> None:
    """Resets the match's rows to before it was opened. Its reports stay as replaced versions."""
    PlayerLine.objects.filter(side__match=match).remove()
    StarInjury.objects.filter(side__match=match).delete()
    CardPlay.objects.filter(match=match).delete()
    match.answers.all().delete()
    match.reports.update(state=Report.State.SUPERSEDED)
    UnsentReport.objects.discard(match)
    match.sides.update(
        sheet=None, team_value=None, fans=None, fame=None, inducements=[], figures={}, score=None, casualties=None,
        result="", winnings=None,
    )  # fmt: skip
    write(
        match,
        state=Match.State.SCHEDULED,
        weather="",
        gate=None,
        played_on=None,
        conceded_by="",
        conceded_before_kick_off=False,
        decided_by="",
        decided_for="",
        absent_stars=[],
        used_before={},
        facts={},
        opened_at=None,
        confirmed_at=None,
        closed_at=None,
    )
