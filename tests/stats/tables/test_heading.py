"""What stands around the lines of a table is drawn once for each order, with links for the reader's choices."""

from __future__ import annotations

import pytest

from rules.editions import edition
from stats.tables.heading import Heading, around
from stats.tables.measures import KINDS, TEAMS, measures_of


def heading(kind: str = TEAMS, sort: str = "-matches", book: str = "crp", **chosen: str) -> Heading:
    measures = measures_of(edition(book).book, kind)
    return Heading(kind, measures, tuple((each, "n") for each in measures), (), sort, tuple(chosen.items()))


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_drawn_once(kind: str) -> None:
    assert around(heading(kind)) is around(heading(kind))
    for other in (heading(kind, sort="matches"), heading(kind, season="1"), heading(kind, book="first-1986")):
        assert around(other).heads != around(heading(kind)).heads


def test_its_links_sort_the_same_choices() -> None:
    found = around(heading(sort="-won", season="1", team="a&b"))
    assert 'aria-sort="descending"><a\n      href="?season=1&amp;team=a%26b&amp;sort=won"' in found.heads
    assert 'href="?season=1&amp;team=a%26b&amp;sort=-drawn"' in found.heads
    assert '<a href="?season=1&amp;team=a%26b&amp;sort=-won" aria-current="true">Wins</a>' in found.leading
    assert "<dt>W</dt><dd>Wins</dd>" in found.legend
    assert 'aria-sort="ascending" class="so"><a href="?sort=-name"' in around(heading(sort="name")).heads
