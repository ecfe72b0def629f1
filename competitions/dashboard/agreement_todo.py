"""Decisions of commissioners about matches in which they coach, and about their teams: somebody else has to agree."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.db.models import QuerySet

from accounts.models import User
from competitions.dashboard.todo import Task
from leagues.agreements.own_matches import kind_of, text_of
from leagues.agreements.who_agrees import asked_for
from leagues.models import Agreement, League
from web.prepared import Prepared


def agreements_waiting(user: User, leagues: Mapping[int, League]) -> list[Agreement]:
    """What others asked for in these leagues (by id); ``agreement_tasks`` finds what waits for this user."""
    return _waiting(user.pk, list(leagues))


@Prepared
def _waiting(user: int, leagues: Collection[int]) -> QuerySet[Agreement]:
    rows = Agreement.objects.open().filter(league__in=leagues).exclude(by=user)
    return rows.select_related("by", "league").order_by("pk")


def agreement_tasks(rows: Iterable[Agreement], user: User) -> list[Task]:
    """Those to which the user can agree, as entries of the to-do list. A few queries for each: there are hardly any."""
    return [
        Task(text=text_of(row), url=kind_of(row).address(row), league=row.league_id)
        for row in rows
        if kind_of(row).still_open(row) and user in asked_for(row)
    ]
