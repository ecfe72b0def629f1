"""The forms of a competition's settings: for a new one, with buttons for common settings, and for a change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from crispy_forms.layout import Div, Fieldset
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from competitions.forms import one_line
from competitions.models import Competition, Trophy
from competitions.models.formats import all_options
from competitions.ranking.points import preset_named
from competitions.setup.ranking_forms import tie_breaker_choices
from competitions.setup.setup import Setup, settled_names
from competitions.setup.shape_forms import ShapeMixin, option_fields, presets
from leagues.forms import helper
from web.submission import CommandForm, VersionedForm

MOST_POINTS = 99
OUTCOMES = ("win", "draw", "loss", "conceded")
RANKS = ("tie_1", "tie_2", "tie_3", "tie_4", "tie_5")
ORDINALS = (_("First"), _("Then"), _("Then"), _("Then"), _("Last"))


class SetupForm(ShapeMixin, CommandForm):
    """A new competition."""

    name = forms.CharField(label=_("Name"), max_length=100, help_text=_("For example: First Division."))
    win = forms.IntegerField(label=_("Points for a win"), min_value=-MOST_POINTS, max_value=MOST_POINTS, initial=3)
    draw = forms.IntegerField(label=_("Points for a draw"), min_value=-MOST_POINTS, max_value=MOST_POINTS, initial=1)
    loss = forms.IntegerField(label=_("Points for a loss"), min_value=-MOST_POINTS, max_value=MOST_POINTS, initial=0)
    conceded = forms.IntegerField(
        label=_("Points for conceding"), min_value=-MOST_POINTS, max_value=MOST_POINTS, initial=0
    )
    byes_count = forms.BooleanField(
        label=_("A bye counts as a win"),
        required=False,
        help_text=_("Otherwise a team gets nothing for a bye, and plays one match less."),
    )

    played_for = forms.ChoiceField(
        label=_("Played for"),
        required=False,
        help_text=_("Its matches are played on the terms of this trophy. You award it to the champion."),
    )

    def __init__(
        self, *args: Any, trophies: Sequence[Trophy] = (), initial: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, initial=initial, **kwargs)
        self.trophies = {trophy.address: trophy for trophy in trophies}
        if "played_for" in self.fields:
            names = [(address, trophy.name) for address, trophy in self.trophies.items()]
            self.fields["played_for"].choices = [("", _("no trophy")), *names]
        usual = dict(zip(RANKS, Setup(name="").tie_breakers, strict=False))
        choices = tie_breaker_choices()
        for rank, label in zip(RANKS, ORDINALS, strict=True):
            self.fields[rank] = forms.ChoiceField(
                label=label, choices=choices, required=rank == RANKS[0], initial=usual.get(rank, "")
            )
        self.lay_out()

    @classmethod
    def arranged(cls, data: QueryDict, **kwargs: Any) -> SetupForm:
        """A form with the entered values and those of a button: a shape by its key, or points by a preset's name.

        It is not validated, so empty fields are not errors.
        """
        fields = {**cls.base_fields, **option_fields()}
        typed: dict[str, Any] = {name: data[name] for name in (*fields, *RANKS) if name in data}
        typed.pop("command_id", None)
        if typed:  # browsers do not send boxes that are not ticked
            boxes = (name for name, field in fields.items() if isinstance(field, forms.BooleanField))
            typed |= {name: name in data for name in boxes}
        button = data.get("do", "")
        shape = next((shape for shape in presets() if shape.key == button), None)
        if shape is not None:
            typed |= shape.fields
            typed["name"] = typed.get("name", "").strip() or str(shape.name)
        if preset := preset_named(button):
            typed |= {**preset._asdict(), "conceded": preset.loss}
        return cls(initial=typed, **kwargs)

    def lay_out(self) -> None:
        """The fields in groups, without fields that the form does not have."""
        first = Fieldset(_("The competition"), *self._there(("name", "group_name", "places", "played_for")))
        points = Div(*self._there(OUTCOMES), css_class="short-fields")
        groups = (
            (_("Points"), [points if points.fields else "", *self._there(("byes_count",))]),
            (_("What decides between teams"), self._there(RANKS)),
        )
        ranking = [(title, [part for part in parts if part]) for title, parts in groups]
        self.helper = helper(
            first, *self.shape_layout(), *(Fieldset(title, *parts) for title, parts in ranking if parts)
        )

    def _there(self, names: Iterable[str]) -> list[str]:
        """The names among these that the form has."""
        return [name for name in names if name in self.fields]

    def clean_name(self) -> str:
        """The name on one line."""
        return one_line(self.cleaned_data["name"], 2)

    def clean(self) -> dict[str, Any]:
        """No tie-breaker is chosen twice."""
        cleaned = super().clean() or self.cleaned_data
        seen: set[str] = set()
        for rank in RANKS:
            key = cleaned.get(rank)
            if key and key in seen:
                self.add_error(rank, _("Already chosen above. Choose another one, or leave it empty."))
            elif key:
                seen.add(key)
        return cleaned

    @property
    def setup(self) -> Setup:
        """The values for the services. A bye and a walkover have the points of a win, a forfeit those of a loss."""
        typed = self.cleaned_data
        return Setup(
            name=typed["name"],
            legs=typed.get("legs", 1),
            points={
                **{name: typed[name] for name in OUTCOMES},
                "bye": typed["win"],
                "walkover": typed["win"],
                "forfeit": typed["loss"],
            },
            tie_breakers=tuple(typed[rank] for rank in RANKS if typed[rank]),
            byes_count=typed.get("byes_count", False),
            shape=self.shape,
            played_for=self.trophies.get(typed["played_for"]),
        )


class ChangeSetupForm(SetupForm, VersionedForm):
    """The settings of an existing competition. Once it has started, its format, meetings and byes cannot change.

    Points and tie-breakers have a page of their own (``competitions.setup.ranking_forms``).
    """

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        self.competition = competition
        initial = {**self.values_of(competition), "version": competition.version}
        super().__init__(*args, initial=initial, **kwargs)
        gone = {*OUTCOMES, *RANKS}
        if competition.state != Competition.State.DRAFT:
            own = {option.name for option in competition.format.options}
            gone |= {*settled_names(), *(name for name in all_options() if name not in own)}
        for name in gone:
            self.fields.pop(name, None)
        self.lay_out()

    @property
    def setup(self) -> Setup:
        """The values for the services, with the current points and tie-breakers."""
        typed = self.cleaned_data
        return Setup(
            name=typed["name"],
            legs=typed.get("legs", 1),
            points=self.competition.points,
            tie_breakers=tuple(self.competition.tie_breakers),
            byes_count=typed.get("byes_count", False),
            shape=self.shape,
            played_for=self.trophies.get(typed.get("played_for", "")),
        )

    def values_of(self, current: Competition) -> dict[str, Any]:
        """The settings as form fields."""
        return {
            "name": current.name,
            "legs": current.legs,
            "byes_count": current.byes_count,
            "played_for": current.played_for.address if current.played_for else "",
            **self.shape_values(current),
        }
