"""Locking a match for a step, and writing its row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db.models import F

from leagues.services import ARCHIVED
from matches.models import Match
from matches.refusals import WRONG_STATE
from web.commands import GONE
from web.errors import Refusal
from web.prepared import Prepared


def locked(match: Match, states: Sequence[str], *more: str) -> Match:
    """The current match, locked for a step that is open in these states; its version goes up by one.

    Reads its league and ruleset too, and the relations in ``more``. Must run inside a transaction: a second step waits
    until that ends.
    Raises ``Refusal`` if the match is at another step, was deleted meanwhile, or if its league is archived.
    """
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    fresh: Match | None = next(iter(_fresh(more)(match.pk)), None)
    if fresh is None:
        raise Refusal(GONE)
    if fresh.league.archived:
        raise Refusal(ARCHIVED, league=fresh.league.name)
    if fresh.state not in states:
        raise Refusal(WRONG_STATE, state=fresh.get_state_display())
    return fresh


@cache
def _fresh(more: tuple[str, ...]) -> Prepared:
    return Prepared(lambda match: Match.objects.select_related("league", "ruleset", *more).filter(pk=match).order_by())


def write(match: Match, **columns: Any) -> None:
    """Writes columns of a locked match."""
    Match.objects.filter(pk=match.pk).update(**columns)
    for name, value in columns.items():
        setattr(match, name, value)
