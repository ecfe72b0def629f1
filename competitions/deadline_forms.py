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
    """The deadline of a round and, if wanted, of all later ones; ``rounds`` are (number, name, deadline).

    ``group`` is what other competitions are part of together with this one, empty where there is none; ``alike`` says
    whether they have the same deadlines so far.
    """

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
        self,
        *args: Any,
        competition: Competition,
        rounds: list[tuple[int, str, datetime | None]],
        group: str = "",
        alike: bool = True,
        **kwargs: Any,
    ) -> None:
        initial = {"version": competition.version, "together": alike, **_proposed(competition, rounds)}
        super().__init__(*args, initial=initial, **kwargs)
        if group:
            self.fields["together"] = forms.BooleanField(
                label=_("The same for all of %(group)s") % {"group": group}, required=False
            )
        self.fields["round"].choices = [(number, name) for number, name, _deadline in rounds]

    def clean_first(self) -> datetime | None:
        """Within a lifetime: no calendar and no database can do with the year 9999."""
        when: datetime | None = self.cleaned_data["first"]
        if when is not None and abs(when - timezone.now()) > timedelta(days=10 * 366):
            raise forms.ValidationError(_("Choose a day within ten years of today."))
        return when


def _proposed(competition: Competition, rounds: list[tuple[int, str, datetime | None]]) -> dict[str, Any]:
    """What is likely to be wanted: deadlines from the first round that has none on, or another one for the round that
    ends next, alone."""
    without = next((number for number, _name, deadline in rounds if deadline is None), None)
    if without is not None or not rounds:
        return {"round": without, "days": competition.round_days or 7}
    now = timezone.now()
    number, _name, deadline = next((row for row in rounds if row[2] is not None and row[2] > now), rounds[-1])
    return {"round": number, "first": deadline}
