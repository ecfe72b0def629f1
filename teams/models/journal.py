"""A team's journal and its state. Only ``teams.ledger.ledger`` writes them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from teams.models.team import Team
from web.written_once import WrittenOnce


class TeamState(models.Model):
    """The current state of a team: the fold of its journal, for pages to read. Written whole, ``WHERE seq = expected``.

    ``value_figure`` is the sum behind ``value``, under the rules of that moment. ``held_by`` names the match that holds
    the team from its pre-match to its close, or the retirement, which holds it forever. Empty if the team is free.
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
    """One fact of a team's history. ``why`` is the figure behind it, ``source`` names what wrote it.

    ``decided_by`` is the coach whose decision it is, ``by`` who entered or approved it. ``decided_by`` is null in older
    entries, for coaches without an account, and where nobody else than ``by`` decided.
    """

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="journal")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    data: Any = models.JSONField()
    why: Any = models.JSONField(null=True)
    source = models.CharField(max_length=60)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("journal entry")
        verbose_name_plural = _("journal entries")
        constraints = [models.UniqueConstraint(fields=["team", "seq"], name="journal_entry_team_seq_unique")]
        ordering = ["team", "seq"]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq} of {self.team_id}"


class JournalLink(WrittenOnce):
    """The hash of a journal entry and of all entries before it (``teams.ledger.chain``). It refers to its entry by
    ``seq`` alone, so that it shows that an entry is missing.
    """

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="journal_links")
    seq = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("link of a journal's chain")
        verbose_name_plural = _("links of journals' chains")
        constraints = [models.UniqueConstraint(fields=["team", "seq"], name="journal_link_team_seq_unique")]
        ordering = ["team", "seq"]

    def __str__(self) -> str:
        return f"link {self.seq} of {self.team_id}"


class EntryReason(WrittenOnce):
    """The reason for an entry, in the words of the person who gave it."""

    entry = models.OneToOneField(JournalEntry, on_delete=models.PROTECT, related_name="reason_row")
    text = models.CharField(max_length=500)

    def __str__(self) -> str:
        return f"reason of {self.entry_id}"
