"""Rounds, their fixtures, and a commissioner's decisions about them. A fixture points to its match."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models.bracket_names import Rounds
from competitions.models.competitions import Competition
from matches.models import Match
from teams.models import Team

VOID = "void"


class Round(models.Model):
    """A round of a competition. Matches should be played by ``deadline``; ``stage`` is that of a knock-out's round.

    ``settled_at`` is when matches that missed the deadline were settled.
    """

    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)
    stage = models.CharField(max_length=10, choices=Match.Stage, blank=True)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="round_competition_number_unique")
        ]
        ordering = ["competition", "number"]

    def __str__(self) -> str:
        return f"round {self.number} of {self.competition_id}"


def rounds_of_bracket(competition: str, stage: str = "") -> Case | Coalesce:
    """As a column: how many rounds the bracket of the competition has that is named by this path; 0 without one.

    ``stage`` is the path to the stage of a match or round: those of no later stage are in no bracket, and not counted.
    """
    drawn = Round.objects.filter(competition=OuterRef(competition)).exclude(stage="").order_by()
    counted = drawn.values("competition").annotate(count=Count("pk")).values("count")
    found = Coalesce(Subquery(counted, output_field=IntegerField()), 0)
    return Case(When(**{f"{stage}__in": ("", Match.Stage.LEAGUE)}, then=0), default=found) if stage else found


class FixtureQuerySet(models.QuerySet["Fixture"]):
    """Fixtures by their teams, and by how far they are.

    The questions about how far they are leave out byes and what was decided without play.
    """

    def of_team(self, team: Team | int | OuterRef) -> FixtureQuerySet:
        """Fixtures of a team, at home or away."""
        return self.filter(Q(home=team) | Q(away=team))

    def of_coach(self, user: User | int) -> FixtureQuerySet:
        """Fixtures of the teams that a user coaches now."""
        return self.filter(Q(home__coach=user) | Q(away__coach=user))

    def with_rounds(self) -> FixtureQuerySet:
        """Fixtures with what ``in_round`` reads, so that it asks no query."""
        return self.select_related("round__competition", "tie").annotate(
            bracket=rounds_of_bracket("round__competition", "round__stage")
        )

    def undecided(self) -> FixtureQuerySet:
        """Fixtures of two teams that no decision has settled, whether played or not."""
        return self.filter(away__isnull=False, home_outcome="")

    def without_match(self) -> FixtureQuerySet:
        """Fixtures without a match."""
        return self.undecided().filter(match__isnull=True)

    def not_opened(self) -> FixtureQuerySet:
        """Fixtures whose match is not opened or does not exist yet."""
        return self.undecided().filter(Q(match__isnull=True) | Q(match__state=Match.State.SCHEDULED))

    def not_played(self) -> FixtureQuerySet:
        """Fixtures whose match has not kicked off or does not exist yet."""
        before = (Match.State.SCHEDULED, Match.State.PRE_MATCH)
        return self.undecided().filter(Q(match__isnull=True) | Q(match__state__in=before))

    def waiting(self) -> FixtureQuerySet:
        """Fixtures without a result that counts."""
        return self.undecided().filter(Q(match__isnull=True) | ~Q(match__state__in=Match.PLAYED))

    def not_over(self) -> FixtureQuerySet:
        """Fixtures whose match is not finished: its post-match sequence may still be open."""
        over = (Match.State.CLOSED, Match.State.RECORDED)
        return self.undecided().filter(Q(match__isnull=True) | ~Q(match__state__in=over))


class Fixture(models.Model):
    """Two teams that meet in a round, or one that has a bye (no ``away``).

    A game is a match. If there was no game but a result counts, the outcome of each side is stored here (``VOID`` for
    both if nothing counts); ``counted`` holds, by side, what else counts (see ``competitions.standings.results``).
    ``order`` is the place in the order of play if imported records have it, otherwise 0: then rounds follow one
    another. ``tie`` is its tie of a knock-out. ``agreed_for`` is the last proposed date, ``date_waits_for`` the side
    whose coach has not agreed to it yet. ``home_offered`` and ``away_offered`` say that this side's coach has proposed
    a date or agreed to one. ``reported_at`` is when coaches reported a game that they had arranged themselves.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="fixtures")
    order = models.PositiveIntegerField(default=0)
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="home_fixtures")
    away = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="away_fixtures")
    match = models.OneToOneField(Match, null=True, blank=True, on_delete=models.PROTECT, related_name="fixture")
    tie = models.ForeignKey("Tie", null=True, blank=True, on_delete=models.PROTECT, related_name="fixtures")
    reported_at = models.DateTimeField(null=True, blank=True)
    agreed_for = models.DateTimeField(_("agreed for"), null=True, blank=True)
    date_waits_for = models.CharField(max_length=4, blank=True, choices=[("home", _("home")), ("away", _("away"))])
    home_offered = models.BooleanField(default=False)
    away_offered = models.BooleanField(default=False)
    home_outcome = models.CharField(max_length=16, blank=True)
    away_outcome = models.CharField(max_length=16, blank=True)
    counted: Any = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)

    objects = FixtureQuerySet.as_manager()

    class Meta:
        ordering = ["round", "order", "id"]
        constraints = [
            models.CheckConstraint(name="fixture_teams_differ", condition=Q(away__isnull=True) | ~Q(away=F("home"))),
        ]

    def __str__(self) -> str:
        return f"{self.home_id} against {self.away_id}"

    @property
    def in_round(self) -> str:
        """The round in words; up to three queries, none after ``with_rounds``."""
        competition = self.round.competition
        stage = self.tie.stage if self.tie is not None else self.round.stage
        return Rounds(competition.scheduling, self.bracket, competition.legs).words(self.round.number, stage)

    @cached_property
    def bracket(self) -> int:
        """How many rounds the bracket has that it belongs to; 0 for none."""
        return self.round.competition.rounds.exclude(stage="").count() if self.round.stage else 0


class Decision(models.Model):
    """A commissioner's ruling on a fixture that is not played. Revoking it deletes it; the log has both.

    ``winner`` is the side that wins by the decision or the coin toss; empty for other decisions. ``agreed_by`` agreed
    to the decision of a commissioner who coaches one of the teams.
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
    agreed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.kind} of fixture {self.fixture_id}"
