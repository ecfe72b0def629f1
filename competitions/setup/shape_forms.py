"""The fields of a competition's shape, part of the form of its settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from crispy_forms.layout import HTML, Fieldset
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import names
from competitions.models import Competition
from competitions.models.formats import Preset, all_formats, all_options, formats_by_key, keys_where
from competitions.pairing.knock_out import MOST_TEAMS
from competitions.setup.ranking_forms import BONUS_FIELDS
from competitions.setup.setup import PLANNED
from competitions.setup.shape import FIELDS, Shape
from leagues.options import PACK_LIKE
from rules.book.book import Book
from rules.book.entered.faults import say_fault
from rules.book.entered.packs import MOST_TYPED as MOST_PACK
from rules.book.entered.packs import pack_option, read_pack
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
RANKS = ("tie_1", "tie_2", "tie_3", "tie_4", "tie_5")
OUTCOMES = ("win", "draw", "loss", "conceded")
RANKING = (*OUTCOMES, *RANKS, *BONUS_FIELDS, "conferences")
"""The fields of formats with a table."""
SHOW_FIELDS = (
    HTML(
        "{% load i18n %}<p class='without-script'><button type='submit' name='do' value='fields' formnovalidate"
        " class='btn btn-sm btn-secondary'>{% trans 'Show the settings of this format' %}</button></p>"
    ),
)
"""With a script a chosen format shows its fields at once."""


def option_fields() -> dict[str, forms.Field]:
    """A field for each option of a format, by its name."""
    return {name: option.field() for name, option in all_options().items()}


def fields_of_formats() -> dict[str, set[str]]:
    """The fields that not every format has, each with the keys of the formats that have it."""
    own = {
        name: keys_where(lambda each, name=name: name in [one.name for one in each.options]) for name in all_options()
    }
    ranked = dict.fromkeys(RANKING, keys_where(lambda each: each.ranked_by_table))
    drawn = dict.fromkeys(PLANNED, keys_where(lambda each: each.draw))
    others = {
        "legs": keys_where(lambda each: each.most_legs),
        "byes_count": keys_where(lambda each: each.ranked_by_table and each.draw),
        "challenges": keys_where(lambda each: not each.takes_challenges),
    }
    return {name: set(keys) for name, keys in (own | ranked | drawn | others).items()}


class ShapeMixin(forms.Form):
    """The format, its options, and what deadlines do. Empty fields have default values.

    The form has only the fields of the chosen format. ``shown`` says for which format it was drawn: if another one
    is chosen then, the page draws the form again before anything is saved.
    """

    shown = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
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
            "legs before the final, and the scores of both count together."
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

    pack = forms.CharField(
        label=_("Pack for its teams"),
        required=False,
        max_length=MOST_PACK,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "placeholder": PACK_LIKE}),
        help_text=_(
            "Only for teams of a tournament: written like the pack of the house rules, which it replaces. Coaches then "
            "build teams by it, one each besides their team of the league, and only such teams can enter. It stays "
            "once a team was founded by it, or the competition has started."
        ),
    )

    league_teams = forms.BooleanField(
        label=_("Teams of the league enter as they are"),
        required=False,
        help_text=_("Besides those that are built by the pack. Teams of another tournament do not."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= option_fields()

    def ask_for_pack(self, book: Book, played: Callable[[], Book] | None) -> None:
        """Leaves the pack out for a book without packs; `played` gives the book with what the league has entered."""
        self.played = played or (lambda: book)
        if not pack_option(book):
            del self.fields["pack"], self.fields["league_teams"]

    @property
    def chosen(self) -> str:
        """The key of the chosen format; round robin if that is none."""
        given = self.data.get("scheduling") if self.is_bound else self.initial.get("scheduling")
        return given if given in formats_by_key else "round_robin"

    @property
    def was_drawn_for_another_format(self) -> bool:
        """Whether a form that was sent has the fields of another format than the one chosen in it."""
        shown = self.data.get("shown", "") if self.is_bound else ""
        return shown in formats_by_key and shown != self.chosen

    def keep_own_fields(self) -> None:
        """Remove the fields that the chosen format does not have."""
        for name, keys in fields_of_formats().items():
            if self.chosen not in keys:
                self.fields.pop(name, None)
        if "legs" in self.fields:
            self.fields["legs"].choices = LEGS[: formats_by_key[self.chosen].most_legs]
        self.initial["shown"] = self.chosen

    def shape_layout(self) -> list[Fieldset]:
        """The fields in groups, without fields that the form does not have."""
        ways: list[Any] = ["scheduling", *SHOW_FIELDS] if "scheduling" in self.fields else []
        played = [*ways, *self._present(("legs", *all_options(), "challenges"))]
        lapsed = self._present((*PLANNED, "when_lapsed", "extension_days", "remind_days"))
        return [Fieldset(_("How it is played"), *played), Fieldset(_("Deadlines"), *lapsed)]

    def _present(self, names: Iterable[str]) -> list[str]:
        """The names among these that the form has."""
        return [name for name in names if name in self.fields]

    def clean_pack(self) -> str:
        """The pack in its one way of writing. Raises ValidationError with all that is wrong with it."""
        read = read_pack(self.played(), self.cleaned_data["pack"])
        if read.problems:
            raise forms.ValidationError([say_fault(problem, gettext) for problem in read.problems])
        return read.text

    def clean_group_name(self) -> str:
        """The name on one line."""
        return names.clean(self.cleaned_data["group_name"])

    @property
    def shape(self) -> Shape:
        """The values for the services; empty fields have their default."""
        typed = {name: self.cleaned_data.get(name) for name in FIELDS}
        options = {name: self.cleaned_data.get(name) for name in all_options()}
        return Shape(options=options, **{name: value for name, value in typed.items() if value not in (None, "")})

    def shape_values(self, current: Competition) -> dict[str, Any]:
        """A competition's shape as form fields."""
        return {name: getattr(current, name) for name in FIELDS} | vars(current.options)
