"""A team, its past before it joined, and its players' names."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from leagues.models import League, Ruleset
from rules import editions
from rules.book.book import Book
from rules.book.edition import Ruleset as PlayedRules
from rules.book.rows.teams import TeamList
from teams.models.folding import LONGEST, searched

PUBLIC_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_public_id() -> str:
    """Ten random characters that are hard to guess and easy to read aloud."""
    return "".join(secrets.choice(PUBLIC_ALPHABET) for _ in range(10))


class TeamQuerySet(models.QuerySet["Team"]):
    """Teams by their state."""

    def active(self) -> TeamQuerySet:
        """Approved teams that are not retired."""
        return self.filter(state=Team.State.ACTIVE)

    def not_retired(self) -> TeamQuerySet:
        """Teams in every other state."""
        return self.exclude(state=Team.State.RETIRED)


class Team(models.Model):
    """A team of a league: its coach, its name, its state.

    ``team_list`` is a list of its edition, or, for a team known only from records (no ruleset, no journal), the name
    of its race in the records. ``edition`` is the key of the book that the team plays by, empty for the one that its
    league was created with. ``draft`` holds the coach's choices until the team is founded, or, for a team
    ``from_elsewhere`` (C9), its team file. ``own_rules`` are values of options for this new team alone; if one is a
    pack, ``pack_of`` is the key of what that is for (``teams.extensions.OfferedPack``). ``crest`` holds the parts of a
    ``web.crests.crest.Crest``; with a picture that stands for it, the beginning of that picture's digest as
    ``picture``.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("being built")
        SUBMITTED = "submitted", _("waiting for approval")
        ACTIVE = "active", _("active")
        RECORDED = "recorded", _("known from records")
        RETIRED = "retired", _("retired")

    NAMED = (State.DRAFT, State.SUBMITTED, State.ACTIVE)
    """Teams of one league in these states have different names."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="teams")
    coach = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="teams"
    )
    coach_name = models.CharField(max_length=80, blank=True, help_text=_("for a coach without an account"))
    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    name = models.CharField(_("name"), max_length=60)
    team_list = models.CharField(_("team list"), max_length=60)
    edition = models.CharField(max_length=40, blank=True, default="")
    ruleset = models.ForeignKey(Ruleset, null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=9, choices=State, default=State.DRAFT)
    draft: Any = models.JSONField(default=dict, blank=True)
    own_rules: Any = models.JSONField(default=dict, blank=True)
    from_elsewhere = models.BooleanField(default=False)
    sent_back = models.CharField(_("why it was sent back"), max_length=500, blank=True)
    crest: Any = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    founded_at = models.DateTimeField(null=True, blank=True)

    objects = TeamQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(
                "league",
                Lower("name"),
                condition=Q(state__in=["draft", "submitted", "active"]),
                name="team_league_name_unique",
            ),
        ]
        indexes = [models.Index(fields=["league", "state"], name="teams_of_a_league")]

    def __str__(self) -> str:
        return self.name

    @property
    def founded(self) -> bool:
        """Whether the team has been approved. Only then it has a journal and a state."""
        return self.founded_at is not None

    @property
    def book(self) -> Book:
        """The tables of its edition; a team known only from records has those of its league."""
        return editions.edition(self.edition).book if self.edition else (self.ruleset or self.league.ruleset).book

    @property
    def with_list(self) -> str:
        """Its name and list, to choose it from others, with its book if it is not the first one of its league."""
        book = f", {self.book.name}" if self.edition else ""
        return f"{self.name} ({self.team_list}{book})"

    @property
    def with_book(self) -> str:
        """Its name, with its book if it is not the first one of its league."""
        return f"{self.name}, {self.book.name}" if self.edition else self.name

    @property
    def league_rules(self) -> Ruleset:
        """The rules that its league has in force for its book today."""
        return self.league.ruleset_for(self.edition)

    @property
    def lists(self) -> Mapping[str, TeamList]:
        """The lists of its book by name, with its league's own; one query for a further book of a league."""
        return self.league_rules.known_rules().book.lists

    @property
    def founding_rules(self) -> PlayedRules:
        """The rules by which it is founded: those of its league today, with what was set for this team alone."""
        row = self.league_rules
        own = {name: value for name, value in self.own_rules.items() if name in row.book.options}
        return editions.ruleset(row.edition, row.values | own) if own else row.rules()

    @property
    def pack_of(self) -> str:
        """The key of what it was built for by a pack besides the house rules; empty for a team of the league."""
        return str(self.own_rules.get("pack_of", ""))

    @property
    def crest_picture(self) -> str:
        """The address of the picture that it shows as its crest; empty if it has none."""
        return picture_address(self.public_id, self.crest)

    @property
    def coached_by(self) -> str:
        """The coach's name: from the account, or from the records."""
        return str(self.coach) if self.coach_id else self.coach_name


def picture_address(public_id: str, crest: Any) -> str:
    """The address of a team's picture, by its stored crest; empty if it has none. Each picture has its own."""
    picture = crest.get("picture") if isinstance(crest, dict) else None
    return f"{reverse('teams:crest_picture', args=[public_id])}?{picture}" if picture else ""


class TeamPicture(models.Model):
    """The picture that a team shows as its crest, as the server redrew it: always a PNG, never the uploaded bytes.

    ``small`` is the same for lists.
    """

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="picture")
    image = models.BinaryField()
    small = models.BinaryField()
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("picture of a team")
        verbose_name_plural = _("pictures of teams")

    def __str__(self) -> str:
        return f"picture of {self.team_id}"


class TeamPast(models.Model):
    """What an imported team did before it joined (C9). It counts in no table and no record of the league."""

    team = models.OneToOneField(Team, on_delete=models.PROTECT, primary_key=True, related_name="past")
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    touchdowns_for = models.PositiveIntegerField(default=0)
    touchdowns_against = models.PositiveIntegerField(default=0)
    casualties_for = models.PositiveIntegerField(default=0)
    casualties_against = models.PositiveIntegerField(default=0)
    story = models.CharField(max_length=1000, blank=True)

    class Meta:
        verbose_name = _("earlier record of a team")
        verbose_name_plural = _("earlier records of teams")

    def __str__(self) -> str:
        return f"{self.won}–{self.drawn}–{self.lost} before {self.team_id} joined"


class TeamOrigin(models.Model):
    """What a team was before it was brought over from another book, and what of it did not fit this one (C9).

    ``source`` is the team of this league that it was made from, none for a team file. ``value`` is what it was worth by
    its book (None if it is not known). ``misfits`` are the ``rules.team.arriving.carrying_over.Misfit`` of that day,
    ``names`` those of the players whom they concern, by number.
    """

    team = models.OneToOneField(Team, on_delete=models.PROTECT, primary_key=True, related_name="origin")
    source = models.ForeignKey(Team, null=True, on_delete=models.PROTECT, related_name="+")
    edition = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    team_list = models.CharField(max_length=60)
    value = models.BigIntegerField(null=True)
    misfits: Any = models.JSONField(default=list, blank=True)
    names: Any = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("origin of a team")
        verbose_name_plural = _("origins of teams")

    def __str__(self) -> str:
        return f"{self.name} by {self.edition}"


class PlayerQuerySet(models.QuerySet["Player"]):
    """Players; each way to write a name writes what searches compare, too."""

    def bulk_create(self, objs: Iterable[Player], *args: Any, **options: Any) -> list[Player]:
        """As Django's."""
        players = list(objs)
        for player in players:
            player.folded = searched(player.name)
        return super().bulk_create(players, *args, **options)

    def bulk_update(self, objs: Iterable[Player], fields: Iterable[str], *args: Any, **options: Any) -> int:
        """As Django's."""
        players, written = list(objs), list(fields)
        if "name" in written:
            written.append("folded")
            for player in players:
                player.folded = searched(player.name)
        return super().bulk_update(players, written, *args, **options)

    def update(self, **values: Any) -> int:
        """As Django's. A name must be a text, unless what searches compare is given beside it."""
        if "name" in values and "folded" not in values:
            values["folded"] = searched(values["name"])
        return super().update(**values)


class Player(models.Model):
    """A player's id and name. An id is never used again. Everything else about a player is in the journal.

    ``folded`` is the name as searches compare it (`teams.models.folding`); whatever writes the name writes it, too.
    """

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=60, blank=True)
    folded = models.CharField(max_length=LONGEST, blank=True, editable=False)
    minted_at = models.DateTimeField(auto_now_add=True)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["folded", "team"], name="player_folded", opclasses=["varchar_pattern_ops", "int8_ops"])
        ]

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """As Django's."""
        self.folded = searched(self.name)
        if update_fields is not None and "name" in update_fields:
            update_fields = {*update_fields, "folded"}
        super().save(*args, update_fields=update_fields, **options)
