"""Links to the form of a simulation: with a league's house rules, with another book, with a second setting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core import signing
from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode

from leagues.models import Ruleset
from leagues.options import differs_from_book
from rules import editions
from rules.book.rows.options import LISTS, PACK, Option, Value
from rules.book.typed_options import typed_option
from rules.simulation.economy import Setting
from rules.simulation.economy_tables import LETTERS

SALT = "leagues.simulation.lists"
PACKED = (LISTS, PACK)
"""The types of options whose values are long texts."""
MOST_PACKED = 2_500
"""Servers and proxies refuse addresses of about twice this length."""
BOOKS = ("edition", "against")
"""Where an address has the book of each setting; its house rules are under the letter."""


def form_address(settings: Sequence[Setting], **plan: int) -> str:
    """The address of the form with these settings (and this plan) filled in."""
    query: list[tuple[str, object]] = []
    for setting, book, letter in zip(settings, BOOKS, LETTERS.lower(), strict=False):
        query.append((book, setting.edition))
        options = editions.edition(setting.edition).book.options
        query += [(letter, text) for name, value in setting.house if (text := _in_address(options[name], value))]
    return f"{reverse('leagues:simulate')}?{urlencode([*query, *plan.items()])}"


def simulation_by(*books: str) -> str:
    """The address of the form with one or two books, by their keys, without house rules."""
    return f"{reverse('leagues:simulate')}?{urlencode(list(zip(BOOKS, books, strict=False)))}"


def _in_address(option: Option, value: Value) -> str:
    """A house rule as an address carries it: long texts are packed, and left out if they are too long even so."""
    if option.type not in PACKED:
        return f"{option.name}={typed_option(value)}"
    packed = signing.dumps(value, salt=SALT, compress=True)
    return f"{option.name}={packed}" if len(packed) <= MOST_PACKED else ""


def unpacked(text: str) -> str:
    """The long text in an address, as it is typed; empty if they were not packed here."""
    try:
        return typed_option(signing.loads(text, salt=SALT))
    except signing.BadSignature:
        return ""


def tried_out(ruleset: Ruleset) -> str:
    """The address of the form with a league's house rules filled in."""
    house = {
        name: tuple(value) if isinstance(value, list) else value
        for name, option in ruleset.book.options.items()
        if differs_from_book(option, value := ruleset.values.get(name, option.default))
    }
    return form_address([Setting(edition=ruleset.edition, house=tuple(house.items()))])


def other_books(chosen: Sequence[str], query: QueryDict) -> dict[str, Any]:
    """The links: for each of these books to `others`, with a second one (`comparable`), without one (`alone`)."""
    books = [edition.book for edition in editions.EDITIONS]
    others = [
        {"letter": LETTERS[place], "name": book.name, "query": _with(query, chosen, place, book.key)}
        for place, key in enumerate(chosen)
        for book in books
        if book.key != key
    ]
    comparable = [
        {"name": book.name, "same": book.key == chosen[0], "query": _with(query, chosen, 1, book.key)} for book in books
    ]
    return {"others": others, "comparable": comparable, "alone": _with(query, chosen[:1], 0, chosen[0])}


def _with(query: QueryDict, chosen: Sequence[str], place: int, book: str) -> str:
    """The query of the form with this book in this place. House rules stay with their book.

    A second setting of the same book starts with the house rules of the first.
    """
    found = query.copy()
    keys = [*chosen[:place], book, *chosen[place + 1 :]]
    for number, (name, letter) in enumerate(zip(BOOKS, LETTERS.lower(), strict=True)):
        if number >= len(keys):
            found.pop(name, None)
            found.pop(letter, None)
            continue
        found[name] = keys[number]
        if number >= len(chosen) and keys[number] == keys[0]:
            found.setlist(letter, query.getlist("a"))
        elif number >= len(chosen) or keys[number] != chosen[number]:
            found.pop(letter, None)
    return found.urlencode()
