"""Trophies of a league, their pictures and their winners."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from leagues.models import League
from teams.models import Player, Team, new_public_id


class Trophy(models.Model):
    """A major with its ``key`` in the edition's book, or a trophy or award of the league itself (no key).

    Only majors are in journals, because only they have effects. The row of a major is created when it is first awarded.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="trophies")
    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    key = models.CharField(max_length=20, blank=True)
    name = models.CharField(_("name"), max_length=60)
    description = models.CharField(_("description"), max_length=500, blank=True)
    for_players = models.BooleanField(_("awarded to a player"), default=False)
    version = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("trophy")
        verbose_name_plural = _("trophies")
        ordering = ["league", "id"]
        constraints = [
            models.UniqueConstraint(fields=["league", "key"], condition=~Q(key=""), name="trophy_league_key_unique"),
            models.UniqueConstraint("league", Lower("name"), name="trophy_league_name_unique"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def major(self) -> bool:
        """Whether it is a major of the book, with effects."""
        return bool(self.key)

    @property
    def address(self) -> str:
        """Its part of an address."""
        return self.key or self.public_id

    @property
    def tournament(self) -> str:
        """The tournament of matches that are played for it, as in ``rules.sheet.match.Terms``."""
        return self.key or "minor"


class TrophyPicture(models.Model):
    """A picture as the server redrew it: always a PNG, never the uploaded bytes."""

    trophy = models.OneToOneField(Trophy, on_delete=models.CASCADE, primary_key=True, related_name="picture")
    image = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"picture of {self.trophy_id}"


class Holding(models.Model):
    """An awarded trophy. The current holder is the row with role ``holder`` and no ``ended_at``. Rows stay for ever.

    ``prize`` is in gp. ``gift_die`` is the number of players who get a gift, ``gift_players`` their ids. ``entries``
    are its journal entries: pairs of a team id and a seq, or None if not known any more. A runner-up or
    third has the row of the winner (``beside``). An award that was revoked (``taken_back_at``, with its reason) never
    counted.
    """

    class Role(models.TextChoices):
        HOLDER = "holder", _("winner")
        RUNNER_UP = "runner_up", _("runner-up")
        THIRD = "third", _("third place")
        BEST_PLAYER = "best_player", _("player of the year")

    trophy = models.ForeignKey(Trophy, on_delete=models.PROTECT, related_name="holdings")
    season = models.ForeignKey(
        "competitions.Season", null=True, blank=True, on_delete=models.PROTECT, related_name="holdings"
    )
    role = models.CharField(max_length=12, choices=Role, default=Role.HOLDER)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="holdings")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="holdings")
    prize = models.PositiveIntegerField(_("prize"), default=0)
    note = models.CharField(_("note"), max_length=500, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    gift_die = models.PositiveSmallIntegerField(null=True, blank=True)
    gift_players: Any = models.JSONField(default=list, blank=True)
    gifts_given_at = models.DateTimeField(null=True, blank=True)
    entries: Any = models.JSONField(null=True, blank=True)
    beside = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="runners_up")
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    taken_back_why = models.CharField(max_length=500, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("trophy award")
        verbose_name_plural = _("trophy awards")
        ordering = ["trophy", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["trophy"],
                condition=Q(role="holder", ended_at__isnull=True),
                name="holding_current_holder_unique",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.trophy_id} of {self.team_id}"
