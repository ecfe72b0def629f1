"""Forms of trades: an offer with a choice for each player of both rosters, and answers with the versions seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.sheet.sheet import LENT, TRADED, PlayerSheet, TeamSheet
from rules.team.trades import Offer, Stake
from web.errors import Refusal, worded
from web.submission import MOST_VERSION, CommandForm, SeenForm

GP_PER_K = 1_000
MOST_GOLD = 100_000
"""In k: more than any team ever has."""
LAST_DAY = date(2200, 1, 1)
GIVES, TAKES = "gives", "takes"
GOLD = tuple(f"{side}_{gold}" for side in (GIVES, TAKES) for gold in ("gold", "gold_lent"))
CHOICES = (("", _("stays")), (TRADED, _("for good")), (LENT, _("on loan")))


@dataclass(frozen=True, slots=True)
class Slot:
    """A player who may be traded: the field name and the roster line."""

    field: str
    line: PlayerSheet


def slots_of(side: str, sheet: TeamSheet) -> list[Slot]:
    """The players that a team may give: its own, not players on loan to it."""
    return [Slot(f"{side}-{line.player}", line) for line in sheet.players if not line.loan]


def _gold(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST_GOLD)


class OfferForm(CommandForm):
    """What a team gives and takes: gold in k, players one by one, and the end of loans."""

    asked = forms.CharField(widget=forms.HiddenInput, max_length=10)
    gives_gold = _gold(_("Gold we give for good, in k"))
    gives_gold_lent = _gold(_("Gold we lend, in k"))
    takes_gold = _gold(_("Gold we get for good, in k"))
    takes_gold_lent = _gold(_("Gold we borrow, in k"))
    until = forms.DateField(
        label=_("Loans end on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        help_text=_("Only for loans. They end before the first match on or after this day."),
        error_messages={"invalid": _("Enter the day as year-month-day, for example 2027-03-31.")},
    )

    def __init__(
        self, *args: Any, ours: TeamSheet, theirs: TeamSheet, names: dict[int, str], gold: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for name in () if gold else GOLD:
            del self.fields[name]
        self.slots = {GIVES: slots_of(GIVES, ours), TAKES: slots_of(TAKES, theirs)}
        for slot in (*self.slots[GIVES], *self.slots[TAKES]):
            label = _("Number {number}, {position}").format(number=slot.line.number, position=slot.line.position)
            if name := names.get(slot.line.player, ""):
                label = f"{name}: {label}"
            self.fields[slot.field] = forms.ChoiceField(label=label, choices=CHOICES, required=False)

    def clean_until(self) -> date | None:
        """A day that the database can store."""
        until: date | None = self.cleaned_data["until"]
        if until is not None and until > LAST_DAY:
            raise forms.ValidationError(_("This day is too late. Choose an earlier day."), code="late")
        return until

    def clean(self) -> dict[str, Any]:
        """Refuse players who are on neither roster."""
        cleaned = super().clean() or self.cleaned_data
        sent = [key for key in self.data if key.startswith((f"{GIVES}-", f"{TAKES}-"))]
        if any(key not in self.fields for key in sent):
            raise forms.ValidationError(
                _("One of these players has left the roster or is on loan. Choose from the players listed now."),
                code="unknown",
            )
        return cleaned

    @property
    def offer(self) -> Offer:
        """The offer that was typed."""
        return Offer(gives=self._stake(GIVES), takes=self._stake(TAKES), until=self.cleaned_data["until"])

    def _stake(self, side: str) -> Stake:
        return Stake(
            gold=(self.cleaned_data.get(f"{side}_gold") or 0) * GP_PER_K,
            gold_lent=(self.cleaned_data.get(f"{side}_gold_lent") or 0) * GP_PER_K,
            players=self._chosen(self.slots[side], TRADED),
            players_lent=self._chosen(self.slots[side], LENT),
        )

    def _chosen(self, slots: Sequence[Slot], how: str) -> tuple[int, ...]:
        return tuple(slot.line.player for slot in slots if self.cleaned_data[slot.field] == how)

    def refuse(self, refusal: Refusal) -> None:
        """Show every broken rule with its page and remedy instead of one general sentence."""
        super().refuse(refusal)
        if refusal.violations:
            self._errors.pop(forms.forms.NON_FIELD_ERRORS, None)
            for violation in refusal.violations:
                self.add_error(None, forms.ValidationError(worded(violation), code=violation.id))


class AnswerForm(SeenForm):
    """A button on a trade's page. It works only while the trade is unchanged."""


class AgreeForm(AnswerForm):
    """A button that agrees to a trade. It works only while both teams are unchanged too."""

    offering_seq = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MOST_VERSION)
    asked_seq = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MOST_VERSION)

    @property
    def seen(self) -> tuple[int, int]:
        """The last entries of both journals that the user saw."""
        return self.cleaned_data["offering_seq"], self.cleaned_data["asked_seq"]
