"""The pages of the guide to one book, made from its tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from rules.book.book import Book
from rules.book.entered.list_checks import rules_in
from rules.book.entered.tiers import doubt_of_tiers
from rules.book.rows.injuries import CasualtyTable
from rules.book.rows.teams import Star, TeamList
from rules.guide.document import (
    NO_SOURCE,
    Column,
    Guide,
    Page,
    Piece,
    Row,
    Section,
    Source,
    Target,
    anchor_of,
)
from rules.guide.drawing import Drawing
from rules.guide.labels import CHAPTERS, DICE_OF, PURPOSE_OF, UNDRAWN, Chapter, title_of
from rules.guide.options import options_page
from rules.guide.references import References
from rules.guide.statements import statements_page
from rules.words.words import notation

TIER = "team-tier"
"""The anchor of a list's tier among its facts."""


@cache
def guide_to(book: Book) -> Guide:
    """The guide to a book; worked out once."""
    drawing = Drawing(book, References(book), book.words.guide)
    found = [*_list_pages(drawing), *_skills(drawing), *_stars(drawing)]
    found += [page for chapter in CHAPTERS for page in _chapter(drawing, chapter)]
    found += [*_cards(drawing), *_others(drawing), *_steps(drawing), *options_page(drawing)]
    found += [statements_page(drawing, found)] if book.pages else []
    return Guide(key=book.key, name=book.name, pages=MappingProxyType({page.key: page for page in found}))


def _list_pages(drawing: Drawing) -> Iterator[Page]:
    """All team lists, and a page for each."""
    if not drawing.book.lists:
        return
    yield Page(key="lists", title="Team lists", about="Who can be in a team.", sections=(_lists(drawing),))
    same = _given_nowhere(drawing.book.lists.values())
    for team_list in drawing.book.lists.values():
        key, sections = f"lists/{anchor_of(team_list.name)}", tuple(_of_list(drawing, team_list, same))
        yield Page(key=key, title=team_list.name, parent="lists", sections=sections)


def lists_of_league(book: Book) -> list[Page]:
    """The team lists that a league has entered, each as the guide draws a list, by the book as that league plays it."""
    drawing = Drawing(book, References(book), book.words.guide)
    own = [each for each in book.lists.values() if each.of_league]
    same = _given_nowhere(book.lists.values())
    pages = [tuple(_of_list(drawing, each, same)) for each in own]
    return [
        Page(key="", title=each.name, sections=tuple(_numbered(section, nth) for section in sections))
        for nth, (each, sections) in enumerate(zip(own, pages, strict=True), start=1)
    ]


def _numbered(section: Section, nth: int) -> Section:
    """A section of which there are several on one page: its places have its number in their addresses."""
    rows = tuple(replace(row, anchor=f"own-{nth}-{row.anchor}" if row.anchor else "") for row in section.rows)
    return replace(section, anchor=f"own-{nth}-{section.anchor}", rows=rows)


def _of_list(drawing: Drawing, team_list: TeamList, same: frozenset[str]) -> Iterator[Section]:
    """The tables of one team list, without the fields that are the ``same`` for all."""
    found = [drawing.book.stars[name] for name in team_list.stars if name in drawing.book.stars]
    stars = [_as_hired_by(team_list, star) for star in found]
    yield drawing.rows("positions", "Positions", team_list.positions, heading="Position")
    facts = drawing.facts("team", "The team", replace(team_list, positions=(), stars=()), left_out=same)
    yield from facts if team_list.of_league else (_with_doubt_of_tier(each, drawing.book) for each in facts)
    if stars:
        table = _with_partners(drawing.rows("stars", "Star players", stars, heading="Star"), stars)
        yield _linked(_without(table, "lists", "pair"), "stars")


def _as_hired_by(team_list: TeamList, star: Star) -> Star:
    """A star with the special rules that decide among the teams of a list: none where all of them can hire the star."""
    wanted = set(star.plays_for)
    choices = [set(choice.options) for choice in team_list.choices]
    everybody = not wanted.isdisjoint(team_list.special_rules) or any(options <= wanted for options in choices)
    deciding = () if everybody else tuple(rule for rule in star.plays_for if rule in rules_in(team_list))
    return replace(star, plays_for=deciding)


def _with_partners(table: Section, stars: Sequence[Star]) -> Section:
    """A table of these stars; the cost of those who have no fee of their own names the partner who has it."""
    at = next(nth for nth, column in enumerate(table.columns) if column.key == "cost")
    anchors = {row.title: row.anchor for row in table.rows}
    rows = list(table.rows)
    for nth, star in enumerate(stars):
        if star.pair and not star.cost:
            leads_to = Target("stars", anchors[star.pair]) if star.pair in anchors else None
            cells = list(rows[nth].cells)
            cells[at] = (Piece("with "), Piece(star.pair, leads_to))
            rows[nth] = replace(rows[nth], cells=tuple(cells))
    return replace(table, rows=tuple(rows))


def _with_doubt_of_tier(section: Section, book: Book) -> Section:
    """The facts of one of the book's lists, of which the tier may be unsure."""
    unsure = Source(doubt=doubt_of_tiers(book))
    rows = (replace(row, source=unsure) if row.anchor == TIER else row for row in section.rows)
    return replace(section, rows=tuple(rows))


def _given_nowhere(lists: Iterable[TeamList]) -> frozenset[str]:
    """The fields that no list gives: the book does not have what they are about."""
    found = list(lists)
    optional = [each for each in fields(TeamList) if each.default is not MISSING]
    return frozenset(each.name for each in optional if all(getattr(one, each.name) == each.default for one in found))


def _lists(drawing: Drawing) -> Section:
    bare = [replace(each, positions=(), stars=()) for each in drawing.book.lists.values()]
    table = drawing.rows("lists", "Team lists", bare, heading="List")
    rows = [replace(row, anchor="", target=Target(f"lists/{row.anchor}")) for row in table.rows]
    doubt = doubt_of_tiers(drawing.book) if any(column.key == "tier" for column in table.columns) else ""
    return replace(table, rows=tuple(rows), source=replace(table.source, doubt=doubt))


def _skills(drawing: Drawing) -> Iterator[Page]:
    """Skills by category."""
    by_category: dict[str, list[Any]] = {}
    for skill in drawing.book.skills.values():
        by_category.setdefault(skill.category, []).append(skill)
    sections = [
        _without(drawing.rows(name, name, skills, heading="Skill"), "category") for name, skills in by_category.items()
    ]
    if sections:
        yield Page(key="skills", title="Skills", about="What each skill does, in short.", sections=tuple(sections))


def _stars(drawing: Drawing) -> Iterator[Page]:
    if drawing.book.stars:
        stars = tuple(drawing.book.stars.values())
        table = _with_partners(drawing.rows("star-players", "Star players", stars, heading="Star"), stars)
        about = "Players whom a team can hire for one match."
        yield Page(key="stars", title="Star players", about=about, sections=(table,))


def stars_of_league(book: Book) -> Section | None:
    """The stars that a league has entered, as the guide draws stars, by the book as that league plays it."""
    stars = [star for star in book.stars.values() if star.of_league]
    if not stars:
        return None
    table = Drawing(book, References(book), book.words.guide).rows(
        "own-stars", "Star players of the league", stars, heading="Star"
    )
    at = next(nth for nth, column in enumerate(table.columns) if column.key == "lists")
    any_list = {star.name for star in stars if set(star.lists) == set(book.lists)}
    rows = [
        replace(row, cells=(*row.cells[:at], (Piece("Any"),), *row.cells[at + 1 :])) if row.title in any_list else row
        for row in table.rows
    ]
    return replace(table, rows=tuple(rows))


def _cards(drawing: Drawing) -> Iterator[Page]:
    """The decks, each deck's cards, and when a card may be played."""
    book = drawing.book
    if not book.cards:
        return
    sections = [drawing.rows("decks", "Decks", book.decks, heading="Deck")]
    for deck in book.decks:
        cards = [card for card in book.cards if card.deck == deck.name]
        sections.append(_without(drawing.rows(deck.name, deck.name, cards, heading="Card"), "deck"))
    decks = tuple(replace(row, anchor=f"deck-{row.anchor}", target=Target("cards", row.anchor))
                  for row in sections[0].rows)  # fmt: skip
    sections[0] = replace(sections[0], rows=decks)
    sections.append(drawing.rows("timings", "When a card is played", book.card_timings, heading="Timing"))
    yield Page(key="cards", title="Special play cards", about="Cards by deck.", sections=tuple(sections))


def _steps(drawing: Drawing) -> Iterator[Page]:
    """The steps that the program takes teams through, in their order."""
    rows = tuple(
        Row(anchor=anchor_of(step.key), title=step.name, cells=()) for step in drawing.book.words.steps.values()
    )
    if rows:
        about = "What is done when a team is created, before a match and after it, in this order."
        section = Section(anchor="in-order", title="In order", columns=(), rows=rows, heading="Step")
        yield Page(key="steps", title="Steps", about=about, sections=(section,))


def _chapter(drawing: Drawing, chapter: Chapter) -> Iterator[Page]:
    """A page of tables; none if the book has none of them."""
    sections = [section for table in chapter.tables for section in _table(drawing, table)]
    if sections:
        called = drawing.book.inducements_called.name if chapter.key == "inducements" else chapter.title
        yield Page(key=chapter.key, title=called, about=chapter.about, sections=tuple(sections))


def _others(drawing: Drawing) -> Iterator[Page]:
    """Tables that no chapter names, and those that only this edition has."""
    known = UNDRAWN.union(*(chapter.tables for chapter in CHAPTERS))
    names = [each.name for each in fields(drawing.book) if each.name not in known]
    sections = [section for name in names for section in _table(drawing, name)]
    own = drawing.book.own
    if own is not None and is_dataclass(own):
        sections += [section for each in fields(own) for section in _drawn(drawing, each.name, getattr(own, each.name))]
    if sections:
        yield Page(key="more", title="Further tables", about="What only this book has.", sections=apart(sections))


def apart(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Sections of one page: a row whose name another one there has gets its section's name into its address too."""
    found = list(sections)
    used = {section.anchor for section in found}
    for at, section in enumerate(found):
        rows = []
        for row in section.rows:
            anchor = f"{section.anchor}-{row.anchor}" if row.anchor in used else row.anchor
            used.add(anchor)
            rows.append(replace(row, anchor=anchor))
        found[at] = replace(section, rows=tuple(rows))
    return tuple(found)


def _table(drawing: Drawing, name: str) -> Iterator[Section]:
    """A table of the book, with the source of the whole; nothing if it is empty or missing."""
    source = drawing.book.source(PURPOSE_OF[name]) if name in PURPOSE_OF else {"rule": "", "page": 0}
    given = _sourced(source["rule"], source["page"]) if source["rule"] else NO_SOURCE
    for section in _drawn(drawing, name, getattr(drawing.book, name, None), given):
        yield _extended(drawing.book, name, section)


def _drawn(drawing: Drawing, name: str, value: Any, source: Source = NO_SOURCE) -> Iterator[Section]:
    title = title_of(name, drawing.own)
    if isinstance(value, Mapping):
        rows = list(value.values())
        if rows and isinstance(rows[0], CasualtyTable):
            yield from (_rolled(drawing, table) for table in rows)
        elif rows and is_dataclass(rows[0]):
            yield drawing.rows(name, title, rows, source=source)
        elif rows:
            facts = [_named(drawing, name, key, each) for key, each in value.items()]
            yield drawing.fact_section(name, title, facts, source=source)
    elif isinstance(value, tuple) and value and is_dataclass(value[0]):
        yield drawing.rows(name, title, value, source=source)
    elif value is not None and is_dataclass(value):
        yield from drawing.facts(name, title, value, named=True, source=source if source.rule else None)
    elif value not in (None, (), "", 0, False):
        yield drawing.fact_section(name, title, [_named(drawing, name, name, value)], source=source)


def _rolled(drawing: Drawing, table: CasualtyTable) -> Section:
    """A table with its own dice as a section."""
    about, source = f"Roll {notation(table.dice)}.", replace(_sourced("", table.page), elsewhere=table.source)
    return drawing.rows(anchor_of(table.key), table.name, table.rows, about=about, source=source)


def _sourced(rule: str, page: int) -> Source:
    return Source(rule=rule, pages=(page,) if page else ())


def _named(drawing: Drawing, table: str, key: str, value: Any) -> Row:
    anchor = anchor_of(f"{table}-{key}")
    return Row(anchor=anchor, title=title_of(key, drawing.own), cells=(drawing.value(table, key, value),))


def _extended(book: Book, name: str, section: Section) -> Section:
    """A section with the dice that another field of the book has for its table."""
    dice = getattr(book, DICE_OF[name], None) if name in DICE_OF else None
    if dice:
        rolled = notation((dice,) if isinstance(dice, int) else dice)
        return replace(section, about=f"Roll {rolled}.")
    return section


def _without(section: Section, *keys: str) -> Section:
    """A section without some columns, which its place says already."""
    kept = [at for at, column in enumerate(section.columns) if column.key not in keys]
    columns: tuple[Column, ...] = tuple(section.columns[at] for at in kept)
    rows = tuple(replace(row, cells=tuple(row.cells[at] for at in kept)) for row in section.rows)
    return replace(section, columns=columns, rows=rows)


def _linked(section: Section, page: str) -> Section:
    """A section whose rows stand on another page too: each title leads there."""
    rows = tuple(replace(row, anchor="", target=Target(page, row.anchor)) for row in section.rows)
    return replace(section, rows=rows)
