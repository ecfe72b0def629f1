"""What a team has of a match that the other side could not play."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.models.fixtures import Fixture
from leagues.models import Ruleset
from teams.models import Team


class WonUnplayed(models.Model):
    """What the rulebook gives the winner of a walkover; only in a book with steps for that.

    It waits for the team's coach until all is answered, and while the team is in a match; then the team's journal has
    what came of it, in ``entries`` (their seq). If the walkover is revoked, they are struck there, and the row stays:
    should the same team be awarded the match again, its dice are those of before. ``ruleset`` are the house rules of
    the day on which it began; None in older rows.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waits for answers")
        HELD = "held", _("waits until the team’s match is over")
        DONE = "done", _("done")
        GONE = "gone", _("revoked, or the team has left")

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="won_unplayed")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="won_unplayed")
    state = models.CharField(max_length=4, choices=State, default=State.OPEN)
    ruleset = models.ForeignKey(Ruleset, null=True, on_delete=models.PROTECT, related_name="+")
    entries: Any = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("match won without play")
        verbose_name_plural = _("matches won without play")
        ordering = ["fixture", "id"]
        constraints = [models.UniqueConstraint(fields=["fixture", "team"], name="won_unplayed_fixture_team_unique")]

    def __str__(self) -> str:
        return f"fixture {self.fixture_id} for {self.team_id}"

    @property
    def began_by(self) -> Ruleset:
        """The house rules by which its steps run to the end; for an older row those by which the team was founded."""
        return self.ruleset or self.team.ruleset
