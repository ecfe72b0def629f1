"""Trades and loans between two teams, and the players who moved."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from leagues.models import League
from teams.models.team import Player, Team


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
    CARRIED_OUT = (State.DONE, State.LENT, State.RETURNED)

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
