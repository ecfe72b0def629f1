"""The pages of a match under way have little CSS."""

from __future__ import annotations

import pytest

from tests.look.css_sent import css_of
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.questions.post_match_pages import page_at

MOST = 30_000
pytestmark = [pytest.mark.once, pytest.mark.costly]


def test_the_pages_of_a_match_under_way_have_little_css(two_teams: TwoTeams) -> None:
    """Bytes of all style sheets of a page before they are compressed, from the first question to the last purchase."""
    coach, two = two_teams.coach, two_teams
    match = match_builders.opened_match(two.home, two.away)
    sizes = {"match before": css_of(two.page(coach, match).html)}
    two.page(coach, match, "pre-match/").answer("weather")
    sizes["pre-match"] = css_of(two.page(coach, match, "pre-match/").html)
    match_builders.answer_all(match, by=two.cast.coach, at_once=True)
    match.refresh_from_db()
    sizes["report"] = css_of(two.page(coach, match, "report/").html)
    match = match_builders.confirm_match(match)
    sizes["match after"] = css_of(two.page(coach, match).html)
    sizes["post-match"] = css_of(two.page(coach, match, "post-match/").html)
    sizes["hiring"] = css_of(page_at(two, match, "buy").html)
    assert {page: size for page, size in sizes.items() if size > MOST} == {}, sizes


def test_a_report_that_is_disputed_has_little_css(two_teams: TwoTeams) -> None:
    """It also shows what is wrong with it."""
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.other, match, "report/dispute/").press("Dispute it", what="It was otherwise.")
    assert css_of(two_teams.page(two_teams.coach, match, "report/").html) <= MOST
