"""The fields of a competition's shape, part of the form of its settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from crispy_forms.layout import Div, Fieldset
from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition
from competitions.models.formats import Preset, all_formats, all_options, formats_by_key, keys_where
from competitions.pairing.knock_out import MOST_TEAMS
from competitions.setup.shape import FIELDS, Shape
from web.errors import Text

LEGS = ((1, _("once")), (2, _("twice, home and away")), (3, _("three times")), (4, _("four times")))


def labels() -> list[tuple[str, Text]]:
    """The formats by key, as the settings offer them."""
    return [(each.key, each.label) for each in all_formats()]


def presets() -> list[Preset]:
    """The buttons that fill in common settings, each with all fields."""
    options = {name: option.default for name, option in all_options().items()}
    plain = {"legs": 1, "challenges": False, **options}
    return [
        replace(preset, fields={"scheduling": each.key, **plain, **preset.fields})
        for each in all_formats()
        for preset in each.presets
    ]


MOST_DAYS = 120


def option_fields() -> dict[str, forms.Field]:
    """A field for each option of a format, by its name."""
    return {name: option.field() for name, option in all_options().items()}


class ShapeMixin(forms.Form):
    """The format, its options, and what deadlines do. Empty fields have default values."""

    scheduling = forms.ChoiceField(
        label=_("How opponents are found"),
        choices=labels,
        initial="round_robin",
        required=False,
        widget=forms.RadioSelect,
    )
    group_name = forms.CharField(
        label=_("Part of"),
        max_length=60,
        required=False,
        help_text=_("Give divisions or groups that belong together the same name here."),
    )
    places = forms.IntegerField(
        label=_("Places"),
        min_value=2,
        max_value=MOST_TEAMS,
        required=False,
        help_text=_("Maximum number of teams. Empty: no limit."),
    )
    legs = forms.TypedChoiceField(
        label=_("Two teams meet"),
        coerce=int,
        choices=LEGS,
        initial=1,
        widget=forms.RadioSelect,
        help_text=_(
            "In a round robin with an odd number of teams one rests in every round. In a knock-out, twice means two "
            "legs before the final, and the touchdowns of both count together."
        ),
    )
    challenges = forms.BooleanField(
        label=_("Coaches may write challenges"),
        required=False,
        help_text=_(
            "One a week. The other coach accepts, refuses (2–0) or names a substitute within a day. A ladder has them."
        ),
    )
    when_lapsed = forms.ChoiceField(
        label=_("When a deadline has passed"),
        choices=Competition.WhenLapsed,
        initial=Competition.WhenLapsed.COMMISSIONER,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("What happens to matches that are not opened in time."),
    )
    extension_days = forms.IntegerField(
        label=_("Days by which a deadline is extended"), min_value=1, max_value=MOST_DAYS, initial=7, required=False
    )
    remind_days = forms.IntegerField(
        label=_("Days before a deadline to remind coaches"),
        min_value=0,
        max_value=MOST_DAYS,
        initial=3,
        required=False,
        help_text=_("Each coach gets one e-mail. 0: no reminder."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= option_fields()

    def shape_layout(self) -> list[Fieldset]:
        """The fields in groups, without fields that the form does not have."""
        groups = (
            (
                _("How it is played"),
                ("scheduling", "legs", *all_options(), "challenges"),
            ),
            (_("Deadlines"), ("when_lapsed", "extension_days", "remind_days")),
        )
        return [Fieldset(title, *(_part(name) for name in names if name in self.fields)) for title, names in groups]

    def clean_group_name(self) -> str:
        """The name on one line."""
        return " ".join(self.cleaned_data["group_name"].split())

    def clean(self) -> dict[str, Any]:
        """The format allows the number of meetings."""
        cleaned = super().clean() or self.cleaned_data
        scheduling = cleaned.get("scheduling") or "round_robin"
        most, legs = formats_by_key[scheduling].most_legs, cleaned.get("legs")
        if most and legs and legs > most:
            self.add_error("legs", _("A tie of a knock-out has one or two matches. Choose once or twice."))
        return cleaned

    @property
    def shape(self) -> Shape:
        """The values for the services; empty fields have their default."""
        typed = {name: self.cleaned_data.get(name) for name in FIELDS}
        options = {name: self.cleaned_data.get(name) for name in all_options()}
        return Shape(options=options, **{name: value for name, value in typed.items() if value not in (None, "")})

    def shape_values(self, current: Competition) -> dict[str, Any]:
        """A competition's shape as form fields."""
        return {name: getattr(current, name) for name in FIELDS} | vars(current.options)


def _part(name: str) -> str | Div:
    """A field. ``data-ways`` holds the positions of the formats that have it; the style sheet hides it for others."""
    if name == "legs":
        ways = keys_where(lambda each: each.most_legs)
    else:
        ways = keys_where(lambda each: name in [option.name for option in each.options])
    places = [str(place) for place, each in enumerate(all_formats()) if each.key in ways]
    return Div(name, css_class="way", data_ways=" ".join(places)) if places else name
