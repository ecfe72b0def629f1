"""A player's characteristics as they are in play: with what marks, lasting conditions and skills change.

The line of a roster holds the figures for good. Marks and conditions come and go, so they are added when a figure is
read. A book without them shows what is on the line.
"""

from __future__ import annotations

from math import prod

from rules.book.book import Book
from rules.sheet.sheet import PlayerSheet, changed, value_in


def figure(book: Book, line: PlayerSheet, name: str) -> int:
    """The figure of a characteristic in play.

    It stays within its bounds whatever marks and conditions change, and if losses beyond them are kept on the line.
    """
    what, value = book.profile[name], line.characteristic(name)
    if what.missing(value):
        return value
    marks = [mark for mark in book.marks.values() if mark.key in line.marks and line.position not in mark.spares]
    change = sum(value_in(mark.change, name) for mark in marks)
    change += sum(value_in(each.change, name) for each in book.conditions.values() if line.condition(each.key))
    known = (skill for skill in map(book.skills.get, line.skills) if skill is not None)
    factor = prod(value_in(skill.multiplies, name, 1) for skill in known if skill.multiplies)
    changed_value = what.within(value + change) if change or what.kept else value
    return what.within(changed_value * factor) if factor > 1 else changed_value


def steps_gained(book: Book, line: PlayerSheet, name: str) -> int:
    """By how many steps a characteristic is better than at the start, worse if negative; marks are no injuries."""
    without = figure(book, changed(line, marks=()) if line.marks else line, name)
    return book.profile[name].steps(line.starting_characteristic(name), without)


def written(book: Book, line: PlayerSheet, name: str) -> str:
    """A characteristic in play as the book writes it."""
    return book.profile[name].written(figure(book, line, name))
