"""What was done in a league: its log, decisions that wait for others, the chain of its commands."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from leagues.models.leagues import League, Ruleset
from web.models import Command
from web.written_once import WrittenOnce


class LogEntry(WrittenOnce):
    """An entry of the league's log, which members can read: who did what, when and why."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=60)
    about = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    ruleset = models.ForeignKey(Ruleset, null=True, on_delete=models.PROTECT, related_name="+")
    args: Any = models.JSONField(default=dict)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        indexes = [models.Index(fields=["league", "-id"], name="log_of_a_league")]

    def __str__(self) -> str:
        return f"{self.kind} in {self.league_id}"


class AgreementQuerySet(models.QuerySet["Agreement"]):
    """Decisions about own matches for which commissioners asked others to agree."""

    def open(self) -> "AgreementQuerySet":
        """Those that nobody has agreed to or withdrawn."""
        return self.filter(state=Agreement.State.WAITING)


class Agreement(models.Model):
    """A commissioner's decision about a match in which they coach: it waits until somebody else agrees.

    `kind` is one of `leagues.extensions.agreement_kinds`; `subject` names the match or fixture (`match:` and its public
    id), `args` what would be done. `coaches` are the ids of the people who coach in it, `opened_at` says since when.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        AGREED = "agreed", _("agreed")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("nobody answered in time")

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="agreements")
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=60)
    args: Any = models.JSONField(default=dict)
    coaches: Any = models.JSONField(default=list)
    opened_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=500)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    objects = AgreementQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "subject"], condition=Q(state="waiting"), name="agreement_waiting_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.subject}"


class CommandChain(models.Model):
    """Where the chain of a league's commands ends. Its row is the lock under which the chain grows."""

    league = models.OneToOneField(League, on_delete=models.PROTECT, primary_key=True, related_name="command_chain")
    length = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("chain of a league's commands")
        verbose_name_plural = _("chains of leagues' commands")

    def __str__(self) -> str:
        return f"{self.length} commands of {self.league_id}"


class CommandLink(WrittenOnce):
    """The hash of a command in a league and of all commands before it there (``leagues.command_chain``)."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="command_links")
    number = models.PositiveIntegerField()
    command = models.OneToOneField(Command, on_delete=models.PROTECT, related_name="link")
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("link of a chain of commands")
        verbose_name_plural = _("links of chains of commands")
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="command_link_league_number_unique")]
        ordering = ["league", "number"]

    def __str__(self) -> str:
        return f"link {self.number} of {self.league_id}"
