"""Seasons, competitions, rounds and fixtures. A fixture points down at its match, never the other way."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from competitions.bracket_names import round_words
from leagues.models import League
from matches.models import Match
from teams.models import Team, new_public_id

VOID = "void"
"""The outcome of both sides of a match declared void: no ``competitions.tables.Outcome``, since it counts nowhere."""


class Season(models.Model):
    """A stretch of a league's life, with its competitions."""

    class State(models.TextChoices):
        OPEN = "open", _("under way")
        CLOSED = "closed", _("closed")

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=80)
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    version = models.PositiveIntegerField(default=1)
    opened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="one_season_of_a_number")]
        ordering = ["league", "-number"]

    def __str__(self) -> str:
        return self.name


class Competition(models.Model):
    """A table's worth of matches: who is in it, how it is drawn, how it ranks.

    ``points`` and ``tie_breakers`` are what ``competitions.tables`` ranks by, ``byes_count`` whether a bye is a result;
    ``cut_lines`` holds the lines drawn across the table: each the place ``after`` which it stands, and its ``label``.
    ``seed`` is what the fixtures were drawn with, ``fed_seed`` what parted equals among those whom other stages sent;
    ``standings_version`` counts every change that a table could show;
    ``external_id`` is what the records call it. Competitions of a season with the same ``group_name`` are its
    divisions or groups; named groups of teams within one are conferences (``Entrant.conference``).

    ``legs`` is how often two teams meet: each pair of a round robin, each tie of a knock-out before the final;
    ``legs_across`` how often two of different conferences do, None for as often.
    ``places`` is how many teams it holds (None: any number), ``planned_rounds`` how many a Swiss draw has and
    ``pairs_itself`` whether the next one is drawn when the last is played, ``reach`` how many places up a ladder's
    teams may challenge, ``challenges`` whether coaches may write them (L5), ``played_for`` the trophy at stake.
    """

    class Scheduling(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("round robin")
        SWISS = "swiss", _("Swiss")
        KNOCK_OUT = "knock_out", _("knock-out")
        LADDER = "ladder", _("ladder")
        OPEN = "open", _("open play")

    class WhenLapsed(models.TextChoices):
        """What becomes of a fixture that is not played by its round's deadline."""

        COMMISSIONER = "commissioner", _("the commissioner decides")
        EXTEND = "extend", _("the deadline moves on")
        WALKOVER = "walkover", _("a walkover for whoever offered a date, if the other did not")
        DOUBLE_LOSS = "double_loss", _("a loss for both")

    class State(models.TextChoices):
        DRAFT = "draft", _("being set up")
        RUNNING = "running", _("under way")
        FINISHED = "finished", _("finished")

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="competitions")
    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    name = models.CharField(_("name"), max_length=100)
    scheduling = models.CharField(max_length=12, choices=Scheduling, default=Scheduling.ROUND_ROBIN)
    legs = models.PositiveSmallIntegerField(_("meetings of each pair"), default=1)
    legs_across = models.PositiveSmallIntegerField(_("meetings of different conferences"), null=True, blank=True)
    seed = models.CharField(max_length=32, blank=True)
    fed_seed = models.CharField(max_length=32, blank=True)
    points: Any = models.JSONField(default=dict)
    tie_breakers: Any = models.JSONField(default=list)
    cut_lines: Any = models.JSONField(_("lines in the table"), default=list, blank=True)
    byes_count = models.BooleanField(_("a bye counts as a win"), default=False)
    group_name = models.CharField(_("part of"), max_length=60, blank=True)
    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    by_lot = models.BooleanField(_("pairings drawn by lot"), default=False)
    third_place = models.BooleanField(_("match for third place"), default=False)
    planned_rounds = models.PositiveSmallIntegerField(_("rounds"), default=5)
    pairs_itself = models.BooleanField(_("draws its next round by itself"), default=True)
    reach = models.PositiveSmallIntegerField(_("places up that may be challenged"), default=3)
    challenges = models.BooleanField(_("written challenges"), default=False)
    round_days = models.PositiveSmallIntegerField(_("days from deadline to deadline"), null=True, blank=True)
    when_lapsed = models.CharField(max_length=12, choices=WhenLapsed, default=WhenLapsed.COMMISSIONER)
    extension_days = models.PositiveSmallIntegerField(_("days of an extension"), default=7)
    remind_days = models.PositiveSmallIntegerField(_("days before a deadline to remind"), default=3)
    state = models.CharField(max_length=8, choices=State, default=State.DRAFT)
    played_for = models.ForeignKey(
        "Trophy", null=True, blank=True, on_delete=models.PROTECT, related_name="competitions"
    )
    recorded = models.BooleanField(default=False)
    external_id = models.CharField(max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1)
    standings_version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["season", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "external_id"],
                condition=~Q(external_id=""),
                name="one_competition_for_each_record",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def chosen_by_coaches(self) -> bool:
        """Whether coaches find their opponents: nothing is drawn, and there are no rounds."""
        return self.scheduling in (self.Scheduling.OPEN, self.Scheduling.LADDER)

    @property
    def ranked_by_table(self) -> bool:
        """Whether its table says who is ahead, no bracket or ladder: then it can be split by conferences."""
        return self.scheduling not in (self.Scheduling.KNOCK_OUT, self.Scheduling.LADDER)


class Entrant(models.Model):
    """A team in a competition. ``coin_toss`` is a drawn lot that was recorded; ``published`` what records say of it.

    ``seed`` is its place in the order before the draw, 1 for the best; without one it comes after those that have one.
    ``fed_place`` is its place among those whom other stages sent, which stays whatever order is set by hand; null for
    a team that was entered by hand. ``conference`` is the name of the group of teams that it is of, empty for none.
    """

    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="entrants")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="entries")
    coin_toss = models.IntegerField(null=True, blank=True)
    published: Any = models.JSONField(null=True, blank=True)
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    fed_place = models.PositiveSmallIntegerField(null=True, blank=True)
    conference = models.CharField(_("conference"), max_length=40, blank=True, default="")
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "team"], name="a_team_enters_once")]

    def __str__(self) -> str:
        return f"{self.team_id} in {self.competition_id}"


class Round(models.Model):
    """A round of a competition. ``deadline`` is when it should be played, ``stage`` what a knock-out's round is.

    ``settled_at`` says when what was not played by the deadline was settled.
    """

    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)
    stage = models.CharField(max_length=10, choices=Match.Stage, blank=True)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="one_round_of_a_number")]
        ordering = ["competition", "number"]

    def __str__(self) -> str:
        return f"round {self.number} of {self.competition_id}"


class Fixture(models.Model):
    """Two teams that meet in a round, or one that has a bye (no ``away``).

    What is played is a match. Where nothing was played but something counts, the outcome of each side is kept here
    (``VOID`` for both where it was declared that nothing does); ``counted`` holds, by side, what counts apart from
    score and scheme (see ``competitions.results``). ``order`` is the place in the order of play where records tell it,
    otherwise 0: then rounds are played one after another. ``tie`` is the tie of a knock-out that it is a match of;
    ``agreed_for`` is the date that was named last, ``date_waits_for`` the side whose coach has not agreed to it yet;
    ``home_offered`` and ``away_offered`` say that this side's coach has named a date, or agreed to one.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="fixtures")
    order = models.PositiveIntegerField(default=0)
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="home_fixtures")
    away = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="away_fixtures")
    match = models.OneToOneField(Match, null=True, blank=True, on_delete=models.PROTECT, related_name="fixture")
    tie = models.ForeignKey("Tie", null=True, blank=True, on_delete=models.PROTECT, related_name="fixtures")
    agreed_for = models.DateTimeField(_("agreed for"), null=True, blank=True)
    date_waits_for = models.CharField(max_length=4, blank=True, choices=[("home", _("home")), ("away", _("away"))])
    home_offered = models.BooleanField(default=False)
    away_offered = models.BooleanField(default=False)
    home_outcome = models.CharField(max_length=16, blank=True)
    away_outcome = models.CharField(max_length=16, blank=True)
    counted: Any = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["round", "order", "id"]
        constraints = [
            models.CheckConstraint(
                name="no_fixture_against_oneself", condition=Q(away__isnull=True) | ~Q(away=F("home"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home_id} against {self.away_id}"

    @property
    def in_round(self) -> str:
        """Its round in words."""
        third_place = self.tie is not None and self.tie.third_place
        return round_words(
            self.round.number, self.round.competition.scheduling, self.round.stage, third_place=third_place
        )


class Decision(models.Model):
    """A commissioner's word on a fixture that is not played; it goes when he takes it back, and the log keeps both.

    ``winner`` is the side for whom it was decided, or for whom the coin fell; empty where the match is void.
    """

    class Kind(models.TextChoices):
        WALKOVER = "walkover", _("walkover")
        COIN_TOSS = "coin_toss", _("coin toss")
        VOID = "void", _("void")
        DOUBLE_LOSS = "double_loss", _("a loss for both")
        DRAW = "draw", _("a draw")
        REFUSED = "refused", _("refused challenge")

    fixture = models.OneToOneField(Fixture, on_delete=models.CASCADE, related_name="decision")
    kind = models.CharField(max_length=12, choices=Kind)
    winner = models.CharField(max_length=4, blank=True, choices=[("home", _("home")), ("away", _("away"))])
    reason = models.CharField(max_length=500)
    withdrawal = models.ForeignKey(
        "Withdrawal", null=True, blank=True, on_delete=models.PROTECT, related_name="decisions"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.kind} of fixture {self.fixture_id}"


class ImportedArchive(models.Model):
    """A file of records that a league was made from: the same bytes are not imported twice."""

    league = models.OneToOneField(League, on_delete=models.PROTECT, related_name="imported_archive")
    digest = models.CharField(max_length=64, unique=True)
    edition = models.CharField(max_length=200)
    filename = models.CharField(max_length=200)
    imported_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.filename} as {self.league_id}"


from competitions.adjustment_models import Adjustment  # noqa: E402, F401 - part of the room's models
from competitions.challenge_models import Challenge, Reminder  # noqa: E402, F401
from competitions.ending_models import SeasonEnd, SeasonMark, Withdrawal  # noqa: E402, F401
from competitions.friendly_models import FriendlyOffer  # noqa: E402, F401
from competitions.stage_models import FinalistChoice, StageFeed, Tie  # noqa: E402, F401
from competitions.trophy_models import Holding, Trophy, TrophyPicture  # noqa: E402, F401
