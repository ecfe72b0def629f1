"""A match: its terms, its two sides, what was reported, what was answered, what each player did.

A match knows two teams, the ruleset that it is played under and its terms; it does not know what competition it is part
of. Rows of answers and reports say who gave them and when.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from leagues.models import League, Ruleset
from teams.models import Player, Team, new_public_id


class Match(models.Model):
    """A match between two teams of a league. ``version`` counts every change and is checked in each.

    One that was called off or annulled, and is not to be played again, is ``DROPPED``: histories still lead to it.
    """

    class State(models.TextChoices):
        SCHEDULED = "scheduled", _("to be played")
        PRE_MATCH = "pre_match", _("pre-match sequence")
        PLAYING = "playing", _("being played")
        REPORTED = "reported", _("waits for confirmation")
        DISPUTED = "disputed", _("disputed")
        POST_MATCH = "post_match", _("post-match sequence")
        CLOSED = "closed", _("closed")
        RECORDED = "recorded", _("known from records")
        DROPPED = "dropped", _("not to be played any more")

    class Stage(models.TextChoices):
        LEAGUE = "league", _("league match")
        PLAY_OFF = "play_off", _("play-off")
        SEMI_FINAL = "semi_final", _("semi-final")
        FINAL = "final", _("final")

    REPORTABLE = (State.PLAYING, State.REPORTED, State.DISPUTED)
    PLAYED = (State.POST_MATCH, State.CLOSED, State.RECORDED)

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="matches")
    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    ruleset = models.ForeignKey(Ruleset, null=True, on_delete=models.PROTECT, related_name="+")
    stage = models.CharField(max_length=10, choices=Stage, default=Stage.LEAGUE)
    tournament = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.SCHEDULED)
    version = models.PositiveIntegerField(default=1)
    weather = models.CharField(max_length=20, blank=True)
    gate = models.PositiveIntegerField(null=True, blank=True)
    absent_stars: Any = models.JSONField(default=list, blank=True)
    played_on = models.DateField(null=True, blank=True)
    conceded_by = models.CharField(max_length=4, blank=True)
    conceded_before_kick_off = models.BooleanField(default=False)
    decided_by = models.CharField(max_length=10, blank=True)
    decided_for = models.CharField(max_length=4, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["league", "state"], name="matches_of_a_league")]

    def __str__(self) -> str:
        return f"match {self.public_id}"

    @property
    def counts(self) -> bool:
        """Whether the result counts: from its confirmation on."""
        return self.state in self.PLAYED

    @property
    def holder(self) -> str:
        """The name under which the match holds its teams."""
        return f"match:{self.public_id}"


class MatchSide(models.Model):
    """One team's side of a match: the roster as it was fielded, and how the match went for it.

    ``sheet`` is the sheet as fielded, ``inducements`` what it bought. Numbers that are not known yet are null;
    ``figures`` keep the sums behind them, as the rules of that day had them, by the figure's id. ``unsent_story`` is a
    story that its coach has saved and not told yet, for his eyes only; null where there is none, since it may be empty.
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

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="one_row_for_each_side"),
            models.UniqueConstraint(fields=["match", "team"], name="no_team_against_itself"),
        ]
        ordering = ["match", F("side").desc()]

    def __str__(self) -> str:
        return f"{self.side} of {self.match_id}"

    @property
    def written_story(self) -> str:
        """The story that its coach goes on with: as he saved it last, or as he told it."""
        return self.story if self.unsent_story is None else self.unsent_story


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


class MatchAnswer(models.Model):
    """An answer to a question of the pre-match or post-match sequence, with the question as it was asked."""

    class Sequence(models.TextChoices):
        PRE_MATCH = "pre_match", _("pre-match sequence")
        POST_MATCH = "post_match", _("post-match sequence")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="answers")
    sequence = models.CharField(max_length=10, choices=Sequence)
    side = models.CharField(max_length=4)
    key = models.CharField(max_length=80)
    question: Any = models.JSONField()
    value: Any = models.JSONField(null=True)
    rolled = models.BooleanField(default=False, help_text=_("by the server"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "sequence", "side", "key"], name="one_answer_for_each_question"),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.side} {self.key} of {self.match_id}"


class CardPlay(models.Model):
    """A special play card that a side played: when in the match, on whom, and who entered it (S4).

    ``half`` is 0 before the kick-off; ``turn`` 0 where it was not said.
    """

    class Half(models.IntegerChoices):
        BEFORE = 0, _("before the kick-off")
        FIRST = 1, _("first half")
        SECOND = 2, _("second half")
        OVERTIME = 3, _("overtime")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="card_plays")
    side = models.CharField(max_length=4, choices=[("home", _("home")), ("away", _("away"))])
    card = models.CharField(max_length=60)
    half = models.PositiveSmallIntegerField(choices=Half)
    turn = models.PositiveSmallIntegerField(default=0)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    note = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "card"], name="each_card_once_in_a_match")]
        ordering = ["match", "id"]

    def __str__(self) -> str:
        return f"{self.card} in {self.match_id}"


class StarInjury(models.Model):
    """A star who was hurt while a side had hired him, in a league that does not waive it (I3)."""

    class Fate(models.TextChoices):
        DEAD = "dead", _("dead")
        MISSES_NEXT = "misses_next", _("misses the next match")

    side = models.ForeignKey(MatchSide, on_delete=models.PROTECT, related_name="star_injuries")
    star = models.CharField(max_length=60)
    casualty = models.PositiveSmallIntegerField()
    fate = models.CharField(max_length=12, choices=Fate)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.star} in {self.side_id}"


class PlayerLine(models.Model):
    """What one player did in a match that counts. ``player`` is null for those who were induced.

    ``killed_by`` is the opponent who killed him, null where nobody did or nobody of the roster.
    """

    class Kind(models.TextChoices):
        ROSTER = "roster", _("on the roster")
        JOURNEYMAN = "journeyman", _("journeyman")
        MERCENARY = "mercenary", _("mercenary")
        STAR = "star", _("star player")
        RAISED = "raised", _("raised")
        CARD = "card", _("brought by a card")

    side = models.ForeignKey(MatchSide, on_delete=models.PROTECT, related_name="lines")
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="lines")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.ROSTER)
    name = models.CharField(max_length=60, blank=True)
    number = models.PositiveSmallIntegerField(null=True)
    position = models.CharField(max_length=60, blank=True)
    completions = models.PositiveSmallIntegerField(default=0)
    touchdowns = models.PositiveSmallIntegerField(default=0)
    interceptions = models.PositiveSmallIntegerField(default=0)
    casualties = models.PositiveSmallIntegerField(default=0)
    mvps = models.PositiveSmallIntegerField(default=0)
    spp = models.PositiveSmallIntegerField(default=0)
    injuries: Any = models.JSONField(default=list, blank=True)
    died = models.BooleanField(default=False)
    killed_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="kills")

    class Meta:
        ordering = ["side", "number", "id"]

    def __str__(self) -> str:
        return f"{self.name or self.number} in {self.side_id}"


from matches.correction_models import MatchCorrection  # noqa: E402, F401 - part of the room's models
