"""The coach whom an address names."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from leagues.models import League
from stats.played.coaches import Coach
from teams.models import Takeover, Team
from teams.selectors import known_to_all
from web.prepared import Prepared

LONGEST = 200


def coach_keyed(key: str) -> Coach | None:
    """The coach with a key as `Coach.key` gives it; None for what can be no key."""
    if key.startswith("~"):
        return Coach(None, key[1:]) if 1 < len(key) <= LONGEST and "\x00" not in key else None
    return Coach(int(key)) if key.isascii() and key.isdecimal() and len(key) < 16 else None


def coach_called(coach: Coach) -> str:
    """The name of a coach; empty for one who deleted their account, and for none. One query for an account."""
    if coach.account is None:
        return coach.name
    return next((display or username for display, username in _called(coach.account)), "")


@Prepared
def _called(account: int) -> QuerySet[User, Any]:
    rows = User.objects.filter(pk=account, deleted_at__isnull=True)
    return rows.values_list("display_name", "username")


def has_team(league: League, coach: Coach) -> bool:
    """Whether a coach has or had a team in a league that everybody may know of; two queries at most."""
    if coach.account is not None:
        return coach.account in with_team(league, [coach.account])
    if Team.objects.filter(known_to_all(), league=league, coach=None, coach_name=coach.name).exists():
        return True
    given = Takeover.objects.filter(known_to_all("team__"), team__league=league, was=None, was_name=coach.name)
    return given.filter(state=Takeover.State.ACCEPTED).exists()


def with_team(league: League, accounts: Collection[int] | None = None) -> frozenset[int]:
    """Those of these accounts, or of all, for which `has_team` holds, by their ids; one query."""
    found = _all_with_team(league.pk) if accounts is None else _some_with_team(league.pk, list(accounts))
    return frozenset(account for account in found if account is not None)


@Prepared
def _all_with_team(league: int) -> QuerySet[Any, Any]:
    return _coaching(league).union(_coached(league))


@Prepared
def _some_with_team(league: int, accounts: Collection[int]) -> QuerySet[Any, Any]:
    return _coaching(league).filter(coach__in=accounts).union(_coached(league).filter(was__in=accounts))


def _coaching(league: int) -> QuerySet[Any, Any]:
    return Team.objects.filter(known_to_all(), league=league).order_by().values_list("coach", flat=True)


def _coached(league: int) -> QuerySet[Any, Any]:
    given = Takeover.objects.filter(known_to_all("team__"), team__league=league, state=Takeover.State.ACCEPTED)
    return given.order_by().values_list("was", flat=True)
