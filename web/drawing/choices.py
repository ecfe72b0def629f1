"""Choices that stand in the address of a page: a form of selects above what they change."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from django import forms
from django.utils.safestring import SafeString

from web.errors import Text


class Choice(NamedTuple):
    """One choice: its name in the address, its label, its values with their labels, and the value that is chosen."""

    name: str
    label: Text
    values: Iterable[tuple[object, object]]
    now: object = ""


class Choices(forms.Form):
    """The choices of a page, for its address. The page itself reads what was chosen: it knows what there is.

    A template gives the fields their labels. With ``ids`` each has its name as its id; without, it stands in its label.
    The form knows nothing of the reader, so it can be in a part that is kept.
    """

    def __init__(self, choices: Iterable[Choice], *, css: str = "f", ids: bool = False) -> None:
        super().__init__(auto_id="%s" if ids else False)
        for name, label, values, now in choices:
            look = KeptSelect(attrs={"class": css})
            self.fields[name] = forms.ChoiceField(
                choices=list(values), label=label, initial=now, required=False, widget=look
            )


class KeptSelect(forms.Select):
    """Django's select, drawn once for the same choices: a table has two of all its teams, and one of all rounds."""

    def render(self, name: str, value: object, attrs: Any = None, renderer: Any = None) -> SafeString:
        """As Django draws it; choices in groups are drawn each time."""
        choices = [(each, label) for each, label in self.choices]
        if any(isinstance(label, list | tuple) for _each, label in choices):
            return super().render(name, value, attrs, renderer)
        shown = tuple((str(each), str(label)) for each, label in choices)
        looks = tuple(sorted(self.build_attrs(self.attrs, attrs).items()))
        return _drawn(name, "" if value is None else str(value), looks, shown)


@lru_cache(maxsize=256)
def _drawn(
    name: str, value: str, looks: tuple[tuple[str, Any], ...], choices: tuple[tuple[str, str], ...]
) -> SafeString:
    return forms.Select(dict(looks), choices).render(name, value)
