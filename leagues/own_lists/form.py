"""A team list of a league's own as a form: fields of the list, and a row of fields for each position.

What is typed becomes the table that TOML has; the rules read and check it like a pasted one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from leagues.models import Ruleset
from leagues.own_lists.labels import NAMES, TOML, list_fields, position_fields
from leagues.own_lists.stored import option_of, texts_in
from rules.book.entered.fault_words import FAULTS
from rules.book.entered.faults import Fault, say_fault, worded
from rules.book.entered.list_text import name_in, toml_value, written
from rules.book.entered.lists import MOST_POSITIONS, Unfit, read_lists
from web.submission import VersionedForm

ADD, ROWS, REMOVE = "add", "rows", "remove"
FEWEST_ROWS, MORE_ROWS = 3, 3
ON_A_PAGE = {
    FAULTS["missing_key"]: gettext_noop("is empty; fill it in"),
    FAULTS["list.above_positions"]: gettext_noop("fill in one position or more; there are {most} at most"),
}
"""What a form says in place of words about TOML."""


class ListForm(VersionedForm):
    """A list, filled from a stored one, from one of the book, or empty. `name` is that of the list it changes."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Members read it in the league's log."),
    )

    def __init__(self, *args: Any, ruleset: Ruleset, name: str = "", text: str = "", **kwargs: Any) -> None:
        self.ruleset, self.book, self.old = ruleset, ruleset.book, name
        self.saved = tomli.loads(text)["lists"][0] if text else {}
        super().__init__(*args, initial={"version": ruleset.pk}, **kwargs)
        self.kinds: dict[str, Any] = {}
        self.rows = self._rows()
        for key, kind, field in list_fields(self.book):
            self._add(f"list-{key}", kind, field, self.saved.get(key))
        for nth in range(1, self.rows + 1):
            self._add_position(nth)
        self.fields["reason"].wide = True
        for field in self.fields.values():
            if not field.widget.is_hidden:
                style = {"Select": "form-select", "CheckboxInput": "form-check-input"}
                field.widget.attrs["class"] = style.get(type(field.widget).__name__, "form-control")

    @property
    def adds(self) -> bool:
        """Whether only more rows were asked for. Then nothing is saved."""
        return self.is_bound and ADD in self.data

    def _rows(self) -> int:
        sent = str(self.data.get(ROWS, "")) if self.is_bound else ""
        saved = max(FEWEST_ROWS, len(self.saved.get("positions", [])) + 1)
        rows = int(sent) if sent.isascii() and sent.isdecimal() and len(sent) < 4 else saved
        return max(1, min(MOST_POSITIONS, rows + (MORE_ROWS if self.adds else 0)))

    def _add(self, name: str, kind: Any, field: forms.Field, value: Any) -> None:
        if kind == NAMES:
            value = ", ".join(value or ())
        elif kind == TOML:
            value = toml_value(value) if value else ""
        field.initial, field.wide = value, kind in (NAMES, TOML)
        self.fields[name], self.kinds[name] = field, kind

    def _add_position(self, nth: int) -> None:
        positions = self.saved.get("positions", [])
        position = positions[nth - 1] if nth <= len(positions) else {}
        for key, kind, field in position_fields(self.book):
            table, _dot, short = key.partition(".")
            value = position.get(table, {}).get(short) if short else position.get(key)
            self._add(f"p{nth}-{key}", kind, field, value)
        self._add(f"p{nth}-{REMOVE}", bool, forms.BooleanField(label=_("Remove"), required=False), False)

    # -- shown --

    @property
    def of_list(self) -> list[forms.BoundField]:
        """The fields of the list."""
        return [self[name] for name in self.fields if name.startswith("list-") and self.kinds[name] is not bool]

    @property
    def ticks(self) -> list[forms.BoundField]:
        """What a list has or has not."""
        return [self[name] for name in self.fields if name.startswith("list-") and self.kinds[name] is bool]

    @property
    def positions(self) -> list[dict[str, Any]]:
        """The fields of each position."""
        found = []
        for nth in range(1, self.rows + 1):
            names = [name for name in self.fields if name.startswith(f"p{nth}-")]
            plain = [self[name] for name in names if self.kinds[name] is not bool]
            found.append({"nth": nth, "plain": plain, "ticks": [self[n] for n in names if self.kinds[n] is bool]})
        return found

    # -- reading --

    def clean(self) -> dict[str, Any]:
        """Lets the rules read the list, and shows each problem at its field."""
        cleaned = super().clean() or self.cleaned_data
        if self.adds or self.errors:
            return cleaned
        others = [text for text in texts_in(self.ruleset) if name_in(text) != self.old]
        self.texts = [*others, written(self._table())]
        read = read_lists(self.book, option_of(self.book), tuple(self.texts))
        for problem in read.problems:
            who = f"{problem.where.split(' / ')[-1]}: " if problem.position else ""
            self.add_error(self._field_of(problem), f"{who}{say_fault(_on_a_page(problem.problem), _)}")
        self.name = read.lists[-1].row.name if read.lists else ""
        return cleaned

    def _field_of(self, problem: Unfit) -> str | None:
        part = f"p{self.typed[problem.position - 1]}" if problem.position else "list"
        key = problem.key.split(" ")[0].split(".")[0]
        figure = _args_of(problem.problem).get("key") or next(iter(self.book.profile))
        first = "p1-name" if key == "positions" else f"{part}-name"
        names = (f"{part}-{key}", f"{part}-{key}.{figure}", first)
        return next((name for name in names if name in self.fields), None)

    def _table(self) -> dict[str, Any]:
        """The table that was typed; `typed` are the rows that positions stand in."""
        self.typed = [nth for nth in range(1, self.rows + 1) if self._is_typed(nth)]
        positions = []
        for nth in self.typed:
            table = self._values(f"p{nth}-")
            figures = {key: table.pop(key) for key in list(table) if key.startswith("profile.")}
            table["profile"] = {key.partition(".")[2]: value for key, value in figures.items()}
            positions.append(table)
        return {**self._values("list-"), "positions": positions}

    def _is_typed(self, nth: int) -> bool:
        if self.cleaned_data.get(f"p{nth}-{REMOVE}"):
            return False
        return bool(self._values(f"p{nth}-"))

    def _values(self, prefix: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name in self.fields:
            if name.startswith(prefix) and not name.endswith(f"-{REMOVE}"):
                value = self._value(name)
                if value not in (None, "", False, []):
                    found[name.removeprefix(prefix)] = value
        return found

    def _value(self, name: str) -> Any:
        value, kind = self.cleaned_data.get(name), self.kinds[name]
        if kind == NAMES:
            return [part.strip() for part in str(value or "").split(",") if part.strip()]
        if kind != TOML or not value or self.has_error(name):
            return None if kind == TOML else value
        try:
            return tomli.loads(f"value = {value}")["value"]
        except (ValueError, RecursionError):
            self.add_error(name, _("This cannot be read as TOML."))
            return None


def _on_a_page(problem: str) -> str:
    text = ON_A_PAGE.get(problem.text) if isinstance(problem, Fault) else None
    return worded(text, _args_of(problem)) if text else problem


def _args_of(problem: str) -> Mapping[str, Any]:
    return problem.args if isinstance(problem, Fault) else {}
