"""The page that compares two books."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from rules import editions
from tests.rules.build import PBBL
from tests.second_edition import STREET

HERE = f"/rules/compare/?a={PBBL.book.key}&b={STREET.key}"

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def _two_books(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, STREET))


def words(url: str) -> str:
    response = Client().get(url)
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode()).split())


def test_what_only_one_book_has_is_named_with_links() -> None:
    page = Client().get(HERE).content.decode()
    assert f'<a href="/rules/{PBBL.book.key}/lists/amazon/">Amazon</a>' in page
    assert f'<a href="/rules/{STREET.key}/skills/#grudge">Grudge</a>' in page


def test_other_figures_stand_side_by_side() -> None:
    assert re.search(r"Minimum players 11 7", words(HERE))
    assert re.search(r"Minimum players 7 11", words(f"/rules/compare/?a={STREET.key}&b={PBBL.book.key}"))


def test_headings_of_one_book_alone_are_quoted() -> None:
    page = words(HERE)
    assert (
        f"Headings that only {STREET.book.name} has: “" in page
        and f"Headings that only {PBBL.book.name} has: “" in page
    )


def test_every_link_of_the_comparison_leads_to_a_row() -> None:
    page = Client().get(HERE).content.decode()
    links = {link for link in re.findall(r'href="(/rules/[^"]+)"', page) if "compare" not in link}
    pages: dict[str, str] = {}
    for link in links:
        url, _hash, anchor = link.partition("#")
        if url not in pages:
            pages[url] = Client().get(url).content.decode()
        assert not anchor or f'id="{anchor}"' in pages[url], link
    assert len(links) > 100


def test_one_book_twice_does_not_differ() -> None:
    assert "This is one book twice" in words(f"/rules/compare/?a={STREET.key}&b={STREET.key}")


def test_without_a_choice_the_first_two_books_are_compared() -> None:
    assert f"{PBBL.book.name} and {STREET.book.name}" in words("/rules/compare/")
    assert f"{STREET.book.name} and {PBBL.book.name}" in words(f"/rules/compare/?a={STREET.key}")


@pytest.mark.parametrize("query", ["a=none", "b=%00", "a=pbbl-1.10&b=", "a="])
def test_a_book_that_there_is_not_is_not_found(query: str) -> None:
    assert Client().get(f"/rules/compare/?{query}").status_code == 404


def test_a_site_with_one_book_has_nothing_to_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition,))
    assert "This is one book twice" in words("/rules/compare/")
    assert "Compare" not in words("/rules/")


def test_a_comparison_takes_few_queries(django_assert_max_num_queries: Callable[..., Any]) -> None:
    with django_assert_max_num_queries(4):
        Client().get(HERE)
