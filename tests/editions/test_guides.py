"""The guide to each book says nothing of what the book does not have, and names no page that there is not."""

from __future__ import annotations

import re

import pytest

from rules.book.edition import Edition
from rules.editions import EDITIONS
from rules.guide.markdown import markdown_files
from rules.guide.pages import guide_to
from tests.editions.lacking import lacking_words


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_the_guide_says_nothing_of_what_the_book_lacks(edition: Edition) -> None:
    lacking, files = lacking_words(edition), markdown_files(guide_to(edition.book))
    found = {name: sorted(set(lacking.findall(_read(text)))) for name, text in files.items()} if lacking else {}
    assert {name: words for name, words in found.items() if words} == {}


def _read(text: str) -> str:
    """A file of the guide as people read it: without the addresses of links and the marks that they lead to."""
    return re.sub(r"\]\([^)]*\)|<a id=[^>]*>", "", text)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_the_guide_cites_no_page_0(edition: Edition) -> None:
    files = markdown_files(guide_to(edition.book))
    assert [name for name, text in files.items() if re.search(r"\bp\. 0\b", text)] == []
