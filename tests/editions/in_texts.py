"""The numbers that are written in the texts of a book, to be compared with those that were typed from its pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rules.book.book import Book

NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")


def typed(table: str) -> dict[str, str]:
    """A typed table: names with their numbers, such as ``Pro: 4 6; Horns: 1``."""
    parts = (part.strip().rpartition(": ") for part in table.split(";") if part.strip())
    return {name: numbers for name, _colon, numbers in parts}


def numbers_in(texts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The numbers of each text that has some, in their order."""
    found = {name: " ".join(NUMBER.findall(text)) for name, text in texts}
    return {name: numbers for name, numbers in found.items() if numbers}


def in_skills(book: Book) -> dict[str, str]:
    return numbers_in((skill.name, skill.summary) for skill in book.skills.values())


def in_cards(book: Book) -> dict[str, str]:
    return numbers_in((card.name, f"{card.effect} {card.condition}") for card in book.cards)


def in_match_tables(book: Book) -> dict[str, str]:
    rows = [(row.name, row.effect) for row in (*book.weather, *book.kick_off)]
    return numbers_in([*rows, ("overtime", book.field.overtime)])


def in_goods(book: Book) -> dict[str, str]:
    """Those of staff, inducements and trophies."""
    rows = (*book.staff.values(), *book.inducements.values(), *book.trophies.values())
    return numbers_in((row.key, row.summary) for row in rows)


def in_statements(book: Book) -> dict[str, str]:
    return numbers_in(book.summaries.items())


def in_options(book: Book) -> dict[str, str]:
    options = book.options.values()
    return numbers_in((each.name, " ".join([each.label, each.help, *dict(each.choices).values()])) for each in options)


def in_words(book: Book) -> dict[str, str]:
    words = book.words
    rows = [
        (each.key, f"{each.title} {each.help} {each.won} {each.lost} {each.drawn}") for each in words.questions.values()
    ]
    rows += [(each.key, f"{each.wrong} {each.remedy}") for each in words.violations.values()]
    plain: Iterable[Mapping[str, str]] = (words.figures, words.notes, words.terms, words.entries, words.guide)
    return numbers_in([*rows, *(pair for texts in plain for pair in texts.items())])


def cited_by(book: Book) -> dict[str, str]:
    """The rule of each row that cites one, besides inducements and trophies."""
    rows = [(each.name, each.rule) for each in (*book.options.values(), *book.raised.values())]
    return dict([*rows, *((each.key, each.rule) for each in book.staff.values())])


def cited_by_prizes(book: Book) -> set[str]:
    """The rules that trophies and their effects cite."""
    trophies = book.trophies.values()
    return {row.rule for trophy in trophies for row in (trophy, *trophy.effects)}


def cited(table: str) -> dict[str, str]:
    """A typed table of what cites each rule, such as ``C8: several_teams trades``."""
    return {name: rule for rule, names in typed_names(table) for name in names}


def typed_names(table: str) -> list[tuple[str, list[str]]]:
    parts = (part.strip().partition(": ") for part in table.split(";") if part.strip())
    return [(rule, names.split()) for rule, _colon, names in parts]
