"""Every page of a league that visitors can open is measured when nothing changed, and first after a change."""

from __future__ import annotations

from benchmarks.visits import NOT_VISITED, VISITED
from web.policy import POLICY

NO_LEAGUE = ("health", "robots", "search:search", "guide:", "account", "notices:unsubscribe")
"""Routes that show nothing of a league."""


def test_every_page_of_a_league_that_visitors_can_open_is_measured_or_says_why_not() -> None:
    opened = {route for route, rule in POLICY.items() if "visitor" in rule.roles and not route.startswith(NO_LEAGUE)}
    assert len(VISITED) == len(set(VISITED)) and not NOT_VISITED.keys() & set(VISITED)
    assert opened == {*VISITED, *NOT_VISITED}
