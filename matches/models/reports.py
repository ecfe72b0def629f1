"""Match reports: those that were handed in, and the one that is still being written."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models.match import Match


class Report(models.Model):
    """One version of what was reported: kept for ever, confirmed by the digest of exactly what the other coach saw."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for confirmation")
        DISPUTED = "disputed", _("disputed")
        SUPERSEDED = "superseded", _("replaced by a later version")
        CONFIRMED = "confirmed", _("confirmed")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="reports")
    number = models.PositiveIntegerField()
    data: Any = models.JSONField()
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)
    dispute = models.CharField(_("what is wrong with it"), max_length=1000, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_report_of_a_number"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(state="confirmed"), name="one_confirmed_report_for_each_match"
            ),
        ]
        ordering = ["match", "number"]

    def __str__(self) -> str:
        return f"report {self.number} of {self.match_id}"


class UnsentReport(models.Model):
    """A report that is being written: what stands in its fields, right or wrong, until it is sent.

    There is one for both teams, as there will be one report. ``by`` is who writes it, null while nobody does.
    ``version`` counts every change, the emptying too, so that a page from before is known for what it is; ``page`` is
    the id of the page from which it was saved last, which may not have heard of it.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="unsent_report")
    version = models.PositiveIntegerField(default=1)
    fields: Any = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(null=True, blank=True)
    page = models.CharField(max_length=36, blank=True)

    def __str__(self) -> str:
        return f"unsent report of {self.match_id}"

    @property
    def begun(self) -> bool:
        """Whether somebody writes it."""
        return self.by_id is not None
