"""Skills as pages show them: a button with the name, and a note with our own short description.

Both are the same on every page, so each is drawn once per process and language.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language

from guide.addresses import of_skill
from rules.book.book import Book
from rules.book.rows.teams import Skill


@dataclass(frozen=True, slots=True)
class ShownSkill:
    """A skill of a player or a position. ``note`` is the id of its note on the page, empty if there is none."""

    name: str
    note: str = ""
    gained: bool = False

    @property
    def button(self) -> SafeString:
        """The button that opens the note, with a plus sign for a gained skill."""
        return _button(self.name, self.note, self.gained)


def shown_skills(book: Book, names: Iterable[str], *, gained: bool = False) -> tuple[ShownSkill, ...]:
    """Skills by name, in the given order. A skill that the book does not have gets no note."""
    known = book.skills
    return tuple(ShownSkill(name, note_of(known[name].name) if name in known else "", gained) for name in names)


def skill_notes(book: Book, names: Iterable[str]) -> SafeString:
    """The notes of all these skills, each once, in the book's order.

    A button opens its note. A browser without popovers shows all notes in place.
    """
    wanted, language = {book.skills[name].name for name in names if name in book.skills}, get_language()
    notes = [_note(book, skill, language) for skill in book.skills.values() if skill.name in wanted]
    return mark_safe("".join(notes))  # noqa: S308 - each drawn by a template


@lru_cache(maxsize=1024)
def note_of(name: str) -> str:
    """The id of a skill's note on a page."""
    return f"skill-{slugify(name)}"


@lru_cache(maxsize=1024)
def _button(name: str, note: str, gained: bool) -> SafeString:
    kind, sign = (" skill-gained", "+") if gained else ("", "")
    if not note:
        return format_html('<span class="skill{}">{}{}</span>', kind, sign, name)
    text = '<button type="button" class="skill{}" popovertarget="{}">{}{}</button>'
    return format_html(text, kind, note, sign, name)


@lru_cache(maxsize=1024)
def _note(book: Book, skill: Skill, language: str | None) -> str:
    shown = {"skill": skill, "note": note_of(skill.name), "url": of_skill(book, skill.name)}
    return render_to_string("teams/presentation/_skill_note.html", shown)
