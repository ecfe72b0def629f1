"""Closed matches reopened: what was to be changed, by whom, and what became of it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class MatchCorrection(models.Model):
    """A closed match being reopened: what is to be changed, until it is accepted or given up; kept for ever after.

    ``report`` is the report as it should have been, ``answers`` what was asked anew, ``choices`` by side what becomes
    of that which can no longer stand. ``undone`` keeps the answers that an accepted correction replaced. What a coach
    proposes the other coach or a commissioner accepts. One that ``annuls`` takes the match out of the books altogether:
    it is to be played again.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("being worked out")
        PROPOSED = "proposed", _("waits for the other coach")
        ACCEPTED = "accepted", _("accepted")
        GIVEN_UP = "given_up", _("given up")

    OPEN = (State.DRAFT, State.PROPOSED)

    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="corrections")
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    version = models.PositiveIntegerField(default=1)
    annuls = models.BooleanField(default=False)
    reason = models.CharField(_("reason"), max_length=500)
    report: Any = models.JSONField(null=True)
    played_on = models.DateField(null=True, blank=True)
    answers: Any = models.JSONField(default=list)
    choices: Any = models.JSONField(default=dict)
    undone: Any = models.JSONField(default=list)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(state__in=["draft", "proposed"]), name="one_open_correction_of_a_match"
            ),
        ]
        ordering = ["match", "id"]

    def __str__(self) -> str:
        return f"correction of {self.match_id}"
