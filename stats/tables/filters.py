"""What a reader can choose above a table: when, and of whom. An unknown choice counts as none.

django-filter makes the fields and checks them. It expects a queryset; here it gets plain rows (`Rows`), since sums are
kept and not asked of the database again for each choice. It takes longer than to add up the rows: so choices are made
and drawn once for all pages that offer the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django_filters import ChoiceFilter, FilterSet

from stats.tables.measures import COACHES, KINDS, LISTS, PLAYERS, STARS, TEAMS
from stats.tables.rows import Row
from web.drawing.choices import KeptSelect
from web.errors import Text

Choices = Sequence[tuple[str, str]]

LONGEST = 90
"""Characters of a choice in an address that are read: no name is longer."""
ALIVE, DEAD = "alive", "dead"
ALL_TIME = "all"
SCOPES = ("book", "season", "competition", "friendlies")
"""What decides whose matches are counted; the other choices are about whom."""
OF_KIND: Mapping[str, tuple[str, ...]] = {
    PLAYERS: ("team", "position", "coach", "who"),
    TEAMS: ("coach", "list"),
    COACHES: ("list",),
    LISTS: ("coach",),
    STARS: ("team", "coach"),
}
"""The choices about whom by the kind of table."""
assert set(OF_KIND) == set(KINDS)
NAMES = (*SCOPES, "team", "position", "list", "coach", "who")

EVERYTHING: Mapping[str, Text] = {
    "competition": _("All"),
    "team": _("All teams"),
    "position": _("All positions"),
    "list": _("All team lists"),
    "coach": _("All coaches"),
    "who": _("Everyone"),
    "friendlies": _("Without friendlies"),
}
"""What no choice is called. Book and season have none: one is always chosen."""


class Rows(list[Row]):
    """Rows under the names that django-filter asks of a queryset."""

    model = None

    def all(self) -> Rows:
        """All of them."""
        return self

    def where(self, holds: Callable[[Row], bool]) -> Rows:
        """Those that satisfy a condition."""
        return Rows(row for row in self if holds(row))


def _untouched(rows: Rows, _name: str, _value: str) -> Rows:
    """For choices that decided already which sums became rows."""
    return rows


def _in_position(rows: Rows, _name: str, value: str) -> Rows:
    return rows.where(lambda row: row.position == value)


def _by_life(rows: Rows, _name: str, value: str) -> Rows:
    return rows.where(lambda row: bool(row.died) == (value == DEAD))


def _choice(label: Text, method: Callable[[Rows, str, str], Rows] = _untouched) -> ChoiceFilter:
    return ChoiceFilter(label=label, method=method, choices=(), empty_label=None)


class Filters(FilterSet):
    """All choices. `offered` says what can be chosen; the others are not on the page."""

    book = _choice(_("Book"))
    season = _choice(_("When"))
    competition = _choice(_("Competition"))
    team = _choice(_("Team"))
    position = _choice(_("Position"), _in_position)
    list = _choice(_("Team list"))
    coach = _choice(_("Coach"))
    who = _choice(_("Who"), _by_life)
    friendlies = _choice(_("Friendlies"))

    def __init__(self, chosen: Mapping[str, str], offered: Mapping[str, Choices]) -> None:
        super().__init__(dict(chosen), Rows())
        there = {name: each for name, each in self.filters.items() if name in offered}
        self.filters: dict[str, Any] = there
        for name, each in self.filters.items():
            each.extra["choices"] = offered[name]
            each.extra["empty_label"] = EVERYTHING.get(name)
            each.extra["widget"] = KeptSelect(attrs={"class": "f form-select"})

    def left(self, rows: Rows) -> Rows:
        """The rows that every right choice lets through; a wrong one is not in ``cleaned_data``."""
        for name, value in self.form.cleaned_data.items():
            rows = self.filters[name].filter(rows, value)
        return rows

    @cached_property
    def valid(self) -> bool:
        """Whether the reader chose only what is offered."""
        return not self.errors

    @cached_property
    def drawn(self) -> SafeString:
        """The fields with their labels; empty if there is nothing to choose."""
        fields = ((field.id_for_label, field.label, field) for field in self.form)
        return format_html_join("", '<div><label for="{}">{}</label>{}</div>', fields)

    @cached_property
    def summary(self) -> str:
        """What is chosen in a few words; empty if nothing is."""
        words = []
        for name, field in self.form.fields.items():
            value = self.form.data.get(name, "")
            label = dict(field.choices).get(value, "") if value else ""
            if label and (name != "season" or not self.form.data.get("competition")):
                words.append(str(label))
        return " · ".join(words)


def filters_for(chosen: Mapping[str, str], offered: Mapping[str, Choices]) -> Filters:
    """The choices that are ``offered``, and what a reader has ``chosen`` of them, both by their names."""
    plain = tuple((name, tuple(values)) for name, values in offered.items())
    return _made(get_language(), tuple(chosen.items()), plain)


@lru_cache(maxsize=64)
def _made(_language: str | None, chosen: tuple[tuple[str, str], ...], offered: tuple[tuple[str, Any], ...]) -> Filters:
    found = Filters(dict(chosen), dict(offered))
    _ready = found.valid, found.drawn, found.summary  # before several threads read it
    return found


def read(query: Mapping[str, Any]) -> dict[str, str]:
    """The choices in an address, as far as they have names that we know and a length that names have."""
    given = {name: str(query.get(name, "")) for name in NAMES}
    return {name: value for name, value in given.items() if value and len(value) <= LONGEST and "\0" not in value}
