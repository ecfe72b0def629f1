"""Limits of what a league can enter in a team list, which the people who write a book need not be told."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rules.book.book import Book
from rules.book.entered.faults import fault
from rules.book.entered.list_checks import named
from rules.book.entered.stars import ANY, known_by
from rules.book.rows.teams import TeamList

LONGEST, LONGEST_NOTE = 60, 400
MOST_GOLD, STEP = 1_000_000, 1_000
MOST_PLAYERS, MOST_OTHERWISE = 99, 1_000
GOLD = ("cost", "surcharge", "reroll_cost")
PLAYERS = ("minimum", "maximum", "minimum_players", "maximum_players", "reroll_maximum")
APART = (",", ";", "|")
"""Signs between names, where several are typed in one line."""

Found = Iterator[tuple[str, str]]


def limit_problems(row: Any) -> Found:
    """What is too long or too much in a team list or a position, besides its name."""
    for each in fields(row):
        if each.name not in ("name", "page", "positions", "profile"):
            yield from _value(each.name, getattr(row, each.name))


def name_problems(name: Any, taken: Collection[str]) -> Found:
    """What is wrong with the name of a team list or a position; `taken` are the names beside it."""
    if not isinstance(name, str):
        return
    if not known_by(name) or len(name) > LONGEST or any(sign in name for sign in APART):
        yield "name", fault("list.name", most=LONGEST, found=repr(name[:80]))
    elif not name.isprintable() or name != " ".join(name.split()):
        yield "name", fault("list.name_signs", found=repr(name))
    elif known_by(name) in {*map(known_by, taken), known_by(ANY)}:
        yield "name", fault("list.name_taken", name=name)


def _value(key: str, value: Any) -> Found:
    if type(value) is int:
        yield from _number(key, value)
    elif isinstance(value, str):
        longest = LONGEST_NOTE if key == "note" else LONGEST
        if len(value) > longest:
            yield key, fault("list.letters", count=len(value), most=longest)
        if not value.isprintable():
            yield key, fault("signs")
    elif isinstance(value, tuple):
        if len(value) > MOST_PLAYERS:
            yield key, fault("list.entries", count=len(value), most=MOST_PLAYERS)
        for each in value[:MOST_PLAYERS]:
            yield from _value(key, each)
    elif is_dataclass(value):
        for inner in fields(value):
            yield from _value(key, getattr(value, inner.name))


def _number(key: str, value: int) -> Found:
    if key in GOLD:
        if value and (not STEP <= value <= MOST_GOLD or value % STEP):
            yield key, fault("list.gold", least=STEP, most=MOST_GOLD, found=shown(value))
    else:
        most = MOST_PLAYERS if key in PLAYERS else MOST_OTHERWISE
        if not 0 <= value <= most:
            yield key, fault("out_of_bounds", least=0, most=most, found=shown(value))


def shown(value: int) -> str:
    """A number for a message: its digits, unless they are too many."""
    return f"{value:,}" if abs(value) < 10**12 else fault("many_digits")


def special_rule_problems(book: Book, team_list: TeamList) -> Found:
    """The special rules of a list that no list of the book has: nothing would follow from them."""
    lists = book.lists.values()
    known = {rule: None for each in lists for rule in (*each.special_rules, *_open_rules(each))}
    yield from named("special_rules", team_list.special_rules, known, "special rule")
    yield from named("choices", list(dict.fromkeys(_open_rules(team_list))), known, "special rule")


def _open_rules(team_list: TeamList) -> tuple[str, ...]:
    return tuple(rule for choice in team_list.choices for rule in choice.options)


def room_problems(book: Book, team_list: TeamList) -> Found:
    """Whether a list allows teams of the size that it asks for."""
    least, most = fewest_players(book, team_list), team_list.maximum_players
    most = book.creation.maximum_players if most is None else most
    if not 1 <= least <= most:
        yield "minimum_players", fault("list.no_size", least=least, most=most)
    needed = sum(position.minimum for position in team_list.positions)
    if needed > most:
        yield "positions", fault("list.needed", needed=needed, most=most)
    limited = {name for limit in team_list.together for name in limit.positions}
    room = sum(position.maximum for position in team_list.positions if position.name not in limited)
    room += sum(
        min(limit.maximum, sum(each.maximum for each in team_list.positions if each.name in limit.positions))
        for limit in team_list.together
    )
    if room < least:
        yield "positions", fault("list.limits", room=room, least=least)


def fewest_players(book: Book, team_list: TeamList) -> int:
    """How many players a new team of the list has at least."""
    own = team_list.minimum_players
    return book.creation.minimum_players if own is None else own


def cheapest_team(book: Book, team_list: TeamList) -> int:
    """What the players of the smallest team of the list cost at least, in gp."""
    positions = sorted(team_list.positions, key=lambda position: position.price)
    left = fewest_players(book, team_list) - sum(position.minimum for position in positions)
    cost = sum(position.minimum * position.price for position in positions)
    for position in positions:
        more = min(max(left, 0), position.maximum - position.minimum)
        cost, left = cost + more * position.price, left - more
    return cost
