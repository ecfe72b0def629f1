"""What names in a book's tables lead to: a skill, a star, a list, a kind of staff, an inducement, a card's timing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.book.book import Book
from rules.book.rows.teams import without_value
from rules.guide.document import Cell, Piece, Target, anchor_of

SKILLS, CATEGORIES, LISTS, STARS, ROWS = "skills", "categories", "lists", "stars", "rows"
OPTIONS, FACTS = "options", "facts"

KINDS: Mapping[str, str] = {
    "skills": SKILLS,
    "skill": SKILLS,
    "barred_skills": SKILLS,
    "lists": LISTS,
    "prices_by_list": LISTS,
    "stars": STARS,
    "pair": STARS,
    "normal": CATEGORIES,
    "double": CATEGORIES,
    "categories": CATEGORIES,
    "unlisted_categories": CATEGORIES,
    "category": CATEGORIES,
    "staff": ROWS,
    "inducement": ROWS,
    "only_for": LISTS,
    "counts_as": ROWS,
    "unless_staff": ROWS,
    "option": OPTIONS,
    "deck": ROWS,
    "timing": ROWS,
    "heals": ROWS,
    "conditions": ROWS,
    "healer_result": ROWS,
    "prayer": FACTS,
}
"""What the values of a field name."""


class References:
    """The names of one book with their links, each kind apart: a card may be called like a skill."""

    def __init__(self, book: Book) -> None:
        self._known: dict[str, dict[str, Piece]] = {
            SKILLS: {name: _piece(skill.name, SKILLS) for skill in book.skills.values()
                     for name in (skill.name, *skill.aliases)},
            CATEGORIES: {skill.category: _piece(skill.category, SKILLS) for skill in book.skills.values()},
            LISTS: {
                name: Piece(name, None if each.of_league else Target(f"lists/{anchor_of(name)}"))
                for name, each in book.lists.items()
            },
            STARS: {name: _piece(name, STARS) for name in book.stars},
            OPTIONS: {key: Piece(each.label, Target("options", anchor_of(key))) for key, each in book.options.items()},
            FACTS: {key: Piece(fact.name) for key, fact in book.facts.items()},
            ROWS: dict(_rows(book)),
        }  # fmt: skip

    def cell(self, field: str, name: str) -> Cell:
        """A name with its link; as it is if the field names nothing of the book, or the name is not known."""
        kind = KINDS.get(field) or (SKILLS if field.endswith("_skill") else "")
        known = self._known.get(kind, {})
        if name not in known and kind == SKILLS and (found := known.get(without_value(name))) is not None:
            return (replace(found, text=name),)
        return (known.get(name, Piece(name)),)


def _piece(name: str, page: str) -> Piece:
    return Piece(name, Target(page, anchor_of(name)))


def _rows(book: Book) -> Iterator[tuple[str, Piece]]:
    """The rows that other tables name by their keys."""
    for timing in book.card_timings:
        yield timing.key, Piece(timing.key.replace("_", " "), Target("cards", anchor_of(timing.key)))
    for deck in book.decks:
        yield deck.name, Piece(deck.name, Target("cards", anchor_of(deck.name)))
    for casualty in book.casualties:
        yield casualty.key, Piece(casualty.name, Target("injuries", anchor_of(casualty.name)))
    for inducement in book.inducements.values():
        yield inducement.key, Piece(inducement.name, Target("inducements", anchor_of(inducement.name)))
    for condition in book.conditions.values():
        yield condition.key, Piece(condition.name, Target("players", anchor_of(condition.name)))
    for staff in book.staff.values():
        yield staff.key, Piece(staff.name, Target("teams", anchor_of(staff.name)))
