"""The form on which a team is built: how many of each position, who they are, what else it has.

The form has a field for each position of the team's list and each kind of staff, and fields for the name and the
number of each player. An unknown field with one of these prefixes is refused, not ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.peoples import people_of
from rules.book.rows.teams import Position, Staff, TeamList
from rules.team.founding_cost import market_of
from rules.team.founding_run import Choice
from rules.team.inducements import MOST_OF_A_KIND, Item, Market, with_skills
from rules.team.special_rules import possible_rules
from teams.building import mercenaries
from teams.building.drafting import draft_of
from teams.building.drafts import HIGHEST_NUMBER, MOST_GOODS, Draft, shortened
from teams.building.player_names import draw_names
from teams.models import Team
from teams.names import NAME_LENGTH, NameField
from web.submission import VersionedForm, field_words

OURS = re.compile(r"(count|staff|inducement|mercenary|name|number)-")
SLOT = re.compile(r"(name|number)-([a-z0-9-]+)-([1-9][0-9]?)")
FURTHER = 16  # rows of names kept for players who were removed again


@dataclass(frozen=True, slots=True)
class Slot:
    """One player, the nth of a position: the fields of the name and the shirt number."""

    position: Position
    nth: int
    slug: str

    @property
    def name(self) -> str:
        """The field of the name."""
        return f"name-{self.slug}-{self.nth}"

    @property
    def number(self) -> str:
        """The field of the shirt number."""
        return f"number-{self.slug}-{self.nth}"

    @property
    def labels(self) -> tuple[str, str]:
        """The labels of the two fields."""
        who = {"position": self.position.name, "nth": self.nth}
        return _("Name of %(position)s %(nth)d") % who, _("Shirt number of %(position)s %(nth)d") % who


@dataclass(frozen=True, slots=True)
class Typed:
    """A field as the page draws it: its name, label, value and errors."""

    name: str
    label: str
    value: object
    errors: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id of its element."""
        return f"id_{self.name}"


def count_field(position: Position) -> str:
    """The field for the number of players of a position."""
    return f"count-{slugify(position.name)}"


def staff_field(staff: Staff) -> str:
    """The field for the number of a kind of staff."""
    return f"staff-{staff.key}"


Offers = dict[str, tuple[Item, int | None]]


def offers_of(rules: Ruleset, team_list: TeamList) -> Offers:
    """Inducements that may be part of the roster of a list (L9), by field: one item and its maximum.

    Each star has its own field. Mercenaries have their own rows (``teams.building.mercenaries``).
    """
    found: Offers = {}
    for kind in rules.house.choices("permanent_inducements"):
        inducement = rules.book.inducements[kind]
        if inducement.needs_apothecary and not team_list.apothecary:
            continue
        if inducement.sold_to and possible_rules(team_list).isdisjoint(inducement.sold_to):
            continue
        field = f"inducement-{slugify(kind)}"
        if kind == "star":
            stars = [rules.book.stars[name] for name in team_list.stars]
            for star in stars:
                if star.cost:  # of a pair hired together, the star with the fee for both
                    of_star = f"{field}-{slugify(star.name)}"
                    # a league's own star may have a name of other letters, which leave nothing in an address
                    of_star = f"{of_star}-{len(found)}" if star.of_league else of_star
                    found[of_star] = (Item(kind=kind, name=star.name), 1)
        elif kind != mercenaries.KIND:
            found[field] = (Item(kind=kind), inducement.maximum)
    return found


def permanent_label(book: Book, item: Item) -> str:
    """The name of an inducement of a roster."""
    kind, what = book.inducements[item.kind].name, with_skills(item.position, item.skills)
    if item.kind == "star":
        star = book.stars.get(item.name)
        return " & ".join(filter(None, (item.name, star.pair if star else "")))
    return f"{kind}: {what}" if what else kind


class BuildForm(VersionedForm):
    """A draft as a form, filled from the team's saved draft."""

    name = NameField(label=_("Team's name"))

    def __init__(self, *args: Any, team: Team, rules: Ruleset, **kwargs: Any) -> None:
        self.team, self.rules, self.book = team, rules, rules.book
        self.team_list = rules.book.lists[team.team_list]
        self.slugs = {slugify(position.name): position for position in self.team_list.positions}
        super().__init__(*args, initial={**self.values_of(team), "version": team.version}, **kwargs)
        most = self.book.most_players(self.team_list.name)
        for position in self.team_list.positions:
            self.fields[count_field(position)] = _count(position.plural, most)
        for good in self.book.goods.values():
            self.fields[good.key] = _count(good.name, MOST_GOODS)
        for staff in self.book.staff.values():
            self.fields[staff_field(staff)] = _count(staff.plural, MOST_GOODS)
        self.offers = offers_of(rules, self.team_list)
        for field, (item, _most) in self.offers.items():
            self.fields[field] = _count(permanent_label(self.book, item), MOST_OF_A_KIND)
        self.fields |= mercenaries.fields_of(rules, self.team_list, self.data if self.is_bound else self.initial)
        # The slots of all chosen players, in the order of the list.
        self.slots = [
            Slot(position, nth, slug)
            for slug, position in self.slugs.items()
            for nth in range(1, self._wanted(position) + 1)
        ]
        if self.is_bound:
            self._ask_for_players()

    def _ask_for_players(self) -> None:
        for slot in self.slots:
            name, number = slot.labels
            self.fields[slot.name] = NameField(label=name, required=False)
            self.fields[slot.number] = forms.IntegerField(
                label=number, required=False, min_value=1, max_value=HIGHEST_NUMBER
            )

    def fill_names(self, random: Random) -> None:
        """Give every chosen player without a name a random one in a sent form. Whatever was typed stays."""
        blank = [slot.name for slot in self.slots if not self.data.get(slot.name, "").strip()]
        taken = [value.strip() for key, value in self.data.items() if key.startswith("name-")]
        people = people_of(self.book, self.team_list.name)
        self.retype(**dict(zip(blank, draw_names(people, len(blank), taken, random), strict=False)))

    @property
    def spare(self) -> list[tuple[str, str]]:
        """Names and numbers typed for players who were removed again: (field, value), kept in case they come back."""
        return [(key, value[:NAME_LENGTH]) for key, value in self.data.items() if value and self._is_spare(key)]

    def clean(self) -> dict[str, Any]:
        """Refuse everything that the team's list does not have."""
        cleaned = super().clean() or self.cleaned_data
        strange = [key for key in self.data if OURS.match(key) and not (key in self.fields or self._is_spare(key))]
        if strange:
            positions = ", ".join(position.name for position in self.team_list.positions)
            raise forms.ValidationError(
                _("The %(team_list)s list has nothing called “%(field)s”; it has %(positions)s. Choose from these."),
                code="unknown",
                params={
                    "team_list": self.team_list.name,
                    "field": shortened(strange[0].partition("-")[2]),
                    "positions": positions,
                },
            )
        for field, wrong in mercenaries.problems(self.rules, cleaned).items():
            self.add_error(field, wrong)
        return cleaned

    def typed(self, name: str, label: str = "") -> Typed:
        """A field with its typed or saved value. Plain data, because a page has about forty fields."""
        label = label or str(self.fields[name].label)
        value = self.data.get(name, "") if self.is_bound else self.initial.get(name)
        errors = self.errors.get(name, ()) if self.is_bound else ()
        return Typed(name, label, "" if value is None else value, tuple(map(str, errors)))

    @property
    def market(self) -> Market:
        """The market that gives the prices of inducements."""
        return market_of(self.rules, Choice(team_list=self.team_list.name))

    @property
    def draft(self) -> Draft:
        """The choices, in the order of the list. A field that cannot be read counts as empty."""
        chosen = self.cleaned_data if self.is_bound else self.initial
        slots = self.slots
        staff = ((kind.key, chosen.get(staff_field(kind)) or 0) for kind in self.book.staff.values())
        return Draft(
            choice=Choice(
                team_list=self.team_list.name,
                players=tuple(slot.position.name for slot in slots),
                rerolls=chosen.get("rerolls") or 0,
                fan_factor=chosen.get("fan_factor") or 0,
                staff=tuple((kind, count) for kind, count in staff if count),
                inducements=(
                    *(
                        replace(item, count=count)
                        for field, (item, _most) in self.offers.items()
                        if (count := chosen.get(field) or 0)
                    ),
                    *mercenaries.items_of(self.rules, chosen),
                ),
            ),
            names=tuple(chosen.get(slot.name) or "" for slot in slots),
            numbers=tuple(chosen.get(slot.number) for slot in slots),
        )

    @property
    def choice_errors(self) -> list[tuple[str, str, str]]:
        """(field id, label, error) for every value that is not a number or not on offer."""
        return [
            (self[name].id_for_label, str(self.fields[name].label), str(error))
            for name, errors in self.errors.items()
            if isinstance(self.fields.get(name), (forms.IntegerField, forms.ChoiceField)) and name != "version"
            for error in errors
        ]

    def values_of(self, current: Team) -> dict[str, Any]:
        """The values of the fields in a team's draft."""
        draft = draft_of(current)
        values: dict[str, Any] = {"name": current.name}
        values |= {"rerolls": draft.choice.rerolls, "fan_factor": draft.choice.fan_factor}
        staff = dict(draft.choice.staff)
        values |= {staff_field(kind): staff.get(kind.key, 0) for kind in self.book.staff.values()}
        held = {(item.kind, item.name, item.position): item.count for item in draft.choice.inducements}
        offers = offers_of(self.rules, self.team_list)
        values |= {field: held.get((one.kind, one.name, one.position), 0) for field, (one, _most) in offers.items()}
        values |= mercenaries.values_of(self.rules, draft.choice.inducements)
        saved = list(zip(draft.choice.players, draft.all_names, draft.all_numbers, strict=True))
        for slug, position in self.slugs.items():
            rows = [(name, number) for of, name, number in saved if of == position.name]
            values[count_field(position)] = len(rows)
            for nth, (name, number) in enumerate(rows, start=1):
                slot = Slot(position, nth, slug)
                values |= {slot.name: name, slot.number: number}
        return values

    def differences(self, current: Team) -> list[tuple[str, str, str]]:
        """(label, theirs, yours) of every difference. Players that only one of them has are counted, not listed."""
        theirs, yours = self.values_of(current), self.cleaned_data
        return [
            (str(field.label), _said(field, theirs.get(name)), _said(field, yours.get(name)))
            for name, field in self.fields.items()
            if name not in ("command_id", "version") and (theirs.get(name) or "") != (yours.get(name) or "")
        ]

    def _wanted(self, position: Position) -> int:
        """How many players of a position are chosen, read as the field reads it. 0 if the field refuses the value."""
        name = count_field(position)
        typed = self.data.get(name) if self.is_bound else self.initial.get(name)
        try:
            return _count("", self.book.most_players(self.team_list.name)).clean(typed) or 0
        except forms.ValidationError:
            return 0

    def _is_spare(self, key: str) -> bool:
        """Whether the field is a name or number of a player of this list who is not chosen now."""
        slot = SLOT.fullmatch(key)
        return bool(slot and key not in self.fields and slot[2] in self.slugs and int(slot[3]) <= FURTHER)


def _count(label: Any, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=most)


def _said(field: forms.Field, value: Any) -> str:
    return "–" if value in (None, "") else field_words(field, value)
