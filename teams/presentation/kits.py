"""The crest that a team begins with: the kit that is worn least in its league, and the emblem of its team list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from zlib import crc32

from rules.book.book import Book
from web.crests.crest import EMBLEMS, Crest, crest_in
from web.crests.free_emblems import FREE_EMBLEMS
from web.crests.race_emblems import RACE_EMBLEMS


@dataclass(frozen=True, slots=True)
class Kit:
    """Two colours, and the patterns of crest and shirt that go with them."""

    first: str
    second: str
    pattern: str
    shirt: str


KITS: tuple[Kit, ...] = (
    Kit("crimson", "chalk", "halves", "yoke"),
    Kit("navy", "gold", "chevron", "sleeves"),
    Kit("turf", "bone", "fess", "hoops"),
    Kit("black", "steel", "pale", "sleeves"),
    Kit("gold", "black", "quarter", "sash"),
    Kit("violet", "sky", "chief", "yoke"),
    Kit("chalk", "crimson", "bars", "hoops"),
    Kit("teal", "chalk", "pale", "stripes"),
    Kit("rust", "bone", "chevron", "yoke"),
    Kit("sky", "navy", "halves", "halves"),
    Kit("moss", "gold", "base", "hoops"),
    Kit("plum", "pink", "quarter", "sleeves"),
    Kit("steel", "crimson", "saltire", "sash"),
    Kit("brown", "gold", "halves", "yoke"),
    Kit("bone", "turf", "quarter", "halves"),
    Kit("pink", "black", "fess", "hoops"),
    Kit("navy", "chalk", "bend", "sash"),
    Kit("black", "crimson", "halves", "sleeves"),
    Kit("turf", "gold", "stripes", "stripes"),
    Kit("crimson", "black", "chief", "yoke"),
    Kit("chalk", "navy", "chevron", "sleeves"),
    Kit("teal", "gold", "halves", "halves"),
    Kit("violet", "gold", "bars", "hoops"),
    Kit("rust", "black", "bend", "sash"),
)
"""What new teams wear, in this order."""


def least_worn(stored: Iterable[object]) -> int:
    """The first kit in whose colours none of these stored crests is, or else the one that the fewest have."""
    worn = [(crest.first, crest.second) for crest in map(crest_in, stored)]
    return min(range(len(KITS)), key=lambda number: (worn.count((KITS[number].first, KITS[number].second)), number))


def first_crest(number: int, book: Book | None, team_list: str) -> Crest:
    """The crest of a new team of a list in the kit of this number; every number gives one."""
    kit = KITS[number % len(KITS)]
    emblem = emblem_of(book, team_list)
    return Crest(first=kit.first, second=kit.second, pattern=kit.pattern, shirt=kit.shirt, emblem=emblem)


def emblem_of(book: Book | None, team_list: str) -> str:
    """The emblem of a list, or that of the people that it names; one that belongs to no people if there is none.

    A team that is known from records alone has the name of its race instead of a list.
    """
    found = book.lists.get(team_list) if book else None
    if found and found.emblem in EMBLEMS:
        return found.emblem
    people = found.people if found else team_list.strip().casefold().replace(" ", "_")
    if people in RACE_EMBLEMS:
        return people
    free = sorted(FREE_EMBLEMS)
    return free[crc32(team_list.encode()) % len(free)]


def with_list(stored: object, book: Book, before: str, now: str) -> dict[str, str]:
    """What to store as the crest of a team whose list changes: its emblem changes too if it was that of the list."""
    crest = crest_in(stored)
    kept = dict(stored) if isinstance(stored, dict) else {}
    if before != now and crest.emblem == emblem_of(book, before):
        return kept | crest.as_json() | {"emblem": emblem_of(book, now)}
    return kept
