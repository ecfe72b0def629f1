"""Seasons, their competitions, and the teams entered in them."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from competitions.models.formats import Format, Latecomers, Tab, formats_by_key, keys_where
from leagues.models import League
from rules import editions
from rules.book.book import Book
from teams.models import Team, new_public_id


class Season(models.Model):
    """A season of a league, with its competitions."""

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
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="season_league_number_unique")]
        ordering = ["league", "-number"]

    def __str__(self) -> str:
        return self.name

    @property
    def book(self) -> Book:
        """The rulebook that its league was created with."""
        return self.league.ruleset.book

    def book_of(self, edition: str) -> Book:
        """The rulebook of one of its competitions, by the edition that the competition stores."""
        return editions.edition(edition).book if edition else self.book


class CompetitionQuerySet(models.QuerySet["Competition"]):
    """Competitions by their format."""

    def of_formats(self, holds: Callable[[Format[Competition]], object]) -> CompetitionQuerySet:
        """Competitions whose format satisfies ``holds``."""
        return self.filter(scheduling__in=keys_where(holds))


class Competition(models.Model):
    """A competition of a season: its teams, its format, and how its table ranks.

    ``points`` and ``tie_breakers`` rank the table, ``byes_count`` says whether a bye is a result. ``cut_lines`` are
    lines across the table, each with a ``label`` and the place ``after`` which it is drawn. ``seed`` is the seed of the
    fixtures' draw, ``fed_seed`` the seed of lots between teams that qualified. ``standings_version`` counts every
    change that a table could show. ``external_id`` is the competition's id in imported records. Competitions of a
    season with the same ``group_name`` are divisions or groups; named groups of teams within one competition are
    conferences (``Entrant.conference``).

    ``scheduling`` is the key of its ``format``, ``format_options`` holds the settings that only this format has: read
    them as ``options``. ``legs`` is how often two teams meet in a round robin, or in a tie of a knock-out before the
    final. ``conferences`` are the names of planned conferences. ``first_deadline`` is what round 1 gets when it is
    drawn; each later round gets ``round_days`` more. ``edition`` is the key of the book that it is played by, empty for
    the one that its league was created with. ``places`` is the largest number of teams (None: any number),
    ``challenges`` whether coaches may write challenges (L5), ``played_for`` the trophy at stake.
    ``pack`` is the pack by which its teams are built (TOML, ``rules.book.entered.packs``), empty for that of the house
    rules; with ``league_teams`` other teams of the league enter as they are.
    """

    class WhenLapsed(models.TextChoices):
        """What happens to a fixture that is not opened by its round's deadline."""

        COMMISSIONER = "commissioner", _("the commissioner decides")
        EXTEND = "extend", _("the deadline is extended")
        WALKOVER = "walkover", _("a walkover for the team that offered a date, if the other did not")
        DOUBLE_LOSS = "double_loss", _("a loss for both")

    class State(models.TextChoices):
        DRAFT = "draft", _("being set up")
        RUNNING = "running", _("under way")
        FINISHED = "finished", _("finished")

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="competitions")
    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    name = models.CharField(_("name"), max_length=100)
    scheduling = models.CharField(max_length=40, default="round_robin")
    format_options: Any = models.JSONField(default=dict, blank=True)
    legs = models.PositiveSmallIntegerField(_("meetings of each pair"), default=1)
    seed = models.CharField(max_length=32, blank=True)
    fed_seed = models.CharField(max_length=32, blank=True)
    edition = models.CharField(max_length=40, blank=True, default="")
    points: Any = models.JSONField(default=dict)
    tie_breakers: Any = models.JSONField(default=list)
    cut_lines: Any = models.JSONField(_("lines in the table"), default=list, blank=True)
    byes_count = models.BooleanField(_("a bye counts as a win"), default=False)
    group_name = models.CharField(_("part of"), max_length=60, blank=True)
    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    conferences: Any = models.JSONField(_("conferences"), default=list, blank=True)
    challenges = models.BooleanField(_("written challenges"), default=False)
    first_deadline = models.DateTimeField(_("first deadline"), null=True, blank=True)
    round_days = models.PositiveSmallIntegerField(_("days from deadline to deadline"), null=True, blank=True)
    when_lapsed = models.CharField(max_length=12, choices=WhenLapsed, default=WhenLapsed.COMMISSIONER)
    extension_days = models.PositiveSmallIntegerField(_("days of an extension"), default=7)
    remind_days = models.PositiveSmallIntegerField(_("days before a deadline to remind"), default=3)
    state = models.CharField(max_length=8, choices=State, default=State.DRAFT)
    played_for = models.ForeignKey(
        "Trophy", null=True, blank=True, on_delete=models.PROTECT, related_name="competitions"
    )
    pack = models.TextField(_("pack for new teams"), blank=True, default="")
    league_teams = models.BooleanField(_("teams of the league enter as they are"), default=False)
    recorded = models.BooleanField(default=False)
    external_id = models.CharField(max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1)
    standings_version = models.PositiveIntegerField(default=1)

    objects = CompetitionQuerySet.as_manager()

    class Meta:
        ordering = ["season", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "external_id"],
                condition=~Q(external_id=""),
                name="competition_season_external_id_unique",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def book(self) -> Book:
        """The rulebook that its matches are played by."""
        return self.season.book_of(self.edition)

    @property
    def played_book(self) -> Book:
        """The same with the numbers of the league's house rules of today; one query for a further book of a league."""
        return self.season.league.ruleset_for(self.edition).known_rules().book

    @property
    def format(self) -> Format[Competition]:
        """The way in which its opponents are found."""
        return formats_by_key[self.scheduling]

    @property
    def options(self) -> SimpleNamespace:
        """The settings that its format alone has, by name, as stored or by default: ``competition.options.reach``."""
        stored = self.format_options
        return SimpleNamespace(**{each.name: stored.get(each.name, each.default) for each in self.format.options})

    @property
    def takes_teams(self) -> bool:
        """Whether teams can still enter it or join late."""
        if self.state == self.State.RUNNING:
            return self.format.latecomers != Latecomers.REFUSED
        return self.state == self.State.DRAFT

    @property
    def takes_challenges(self) -> bool:
        """Whether coaches can write challenges (L5): by its settings, or because its format always has them."""
        return self.challenges or self.format.takes_challenges

    @property
    def tabs(self) -> list[Tab]:
        """The pages that it has in addition to those of every competition."""
        written = Tab(key="challenges", route="competitions:challenges", label=_("Challenges"))
        return [*self.format.tabs, *([written] if self.takes_challenges else [])]


class EntrantQuerySet(models.QuerySet["Entrant"]):
    """The teams of competitions."""

    def still_playing(self) -> EntrantQuerySet:
        """Those whose team is active and has not left the competition."""
        return self.filter(team__state=Team.State.ACTIVE, withdrawal__isnull=True)

    def by_seed(self) -> EntrantQuerySet:
        """Seeded teams first, from seed 1 on, then the others in the order of entry."""
        return self.order_by(F("seed").asc(nulls_last=True), "pk")

    def team_ids_by_seed(self) -> list[int]:
        """The ids of the teams, in the order of ``by_seed``."""
        return list(self.by_seed().values_list("team", flat=True))


class Entrant(models.Model):
    """A team in a competition. ``coin_toss`` is its drawn lot, ``published`` its line in imported records.

    ``seed`` is its place in the order before the draw, 1 for the best; teams without a seed come last. ``fed_place`` is
    its place among the teams that qualified, which no order set by hand changes; null for a team entered by hand.
    ``conference`` is the name of its conference, empty for none.
    """

    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="entrants")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="entries")
    coin_toss = models.IntegerField(null=True, blank=True)
    published: Any = models.JSONField(null=True, blank=True)
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    fed_place = models.PositiveSmallIntegerField(null=True, blank=True)
    conference = models.CharField(_("conference"), max_length=40, blank=True, default="")
    entered_at = models.DateTimeField(auto_now_add=True)

    objects = EntrantQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "team"], name="entrant_competition_team_unique")]

    def __str__(self) -> str:
        return f"{self.team_id} in {self.competition_id}"
