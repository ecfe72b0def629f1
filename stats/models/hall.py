"""The hall of fame of a league: whom its commissioners chose, each with a citation."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from leagues.models import League
from teams.models import Player, Team

LONGEST_CITATION = 300


class Inductee(models.Model):
    """A player with their team, a team, or a coach in a league's hall of fame.

    A coach is an account, or a ``coach_name`` of the league's records. ``place`` orders the hall, from 1.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="inductees")
    team = models.ForeignKey(Team, null=True, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    coach = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    coach_name = models.CharField(max_length=80, blank=True)
    citation = models.CharField(_("citation"), max_length=LONGEST_CITATION)
    place = models.PositiveIntegerField(_("place"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("member of the hall of fame")
        verbose_name_plural = _("members of the hall of fame")
        ordering = ["league", "place", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "player"], condition=Q(player__isnull=False), name="inductee_player_unique"
            ),
            models.UniqueConstraint(
                fields=["league", "team"],
                condition=Q(player__isnull=True, team__isnull=False),
                name="inductee_team_unique",
            ),
            models.UniqueConstraint(
                fields=["league", "coach"], condition=Q(coach__isnull=False), name="inductee_coach_unique"
            ),
            models.UniqueConstraint(
                fields=["league", "coach_name"], condition=~Q(coach_name=""), name="inductee_coach_name_unique"
            ),
            models.CheckConstraint(
                condition=Q(team__isnull=False, coach__isnull=True, coach_name="")
                | Q(team__isnull=True, player__isnull=True, coach__isnull=False, coach_name="")
                | (Q(team__isnull=True, player__isnull=True, coach__isnull=True) & ~Q(coach_name="")),
                name="inductee_is_one_kind",
            ),
        ]

    def __str__(self) -> str:
        return str(self.player or self.team or self.coach or self.coach_name)
