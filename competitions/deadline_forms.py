"""The forms of rounds' deadlines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from competitions.datetime_field import HourField
from competitions.forms import VersionForm, as_seen, versions_in
from competitions.models import Competition
from competitions.setup.shape_forms import MOST_DAYS
from leagues.errors import Message, Refusal

CHANGED_SINCE = Message(
    id="competitions.group_changed_since",
    text=_("{names}: changed since you looked. Nothing was noted."),
    remedy=_("Look there what is set now, or note these deadlines here all the same."),
    status=409,
)


class DeadlinesForm(VersionForm):
    """The deadline of a round and, if wanted, of all later ones; ``rounds`` are (number, name, deadline).

    ``others`` are part of a group together with this one; ``alike`` says whether they have the same deadlines so far.
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
        others: Sequence[Competition] = (),
        alike: bool = True,
        **kwargs: Any,
    ) -> None:
        initial = {"version": competition.version, "together": alike, **_proposed(competition, rounds)}
        super().__init__(*args, initial=initial | {"others": as_seen(others)}, **kwargs)
        if others:
            words = {"group": competition.group_name}
            self.fields["together"] = forms.BooleanField(
                label=_("The same for all of %(group)s") % words, required=False
            )
            self.fields["others"] = forms.CharField(max_length=4000, required=False, widget=forms.HiddenInput)
        self.fields["round"].choices = [(number, name) for number, name, _deadline in rounds]

    def seen_together(self, others: Sequence[Competition]) -> Sequence[Competition]:
        """Those others that are to have the same deadlines: all, or none. Raises ``Refusal`` for one changed since."""
        if not self.cleaned_data.get("together"):
            return ()
        seen = versions_in(self.cleaned_data["others"])
        changed = [each.name for each in others if seen.get(each.public_id) != each.version]
        if changed:
            self.retype(others=as_seen(others))
            raise Refusal(CHANGED_SINCE, names=", ".join(changed))
        return others

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
