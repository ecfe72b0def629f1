"""Fields that belong to no form of Django's, drawn by Django's widgets: those of grids and of searches.

What a template shows beside them (a shirt, a price, steps) decides how many there are and what they are called, and the
page reads what was sent by itself. A form with fields of its own draws these instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.utils.safestring import SafeString

from web.drawing.form_renderer import select


class Box(forms.CheckboxInput):
    """A box to tick with a value of its own; the template says whether it is ticked."""

    def __init__(self, attrs: Mapping[str, Any] | None = None) -> None:
        super().__init__(attrs, check_test=lambda value: False)

    def format_value(self, value: object) -> str:
        """The value as text: an empty one too, since no value would be sent as "on"."""
        return str(value)


class Radio(Box):
    """One of several choices of the same name."""

    input_type = "radio"


class Day(forms.DateInput):
    """A day, in the form that browsers expect."""

    input_type = "date"


class Moment(forms.TextInput):
    """A day and a time, in the form that browsers expect."""

    input_type = "datetime-local"


FIELD, TICK, LIST = {"class": "form-control"}, {"class": "form-check-input"}, {"class": "form-select"}
NUMBER = {**FIELD, "inputmode": "numeric"}
KINDS: Mapping[str, Callable[[], forms.Widget]] = {
    "text": lambda: forms.TextInput(FIELD),
    "number": lambda: forms.NumberInput(NUMBER),
    "search": lambda: forms.SearchInput(FIELD),
    "date": lambda: Day(FIELD),
    "area": lambda: forms.Textarea(FIELD),
    "box": lambda: Box(TICK),
    "radio": lambda: Radio(TICK),
    "datetime-local": lambda: Moment(FIELD),
}
"""A widget of each kind, with its usual attributes."""


FLAGS = ("checked", "disabled", "readonly", "required")
Choosable = Mapping[str, Any] | tuple[Any, Any]
"""A value with its label, or a group's name with its values."""


def widget(
    kind: str,
    name: str,
    value: object = "",
    choices: Iterable[Choosable] = (),
    *,
    of: str = "",
    empty: object = None,
    wrong: object = False,
    **attrs: object,
) -> SafeString:
    """A field of a kind (one of ``KINDS``, or ``select`` with its choices), with a name and a value.

    ``empty`` is the label of a first choice without a value; ``wrong`` marks what has an error, which its page tells in
    an element with the id of the field and ``-wrong``. ``attrs`` are the attributes, with ``_`` for ``-``: False, None
    and empty ones are left out, ``css`` replaces the usual class, and ``of`` goes before the ``id``. What is in
    ``FLAGS`` is either there or not.
    """
    made = None if kind == "select" else KINDS[kind]()
    looks = str(attrs.pop("css", LIST["class"] if made is None else made.attrs.pop("class")))
    shown = {key.replace("_", "-"): each for key, each in attrs.items() if each not in (None, "") and each is not False}
    shown |= {flag: bool(attrs[flag]) for flag in FLAGS if flag in attrs}
    if of:
        shown["id"] = f"{of}-{attrs['id']}"
    if wrong:
        looks += " is-invalid"
        shown |= {"aria-invalid": "true", "aria-describedby": f"{shown['id']}-wrong"}
    shown = {"class": looks, **shown} if looks else shown
    if made is None:
        return select(name, shown, _choices(choices, empty), "" if value is None else str(value))
    return made.render(name, value, shown)


def _choices(choices: Iterable[Choosable], empty: object) -> list[tuple[Any, Any]]:
    found = [(each["value"], each["label"]) if isinstance(each, Mapping) else each for each in choices]
    return found if empty is None else [("", empty), *found]
