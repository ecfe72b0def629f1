"""Points that a commissioner gave or took: dated entries with a reason."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from teams.models import Team


class Adjustment(models.Model):
    """Points given or taken. An entry is never changed or deleted; another entry ``withdraws`` it.

    ``round`` is the last round with a result at that time (0: none). Tables from that round on include it.
    """

    competition = models.ForeignKey("competitions.Competition", on_delete=models.PROTECT, related_name="adjustments")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="adjustments")
    points = models.SmallIntegerField(_("points"))
    reason = models.CharField(_("reason"), max_length=500)
    round = models.PositiveSmallIntegerField(default=0)
    withdraws = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="withdrawn_by"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["competition", "id"]
        constraints = [models.CheckConstraint(name="adjustment_points_nonzero", condition=~Q(points=0))]

    def __str__(self) -> str:
        return f"{self.points:+d} for {self.team_id} in {self.competition_id}"
