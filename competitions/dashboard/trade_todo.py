"""Trades and takeovers that a coach has to answer or a commissioner has to approve."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from competitions.dashboard.todo import Task
from leagues.models import League
from teams.models import Takeover, Trade
from web.prepared import Prepared

SHOWN = ("state", "league", "until", "offering__name", "asked__name", "ending_asked_by__coach")
"""What the list shows of a trade."""


def trades_waiting(user: User, leagues: Mapping[int, League], run: Mapping[int, League]) -> list[Trade]:
    """Trades that a member of ``leagues`` (by id) has to act on, a commissioner of those in ``run``. One query."""
    today, waiting = timezone.now().date(), _waiting(user.pk, list(leagues), list(run))
    return [
        row
        for row in waiting
        if row.state != Trade.State.LENT or row.ending_asked_by_id or (row.until is not None and row.until <= today)
    ]


@Prepared
def _waiting(user: int, leagues: Collection[int], run: Collection[int]) -> QuerySet[Trade]:
    """Those trades, with all loans of the user's teams that end on a day."""
    waiting = Trade.objects.waiting_for(user, run=run, today=date.max).filter(league__in=leagues)
    return waiting.select_related("offering", "asked", "ending_asked_by").only(*SHOWN).order_by("pk")


def trade_tasks(rows: Iterable[Trade], user: User) -> list[Task]:
    """The trades from ``trades_waiting`` as entries of a user's to-do list, without loans that they asked to end."""
    return [task for row in rows for task in [_task(row, user)] if task is not None]


def takeovers_waiting(user: User, leagues: Mapping[int, League]) -> list[Takeover]:
    """The teams that a member of ``leagues`` (by id) is asked to take over."""
    return _takeovers(user.pk, list(leagues))


@Prepared
def _takeovers(user: int, leagues: Collection[int]) -> QuerySet[Takeover]:
    rows = Takeover.objects.open().filter(asked=user, team__league__in=leagues)
    return rows.select_related("team").order_by("pk")


def takeover_tasks(rows: Iterable[Takeover]) -> list[Task]:
    """The takeovers from ``takeovers_waiting`` as entries of the to-do list."""
    return [
        Task(
            text=_("Take over %(team)s, or decline") % {"team": row.team.name},
            url=reverse("teams:take_over", args=[row.pk]),
            league=row.team.league_id,
        )
        for row in rows
    ]


def _task(row: Trade, user: User) -> Task | None:
    words = {"offering": row.offering.name, "asked": row.asked.name}
    if row.state == Trade.State.OFFERED:
        text = _("Answer %(offering)s, which offers %(asked)s a trade")
    elif row.state == Trade.State.ACCEPTED:
        text = _("Approve the trade of %(offering)s and %(asked)s, or refuse it")
    elif row.ending_asked_by is not None and row.ending_asked_by.coach_id == user.pk:
        return None
    else:
        text = _("End the loan between %(offering)s and %(asked)s")
    return Task(text=text % words, url=reverse("teams:trade", args=[row.pk]), league=row.league_id)
