"""Corrections of closed matches: what changes, who proposed it, and how it ended."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _


class MatchCorrections(models.QuerySet["MatchCorrection"]):
    """Corrections of matches."""

    def open(self) -> MatchCorrections:
        """Those that are neither accepted nor discarded; a match has at most one."""
        return self.filter(state__in=MatchCorrection.OPEN)

    def undone_runs(self) -> MatchCorrections:
        """Those that reset a match to its start, oldest first: it was called off, or annulled."""
        return self.filter(state=MatchCorrection.State.ACCEPTED, annuls=True).order_by("pk")

    def last_accepted(self, matches: Collection[str]) -> dict[str, datetime]:
        """When the last of them was accepted, by the public id of its match; only of these matches."""
        accepted = self.filter(state=MatchCorrection.State.ACCEPTED, match__public_id__in=matches)
        return dict(accepted.order_by().values_list("match__public_id").annotate(Max("accepted_at")))


class MatchCorrection(models.Model):
    """A correction of a closed match. The row stays after the correction is accepted or discarded.

    ``report`` is the corrected report and ``answers`` the answers to new questions. ``choices`` says by side what
    happens to later facts that no longer fit. ``undone`` holds the answers that an accepted correction replaced. A
    coach proposes a correction; the other coach or a commissioner accepts it. What the other coach has refused stays
    open: its author changes it, proposes it again or discards it, or a commissioner decides. A correction that
    ``annuls`` removes the match from the books, so that it can be played again. A match that is called off while it is
    under way has one too.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PROPOSED = "proposed", _("waiting for the other coach")
        REFUSED = "refused", _("refused by the other coach")
        ACCEPTED = "accepted", _("accepted")
        GIVEN_UP = "given_up", _("discarded")

    OPEN = (State.DRAFT, State.PROPOSED, State.REFUSED)

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
    proposed_at = models.DateTimeField(null=True, blank=True)
    refused_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    refused_at = models.DateTimeField(null=True, blank=True)
    refusal = models.CharField(_("why it was refused"), max_length=500, blank=True, default="")
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    accepted_at = models.DateTimeField(null=True, blank=True)

    objects = MatchCorrections.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(state__in=["draft", "proposed", "refused"]), name="correction_open_unique"
            ),
        ]
        ordering = ["match", "id"]

    def __str__(self) -> str:
        return f"correction of {self.match_id}"

    @property
    def called_off(self) -> bool:
        """Whether it called off a match that was under way: such a one is accepted at once, so it has one version."""
        return self.annuls and self.state == self.State.ACCEPTED and self.version == 1

    @property
    def removed(self) -> list[dict[str, Any]]:
        """The answers that stand here alone: those that it replaced, or its own once it was discarded; else none.

        A correction that does not annul its match has answers of the post-match only, which do not name the sequence.
        """
        if self.state == self.State.GIVEN_UP:
            return list(self.answers)
        return list(self.undone)
