"""What each player did in a match, and the injuries of hired star players."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.match import MatchSide
from teams.models import Player


class StarInjury(models.Model):
    """A star player who was hurt while hired by a side, in a league that does not waive star injuries (I3)."""

    class Fate(models.TextChoices):
        DEAD = "dead", _("dead")
        MISSES_NEXT = "misses_next", _("misses the next match")

    side = models.ForeignKey(MatchSide, on_delete=models.PROTECT, related_name="star_injuries")
    star = models.CharField(max_length=60)
    casualty = models.PositiveSmallIntegerField()
    fate = models.CharField(max_length=12, choices=Fate)

    class Meta:
        verbose_name = _("star player injury")
        verbose_name_plural = _("star player injuries")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.star} in {self.side_id}"


class PlayerLine(models.Model):
    """What one player did in a match that counts. ``player`` is null for hired players, and for one who was raised in
    the match and did not join with what they earned.

    ``killed_by`` is the opponent who killed the player. It is null if there is none, or if the killer is on no roster.
    """

    class Kind(models.TextChoices):
        ROSTER = "roster", _("on the roster")
        JOURNEYMAN = "journeyman", _("journeyman")
        MERCENARY = "mercenary", _("mercenary")
        STAR = "star", _("star player")
        RAISED = "raised", _("raised")
        CARD = "card", _("brought by a card")

    side = models.ForeignKey(MatchSide, on_delete=models.PROTECT, related_name="lines")
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="lines")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.ROSTER)
    name = models.CharField(max_length=60, blank=True)
    number = models.PositiveSmallIntegerField(null=True)
    position = models.CharField(max_length=60, blank=True)
    completions = models.PositiveSmallIntegerField(default=0)
    touchdowns = models.PositiveSmallIntegerField(default=0)
    interceptions = models.PositiveSmallIntegerField(default=0)
    casualties = models.PositiveSmallIntegerField(default=0)
    mvps = models.PositiveSmallIntegerField(default=0)
    spp = models.PositiveSmallIntegerField(default=0)
    injuries: Any = models.JSONField(default=list, blank=True)
    died = models.BooleanField(default=False)
    killed_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="kills")

    class Meta:
        verbose_name = _("player in a match")
        verbose_name_plural = _("players in matches")
        ordering = ["side", "number", "id"]

    def __str__(self) -> str:
        return f"{self.name or self.number} in {self.side_id}"
