"""The form on which a team from elsewhere is told (C9).

A row stands for each player. What cannot be read as a number is marked at its field; whatever can be read is for
``rules.elsewhere`` to judge, so a form that breaks every rule is kept all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.archive_json import ArchiveError
from leagues.submission import VersionedForm, field_words
from rules.arrival import CAREER, Arrival, Veteran
from rules.book import Book
from rules.edition import Ruleset
from teams.arrivals import told_of
from teams.badges import KITS
from teams.build_form import Typed, staff_field
from teams.gold_field import GoldField, read_gold, typed_gold
from teams.models import Team
from teams.names import NameField
from teams.team_json import BIGGEST, COUNTS, GOODS, MOST_PLAYERS, MOST_WORDS, STORY_LENGTH, Past, Told, told_story

FEWEST_ROWS, MOST_ROWS, MORE_ROWS = 11, MOST_PLAYERS + 1, 3
ADD, ROWS = "add", "rows"
PLAIN = ("number", "name", "position", "spp", "gained", "lost", "niggling")
NUMBERS = ("number", "spp", "niggling", *CAREER)


@dataclass(frozen=True, slots=True)
class Row:
    """The row of one player: the fields that everybody has, what he did, and what he began with off the list."""

    nth: int
    plain: tuple[Typed, ...]
    misses_next: Typed
    remove: Typed
    career: tuple[Typed, ...]
    own: tuple[Typed, ...]
    unfolded: bool


class ArrivalForm(VersionedForm):
    """A team from elsewhere as a form, made from what is kept of it."""

    name = NameField(label=_("Team's name"))
    team_list = forms.ChoiceField(label=_("Team list"))
    colours = forms.TypedChoiceField(
        label=_("Colours"), coerce=int, choices=[(place, kit.label) for place, kit in enumerate(KITS)]
    )
    rerolls = forms.IntegerField(label=_("Team re-rolls"))
    fan_factor = forms.IntegerField(label=_("Fan factor"))
    treasury = GoldField(label=_("Treasury, in thousands (60 for 60k)"))
    bank = GoldField(label=_("Bank, in thousands"))
    won = forms.IntegerField(label=_("Matches won"))
    drawn = forms.IntegerField(label=_("Matches drawn"))
    lost = forms.IntegerField(label=_("Matches lost"))
    touchdowns_for = forms.IntegerField(label=_("Touchdowns scored"))
    touchdowns_against = forms.IntegerField(label=_("Touchdowns conceded"))
    casualties_for = forms.IntegerField(label=_("Casualties inflicted"))
    casualties_against = forms.IntegerField(label=_("Casualties suffered"))
    story = forms.CharField(
        label=_("What else there is to tell"),
        required=False,
        max_length=STORY_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Where it played, what it won."),
    )

    def __init__(self, *args: Any, team: Team, rules: Ruleset, **kwargs: Any) -> None:
        self.team, self.rules, self.book, self.kept = team, rules, rules.book, told_of(team)
        super().__init__(*args, initial={**self.values_of(team), "version": team.version}, **kwargs)
        self.fields["team_list"].choices = [(name, name) for name in self.book.lists]
        for staff in self.book.staff.values():
            self.fields[staff_field(staff)] = forms.IntegerField(label=staff.plural)
        for name, field in self.fields.items():
            if isinstance(field, forms.IntegerField) and name != "version":
                field.required, field.min_value = False, 0 if name in COUNTS else -BIGGEST
                field.max_value = BIGGEST
                field.validators += [_at_least(field.min_value), _at_most(BIGGEST)]
        for field in self.fields.values():
            if not field.widget.is_hidden:
                select = isinstance(field, forms.ChoiceField)
                field.widget.attrs["class"] = "form-select" if select else "form-control"
        self.wrong: dict[str, str] = {}
        self.rows = self._rows()

    @property
    def adds(self) -> bool:
        """Whether more rows were asked for, and nothing stored."""
        return self.is_bound and ADD in self.data

    @property
    def goods(self) -> list[forms.BoundField]:
        """What the team owns besides players; a bank where the book has one, or gold was told to be in it."""
        names = [name for name in GOODS if name != "bank" or self.book.bank_maximum or self["bank"].value()]
        return [self[name] for name in (*names, *map(staff_field, self.book.staff.values()))]

    @property
    def past(self) -> list[forms.BoundField]:
        """What it did before it joined."""
        return [self[name] for name in (*COUNTS, "story")]

    # -- rows --

    def _rows(self) -> int:
        """How many rows there are: one more than players, at least a line-up; of a sent form as many as it had."""
        kept = max(FEWEST_ROWS, len(self.kept.arrival.players) + 1)
        sent = str(self.data.get(ROWS, "")) if self.is_bound else ""
        rows = int(sent) if sent.isdecimal() and len(sent) < 4 else kept
        return min(MOST_ROWS, rows + (MORE_ROWS if self.adds else 0))

    def row_values(self, nth: int) -> dict[str, str]:
        """What stands in a row: as it was sent, or as it is kept."""
        names = (*PLAIN, "misses_next", "remove", *CAREER, "skills", "cost", *self.book.characteristics)
        if self.is_bound:
            return {name: str(self.data.get(f"player-{nth}-{name}", "")).strip() for name in names}
        if nth > len(self.kept.arrival.players):
            return dict.fromkeys(names, "")
        one = self.kept.arrival.players[nth - 1]
        values = {name: str(getattr(one, name) or "") for name in NUMBERS}
        values |= {name: ", ".join(getattr(one, name)) for name in ("gained", "lost", "skills")}
        values |= {name: str(dict(one.profile).get(name, "")) for name in self.book.characteristics}
        values["cost"] = typed_gold(one.cost)
        called = self.kept.names[nth - 1] if nth <= len(self.kept.names) else ""
        return values | {
            "name": called,
            "position": one.position,
            "misses_next": "on" if one.misses_next else "",
            "remove": "",
        }

    @property
    def shown_rows(self) -> list[Row]:
        """The rows as the page draws them."""
        return [self._shown_row(nth) for nth in range(1, self.rows + 1)]

    def _shown_row(self, nth: int) -> Row:
        values, words = self.row_values(nth), labels(self.book)

        def typed(name: str) -> Typed:
            field = f"player-{nth}-{name}"
            return Typed(field, words[name], values[name], tuple(filter(None, [self.wrong.get(field)])))

        own = tuple(typed(name) for name in (*self.book.characteristics, "skills", "cost"))
        career = tuple(typed(name) for name in CAREER)
        return Row(
            nth=nth,
            plain=tuple(typed(name) for name in PLAIN),
            misses_next=typed("misses_next"),
            remove=typed("remove"),
            career=career,
            own=own,
            unfolded=any(field.value or field.errors for field in (*own, *career)),
        )

    # -- reading --

    def clean_story(self) -> str:
        """The story, in lines that a file can hold."""
        try:
            return told_story(self.cleaned_data["story"])
        except ArchiveError as error:
            raise forms.ValidationError(error.reason) from None

    def clean(self) -> dict[str, Any]:
        """Reads the rows; a mistake in any field refuses the form."""
        cleaned = super().clean() or self.cleaned_data
        players = [self._player(nth) for nth in range(1, self.rows + 1)]
        found = [player for player in players if player is not None]
        worn = {one.number for one, _name, given in found if given}
        free = (number for number in range(1, 2 * MOST_ROWS) if number not in worn)
        self.players = [(one if given else replace(one, number=next(free)), name) for one, name, given in found]
        if self.wrong:
            raise forms.ValidationError(_("Some fields of the players cannot be read."), code="unreadable")
        return cleaned

    def _player(self, nth: int) -> tuple[Veteran, str, bool] | None:
        """The player of a row, his name, whether his number was given; None for a row that is empty or taken out."""
        values = self.row_values(nth)
        if values["remove"] or not any(values.values()):
            return None
        read = {name: self._number(nth, name, values[name]) for name in NUMBERS}
        read["cost"] = self._gold(nth, "cost", values["cost"])
        texts = {name: self._text(nth, name, values[name]) for name in ("name", "position")}
        profile = tuple(
            (name, self._number(nth, name, values[name])) for name in self.book.characteristics if values[name]
        )
        one = Veteran(
            position=texts["position"],
            gained=tuple(_rise(word) for word in self._words(nth, "gained", values["gained"])),
            lost=tuple(word.lstrip("-−").strip().upper() for word in self._words(nth, "lost", values["lost"])),
            misses_next=bool(values["misses_next"]),
            skills=self._words(nth, "skills", values["skills"]),
            profile=profile,
            **read,
        )
        return one, texts["name"], bool(values["number"])

    def _number(self, nth: int, name: str, text: str) -> int:
        if not text:
            return 0
        if re.fullmatch(r"[+-]?[0-9]{1,10}", text.replace("−", "-")) and abs(int(text.replace("−", "-"))) <= BIGGEST:
            return int(text.replace("−", "-"))
        self._mark(nth, name, gettext("“%(text)s” is no whole number.") % {"text": text[:20]})
        return 0

    def _gold(self, nth: int, name: str, text: str) -> int:
        try:
            return read_gold(text)
        except forms.ValidationError as error:
            self._mark(nth, name, " ".join(error.messages))
            return 0

    def _text(self, nth: int, name: str, text: str) -> str:
        try:
            return str(NameField(required=False).clean(text))
        except forms.ValidationError as error:
            self._mark(nth, name, " ".join(error.messages))
            return ""

    def _words(self, nth: int, name: str, text: str) -> tuple[str, ...]:
        words = tuple(self._text(nth, name, word) for word in re.split(r"[,;]", text) if word.strip())
        if len(words) > MOST_WORDS:
            self._mark(nth, name, gettext("More than %(most)d cannot be.") % {"most": MOST_WORDS})
        return words[:MOST_WORDS]

    def _mark(self, nth: int, name: str, text: str) -> None:
        self.wrong[f"player-{nth}-{name}"] = text

    @property
    def is_readable(self) -> bool:
        """Whether what was sent can be judged: every field read, though the form may have been refused."""
        return not self.unread and all(name in self.cleaned_data for name in ("name", "team_list", "story"))

    @property
    def told(self) -> Told:
        """What a valid form tells, or what is kept."""
        if not self.is_bound:
            return self.kept
        cleaned = self.cleaned_data
        staff = ((kind.key, cleaned.get(staff_field(kind)) or 0) for kind in self.book.staff.values())
        arrival = Arrival(
            team_list=cleaned["team_list"],
            players=tuple(one for one, _name in self.players),
            staff=tuple((kind, count) for kind, count in staff if count),
            **{name: cleaned.get(name) or 0 for name in GOODS},
        )
        counts = {name: cleaned.get(name) or 0 for name in COUNTS}
        names = tuple(name for _one, name in self.players)
        past = Past(**counts, story=cleaned["story"])
        return Told(name=cleaned["name"], arrival=arrival, names=names, past=past, loans=self.kept.loans)

    @property
    def unread(self) -> list[tuple[str, str, str]]:
        """(id of the field, its label, what is wrong) for whatever cannot be read."""
        words = labels(self.book)
        rows = []
        for field, text in self.wrong.items():
            _player, nth, name = field.split("-", 2)
            rows.append((f"id_{field}", gettext("Row %(nth)s, %(what)s") % {"nth": nth, "what": words[name]}, text))
        fields = [
            (self[name].id_for_label, str(self.fields[name].label), str(error))
            for name, errors in self.errors.items()
            if name in self.fields and name not in ("version", "command_id")
            for error in errors
        ]
        return fields + rows

    def values_of(self, current: Team) -> dict[str, Any]:
        """The values of the fields that are not rows in what is kept of a team."""
        told = told_of(current)
        values: dict[str, Any] = {"name": current.name, "colours": current.colours % len(KITS)}
        values |= {"team_list": told.arrival.team_list, "story": told.past.story}
        values |= {name: getattr(told.arrival, name) for name in GOODS}
        values |= {name: getattr(told.past, name) for name in COUNTS}
        staff = dict(told.arrival.staff)
        return values | {staff_field(kind): staff.get(kind.key, 0) for kind in self.book.staff.values()}

    def differences(self, current: Team) -> list[tuple[str, str, str]]:
        """(label, theirs, yours) of whatever differs; of the players, how many there are."""
        theirs, yours = self.values_of(current), self.cleaned_data
        found = [
            (str(field.label), _said(field, theirs.get(name)), _said(field, yours.get(name)))
            for name, field in self.fields.items()
            if name in theirs and (theirs[name] or "") != (yours.get(name) or "")
        ]
        before, now = told_of(current), self.told
        if (before.arrival.players, before.names) != (now.arrival.players, now.names):
            counts = (str(len(before.arrival.players)), str(len(now.arrival.players)))
            found.append((gettext("Players"), *counts))
        return found


def _said(field: forms.Field, value: Any) -> str:
    """A field's value in words; gold as it is typed."""
    return field_words(field, (typed_gold(value) or "0") if isinstance(field, GoldField) else value)


def labels(book: Book) -> dict[str, str]:
    """What the fields of a row are called."""
    return {
        "number": gettext("Number"),
        "name": gettext("Name"),
        "position": gettext("Position"),
        "spp": gettext("SPP"),
        "gained": gettext("Gained"),
        "lost": gettext("Lost"),
        "niggling": gettext("Niggling injuries"),
        "misses_next": gettext("Misses the next match"),
        "remove": gettext("Take him off"),
        "completions": gettext("Completions"),
        "touchdowns": gettext("Touchdowns"),
        "interceptions": gettext("Interceptions"),
        "casualties": gettext("Casualties"),
        "mvps": gettext("MVP awards"),
        "skills": gettext("Skills at the start"),
        "cost": gettext("Cost at the start, in thousands"),
        **dict(book.characteristic_names),
    }


def _rise(word: str) -> str:
    """A gain as the rules have it: characteristics as ``+ST``."""
    return f"+{word[1:].strip().upper()}" if word.startswith("+") else word


def _at_least(least: int) -> Any:
    return forms.fields.validators.MinValueValidator(least)


def _at_most(most: int) -> Any:
    return forms.fields.validators.MaxValueValidator(most)


def positions_of(book: Book, team_list: str) -> Iterable[str]:
    """The positions to choose from; of an unknown list none."""
    found = book.lists.get(team_list)
    return [position.name for position in found.positions] if found else []
