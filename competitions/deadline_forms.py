"""The forms of rounds' deadlines."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from competitions.forms import VersionForm
from competitions.hours import HourField
from competitions.models import Competition
from competitions.shape_forms import MOST_DAYS


class DeadlinesForm(VersionForm):
    """The deadline of a round and, if wanted, of all later ones; ``rounds`` are (number, name, deadline)."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    first = HourField(
        label=_("To be played by"),
        required=False,
        help_text=_("In the league's time zone. Leave it empty to take deadlines away."),
    )
    days = forms.IntegerField(
        label=_("Every later round so many days after the one before"),
        min_value=1,
        max_value=MOST_DAYS,
        required=False,
        help_text=_("Leave it empty to change this round alone."),
    )

    def __init__(
        self, *args: Any, competition: Competition, rounds: list[tuple[int, str, datetime | None]], **kwargs: Any
    ) -> None:
        without = next((row for row in rounds if row[2] is None), rounds[0] if rounds else None)
        initial = {
            "version": competition.version,
            "round": without[0] if without else None,
            "days": competition.round_days or 7,
        }
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["round"].choices = [(number, name) for number, name, _deadline in rounds]

    def clean_first(self) -> datetime | None:
        """Within a lifetime: no calendar and no database can do with the year 9999."""
        when: datetime | None = self.cleaned_data["first"]
        if when is not None and abs(when - timezone.now()) > timedelta(days=10 * 366):
            raise forms.ValidationError(_("Choose a day within ten years of today."))
        return when
