"""A match, its terms and its two sides."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from leagues.models import League, Ruleset
from rules.book.book import Book
from teams.models import Team, new_public_id


class Match(models.Model):
    """A match between two teams of a league. ``version`` counts every change, and each change checks it.

    A match that was called off or annulled, and will not be played again, is ``DROPPED``: histories still link to it.
    """

    class State(models.TextChoices):
        SCHEDULED = "scheduled", _("to be played")
        PRE_MATCH = "pre_match", _("pre-match")
        PLAYING = "playing", _("being played")
        REPORTED = "reported", _("waiting for confirmation")
        DISPUTED = "disputed", _("disputed")
        POST_MATCH = "post_match", _("post-match")
        CLOSED = "closed", _("closed")
        RECORDED = "recorded", _("known from records")
        DROPPED = "dropped", _("cancelled")

    class Stage(models.TextChoices):
        LEAGUE = "league", _("league match")
        PLAY_OFF = "play_off", _("play-off")
        SEMI_FINAL = "semi_final", _("semi-final")
        FINAL = "final", _("final")

    REPORTABLE = (State.PLAYING, State.REPORTED, State.DISPUTED)
    PLAYED = (State.POST_MATCH, State.CLOSED, State.RECORDED)

    turn: AbstractSet[str] | None = None
    """Whose turn it is, by side, if the caller of `turn_changed` has just worked it out; None if it has to be read."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="matches")
    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    ruleset = models.ForeignKey(Ruleset, null=True, on_delete=models.PROTECT, related_name="+")
    stage = models.CharField(max_length=10, choices=Stage, default=Stage.LEAGUE)
    tournament = models.CharField(max_length=20, blank=True)
    friendly = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=State, default=State.SCHEDULED)
    version = models.PositiveIntegerField(default=1)
    weather = models.CharField(max_length=20, blank=True)
    gate = models.PositiveIntegerField(null=True, blank=True)
    absent_stars: Any = models.JSONField(default=list, blank=True)
    used_before: Any = models.JSONField(default=dict, blank=True)
    facts: Any = models.JSONField(default=dict, blank=True)
    played_on = models.DateField(null=True, blank=True)
    conceded_by = models.CharField(max_length=4, blank=True)
    conceded_before_kick_off = models.BooleanField(default=False)
    decided_by = models.CharField(max_length=10, blank=True)
    decided_for = models.CharField(max_length=4, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [models.Index(fields=["league", "state"], name="matches_of_a_league")]

    def __str__(self) -> str:
        return f"match {self.public_id}"

    @property
    def book(self) -> Book:
        """The tables that it is played by; a match known only from records has those of its league."""
        return (self.ruleset or self.league.ruleset).book

    @property
    def counts(self) -> bool:
        """Whether the result counts: true from its confirmation on."""
        return self.state in self.PLAYED

    @property
    def holder(self) -> str:
        """The name under which the match holds its teams."""
        return f"match:{self.public_id}"


class MatchSides(models.QuerySet["MatchSide"]):
    """Sides of matches."""

    def played(self) -> MatchSides:
        """The sides of matches that count."""
        return self.filter(match__state__in=Match.PLAYED)


class MatchSide(models.Model):
    """One team's side of a match: the roster that it fielded, and how the match went.

    ``sheet`` is the fielded roster, ``inducements`` what the side bought. Numbers that are not known yet are null.
    ``figures`` holds the sums behind them by the figure's id, as the rules gave them on that day. ``unsent_story`` is a
    story that the coach has saved but not published. Only the coach sees it. It is null if there is none, because a
    saved story may be empty.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="sides")
    side = models.CharField(max_length=4, choices=[("home", _("home")), ("away", _("away"))])
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="match_sides")
    sheet: Any = models.JSONField(null=True)
    team_value = models.PositiveIntegerField(null=True)
    fans = models.PositiveIntegerField(null=True)
    fame = models.PositiveSmallIntegerField(null=True)
    inducements: Any = models.JSONField(default=list, blank=True)
    figures: Any = models.JSONField(default=dict, blank=True)
    score = models.PositiveSmallIntegerField(null=True)
    casualties = models.PositiveSmallIntegerField(null=True)
    result = models.CharField(max_length=20, blank=True)
    winnings = models.PositiveIntegerField(null=True)
    story = models.TextField(max_length=5000, blank=True)
    story_version = models.PositiveIntegerField(default=1)
    unsent_story = models.TextField(max_length=5000, blank=True, null=True)  # noqa: DJ001 - "" was saved as empty

    objects = MatchSides.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="match_side_match_side_unique"),
            models.UniqueConstraint(fields=["match", "team"], name="match_side_match_team_unique"),
        ]
        ordering = ["match", F("side").desc()]

    def __str__(self) -> str:
        return f"{self.side} of {self.match_id}"

    @property
    def written_story(self) -> str:
        """The text that the coach continues with: the saved draft, else the published story."""
        return self.story if self.unsent_story is None else self.unsent_story
