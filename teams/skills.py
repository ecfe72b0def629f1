"""Skills as pages show them: a name to press, and what it does in a line of our own, on demand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.text import slugify

from rules.book import Book


@dataclass(frozen=True, slots=True)
class ShownSkill:
    """A skill of a player or a position; ``note`` is the id of its note on the page, empty for one without."""

    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class SkillNote:
    """What a skill does."""

    note: str
    name: str
    category: str
    summary: str
    page: int


def shown_skills(book: Book, names: Iterable[str]) -> tuple[ShownSkill, ...]:
    """Skills by name, in the order given; one that the book does not know has no note."""
    return tuple(ShownSkill(name, _note_of(name) if name in book.skills else "") for name in names)


def skill_notes(book: Book, names: Iterable[str]) -> tuple[SkillNote, ...]:
    """The notes of all these skills, each once, in the book's order."""
    wanted = set(names)
    return tuple(
        SkillNote(_note_of(skill.name), skill.name, skill.category, skill.summary, skill.page)
        for skill in book.skills.values()
        if skill.name in wanted
    )


def _note_of(name: str) -> str:
    return f"skill-{slugify(name)}"
