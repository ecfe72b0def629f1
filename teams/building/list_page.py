"""Team lists as pages show them: positions with their skills, and other facts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from guide.addresses import of_position
from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.entered.tiers import doubt_of_tiers
from rules.book.rows.teams import TeamList
from rules.words.words import k
from teams.presentation.presentation import Head, characteristic_heads
from teams.presentation.skills import ShownSkill, shown_skills, skill_notes


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A line of a team list."""

    name: str
    cost: str
    limits: str
    characteristics: tuple[tuple[Head, str], ...]
    skills: tuple[ShownSkill, ...]
    doubt: str = ""
    url: str = ""
    """In the guide."""


@dataclass(frozen=True, slots=True)
class ShownList:
    """A team list: its positions in one line, other facts, and the HTML table of its positions.

    ``doubt`` says why its tier is unsure.
    """

    name: str
    summary: SafeString
    facts: str
    table: SafeString
    skills_called: str
    doubt: str = ""


@lru_cache(maxsize=64)
def team_lists(book: Book, language: str | None) -> tuple[ShownList, ...]:
    """Every list of an edition, in the book's order. Drawn once per process and language."""
    return tuple(_shown_list(book, team_list) for team_list in book.lists.values())


def open_lists(rules: Ruleset, language: str | None) -> list[ShownList]:
    """The lists that a new team of a league can have."""
    return [each for each in team_lists(rules.book, language) if each.name in rules.open_lists]


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
            cost=k(position.price) if book.with_costs else "",
            limits=limits(position.minimum, position.maximum),
            characteristics=tuple((heads[name], figure) for name, figure in book.written(position.profile)),
            skills=shown_skills(book, position.skills),
            doubt=position.doubt,
            url=of_position(book, team_list.name, position.name),
        )
        for position in team_list.positions
    )


def _shown_list(book: Book, team_list: TeamList) -> ShownList:
    positions = shown_positions(book, team_list)
    summary = format_html_join(
        ", ",
        '<span class="text-nowrap">{}</span>',
        ((" ".join(filter(None, (position.limits, position.name, position.cost))),) for position in positions),
    )
    costs = {"positions": positions, "list": team_list.name, "costs": book.with_costs}
    costs["skills_called"] = _(book.skills_called or "Skills")
    table = render_to_string("teams/building/_positions.html", costs)
    doubt = doubt_of_tiers(book) if team_list.tier and not team_list.of_league else ""
    return ShownList(team_list.name, summary, _facts(book, team_list), table, costs["skills_called"], doubt)


def _facts(book: Book, team_list: TeamList) -> str:
    facts = [_("re-roll %(price)s") % {"price": k(team_list.reroll_cost)}] if "rerolls" in book.goods else []
    if team_list.apothecary_positions:
        names = ", ".join(team_list.apothecary_positions)
        facts.append(_("apothecary for %(positions)s only") % {"positions": names})
    elif not team_list.apothecary and _treats(book):
        facts.append(_("no apothecary"))
    if team_list.tier:
        facts.append(_("tier %(tier)d") % {"tier": team_list.tier})
    if team_list.necromancer:
        facts.append(_("a necromancer for free"))
    source = _("the league's own") if team_list.of_league else team_list.source
    source = _("p. %(page)d") % {"page": team_list.page} if team_list.page else source
    if facts:
        return _("%(facts)s (%(source)s)") % {"facts": ", ".join(facts), "source": source}
    return source if team_list.page or team_list.of_league else _("In the book: %(source)s") % {"source": source}


def _treats(book: Book) -> bool:
    """Whether teams can have somebody who treats injuries."""
    return any(staff.treats for staff in book.staff.values())


def staff_note(book: Book, team_list: TeamList) -> str:
    """What is special about the staff of a list, with the page: apothecary, Necromancer (C6, C7)."""
    if not _treats(book):
        return ""
    words = {
        "list": team_list.name,
        "positions": ", ".join(team_list.apothecary_positions),
        "at": _(" (p.\u00a0%(page)d)") % {"page": team_list.page} if team_list.page else "",
    }
    if team_list.apothecary_positions:
        return _("An apothecary of the %(list)s list treats only: %(positions)s%(at)s.") % words
    if team_list.necromancer and not team_list.apothecary:
        return _("The %(list)s list has no apothecary. It has a Necromancer, who costs nothing%(at)s.") % words
    if not team_list.apothecary:
        return _("The %(list)s list has no apothecary%(at)s.") % words
    return _("The %(list)s list has a Necromancer, who costs nothing%(at)s.") % words if team_list.necromancer else ""


def limits(minimum: int, maximum: int) -> str:
    """The allowed numbers: ``0–4``, or ``12`` if there is no choice."""
    return str(maximum) if minimum == maximum else f"{minimum}–{maximum}"
