"""The other coach refuses a proposed correction: its author changes it or discards it, or a commissioner decides."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from matches.correction.holding import held, names_of, write
from matches.correction.rights import may_accept
from matches.models import MatchCorrection
from matches.sequence.sequences import MatchState
from web.errors import Message, Refusal, StaleVersion

REFUSED = log.kind("matches.correction_refused", _("{by} refused the correction of {home} against {away}."))

NOT_PROPOSED = Message(
    id="matches.correction_not_proposed",
    text=_("This correction does not wait for your answer; nothing changed."),
    remedy=_("See the correction as it is now."),
    status=409,
)


@transaction.atomic
def refuse(*, correction: MatchCorrection, expected: int, by: User, reason: str = "") -> MatchCorrection:
    """Refuses what somebody else proposed about a match in which ``by`` coaches. No team changes.

    It stays open: its author can change it, propose it again or discard it, and a commissioner who does not coach in
    the match can accept or discard it. ``expected`` is the version that was read. Raises ``Refusal``.
    """
    try:
        current = held(correction, expected)
    except StaleVersion as stale:
        raise Refusal(NOT_PROPOSED) from stale
    if not may_accept(MatchState(current.match), current, by):
        raise Refusal(NOT_PROPOSED)
    made = write(current, state=MatchCorrection.State.REFUSED, refused_by=by, refused_at=timezone.now(), refusal=reason)
    log.record(REFUSED, league=current.match.league, by=by, reason=reason, **names_of(current.match))
    return made
