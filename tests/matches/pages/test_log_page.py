"""The page of a match's log: under the head of the match, so that one sees whose log it is."""

from __future__ import annotations

from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


def test_the_log_of_a_match_has_its_head_and_leads_back_to_it(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "log/")
    html = page.response.content.decode()
    for team in (two_teams.home, two_teams.away):
        assert f'<a class="row" href="/teams/{team.public_id}/">{team.name}</a>' in html
    assert 'class="vs-score"' in html
    assert page.text.count("Log of answers and rolls") == 1
    assert f'href="/matches/{match.public_id}/">Back to the match</a>' in html
