"""Names for players, by people. A team list says in its edition's data whose names its players have.

The names here are for all editions; a book can bring further peoples (`[[peoples]]`), which no other edition sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.book.book import Book
from rules.book.rows.teams import People
from rules.book.toml_tables import Place, convert, parse_toml

DATA = Path(__file__).with_name("player_names.toml")
GENERAL = "human"
"""Whose names a team list has that does not say."""


@cache
def shared_peoples() -> Mapping[str, People]:
    """The peoples of all editions by key. Raises BookError if their file is wrong."""
    place = Place(file=DATA.name, key="peoples")
    found: Mapping[str, People] = convert(Mapping[str, People], parse_toml(DATA).get("peoples"), place)
    return found


def people_of(book: Book, team_list: str) -> People:
    """The people whose names the players of a team list have. Raises KeyError if the book has no such list."""
    key = book.lists[team_list].people or GENERAL
    return book.peoples.get(key) or shared_peoples()[key]
