"""A pack for exhibition and tournament teams, as a commissioner writes it in TOML.

    name = "Spring Cup"
    same_skill = 2

    [[tiers]]
    tier = 1
    gold = 1_100_000
    primary = 4
    secondary = 1

It is checked like the rows of a book, and kept in one way of writing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import tomli

from rules.book.book import Book
from rules.book.entered.faults import Fault, fault
from rules.book.entered.list_checks import named
from rules.book.entered.list_limits import shown
from rules.book.entered.list_text import places_in, toml_value
from rules.book.rows.options import PACK
from rules.book.rows.packs import Pack, PackTier
from rules.book.toml_tables import BookError, Place, read_row

MOST_TYPED, LONGEST_NAME, LONGEST_PROBLEM, MOST_ROWS = 10_000, 60, 300, 20
TABLES = ("limited", "keyword_points", "keyword_stars", "tier_of")
MOST_GOLD, STEP, MOST_SKILLS, MOST_POINTS = 5_000_000, 1_000, 99, 999


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredPack:
    """A pack as it was read, in its one way of writing; and the problems, each with its line if it is known."""

    pack: Pack | None = None
    text: str = ""
    problems: tuple[str, ...] = ()


@lru_cache(maxsize=128)
def read_pack(book: Book, text: str) -> EnteredPack:
    """The pack of a text, or of the name of one of the book's; none for an empty one.

    `book` has the league's own lists and stars.
    """
    if not text.strip():
        return EnteredPack()
    for ready in book.packs:
        if ready.pack.name.casefold() == text.strip().casefold():
            return EnteredPack(pack=ready.pack, text=_written(ready.pack))
    if len(text) > MOST_TYPED:
        return EnteredPack(problems=(fault("too_long", count=len(text), most=MOST_TYPED),))
    try:
        table = tomli.loads(text.replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        return EnteredPack(problems=(fault("unreadable", why=str(error)[:120] or fault("too_deep")),))
    try:
        pack: Pack = read_row(Pack, _with_numbers(table), Place(file=""))
    except BookError as error:
        return EnteredPack(problems=(_placed(text, error.key, error.problem),))
    found = tuple(_placed(text, key, problem) for key, problem in _problems(book, pack))
    return EnteredPack(problems=found) if found else EnteredPack(pack=pack, text=_written(pack))


def pack_option(book: Book) -> str:
    """The name of the book's option for a pack; empty if teams by this book have none."""
    return next((name for name, option in book.options.items() if option.type == PACK), "")


def pack_in(book: Book, values: Any) -> Pack | None:
    """The pack of a league, by the values of its checked house rules; None if it has none."""
    name = pack_option(book)
    return read_pack(book, str(values.get(name, ""))).pack if name else None


def _with_numbers(table: dict[str, Any]) -> dict[str, Any]:
    """The table with its tiers in order: rows of numbers, which have no names."""
    rows = table.get("tiers")
    if isinstance(rows, list) and all(isinstance(row, dict) and type(row.get("tier", 0)) is int for row in rows):
        return {**table, "tiers": sorted(rows, key=lambda row: row.get("tier", 0))}
    return table


def _placed(text: str, key: str, problem: str) -> str:
    head = next((nth for nth, line in enumerate(text.splitlines(), 1) if line.strip() == f"[[{key}]]"), 0)
    line = head or next((number for (_list, _position, name), number in places_in(text).items() if name == key), 0)
    problem = problem.cut(LONGEST_PROBLEM) if isinstance(problem, Fault) else problem[:LONGEST_PROBLEM]
    place = tuple(filter(None, [fault("line", line=line) if line else "", key]))
    return fault("placed", place=place, problem=problem) if place else problem


def _problems(book: Book, pack: Pack) -> Iterator[tuple[str, str]]:
    if not 0 < len(pack.name.strip()) <= LONGEST_NAME or not pack.name.isprintable():
        yield "name", fault("pack.name", most=LONGEST_NAME)
    tiers = [row.tier for row in pack.tiers]
    if not 0 < len(tiers) <= MOST_ROWS or len(set(tiers)) < len(tiers) or (0 in tiers and len(tiers) > 1):
        yield "tiers", fault("pack.tiers")
    yield from named("lists", pack.lists, book.lists, "team list")
    yield from named("stars", pack.stars, book.stars, "star player")
    yield from named("barred", pack.barred, book.skills, "skill")
    yield from named("limited", [name for name, _most in pack.limited], book.skills, "skill")
    keywords = {keyword for star in book.stars.values() for keyword in star.keywords}
    for key in ("keyword_points", "keyword_stars"):
        yield from named(key, [name for name, _number in getattr(pack, key)], keywords, "keyword of a star")
        if any(not 0 <= number <= MOST_SKILLS for _name, number in getattr(pack, key)):
            yield key, fault("bounds", least=0, most=MOST_SKILLS)
    yield from named("tier_of", [name for name, _tier in pack.tier_of], book.lists, "team list")
    for tier, (first, *others) in sorted(_without_row(book, pack).items()):
        id = f"pack.no_row{'' if tier else '_without_tier'}{'_for_more' if others else ''}"
        yield "tiers", fault(id, tier=tier, first=first, count=len(others))
    for row in pack.tiers:
        if row.gold and (not STEP <= row.gold <= MOST_GOLD or row.gold % STEP):
            yield "gold", fault("pack.gold", least=STEP, most=MOST_GOLD, found=shown(row.gold))
        if row.gold and not book.with_costs:
            yield "gold", fault("pack.no_gold")
        yield from _bounds(row, ("tier", "skills", "primary", "secondary", "stars"), MOST_SKILLS)
        yield from _bounds(row, ("points",), MOST_POINTS)
    if pack.fans is not None and "fan_factor" not in book.goods:
        yield "fans", fault("pack.no_fans")
    keys = ("same_skill", "on_a_player", "primary_points", "secondary_points", "star_points", "fans")
    yield from _bounds(pack, keys, MOST_SKILLS)


def _without_row(book: Book, pack: Pack) -> dict[int, list[str]]:
    """The lists that play but whose tier has no row, by that tier."""
    found: dict[int, list[str]] = {}
    for name in pack.lists or book.lists:
        if name in book.lists and pack.row(name, book.lists[name].tier) is None:
            found.setdefault(dict(pack.tier_of).get(name, book.lists[name].tier), []).append(name)
    return found


def _bounds(row: Pack | PackTier, keys: tuple[str, ...], most: int) -> Iterator[tuple[str, str]]:
    for key in keys:
        value = getattr(row, key)
        if value is not None and not 0 <= value <= most:
            yield key, fault("out_of_bounds", least=0, most=most, found=shown(value))


def _written(pack: Pack) -> str:
    lines = [*_said(pack)]
    for row in pack.tiers:
        lines += ["", "[[tiers]]", *_said(row)]
    return "\n".join(lines)


def _said(row: Pack | PackTier) -> Iterator[str]:
    for each in fields(row):
        value = getattr(row, each.name)
        if each.name != "tiers" and value != each.default:
            yield f"{each.name} = {toml_value(dict(value) if each.name in TABLES else value)}"
