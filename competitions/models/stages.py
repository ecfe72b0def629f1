"""The later stages of a season: ties of a knock-out, qualification rules, the choice of semi-finalists."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from competitions.models.fixtures import Fixture
from matches.models import Match
from teams.models import Team


class TieQuerySet(models.QuerySet["Tie"]):
    """Ties by what they wait for."""

    def level(self) -> TieQuerySet:
        """Those of two teams whose matches are all over, without a winner: a commissioner rules who advances (L1)."""
        fixtures = Fixture.objects.filter(tie=OuterRef("pk"))
        undecided = self.filter(winner__isnull=True, home__isnull=False, away__isnull=False)
        return undecided.filter(Exists(fixtures), ~Exists(fixtures.waiting()))


class Tie(models.Model):
    """A tie of a knock-out as drawn, and its winner; see ``competitions.pairing.knock_out.Tie``.

    ``home`` and ``away`` are null until the teams are known. ``winner`` comes from the results, unless a commissioner
    ruled which team advances (``how`` is ``word``): the ruling counts until it is revoked.
    """

    class How(models.TextChoices):
        BYE = "bye", _("by a bye")
        SCORE = "score", _("by the score")
        AGGREGATE = "aggregate", _("on aggregate")
        EXTRA = "extra", _("in overtime or a shoot-out")
        WORD = "word", _("by a commissioner's ruling")

    competition = models.ForeignKey("competitions.Competition", on_delete=models.PROTECT, related_name="ties")
    number = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=10, choices=Match.Stage)
    third_place = models.BooleanField(default=False)
    home_from = models.PositiveSmallIntegerField(null=True, blank=True)
    away_from = models.PositiveSmallIntegerField(null=True, blank=True)
    home = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    away = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    winner = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    how = models.CharField(max_length=10, choices=How, blank=True)

    objects = TieQuerySet.as_manager()

    class Meta:
        ordering = ["competition", "number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="tie_competition_number_unique")]

    def __str__(self) -> str:
        return f"tie {self.number} of {self.competition_id}"


class StageFeed(models.Model):
    """Teams of ``source`` that qualify for ``target``: those from place ``first`` to place ``last``.

    With ``best`` the teams at place ``first`` are compared with those of all other sources with the same rule, and this
    number of them qualifies ("and the best third"). With ``by_conference`` places count within each conference of the
    source, which is then several sources.
    """

    target = models.ForeignKey("competitions.Competition", on_delete=models.PROTECT, related_name="feeds")
    source = models.ForeignKey("competitions.Competition", on_delete=models.PROTECT, related_name="feeds_into")
    first = models.PositiveSmallIntegerField(_("from place"))
    last = models.PositiveSmallIntegerField(_("to place"))
    best = models.PositiveSmallIntegerField(_("number of best teams"), null=True, blank=True)
    by_conference = models.BooleanField(_("places within each conference"), default=False)

    class Meta:
        verbose_name = _("qualification rule")
        verbose_name_plural = _("qualification rules")
        ordering = ["target", "id"]
        constraints = [
            models.CheckConstraint(name="stage_feed_first_lte_last", condition=Q(first__gte=1, last__gte=F("first"))),
            models.CheckConstraint(name="stage_feed_stages_differ", condition=~Q(target=F("source"))),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} into {self.target_id}"


class FinalistChoice(models.Model):
    """How the semi-finalists of a tournament were chosen (L3): by which criterion, from the tables of ``sources``.

    ``values`` are the team values of that day, in gp: a pair of id and value for each team that could be chosen.
    With ``by_conference`` places in tables were those within conferences.
    """

    competition = models.OneToOneField("competitions.Competition", on_delete=models.PROTECT, related_name="choice")
    way = models.CharField(max_length=20)
    sources = models.ManyToManyField("competitions.Competition", related_name="choices")
    values: Any = models.JSONField()
    by_conference = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.way} for {self.competition_id}"
