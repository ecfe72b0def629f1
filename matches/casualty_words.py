"""Casualties in words: the dice of a book's tables, and what their results do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.book.book import Book
from rules.book.rows.injuries import CasualtyRow, CasualtyTable
from rules.sequence.sequence import DIGIT_DICE, totals_of
from rules.words.words import notation
from teams.presentation.injury_words import change_words, condition_words, misses_words


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtyDie:
    """``how`` names the dice that make it up; empty if they are added up."""

    name: str
    low: int
    high: int
    how: str


def casualty_die(book: Book) -> CasualtyDie:
    """The dice of a book's first casualty table."""
    return die_of(book.casualty_table)


def die_of(table: CasualtyTable) -> CasualtyDie:
    """The dice of a casualty table."""
    totals = totals_of(table.dice)
    digits = DIGIT_DICE.get(table.dice[0]) if len(table.dice) == 1 else None
    how = _("D%(tens)d tens, D%(units)d units") % {"tens": digits[0], "units": digits[1]} if digits else ""
    return CasualtyDie(name=notation(table.dice, _), low=min(totals), high=max(totals), how=how)


def result_words(book: Book, row: CasualtyRow) -> str:
    """A row of a casualty table with what it does, in short."""
    effects = list(_effects(book, row))
    return f"{row.name} ({', '.join(effects)})" if effects else row.name


def results_words(book: Book, rows: Iterable[CasualtyRow]) -> str:
    """Several results in one line."""
    found = list(rows)
    shown = [*(replace(row, leads_to="") for row in found[:-1]), *found[-1:]]
    return ", ".join(result_words(book, row) for row in shown)


def _effects(book: Book, row: CasualtyRow) -> Iterator[str]:
    for key, count in row.conditions:
        yield _condition(book, key, count)
    for name, change in row.changes:
        yield f"−{abs(change)} {name}"
    if row.misses:
        yield misses_words(row.misses)
    if row.leads_to:
        yield rolled_again(book, row)


def _condition(book: Book, key: str, count: int) -> str:
    """A condition that a player gets: once without its number."""
    condition = book.conditions[key]
    if condition.lasts:
        text = ngettext("%(condition)s for %(count)d match", "%(condition)s for %(count)d matches", count)
        return text % {"condition": _(condition.one), "count": count}
    return _(condition.one) if count == 1 else condition_words(book, key, count)


def rolled_again(book: Book, row: CasualtyRow) -> str:
    """That a result leads to another table."""
    table = book.casualty_tables[row.leads_to]
    return _("then %(dice)s: %(table)s") % {"dice": die_of(table).name, "table": _(table.name)}


def effect_words(book: Book, row: CasualtyRow) -> str:
    """What a casualty result does to a player in the long run, in full."""
    if row.dead:
        return _("dead: off the roster after the match")
    found = []
    for key, count in row.conditions:
        words, condition = _condition(book, key, count), book.conditions[key]
        if more := condition.injury_roll * (1 if condition.lasts else count):
            words += _(": from now on add %(more)d to every injury roll against this player") % {"more": more}
        if condition.change:
            words += f" ({change_words(condition.change)})"
        found.append(words)
    for name, change in row.changes:
        long = dict(book.characteristic_names)[name]
        found.append(_("−%(steps)d %(short)s (%(long)s)") % {"steps": abs(change), "short": name, "long": long})
    if row.misses:
        found.append(misses_words(row.misses))
    if row.leads_to:
        found.append(rolled_again(book, row))
    return "; ".join(found) or _("nothing lasting")
