"""Searching a guide."""

import pytest

from rules.guide.pages import guide_to
from rules.guide.search import MOST, meant, search
from tests.rules.build import PBBL
from tests.second_edition import STREET

GUIDE = guide_to(PBBL.book)


def titles(query: str) -> list[str]:
    return [found.row.title for found in search(GUIDE, query)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("dodge", "Dodge"),
        ("DODGE", "Dodge"),
        ("ball and chain", "Ball & Chain"),
        ("morg", "Morg 'n' Thorg"),
        ("morg n thorg", "Morg 'n' Thorg"),
        ("Morg ’n’ Thörg", "Morg 'n' Thorg"),
        ("U2", "U2"),
        ("wizard", "Wizard"),
        ("halfling", "Halfling"),
        ("spiralling", "Spiralling expenses from"),
    ],
)
def test_what_is_called_so_comes_first(query: str, first: str) -> None:
    assert titles(query)[0] == first


def test_all_words_must_be_there() -> None:
    assert "Treeman" in titles("strong arm treeman") or titles("take root treeman")
    assert titles("treeman no-such-word") == []


@pytest.mark.parametrize("query", ["", "   ", "\x00", "%", "(" * 500])
def test_nothing_is_found_for_nothing(query: str) -> None:
    assert titles(query) == [] or query == "%"


def test_the_number_of_results_is_limited() -> None:
    assert len(search(GUIDE, "e")) == MOST


def test_a_book_finds_only_its_own_rows() -> None:
    assert search(guide_to(STREET.book), "wizard") == []


@pytest.mark.parametrize(
    ("query", "what"),
    [
        ("gaurd", "guard"),
        ("wizzard", "wizard"),
        ("Hafling", "halfling"),
        ("bloodweizer babes", "bloodweiser babes"),
        ("morgnthorg", "morg n thorg"),
        ("mightyblow", "mighty blow"),
        ("grif oberwold", "grif oberwald"),
        ("guard", ""),
        ("mighty guard halfling", ""),
        ("xqzzy", ""),
        ("zz", ""),
        ("", ""),
        ("(" * 100, ""),
    ],
)
def test_a_misspelt_word_is_replaced_by_the_most_similar_one(query: str, what: str) -> None:
    assert meant(GUIDE, query) == what
    assert not what or search(GUIDE, what)
