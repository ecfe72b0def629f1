"""The row of a correction: held by one command at a time, written, and followed by notices."""

from __future__ import annotations

from typing import Any

from leagues.services import ARCHIVED
from matches.models import Match, MatchCorrection
from matches.refusals import NOT_OPEN
from notices.telling import follow
from web.errors import Refusal, StaleVersion


def held(correction: MatchCorrection, expected: int) -> MatchCorrection:
    """The current correction, for a user who saw version ``expected``. Raises ``StaleVersion``, ``Refusal``."""
    counted = MatchCorrection.objects.filter(pk=correction.pk, version=expected).update(version=expected + 1)
    current = MatchCorrection.objects.select_related("match__league", "match__ruleset", "by").get(pk=correction.pk)
    if not counted:
        raise StaleVersion(current)
    if current.match.league.archived:
        raise Refusal(ARCHIVED, league=current.match.league.name)
    if current.state not in MatchCorrection.OPEN:
        raise Refusal(NOT_OPEN)
    return current


def write(correction: MatchCorrection, **columns: Any) -> MatchCorrection:
    """Writes columns of a correction that is held, and tells whom its state waits for."""
    MatchCorrection.objects.filter(pk=correction.pk).update(**columns)
    for name, value in columns.items():
        setattr(correction, name, value)
    follow(correction)
    return correction


def names_of(match: Match) -> dict[str, Any]:
    """The names of both teams, by side, for the log."""
    return dict(match.sides.values_list("side", "team__name"))
