"""A team, its players' names, its journal and its state. The state is written by ``teams.ledger.ledger`` and nobody
else."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from leagues.models import League, Ruleset
from leagues.written_once import WrittenOnce

PUBLIC_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_public_id() -> str:
    """Ten characters that nobody guesses and everybody can read aloud."""
    return "".join(secrets.choice(PUBLIC_ALPHABET) for _ in range(10))


class Team(models.Model):
    """A team of a league: who coaches it, what it is called, how far it is.

    ``team_list`` is a list of its edition, or, for a team known from records alone (no ruleset, no journal), whatever
    the records call its race. ``draft`` holds the coach's choices until the team is founded, or, for one that comes
    ``from_elsewhere`` (C9), what is told of it.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("being built")
        SUBMITTED = "submitted", _("waits for approval")
        ACTIVE = "active", _("active")
        RECORDED = "recorded", _("known from records")
        RETIRED = "retired", _("retired")

    NAMED = (State.DRAFT, State.SUBMITTED, State.ACTIVE)
    """Those of one league have different names."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="teams")
    coach = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="teams"
    )
    coach_name = models.CharField(max_length=80, blank=True, help_text=_("where the coach has no account"))
    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    name = models.CharField(_("name"), max_length=60)
    team_list = models.CharField(_("team list"), max_length=60)
    ruleset = models.ForeignKey(Ruleset, null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=9, choices=State, default=State.DRAFT)
    draft: Any = models.JSONField(default=dict, blank=True)
    from_elsewhere = models.BooleanField(default=False)
    sent_back = models.CharField(_("why it was sent back"), max_length=500, blank=True)
    colours = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    founded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(
                "league",
                Lower("name"),
                condition=Q(state__in=["draft", "submitted", "active"]),
                name="one_team_of_a_name_in_a_league",
            ),
        ]
        indexes = [models.Index(fields=["league", "state"], name="teams_of_a_league")]

    def __str__(self) -> str:
        return self.name

    @property
    def founded(self) -> bool:
        """Whether it has entered the books: only then it has a journal and a state."""
        return self.founded_at is not None

    @property
    def coached_by(self) -> str:
        """The coach as he is called: his account's name, or the name in the records."""
        return str(self.coach) if self.coach_id else self.coach_name


class TeamPast(models.Model):
    """What a team from elsewhere did before it joined (C9): kept apart, in no table and no record of the league's."""

    team = models.OneToOneField(Team, on_delete=models.PROTECT, primary_key=True, related_name="past")
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    touchdowns_for = models.PositiveIntegerField(default=0)
    touchdowns_against = models.PositiveIntegerField(default=0)
    casualties_for = models.PositiveIntegerField(default=0)
    casualties_against = models.PositiveIntegerField(default=0)
    story = models.CharField(max_length=1000, blank=True)

    def __str__(self) -> str:
        return f"{self.won}–{self.drawn}–{self.lost} before {self.team_id} joined"


class Player(models.Model):
    """A player's id and name. The id is minted once and never used again; all else about him is in the journal."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=60, blank=True)
    minted_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


class Trade(models.Model):
    """An offer of one team to another, what became of it, and the loan that it may have begun; ``pk`` is the loan's id.

    ``gives`` and ``takes`` (``rules.team.trades.Stake``) are what the offering team gives and gets. They never change:
    who wants something else withdraws the offer and makes another. The ``owed`` columns are lent gold (gp) that each
    team has still to pay back; ``ending_asked_by`` is the team that would end the loan before its day.
    """

    class State(models.TextChoices):
        OFFERED = "offered", _("offered")
        ACCEPTED = "accepted", _("accepted, waits for approval")
        DONE = "done", _("carried out")
        LENT = "lent", _("carried out, a loan is running")
        RETURNED = "returned", _("the loan is over")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    WAITING = (State.OFFERED, State.ACCEPTED)
    CARRIED_OUT = (State.DONE, State.LENT, State.RETURNED)

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="trades")
    offering = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="trades_offered")
    asked = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="trades_asked")
    gives: Any = models.JSONField(default=dict)
    takes: Any = models.JSONField(default=dict)
    until = models.DateField(null=True)
    state = models.CharField(max_length=9, choices=State, default=State.OFFERED)
    owed_by_offering = models.PositiveIntegerField(default=0)
    owed_by_asked = models.PositiveIntegerField(default=0)
    ending_asked_by = models.ForeignKey(Team, null=True, on_delete=models.PROTECT, related_name="+")
    offered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    offered_at = models.DateTimeField(auto_now_add=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)
    done_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    done_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(name="no_trade_with_oneself", condition=~Q(offering=models.F("asked"))),
        ]
        indexes = [
            models.Index(fields=["league", "state"], name="trades_of_a_league"),
            models.Index(fields=["state", "until"], name="loans_by_their_day"),
        ]

    def __str__(self) -> str:
        return f"trade {self.pk}"


class PlayerMove(models.Model):
    """A player left a team by a trade; his row is the other team's since then, this keeps his name with the first."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="moves")
    left = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="moves_away")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "left"], name="one_move_from_each_team")]

    def __str__(self) -> str:
        return f"{self.player_id} left {self.left_id}"


class TeamState(models.Model):
    """A team as it stands: the fold of its journal, for pages to read. Written whole, ``WHERE seq = expected``.

    ``value_figure`` is the sum behind ``value``, by the rules that it was worked out under. ``held_by`` names the match
    that holds the team from its pre-match to its close, or its retirement, which holds it for good; empty if none does.
    """

    team = models.OneToOneField(Team, on_delete=models.PROTECT, primary_key=True, related_name="state_row")
    seq = models.PositiveIntegerField()
    sheet: Any = models.JSONField()
    value = models.PositiveIntegerField()
    value_figure: Any = models.JSONField()
    treasury = models.PositiveIntegerField()
    players = models.PositiveSmallIntegerField(default=0)
    held_by = models.CharField(max_length=40, blank=True)
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"state {self.seq} of {self.team_id}"


class JournalEntry(WrittenOnce):
    """One fact of a team's history. ``why`` keeps the figure behind it, ``source`` what wrote it."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="journal")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    data: Any = models.JSONField()
    why: Any = models.JSONField(null=True)
    source = models.CharField(max_length=60)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "seq"], name="one_entry_for_each_seq")]
        ordering = ["team", "seq"]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq} of {self.team_id}"


class EntryReason(WrittenOnce):
    """Why somebody said what an entry tells, in his words."""

    entry = models.OneToOneField(JournalEntry, on_delete=models.PROTECT, related_name="reason_row")
    text = models.CharField(max_length=500)

    def __str__(self) -> str:
        return f"reason of {self.entry_id}"


from teams.takeover_models import Takeover  # noqa: E402, F401 - part of the room's models
