"""What a coach answered outside of matches: at their team's founding, and at the end of a season."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from teams.models.team import Team


class TeamAnswer(models.Model):
    """An answer to a question that a team's own sequence asks, stored with the question.

    ``occasion`` names the sequence: ``founding``, or ``season_end.<id>`` with the id of that team's season end.
    """

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="answers")
    occasion = models.CharField(max_length=40)
    key = models.CharField(max_length=80)
    question: Any = models.JSONField()
    value: Any = models.JSONField(null=True)
    rolled = models.BooleanField(default=False, help_text=_("by the server"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "occasion", "key"], name="team_answer_once"),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.occasion} {self.key} of {self.team_id}"
