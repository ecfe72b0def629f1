"""Mercenaries as part of a roster (L9): one row each on the build page, with position and skills.

A row has a field for the position and one for each paid skill. A row without a position is empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.book.edition import Ruleset
from rules.book.rows.teams import Position, TeamList
from rules.team.inducements import Item, Market, price
from rules.words.words import k

KIND = "mercenary"
MOST_ROWS, SPARE_ROWS = 16, 2
NOT_OFFERED = {"invalid_choice": _("This is not available. Choose one of the options.")}
NO_POSITION = _("Mercenary %(nth)d has skills but no position. Choose a position, or remove the skills.")

Options = list[tuple[str, str]]
Groups = list[tuple[str, Options]]


@dataclass(frozen=True, slots=True)
class Select:
    """A select field as the page draws it; its choices may be in groups."""

    name: str
    label: str
    value: str
    choices: Options | Groups
    errors: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id of its element."""
        return f"id_{self.name}"


@dataclass(frozen=True, slots=True)
class Row:
    """One mercenary on the page."""

    nth: int
    selects: list[Select]


@dataclass(frozen=True, slots=True)
class Rows:
    """All mercenaries on the page: facts about positions, a row for each mercenary, and some empty rows."""

    maximum: int
    each: str
    comes_with: str
    positions: list[tuple[str, str]]
    rows: list[Row]


def offered(rules: Ruleset) -> bool:
    """Whether the league allows mercenaries as part of a roster."""
    return KIND in rules.house.choices("permanent_inducements")


def field_names(rules: Ruleset, nth: int) -> list[str]:
    """The fields of a row: the position, then each skill."""
    slots = range(1, rules.book.inducements[KIND].skill_maximum + 1)
    return [f"{KIND}-{nth}", *(f"{KIND}-{nth}-skill-{slot}" for slot in slots)]


def row_count(rules: Ruleset, values: Mapping[str, Any]) -> int:
    """The number of rows: all filled rows and some empty ones."""
    held = [nth for nth in range(1, MOST_ROWS + 1) if any(values.get(name) for name in field_names(rules, nth))]
    return min(MOST_ROWS, max(held, default=0) + SPARE_ROWS)


def fields_of(rules: Ruleset, team_list: TeamList, values: Mapping[str, Any]) -> dict[str, forms.Field]:
    """The fields of all rows for ``values`` and of the empty rows. None if the league allows no mercenaries."""
    if not offered(rules):
        return {}
    positions = [("", ""), *((one.name, one.name) for one in team_list.positions)]
    skills = [("", ""), *(pair for _label, pairs in _skill_groups(rules, team_list) for pair in pairs)]
    found: dict[str, forms.Field] = {}
    for nth in range(1, row_count(rules, values) + 1):
        position, *slots = field_names(rules, nth)
        found[position] = _choice(_("Mercenary %(nth)d: position") % {"nth": nth}, positions)
        for slot, name in enumerate(slots, start=1):
            found[name] = _choice(_("Mercenary %(nth)d: skill %(slot)d") % {"nth": nth, "slot": slot}, skills)
    return found


def _choice(label: str, choices: Options) -> forms.Field:
    return forms.ChoiceField(label=label, required=False, choices=choices, error_messages=NOT_OFFERED)


def values_of(rules: Ruleset, items: Iterable[Item]) -> dict[str, str]:
    """The field values for the mercenaries of a draft."""
    each = [item for item in items if item.kind == KIND for _nth in range(item.count)]
    found: dict[str, str] = {}
    for nth, item in enumerate(each[:MOST_ROWS], start=1):
        found |= zip(field_names(rules, nth), (item.position, *item.skills), strict=False)
    return found


def items_of(rules: Ruleset, values: Mapping[str, Any]) -> tuple[Item, ...]:
    """The mercenaries in the fields. Equal mercenaries are counted together."""
    wanted: Counter[Item] = Counter()
    for nth in range(1, MOST_ROWS + 1) if KIND in rules.book.inducements else ():
        position, *skills = (values.get(name) or "" for name in field_names(rules, nth))
        if position:
            wanted[Item(kind=KIND, position=position, skills=tuple(filter(None, skills)))] += 1
    return tuple(
        Item(kind=KIND, count=count, position=one.position, skills=one.skills) for one, count in wanted.items()
    )


def problems(rules: Ruleset, cleaned: Mapping[str, Any]) -> dict[str, forms.ValidationError]:
    """The errors of the rows, by field: skills without a position."""
    found = {}
    for nth in range(1, MOST_ROWS + 1) if KIND in rules.book.inducements else ():
        position, *slots = field_names(rules, nth)
        if position in cleaned and not cleaned[position] and any(cleaned.get(name) for name in slots):
            found[position] = forms.ValidationError(NO_POSITION, code="nobody", params={"nth": nth})
    return found


def shown(rules: Ruleset, team_list: TeamList, market: Market, form: forms.Form) -> Rows | None:
    """The rows as the page draws them. None if the league allows no mercenaries."""
    if not offered(rules):
        return None
    mercenary = rules.book.inducements[KIND]
    groups = _skill_groups(rules, team_list)
    positions = [(one.name, f"{one.name}, {k(price(market, _item(one)))}") for one in team_list.positions]
    count = sum(f"{KIND}-{nth}" in form.fields for nth in range(1, MOST_ROWS + 1))
    return Rows(
        maximum=mercenary.skill_maximum,
        comes_with=", ".join(mercenary.skills),
        each=k(mercenary.skill_price),
        positions=[(one.name, ", ".join(one.normal)) for one in team_list.positions],
        rows=[_row(rules, nth, form, positions, groups) for nth in range(1, count + 1)],
    )


def _row(rules: Ruleset, nth: int, form: forms.Form, positions: Options, groups: Groups) -> Row:
    position, *slots = field_names(rules, nth)
    return Row(
        nth,
        [
            _select(form, position, _("Position"), [("", _("No mercenary")), *positions]),
            *(
                _select(form, name, _("Skill %(nth)d") % {"nth": slot}, [("", _("None")), *groups])
                for slot, name in enumerate(slots, 1)
            ),
        ],
    )


def _select(form: forms.Form, name: str, label: Any, choices: Any) -> Select:
    value = form.data.get(name, "") if form.is_bound else form.initial.get(name, "")
    errors = form.errors.get(name, ()) if form.is_bound else ()
    return Select(name, str(label), value, choices, tuple(map(str, errors)))


def _item(position: Position) -> Item:
    return Item(kind=KIND, position=position.name)


def _skill_groups(rules: Ruleset, team_list: TeamList) -> Groups:
    """The skills of every category that is Normal for any position of the list."""
    categories = dict.fromkeys(category for one in team_list.positions for category in one.normal)
    return [
        (each, [(skill.as_learned, skill.as_learned) for skill in rules.book.skills_in([each])]) for each in categories
    ]
