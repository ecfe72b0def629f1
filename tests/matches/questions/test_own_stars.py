"""A star of the league's own on the page where a team hires: offered with a price, and without a page."""

from __future__ import annotations

import pytest

from leagues.services import change_house_rules
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders

pytestmark = pytest.mark.once


def test_a_star_of_the_league_is_offered_without_a_page_of_the_book(two_teams: TwoTeams) -> None:
    league = two_teams.home.league
    options = {**league.ruleset.values, "star_players": ["Old Ironbelly; 120k; Any; 5 4 3 9; Block"]}
    by = two_teams.cast.commissioner
    change_house_rules(league=league, by=by, expected=league.ruleset_id, options=options)
    for team in (two_teams.home, two_teams.away):
        team_builders.add_gold(team, 150_000)
        team.league.refresh_from_db()
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "pre-match/").answer("weather")
    page = next(
        page
        for page in (two_teams.page(person, match, "pre-match/") for person in (two_teams.coach, two_teams.other))
        if "inducements" in page.keys
    )
    assert "Old Ironbelly" in page.text and "a star of this league" in page.text
    assert "p. 0" not in page.text and 'href=""' not in page.text
