"""Match reports: those that were sent, and the one that is still being written."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from matches.models.match import Match
from web.prepared import Prepared


class Reports(models.QuerySet["Report"]):
    """Versions of match reports."""

    def waiting(self) -> Reports:
        """Those that wait for the other coach's answer."""
        return self.filter(state=Report.State.WAITING)


class Report(models.Model):
    """One version of a match report. It is never deleted. The other coach confirms it by the digest of its contents.

    A commissioner who settles it (``settled``) gives a ``reason``; if they coach in the match, somebody else agrees
    (``agreed_by``).
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for confirmation")
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
    settled = models.BooleanField(default=False, help_text=_("by a commissioner"))
    reason = models.CharField(_("why it was settled"), max_length=500, blank=True)
    agreed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    objects = Reports.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="report_match_number_unique"),
            models.UniqueConstraint(fields=["match"], condition=Q(state="confirmed"), name="report_confirmed_unique"),
        ]
        ordering = ["match", "number"]

    def __str__(self) -> str:
        return f"report {self.number} of {self.match_id}"


@Prepared
def current_of(match: int) -> QuerySet[Report]:
    """The last version of a match's report that was not replaced, if there is one. Earlier versions are not read."""
    return Report.objects.filter(match=match).exclude(state=Report.State.SUPERSEDED).order_by("-number")[:1]


class UnsentReports(models.Manager["UnsentReport"]):
    """The reports that are being written."""

    def discard(self, match: Match) -> None:
        """Empties the unsent report of a match: it was sent, or nobody writes it any more.

        Must run inside a transaction that holds the match or its correction. The version goes on, so that an older
        page cannot save over this.
        """
        if not self.filter(match=match).update(fields={}, by=None, at=None, page="", version=F("version") + 1):
            self.create(match=match)


class UnsentReport(models.Model):
    """A report that is being written: the contents of its fields, right or wrong, until somebody sends it.

    There is one for both teams, as there will be one report. ``by`` is the writer, null if nobody is writing.
    ``version`` counts every change, discarding too, so that an older page is known as old. ``page`` is the id of the
    page that saved last; it may not have received the answer.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="unsent_report")
    version = models.PositiveIntegerField(default=1)
    fields: Any = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(null=True, blank=True)
    page = models.CharField(max_length=36, blank=True)

    objects = UnsentReports()

    def __str__(self) -> str:
        return f"unsent report of {self.match_id}"

    @property
    def begun(self) -> bool:
        """Whether somebody is writing it."""
        return self.by_id is not None
