"""How the form calls what a team list says, and in which kind of field it is typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from rules.book.book import Book
from rules.book.entered.list_keys import keys_of_list, keys_of_position, own_rows_of
from rules.book.peoples import shared_peoples
from rules.book.rows.teams import Position, TeamList
from rules.book.toml_tables import hints_of
from rules.guide.labels import label_of
from web.crests.crest import EMBLEMS
from web.errors import Text

LABELS: Mapping[str, Text] = {
    "name": _("Name"),
    "plural": _("Name in the plural"),
    "minimum": _("At least"),
    "maximum": _("At most"),
    "cost": _("Price, gp"),
    "surcharge": _("Surcharge, gp"),
    "reroll_cost": _("Price of a re-roll, gp"),
    "reroll_maximum": _("Most re-rolls"),
    "minimum_players": _("Fewest players"),
    "maximum_players": _("Most players"),
    "people": _("Names for players"),
    "emblem": _("Emblem of new teams"),
    "stars": _("Star players"),
    "together": _("Positions with one limit together"),
    "closed": _("Closed to new teams"),
    "double": _("On doubles"),
    "normal": _("Normal skills"),
    "tier": _("Tier"),
    "note": _("Note"),
}
LONGEST = 2_000
TOML, NAMES = "toml", "names"
"""How a value is typed that is no plain text and no number: as TOML, or as names with commas."""


def kind_of(hint: Any) -> Any:
    """How a field of a row is typed: bool, int, str, names with commas, or TOML for anything else."""
    if hint in (bool, int, str):
        return hint
    if int in get_args(hint):
        return int
    return NAMES if hint == tuple[str, ...] else TOML


def list_fields(book: Book) -> Iterator[tuple[str, Any, forms.Field]]:
    """The fields of a list by key, with how each is typed."""
    hints = hints_of(TeamList)
    peoples = sorted({*shared_peoples(), *book.peoples})
    chosen = {"people": peoples, "emblem": sorted(EMBLEMS)}
    for key in keys_of_list(book):
        kind = kind_of(hints[key])
        yield key, kind, _field(book, "TeamList", key, kind, chosen.get(key))
    for key in own_rows_of(book).lists:
        yield key, TOML, _field(book, "TeamList", key, TOML)


def position_fields(book: Book) -> Iterator[tuple[str, Any, forms.Field]]:
    """The fields of a position by key, with how each is typed; `profile.MA` is one of its figures."""
    hints = hints_of(Position)
    for key in keys_of_position(book):
        if key == "profile":
            for each in book.profile.values():
                field = forms.CharField(label=each.key, required=False, max_length=4)
                field.widget.attrs["aria-description"] = each.name
                yield f"profile.{each.key}", str, field
        else:
            yield key, kind_of(hints[key]), _field(book, "Position", key, kind_of(hints[key]))
    for key in own_rows_of(book).positions:
        yield key, TOML, _field(book, "Position", key, TOML)


def _field(book: Book, row: str, key: str, kind: Any, chosen: list[str] | None = None) -> forms.Field:
    """The field of a key. What is missing the rules say, with all else that is wrong."""
    label = book.words.guide.get(f"{row}.{key}") or LABELS.get(key) or label_of(key, book.words.guide, row)
    more: dict[str, Any] = {"label": label, "required": False}
    if chosen is not None:
        names = [(each, capfirst(each.replace("_", " "))) for each in chosen]
        return forms.ChoiceField(choices=[("", _("none")), *names], **more)
    if kind is bool:
        return forms.BooleanField(**more)
    if kind is int:
        return forms.IntegerField(min_value=0, max_value=10_000_000, **more)
    field = forms.CharField(max_length=LONGEST, **more)
    if kind == TOML:
        field.help_text = _("as TOML")
    return field
