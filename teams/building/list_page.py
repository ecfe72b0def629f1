"""Team lists as pages show them: positions with their skills, and other facts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules.book.book import Book, TeamList
from rules.words.words import k
from teams.presentation.presentation import Head, characteristic_heads
from teams.presentation.skills import ShownSkill, shown_skills, skill_notes


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A line of a team list."""

    name: str
    cost: str
    limits: str
    characteristics: tuple[tuple[Head, int], ...]
    skills: tuple[ShownSkill, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class ShownList:
    """A team list: its positions in one line, other facts, and the HTML table of its positions."""

    name: str
    summary: SafeString
    facts: str
    table: SafeString


@lru_cache(maxsize=64)
def team_lists(book: Book, language: str | None) -> tuple[ShownList, ...]:
    """Every list of an edition, in the book's order. Drawn once per process and language."""
    return tuple(_shown_list(book, team_list) for team_list in book.lists.values())


@lru_cache(maxsize=512)
def position_cells(book: Book, team_list: str, language: str | None) -> tuple[SafeString, ...]:
    """The HTML cells of each position of a list."""
    positions = shown_positions(book, book.lists[team_list])
    return tuple(render_to_string("teams/building/_position.html", {"position": position}) for position in positions)


def list_notes(book: Book, *lists: TeamList) -> SafeString:
    """The skill notes of the given lists, or of all lists."""
    positions = (position for each in lists or book.lists.values() for position in each.positions)
    return skill_notes(book, (skill for position in positions for skill in position.skills))


def shown_positions(book: Book, team_list: TeamList) -> tuple[ShownPosition, ...]:
    """The positions of a list."""
    heads = {head.abbr: head for head in characteristic_heads(book)}
    return tuple(
        ShownPosition(
            name=position.name,
            cost=k(position.cost),
            limits=limits(position.minimum, position.maximum),
            characteristics=tuple((heads[name], value) for name, value in position.profile),
            skills=shown_skills(book, position.skills),
            note=position.note if position.confidence != "high" else "",
        )
        for position in team_list.positions
    )


def _shown_list(book: Book, team_list: TeamList) -> ShownList:
    positions = shown_positions(book, team_list)
    summary = format_html_join(
        ", ",
        '<span class="text-nowrap">{} {} {}</span>',
        ((position.limits, position.name, position.cost) for position in positions),
    )
    table = render_to_string("teams/building/_positions.html", {"positions": positions, "list": team_list.name})
    return ShownList(team_list.name, summary, _facts(team_list), table)


def _facts(team_list: TeamList) -> str:
    facts = [_("re-roll %(price)s") % {"price": k(team_list.reroll_cost)}]
    if team_list.apothecary_positions:
        names = ", ".join(team_list.apothecary_positions)
        facts.append(_("apothecary for %(positions)s only") % {"positions": names})
    elif not team_list.apothecary:
        facts.append(_("no apothecary"))
    if team_list.necromancer:
        facts.append(_("a necromancer for free"))
    return _("%(facts)s (p. %(page)d)") % {"facts": ", ".join(facts), "page": team_list.page}


def staff_note(team_list: TeamList) -> str:
    """What is special about the staff of a list, with the page: apothecary, Necromancer (C6, C7)."""
    words = {
        "list": team_list.name,
        "positions": ", ".join(team_list.apothecary_positions),
        "page": team_list.page,
    }
    if team_list.apothecary_positions:
        return _("An apothecary of the %(list)s list treats only: %(positions)s (p. %(page)d).") % words
    if team_list.necromancer and not team_list.apothecary:
        return _("The %(list)s list has no apothecary. It has a Necromancer, who costs nothing (p. %(page)d).") % words
    if not team_list.apothecary:
        return _("The %(list)s list has no apothecary (p. %(page)d).") % words
    return (
        _("The %(list)s list has a Necromancer, who costs nothing (p. %(page)d).") % words
        if team_list.necromancer
        else ""
    )


def limits(minimum: int, maximum: int) -> str:
    """The allowed numbers: ``0–4``."""
    return f"{minimum}–{maximum}"
