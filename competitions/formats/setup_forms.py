"""The forms of a competition's settings: for a new one, with buttons for common settings, and for a change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from crispy_forms.layout import Div, Fieldset
from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import clean, key_of
from competitions.datetime_field import HourField
from competitions.forms import one_line
from competitions.models import Competition, Entrant, Trophy
from competitions.models.formats import formats_by_key
from competitions.ranking.points import preset_named
from competitions.setup.conferences import MOST_CONFERENCES
from competitions.setup.ranking_forms import BONUS_FIELDS, bonus_fields, bonus_points, lacking, tie_breaker_choices
from competitions.setup.setup import (
    PLANNED,
    Setup,
    settled_names,
    usual_meetings,
    usual_points,
    usual_tie_breakers,
    with_points,
)
from competitions.setup.shape_forms import (
    LEGS,
    MOST_DAYS,
    OUTCOMES,
    RANKS,
    ShapeMixin,
    fields_of_formats,
    option_fields,
    presets,
)
from leagues.citations import cited
from leagues.forms import helper
from leagues.options import Disclosure
from rules.book.book import Book
from web.submission import CommandForm, VersionedForm

MOST_POINTS = 99
ORDINALS = (_("First"), _("Then"), _("Then"), _("Then"), _("Last"))
MOST_DIVISIONS = 12
LONGEST_CONFERENCE = Entrant._meta.get_field("conference").max_length
LONGEST_GROUP = Competition._meta.get_field("group_name").max_length
LATEST = timedelta(days=10 * 366)
LONGEST_NAME = Competition._meta.get_field("name").max_length


def points_field(label: Any, initial: int) -> forms.IntegerField:
    """Points for an outcome."""
    return forms.IntegerField(label=label, min_value=-MOST_POINTS, max_value=MOST_POINTS, initial=initial)


def by_the_book(book: Book) -> str:
    """How a book plays a division, in a sentence; empty if it does not say."""
    if (league := book.league_play) is None:
        return ""
    often = dict(LEGS)[league.meetings]
    words = _("By the book, teams of a division meet %(often)s, and it has at least %(least)d teams%(source)s.")
    return words % {"often": often, "least": league.fewest_teams, "source": cited(league.rule, league.page)}


class NamesField(forms.CharField):
    """Names, one in each line; none twice."""

    def __init__(self, *, most: int, longest: int, **kwargs: Any) -> None:
        self.most, self.longest = most, longest
        widget = forms.Textarea(attrs={"rows": 3})
        super().__init__(required=False, max_length=most * (longest + 2), widget=widget, **kwargs)

    def clean(self, value: Any) -> list[str]:
        """The names in their order. Raises ValidationError."""
        names = [clean(line) for line in super().clean(value).splitlines() if line.strip()]
        if len(names) > self.most:
            raise forms.ValidationError(_("Enter at most %(most)s names.") % {"most": self.most})
        if too_long := [name for name in names if len(name) > self.longest]:
            words = {"name": too_long[0], "longest": self.longest}
            raise forms.ValidationError(_("%(name)s is longer than %(longest)s characters.") % words)
        if len({key_of(name) for name in names}) < len(names):
            raise forms.ValidationError(_("A name is there twice. Enter each one once."))
        return names

    def prepare_value(self, value: Any) -> Any:
        """Stored names as lines."""
        return "\n".join(value) if isinstance(value, list | tuple) else value


class SetupForm(ShapeMixin, CommandForm):
    """A new competition, or several divisions with the same settings."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, help_text=_("For example: First Division."))
    divisions = NamesField(
        label=_("Divisions"),
        most=MOST_DIVISIONS,
        longest=LONGEST_NAME,
        help_text=_(
            "Only for several divisions: one name in each line, the highest first. Each becomes a competition with "
            "these settings, all part of the name above."
        ),
    )
    conferences = NamesField(
        label=_("Conferences"),
        most=MOST_CONFERENCES,
        longest=LONGEST_CONFERENCE,
        help_text=_(
            "Only for groups of teams inside one competition, each with its own table: one name in each line. You put "
            "the teams into them when they have entered."
        ),
    )
    win = points_field(_("Points for a win"), 3)
    draw = points_field(_("Points for a draw"), 1)
    loss = points_field(_("Points for a loss"), 0)
    conceded = points_field(_("Points for conceding"), 0)
    byes_count = forms.BooleanField(
        label=_("A bye counts as a win"),
        required=False,
        help_text=_("Otherwise a team gets nothing for a bye, and plays one match less."),
    )
    first_deadline = HourField(
        label=_("Deadline of the first round"),
        required=False,
        help_text=_("In the league's time zone. Empty: no deadlines. You can change each of them after the draw."),
    )
    round_days = forms.IntegerField(
        label=_("Days between later rounds"), min_value=1, max_value=MOST_DAYS, initial=7, required=False
    )

    played_for = forms.ChoiceField(
        label=_("Played for"),
        required=False,
        help_text=_("Its matches are played on the terms of this trophy. You award it to the champion."),
    )

    def __init__(
        self,
        *args: Any,
        book: Book,
        trophies: Sequence[Trophy] = (),
        played: Callable[[], Book] | None = None,
        initial: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, initial=initial, **kwargs)
        self.ask_for_pack(book, played)
        self.trophies = {trophy.address: trophy for trophy in trophies}
        if "played_for" in self.fields:
            names = [(address, trophy.name) for address, trophy in self.trophies.items()]
            self.fields["played_for"].choices = [("", _("no trophy")), *names]
        offered = {key for key, _label in tie_breaker_choices(book)}
        usual = dict(zip(RANKS, (key for key in usual_tie_breakers(book) if key in offered), strict=False))
        choices = tie_breaker_choices(book)
        for rank, label in zip(RANKS, ORDINALS, strict=True):
            self.fields[rank] = forms.ChoiceField(
                label=label, choices=choices, required=rank == RANKS[0], initial=usual.get(rank, "")
            )
        for outcome, points in usual_points(book).items():
            self.fields[outcome].initial = points
        for outcome in lacking(book):
            del self.fields[outcome]
        self.fields |= bonus_fields(book)
        self.keep_own_fields()
        if "legs" in self.fields:
            self.fields["legs"].initial = usual_meetings(book, self.chosen)
            self.fields["legs"].help_text = " ".join(
                filter(None, [by_the_book(book), str(self.fields["legs"].help_text)])
            )
        self.lay_out()

    @classmethod
    def arranged(cls, data: QueryDict, **kwargs: Any) -> SetupForm:
        """A form with the entered values and those of a button: a shape by its key, or points by a preset's name.

        It is not validated, so empty fields are not errors.
        """
        fields = {**cls.base_fields, **option_fields()}
        typed: dict[str, Any] = {name: data[name] for name in (*fields, *RANKS, *BONUS_FIELDS) if name in data}
        typed.pop("command_id", None)
        boxes = {name for name, field in fields.items() if isinstance(field, forms.BooleanField)}
        typed |= dict.fromkeys(boxes & typed.keys(), True)
        if (shown := typed.pop("shown", "")) in formats_by_key:  # browsers do not send boxes that are not ticked
            absent = {name for name, keys in fields_of_formats().items() if shown not in keys}
            typed |= dict.fromkeys(boxes - absent - typed.keys(), False)
            if shown != typed.get("scheduling", shown):
                typed.pop("legs", None)  # how often two teams meet depends on the format
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
        parts = Disclosure(_("Divisions and conferences"), *self._present(("divisions", "conferences", "group_name")))
        pack = (
            [Disclosure(_("Pack for its teams"), *self._present(("pack", "league_teams")))]
            if "league_teams" in self.fields
            else []
        )
        first = Fieldset(_("The competition"), *self._present(("name", "places", "played_for")), parts, *pack)
        points = [Div(*names, css_class="short-fields")] if (names := self._present(OUTCOMES)) else []
        bonus = [Disclosure(_("Bonus points"), *names)] if (names := self._present(BONUS_FIELDS)) else []
        groups = (
            (_("Points"), [*points, *self._present(("byes_count",)), *bonus]),
            (_("What decides between teams"), self._present(RANKS)),
        )
        self.helper = helper(
            first, *self.shape_layout(), *(Fieldset(title, *parts) for title, parts in groups if parts)
        )

    def clean_name(self) -> str:
        """The name on one line."""
        return one_line(self.cleaned_data["name"], 2)

    def clean_first_deadline(self) -> datetime | None:
        """Not in the past, and within ten years: calendars fail with the year 9999."""
        when: datetime | None = self.cleaned_data["first_deadline"]
        if when is not None and "first_deadline" in self.changed_data:
            if when <= timezone.now():
                raise forms.ValidationError(_("This time has passed. Choose a later one."))
            if when - timezone.now() > LATEST:
                raise forms.ValidationError(_("Choose a day within ten years of today."))
        return when

    def clean(self) -> dict[str, Any]:
        """No tie-breaker is chosen twice; one trophy is not played for in several divisions."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("divisions") and cleaned.get("played_for"):
            self.add_error("played_for", _("Only one competition can play for a trophy. Choose it in its settings."))
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
        points = {name: typed[name] for name in OUTCOMES if name in typed}
        if points:
            points = {**with_points(points), **bonus_points(typed)}
        ranks = {"tie_breakers": tuple(typed[rank] for rank in RANKS if typed[rank])} if RANKS[0] in typed else {}
        return Setup(points=points, **ranks, **self.plain)

    @property
    def setups(self) -> list[Setup]:
        """The competition; or its divisions, which are all part of its name unless another one was entered."""
        whole, names = self.setup, self.cleaned_data.get("divisions")
        if not names:
            return [whole]
        shape = replace(whole.shape, group_name=whole.shape.group_name or whole.name[:LONGEST_GROUP])
        return [replace(whole, name=name, shape=shape) for name in names]

    @property
    def plain(self) -> dict[str, Any]:
        """The settings that new and existing competitions share."""
        typed = self.cleaned_data
        return {
            "name": typed["name"],
            "legs": typed.get("legs", 1),
            "byes_count": typed.get("byes_count", False),
            "shape": self.shape,
            "played_for": self.trophies.get(typed.get("played_for", "")),
            "pack": typed.get("pack", ""),
            "league_teams": typed.get("league_teams", False),
            "conferences": typed.get("conferences", ()),
            "first_deadline": typed.get("first_deadline"),
            "round_days": typed.get("round_days") or 7,
        }


class ChangeSetupForm(SetupForm, VersionedForm):
    """The settings of an existing competition. Once it has started, its format, meetings and byes cannot change.

    Points and tie-breakers have a page of their own (``competitions.setup.ranking_forms``).
    """

    def __init__(
        self, *args: Any, competition: Competition, initial: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        self.competition = competition
        saved = {**self.values_of(competition), "version": competition.version}
        super().__init__(*args, book=competition.book, initial=saved | (initial or {}), **kwargs)
        gone = {*OUTCOMES, *RANKS, *BONUS_FIELDS, "divisions"}
        if competition.state != Competition.State.DRAFT:
            gone |= {*settled_names(), "shown"}
        if competition.state != Competition.State.DRAFT or competition.rounds.exists():
            gone |= {*PLANNED}
        for name in gone:
            self.fields.pop(name, None)
        self.lay_out()

    @property
    def chosen(self) -> str:
        """The key of the format, which cannot change after the start."""
        return super().chosen if self.competition.state == Competition.State.DRAFT else self.competition.scheduling

    @property
    def setup(self) -> Setup:
        """The values for the services, with the current points and tie-breakers."""
        current = self.competition
        return Setup(points=current.points, tie_breakers=tuple(current.tie_breakers), **self.plain)

    def values_of(self, current: Competition) -> dict[str, Any]:
        """The settings as form fields."""
        return {
            "name": current.name,
            "legs": current.legs,
            "byes_count": current.byes_count,
            "played_for": current.played_for.address if current.played_for else "",
            "pack": current.pack,
            "league_teams": current.league_teams,
            "conferences": list(current.conferences),
            "first_deadline": current.first_deadline,
            "round_days": current.round_days or 7,
            **self.shape_values(current),
        }
