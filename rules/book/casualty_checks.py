"""Checks of what a book says of injuries: casualty tables, conditions and marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from rules.book.book import Book
from rules.book.rows.injuries import CasualtyRow, CasualtyTable, InjuryField
from rules.book.toml_tables import no_such
from rules.sequence.sequence import totals_of

KINDS = ("casualty", "die", "tick", "choice", "card", "card_die")

Found = Iterator[tuple[tuple[str, str], str, str]]
"""The place (table and row), the key, and what is wrong there."""


def casualty_problems(book: Book) -> Found:
    """All that is wrong: unknown names, results left out, changes for the better, tables in a circle."""
    for table, lasting in (("conditions", book.conditions), ("marks", book.marks)):
        for one in lasting.values():
            yield from _unknown((table, one.key), "change", _names(one.change), book.profile, "characteristic")
    if not book.casualty_tables:
        yield ("casualty_tables", ""), "key", "at least one is needed"
        return
    for key, times in Counter(row.key for row in book.casualties).items():
        if times > 1:
            yield ("casualty_tables", ""), "key", f'"{key}" is here twice'
    for each in book.casualty_tables.values():
        yield from _ranges(each)
        place = ("casualty_tables", each.key)
        yield from _unknown(place, "raised_by", filter(None, [each.raised_by]), book.conditions, "lasting condition")
        yield from _unknown(place, "raised_by_skill", filter(None, [each.raised_by_skill]), book.skills, "skill")
        for row in each.rows:
            yield from _row(book, ("casualty_tables", f"{each.key}: {row.key}"), row)
    yield from _circles(book)
    for field in book.injury_fields.values():
        yield from _field(book, field)


def _field(book: Book, field: InjuryField) -> Found:
    """A field of a kind that the form can draw, for skills and helpers that there are."""
    place = ("injury_fields", field.key)
    yield from _unknown(place, "kind", [field.kind], KINDS, "kind of field")
    yield from _unknown(place, "skill", filter(None, [field.skill, field.beside]), book.skills, "skill")
    positions = {position.name for team_list in book.lists.values() for position in team_list.positions}
    yield from _unknown(place, "positions", field.positions, positions, "position")
    if field.no_roll and field.kind != "tick":
        yield place, "no_roll", "only a tick can stand in place of a roll"
    yield from _unknown(place, "by", field.by, {*book.staff, *book.inducements}, "staff or inducement")
    if (field.kind in ("die", "card_die")) != (field.faces > 0):
        yield place, "faces", "only a die has faces, and it needs some"
    if (field.kind == "choice") != bool(field.options):
        yield place, "options", "only a choice has options, and it needs some"


def _names(pairs: Iterable[tuple[str, int]]) -> list[str]:
    return [name for name, _ in pairs]


def _unknown(place: tuple[str, str], key: str, wanted: Iterable[str], known: Collection[str], what: str) -> Found:
    for name in wanted:
        if name not in known:
            yield place, key, no_such(what, name, known)


def _ranges(table: CasualtyTable) -> Found:
    """The rows are in order and cover every result of the dice once."""
    results = sorted(totals_of(table.dice)) if table.dice else []
    covered = [total for row in table.rows for total in results if row.low <= total <= row.high]
    if covered != results or not results:
        wrong = sorted(set(results).symmetric_difference(covered)) or covered
        place = ("casualty_tables", table.key)
        yield place, "low and high", f"rows leave out, repeat or disorder results: {wrong}"
    for row in table.rows:
        if row.low not in results or row.high not in results:
            place = ("casualty_tables", f"{table.key}: {row.key}")
            yield place, "low and high", f"{row.low}-{row.high} are no results of these dice"


def _row(book: Book, place: tuple[str, str], row: CasualtyRow) -> Found:
    yield from _unknown(place, "conditions", _names(row.conditions), book.conditions, "condition")
    yield from _unknown(place, "changes", _names(row.changes), book.profile, "characteristic")
    for name, change in row.changes:
        if name in book.profile and book.profile[name].gain(change) >= 0:
            yield place, "changes", f"{name} must become worse, not {change:+}"
    if row.misses < 0:
        yield place, "misses", "must not be negative"
    if any(count < 1 for _, count in row.conditions):
        yield place, "conditions", "must be at least 1 each"
    if row.leads_to:
        yield from _unknown(place, "leads_to", [row.leads_to], book.casualty_tables, "casualty table")
    if row.dead and (row.misses or row.conditions or row.changes or row.leads_to):
        yield place, "dead", "the dead have nothing else"


def _circles(book: Book) -> Found:
    """No table leads back to itself, and each is reached from the first."""
    seen: set[str] = set()
    open_ways: list[tuple[str, ...]] = [(book.casualty_table.key,)]
    while open_ways:
        way = open_ways.pop()
        seen.add(way[-1])
        for key in sorted({row.leads_to for row in book.casualty_tables[way[-1]].rows if row.leads_to}):
            if key in way:
                circle = " -> ".join((*way[way.index(key) :], key))
                yield ("casualty_tables", way[-1]), "leads_to", f"the tables lead in a circle: {circle}"
            elif key in book.casualty_tables:
                open_ways.append((*way, key))
    for key in book.casualty_tables:
        if key not in seen:
            yield ("casualty_tables", key), "key", "no result of another table leads to this one"
