"""Trades and loans between two teams, and the players who moved."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.models import League
from teams.models.team import Player, Team


class TradeQuerySet(models.QuerySet["Trade"]):
    """Trades by their teams, coaches and state."""

    def of_teams(self, *teams: Team) -> TradeQuerySet:
        """Those in which one of these teams takes part."""
        return self.filter(Q(offering__in=teams) | Q(asked__in=teams))

    def of_coach(self, user: User) -> TradeQuerySet:
        """Those of the teams that a user coaches now."""
        return self.filter(_coached_by(user))

    def open(self) -> TradeQuerySet:
        """Offers that are neither completed nor refused nor withdrawn."""
        return self.filter(state__in=Trade.WAITING)

    def running_loans(self) -> TradeQuerySet:
        """Completed trades with players who are still on loan."""
        return self.filter(state=Trade.State.LENT)

    def visible_to(self, user: User | AnonymousUser, *, runs_it: bool) -> TradeQuerySet:
        """Those that a user may see; ``runs_it`` means as a commissioner.

        Everybody sees completed trades. Only its two coaches see an offer; commissioners too once both coaches agree.
        """
        seen = Q(state__in=Trade.COMPLETED)
        if runs_it:
            seen |= Q(state=Trade.State.ACCEPTED)
        if user.pk is not None:
            seen |= _coached_by(user) | Q(answered_by=user)
        return self.filter(seen)

    def waiting_for(self, user: User | int, *, run: Iterable[int], today: date) -> TradeQuerySet:
        """Those that a user (or the one with this id) has to act on, a commissioner of the leagues in ``run`` (ids).

        These are offers to their teams, agreed trades in their leagues, and loans of their teams that are due or that a
        coach wants to end.
        """
        asked = Q(state=Trade.State.OFFERED, asked__coach=user)
        agreed = Q(state=Trade.State.ACCEPTED, league__in=run)
        due = Q(until__lte=today) | Q(ending_asked_by__isnull=False)
        return self.filter(asked | agreed | (_coached_by(user) & due & Q(state=Trade.State.LENT)))


def _coached_by(user: User | int) -> Q:
    return Q(offering__coach=user) | Q(asked__coach=user)


class Trade(models.Model):
    """A trade offer from one team to another, its answer, and the loan that it may start. ``pk`` is the loan's id.

    ``gives`` and ``takes`` (``rules.team.trades.Stake``) are what the offering team gives and gets. They never change:
    to change an offer, a coach withdraws it and makes another. The ``owed`` columns are borrowed gold (gp) that each
    team still has to pay back. ``ending_asked_by`` is the team that asks to end the loan early.
    """

    class State(models.TextChoices):
        OFFERED = "offered", _("offered")
        ACCEPTED = "accepted", _("accepted, waiting for approval")
        DONE = "done", _("completed")
        LENT = "lent", _("completed, loan running")
        RETURNED = "returned", _("loan ended")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    WAITING = (State.OFFERED, State.ACCEPTED)
    COMPLETED = (State.DONE, State.LENT, State.RETURNED)

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="trades")
    offering = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="trades_offered")
    asked = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="trades_asked")
    gives: Any = models.JSONField(default=dict)
    takes: Any = models.JSONField(default=dict)
    until = models.DateField(null=True)
    state = models.CharField(max_length=9, choices=State, default=State.OFFERED)
    owed_by_offering = models.PositiveIntegerField(default=0)
    owed_by_asked = models.PositiveIntegerField(default=0)
    ending_asked_by = models.ForeignKey(Team, null=True, on_delete=models.PROTECT, related_name="+")
    offered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    offered_at = models.DateTimeField(auto_now_add=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)
    done_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    done_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    objects = TradeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="trade_teams_differ", condition=~Q(offering=models.F("asked"))),
        ]
        indexes = [
            models.Index(fields=["league", "state"], name="trades_of_a_league"),
            models.Index(fields=["state", "until"], name="loans_by_their_day"),
        ]

    def __str__(self) -> str:
        return f"trade {self.pk}"


class PlayerMove(models.Model):
    """A player left a team by a trade. Their row moved to the other team; this row keeps the name for the first."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="moves")
    left = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="moves_away")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "left"], name="player_move_player_left_unique")]

    def __str__(self) -> str:
        return f"{self.player_id} left {self.left_id}"
