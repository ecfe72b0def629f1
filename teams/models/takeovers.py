"""Offers to transfer a team to another coach, and their answers: who coached it when."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class TakeoverQuerySet(models.QuerySet["Takeover"]):
    """Questions about offers of teams."""

    def open(self) -> TakeoverQuerySet:
        """Offers without an answer."""
        return self.filter(state=Takeover.State.OFFERED)


class Takeover(models.Model):
    """A commissioner asks a coach to take over a team. ``was`` is the team's coach at the moment of acceptance.

    If that coach had no account, ``was`` is null and ``was_name`` is the name that the records had.
    If the team went to a coach without an account, ``asked`` is the commissioner.
    """

    class State(models.TextChoices):
        OFFERED = "offered", _("offered")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    team = models.ForeignKey("teams.Team", on_delete=models.PROTECT, related_name="takeovers")
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="takeovers")
    was = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    was_name = models.CharField(max_length=80, blank=True, default="")
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.OFFERED)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    objects = TakeoverQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team"], condition=Q(state="offered"), name="takeover_open_unique"),
        ]
        ordering = ["team", "-id"]

    def __str__(self) -> str:
        return f"{self.team_id} for {self.asked_id}"
