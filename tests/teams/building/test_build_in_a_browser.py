"""The page on which a team is built, in a real browser: the browser blocks nothing of it."""

from __future__ import annotations

from tests.browser_pages import DESK, Open
from tests.leagues.cast import Cast
from tests.teams import team_builders


def test_the_browser_blocks_nothing_while_a_team_is_built(cast: Cast, opened: Open) -> None:
    """`opened` fails at the end if the page had an error, as for a style that the content policy refuses."""
    team = team_builders.drafted_team(cast.league, cast.coach)
    page = opened(f"/teams/{team.public_id}/build/", size=DESK)
    with page.expect_response("**/judge/"):
        page.locator("[data-step='1']:visible").first.click()
    page.locator(".htmx-request, .htmx-swapping, .htmx-settling").wait_for(state="detached")
    assert page.evaluate("document.querySelectorAll('[style]').length") == 0
