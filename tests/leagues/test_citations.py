"""Pages of the book come from the edition that a league plays by, and are written in one way."""

from __future__ import annotations

import re

from django.conf import settings

from leagues.citations import cited_in
from leagues.models import Ruleset
from tests.leagues.cast import Cast


def test_a_statement_is_cited_with_the_page_of_the_leagues_edition(cast: Cast) -> None:
    assert cited_in(cast.league, "L2") == "L2, p. 31"


def test_no_template_knows_a_page_of_the_book() -> None:
    by_hand = re.compile(r"\b(p|p\.|page) ?[1-9][0-9]\b")
    found = {
        f"{path.name}: {match[0]}"
        for path in (settings.BASE_DIR / "templates").rglob("*.html")
        for match in by_hand.finditer(path.read_text())
    }
    assert found == set()
    assert by_hand.search("(C8, p. 31)") and by_hand.search("L2, p39") and by_hand.search("rulebook page 40")


def test_every_page_that_is_cited_in_a_template_is_in_the_book(cast: Cast) -> None:
    pages = Ruleset.objects.get(pk=cast.league.ruleset_id).book.pages
    cited = {
        rule
        for path in (settings.BASE_DIR / "templates").rglob("*.html")
        for rule in re.findall(r'\{% cite "(\w+)"', path.read_text())
    }
    assert cited and cited <= set(pages)
