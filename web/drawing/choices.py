"""Choices that stand in the address of a page: a form of selects above what they change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django import forms

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
            look = forms.Select(attrs={"class": css})
            self.fields[name] = forms.ChoiceField(
                choices=list(values), label=label, initial=now, required=False, widget=look
            )
