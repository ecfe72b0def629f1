"""Profiles and prices of a book as lines of text, to be compared with typed ones."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rules.book.book import Book, Ranged
from rules.book.rows.teams import Pairs


def lines_of(path: Path) -> list[str]:
    """The lines of a typed table, without its heading."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def positions(book: Book) -> list[str]:
    return [
        f"{each.name}; {one.name}; {one.minimum}; {one.maximum}; {one.cost}; {shown(one.profile)}"
        for each in book.lists.values()
        for one in each.positions
    ]


def stars(book: Book) -> list[str]:
    return [f"{star.name}; {star.cost}; {shown(star.profile)}" for star in book.stars.values()]


def lists(book: Book) -> list[str]:
    return [f"{each.name}; {each.reroll_cost}" for each in book.lists.values()]


def ranges(rows: Iterable[Ranged]) -> str:
    """The results of a table, such as ``2 3 4-10 11 12``."""
    return " ".join(f"{row.low}" if row.low == row.high else f"{row.low}-{row.high}" for row in rows)


def shown(profile: Pairs) -> str:
    return " ".join(str(value) for _name, value in profile)


LETTERS = {"General": "G", "Agility": "A", "Strength": "S", "Passing": "P", "Mutation": "M", "Devious": "D"}


def positions_with_skills(book: Book) -> list[str]:
    """Positions of the books in which skills are Primary or Secondary, and some characteristics are numbers to roll."""
    return [
        f"{each.name}; {one.name}; {one.minimum}-{one.maximum}; {in_thousands(one.cost)}; {rolled(book, one.profile)}; "
        f"{_letters(one.normal)}/{_letters(one.double)}; {', '.join(one.skills) or '-'}"
        for each in book.lists.values()
        for one in each.positions
    ]


def stars_with_skills(book: Book) -> list[str]:
    return [
        f"{star.name}; {in_thousands(star.cost)}; {rolled(book, star.profile)}; {', '.join(star.skills)}"
        for star in book.stars.values()
    ]


def lists_with_limits(book: Book) -> list[str]:
    """Tier, re-rolls, apothecary, and how many Big Guys a team can have at most."""
    found = []
    for each in book.lists.values():
        big = [one.maximum for one in each.positions if "Big Guy" in one.keywords]
        most = each.together[0].maximum if each.together else sum(big)
        apothecary = "yes" if each.apothecary else "no"
        reroll = in_thousands(each.reroll_cost)
        found.append(f"{each.name}; {each.tier}; {reroll}; {each.reroll_maximum}; {apothecary}; {most}")
    return found


def rolled(book: Book, profile: Pairs) -> str:
    """A profile such as ``6 3 3+ - 9+``."""
    return " ".join(book.profile[name].written(value) for name, value in profile)


def in_thousands(gold: int) -> str:
    """Gold such as ``50k``, or a dash for none."""
    return f"{gold // 1000}k" if gold % 1000 == 0 and gold else str(gold or "-")


def _letters(categories: tuple[str, ...]) -> str:
    return "".join(LETTERS[name] for name in categories)
