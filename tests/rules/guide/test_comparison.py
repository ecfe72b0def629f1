"""Two books side by side."""

from dataclasses import replace

import pytest

from rules.book.book import Book
from rules.editions.first_1986 import EDITION as FIRST
from rules.guide.comparison import ComparedPage, ComparedSection, compare
from rules.guide.document import Target
from rules.guide.pages import guide_to
from tests.rules.build import PBBL
from tests.second_edition import STREET

BOOK = PBBL.book


def compared(book: Book) -> dict[str, ComparedPage]:
    return {page.key: page for page in compare(guide_to(BOOK), guide_to(book))}


def section(page: ComparedPage, title: str) -> ComparedSection:
    return next(each for each in page.sections if each.title == title)


def changed(**tables: object) -> dict[str, ComparedPage]:
    return compared(replace(BOOK, **tables))


def test_a_book_does_not_differ_from_itself() -> None:
    pages = compared(replace(BOOK))
    assert len(pages) > 10 and not any(page.differs for page in pages.values())
    assert not any(each.reworded for page in pages.values() for each in page.sections)


def test_another_price_of_a_position_is_told_on_the_page_of_its_list() -> None:
    halfling = BOOK.lists["Halfling"]
    positions = (replace(halfling.positions[0], cost=40_000), *halfling.positions[1:])
    page = changed(lists={**BOOK.lists, "Halfling": replace(halfling, positions=positions)})["lists/halfling"]
    (found,) = section(page, "Positions").different
    assert (found.title, found.values) == ("Halfling", (("Cost", "30k", "40k"),))
    assert found.first == Target("lists/halfling", "halfling")


def test_a_list_that_only_one_book_has_is_named_and_not_compared() -> None:
    lists = {name: each for name, each in BOOK.lists.items() if name != "Halfling"}
    pages = changed(lists=lists)
    (named,) = section(pages["lists"], "Team lists").only_first
    assert (named.title, named.target) == ("Halfling", Target("lists/halfling"))
    assert "lists/halfling" not in pages


def test_a_skill_in_another_category_is_the_same_skill() -> None:
    skills = {**BOOK.skills, "Guard": replace(BOOK.skills["Guard"], category="Agility")}
    (found,) = section(changed(skills=skills)["skills"], "Skills").different
    assert (found.title, found.values) == ("Guard", (("Under", "Strength", "Agility"),))


def test_other_words_are_no_other_facts() -> None:
    skills = {**BOOK.skills, "Guard": replace(BOOK.skills["Guard"], summary="Assists anyway.")}
    page = changed(skills=skills)["skills"]
    assert not page.differs
    assert [each.title for each in page.sections[0].reworded] == ["Guard"]


def test_other_figures_of_a_single_table_are_told() -> None:
    page = changed(winnings=replace(BOOK.winnings, die=8))["after"]
    (found,) = section(page, "Winnings").different
    assert found.values == (("", "D6", "D8"),)


@pytest.mark.parametrize("key", ["inducements", "cards", "stars"])
def test_what_a_book_lacks_altogether_is_only_in_the_other(key: str) -> None:
    page = compared(STREET.book)[key]
    assert all(each.only_first and not each.only_second and not each.different for each in page.sections)


def test_the_shape_of_the_books_is_compared() -> None:
    pages = compared(STREET.book)
    profile = section(pages["players"], "Characteristics")
    assert {each.title for each in profile.only_second} == {"Pace", "Muscle", "Wits"}
    deeds = section(pages["players"], "Star player points")
    assert {"Touchdown", "Casualty"} <= {each.title for each in deeds.only_first}
    assert {each.title for each in deeds.only_second} == {"Goal", "Knock-down", "Lob"}


def test_what_only_one_book_says_of_all_rows_is_told_once() -> None:
    """Team lists of a book without re-rolls and apothecaries: not one difference for each list."""
    first = guide_to(FIRST.book)
    lists = {page.key: page for page in compare(first, guide_to(BOOK))}["lists"]
    table = section(lists, "Team lists")
    assert "Positions that never run out" in table.said_first and {"Re-roll", "Apothecary"} <= {*table.said_second}
    assert not {*table.said_first} & {*table.said_second} and table.differs
    assert not [each for each in table.different if {"Re-roll", "Apothecary"} & {label for label, *_ in each.values}]
