"""What each player did in a match: lines and their deeds; and the injuries of hired star players."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models
from django.db.models import Sum, Value
from django.utils.translation import gettext_lazy as _

from matches.models.match import MatchSide
from teams.models import Player


class StarInjury(models.Model):
    """A star player who was hurt while hired by a side, in a league that does not waive star injuries (I3)."""

    class Fate(models.TextChoices):
        DEAD = "dead", _("dead")
        MISSES_NEXT = "misses_next", _("misses the next match")

    side = models.ForeignKey(MatchSide, on_delete=models.PROTECT, related_name="star_injuries")
    star = models.CharField(max_length=60)
    casualty = models.PositiveSmallIntegerField()
    fate = models.CharField(max_length=12, choices=Fate)

    class Meta:
        verbose_name = _("star player injury")
        verbose_name_plural = _("star player injuries")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.star} in {self.side_id}"


POINTS = ""
"""The key of star player points among the totals of deeds: no deed has an empty key."""


class PlayerLines(models.QuerySet["PlayerLine"]):
    """Lines with the deeds that belong to them."""

    def store(self, lines: Iterable[tuple[PlayerLine, Mapping[str, int]]], batch_size: int | None = None) -> None:
        """Write new lines, each with the deeds of its player by key."""
        done = list(lines)
        self.bulk_create([line for line, _deeds in done], batch_size)
        rows = [
            Deed(line=line, key=key, count=count) for line, deeds in done for key, count in deeds.items() if count > 0
        ]
        Deed.objects.bulk_create(rows, batch_size)

    def remove(self) -> None:
        """Delete these lines with their deeds. Two queries."""
        Deed.objects.filter(line__in=self.order_by().values("pk")).delete()
        self.delete()

    def rows(self, *columns: str) -> list[dict[str, Any]]:
        """These columns of each line, and in ``deeds`` how often the player did what, by key. One query."""
        return with_deeds(self.with_deeds(*columns))

    def with_deeds(self, *columns: str) -> models.QuerySet[PlayerLine, dict[str, Any]]:
        """What ``rows`` reads, as the module's ``with_deeds`` takes it."""
        return self.values("pk", *columns, "deeds__key", "deeds__count")

    def totals(self, *by: str) -> defaultdict[tuple[Any, ...], Counter[str]]:
        """The sum of each deed by its key, and of star player points (``POINTS``), by these columns. One query."""
        return totals_in(self.sums(*by))

    def sums(self, *by: str) -> models.QuerySet[PlayerLine, Any]:
        """What ``totals`` reads, as the module's ``totals_in`` takes it."""
        lines = self.order_by()
        deeds = lines.filter(deeds__isnull=False).values_list(*by, "deeds__key").annotate(total=Sum("deeds__count"))
        text = models.CharField()
        points = lines.filter(spp__gt=0).values_list(*by, Value(POINTS, output_field=text)).annotate(total=Sum("spp"))
        return deeds.union(points, all=True)


def totals_in(rows: Iterable[Any]) -> defaultdict[tuple[Any, ...], Counter[str]]:
    """Totals from rows of ``PlayerLines.sums``."""
    found: defaultdict[tuple[Any, ...], Counter[str]] = defaultdict(Counter)
    for *whose, key, total in rows:
        found[tuple(whose)][key] += total
    return found


def with_deeds(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each line once, with its deeds in ``deeds``, from rows with one of them each."""
    found: dict[int, dict[str, Any]] = {}
    for row in rows:
        key, count = row.pop("deeds__key"), row.pop("deeds__count")
        line = found.setdefault(row["pk"], row | {"deeds": {}})
        if key is not None:
            line["deeds"][key] = count
    return list(found.values())


class PlayerLine(models.Model):
    """What one player did in a match that counts, with its ``deeds``.

    ``player`` is null for hired players, for one who was raised in the match and did not join with what they earned,
    and for one who was ``gone`` by then, as a later correction says (`matches.report.appearances`).

    ``killed_by`` is the opponent who killed the player. It is null if there is none, if the killer is on no roster, and
    if either was ``gone``.
    ``cause`` says how the player died where no report does, as a key of `matches.report.causes.DEATHS`: records from
    elsewhere. It is empty if nobody knows.
    """

    class Kind(models.TextChoices):
        ROSTER = "roster", _("on the roster")
        JOURNEYMAN = "journeyman", _("journeyman")
        MERCENARY = "mercenary", _("mercenary")
        STAR = "star", _("star player")
        RAISED = "raised", _("raised")
        CARD = "card", _("brought by a card")
        GONE = "gone", _("not on the roster")

    side = models.ForeignKey(MatchSide, on_delete=models.PROTECT, related_name="lines")
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="lines")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.ROSTER)
    name = models.CharField(max_length=60, blank=True)
    number = models.PositiveSmallIntegerField(null=True)
    position = models.CharField(max_length=60, blank=True)
    spp = models.PositiveSmallIntegerField(default=0)
    injuries: Any = models.JSONField(default=list, blank=True)
    died = models.BooleanField(default=False)
    killed_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="kills")
    cause = models.CharField(max_length=20, blank=True)

    objects = PlayerLines.as_manager()

    class Meta:
        verbose_name = _("player in a match")
        verbose_name_plural = _("players in matches")
        ordering = ["side", "number", "id"]
        indexes = [models.Index(fields=["side"], condition=models.Q(died=True), name="deaths_of_a_side")]

    def __str__(self) -> str:
        return f"{self.name or self.number} in {self.side_id}"

    @property
    def counts(self) -> Counter[str]:
        """How often the player did what, by key. One query, unless ``deeds`` are prefetched."""
        return Counter({deed.key: deed.count for deed in self.deeds.all()})


class Deed(models.Model):
    """How often a player did something in a match that the book counts (`rules.book.rows.shape.Deed`), if ever.

    A line is deleted with its deeds by ``PlayerLines.remove``.
    """

    line = models.ForeignKey(PlayerLine, on_delete=models.DO_NOTHING, related_name="deeds", db_index=False)
    key = models.CharField(max_length=40)
    count = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("deed of a player")
        verbose_name_plural = _("deeds of players")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["line", "key"], name="deed_line_key_unique"),
            models.CheckConstraint(condition=models.Q(count__gt=0), name="deed_count_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.count} in {self.line_id}"
