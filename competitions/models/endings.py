"""Teams that left a running competition, and what a season's end decided about its teams."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.models import Ruleset
from rules.team.season_end import SeasonRecord
from teams.models import Team


class Withdrawal(models.Model):
    """A team that left a running competition. Undoing it deletes the row; the log shows both.

    Decisions on matches that were made because of it point to it, and are deleted with it.
    """

    class How(models.TextChoices):
        KEPT = "kept", _("its results count, its other matches do not")
        WALKOVERS = "walkovers", _("its results count, its opponents win its other matches without play")
        VOID = "void", _("none of its matches count, and it leaves the table")

    entrant = models.OneToOneField("competitions.Entrant", on_delete=models.CASCADE, related_name="withdrawal")
    how = models.CharField(_("its matches"), max_length=10, choices=How)
    reason = models.CharField(_("reason"), max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.how} of {self.entrant_id}"


class SeasonEnd(models.Model):
    """How a season was last closed. If the season is open again, the next end proposes the same.

    ``done`` is what can be taken back (`competitions.season_end.taking_back`), also of earlier closings: ``entries`` of
    journals as pairs of a team id and a seq; teams that ``retired`` as pairs of an id and the id of the log's entry
    (older closings kept a bare id); ids of the ``TeamEnd`` that were ``gone`` with them, of ``awards`` and of
    competitions that were ``finished``. It is None if that is not known any more.
    """

    season = models.OneToOneField("competitions.Season", on_delete=models.PROTECT, related_name="end")
    injuries_cleared = models.BooleanField(_("missed matches cleared"), default=False)
    done: Any = models.JSONField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"end of {self.season_id}"


class SeasonMark(models.Model):
    """What a season's last end decided for a team: promoted, relegated, stays, or retired. Not used while it is open.

    The team plays next season in the copy of ``into``. ``place`` was its place in the table of ``source``, from 1; null
    for old ends that did not store it. ``conference`` was its conference in that table ("" for none), and
    ``conference_place`` its place there, from 1; null without one.
    """

    class Mark(models.TextChoices):
        UP = "up", _("promoted")
        DOWN = "down", _("relegated")
        STAYS = "stays", _("stays")
        RETIRED = "retired", _("retired")

    season = models.ForeignKey("competitions.Season", on_delete=models.PROTECT, related_name="marks")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="season_marks")
    mark = models.CharField(max_length=8, choices=Mark)
    source = models.ForeignKey("competitions.Competition", null=True, on_delete=models.PROTECT, related_name="+")
    into = models.ForeignKey("competitions.Competition", null=True, on_delete=models.PROTECT, related_name="+")
    place = models.PositiveSmallIntegerField(null=True)
    conference = models.CharField(max_length=40, blank=True, default="")
    conference_place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        verbose_name = _("promotion or relegation")
        verbose_name_plural = _("promotions and relegations")
        ordering = ["season", "id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "team", "source"], name="season_mark_season_team_source_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.mark} for {self.team_id}"


class TeamEnd(models.Model):
    """What the rulebook asks of a team when its season is closed; only in a book with steps for that.

    It waits for the team's coach until all is answered; then the team's journal has what came of it. For a team that
    was brought over from another book it waits first until the team is approved. ``won``, ``drawn`` and ``lost`` are
    the team's matches of the season (or those of the team that it was in the other book), ``friendlies`` those that it
    played besides. A team ends a season once, even if the season is closed again. ``entries`` are what came of it in
    the journal: pairs of a team id and a seq, or None if not known any more. ``ruleset`` are the house rules of the day
    on which its steps began; None before that, and in older rows.
    """

    class State(models.TextChoices):
        WAITING = "wait", _("waits until the team is approved")
        OPEN = "open", _("waits for answers")
        DONE = "done", _("done")
        GONE = "gone", _("the team has left")

    season = models.ForeignKey("competitions.Season", on_delete=models.PROTECT, related_name="team_ends")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="season_ends")
    state = models.CharField(max_length=4, choices=State, default=State.OPEN)
    won = models.PositiveSmallIntegerField(default=0)
    drawn = models.PositiveSmallIntegerField(default=0)
    lost = models.PositiveSmallIntegerField(default=0)
    friendlies = models.PositiveSmallIntegerField(default=0)
    ruleset = models.ForeignKey(Ruleset, null=True, on_delete=models.PROTECT, related_name="+")
    entries: Any = models.JSONField(null=True, default=list)

    class Meta:
        verbose_name = _("team at a season's end")
        verbose_name_plural = _("teams at a season's end")
        ordering = ["season", "id"]
        constraints = [models.UniqueConstraint(fields=["season", "team"], name="team_end_season_team_unique")]

    def __str__(self) -> str:
        return f"end of {self.season_id} for {self.team_id}"

    @property
    def began_by(self) -> Ruleset:
        """The house rules by which its steps run to the end; for an older row those by which the team was founded."""
        return self.ruleset or self.team.ruleset

    @property
    def record(self) -> SeasonRecord:
        """What the team did in the season, as the rules read it."""
        return SeasonRecord(won=self.won, drawn=self.drawn, lost=self.lost, friendlies=self.friendlies)
