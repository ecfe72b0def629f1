"""Head-to-head in a real browser, on a narrow phone."""

from __future__ import annotations

import pytest

from competitions.models import Competition
from tests.browser_pages import Open, opened
from tests.competitions.competition_builders import competition_in, create_bare_teams, decide_match, matches_of
from tests.leagues.cast import Cast

__all__ = ["opened"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NARROW = (360, 800)


@pytest.fixture
def cup(cast: Cast) -> Competition:
    names = "Lords of the Silent Death", "Congregation of Holy Touchdown"
    competition = competition_in(cast.league, create_bare_teams(cast.league, *names), name="The Long Cup", started=True)
    decide_match(matches_of(competition)[0], 2, 1)
    return competition


def test_two_long_names_fit_a_phone_and_their_matches_say_where_they_were_played(
    opened: Open, cast: Cast, cup: Competition
) -> None:
    match = matches_of(cup)[0]
    page = opened(
        f"/leagues/{cast.league.slug}/head-to-head/?one={match.home.public_id}&other={match.away.public_id}",
        size=NARROW,
    )
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW[0]
    tables = page.locator(".figures")
    assert tables.count() == 2
    for table in tables.all():
        box = table.bounding_box()
        assert box is not None and box["x"] + box["width"] <= NARROW[0]
    assert "The Long Cup" in tables.last.locator("tbody tr").inner_text()
