"""What is tapped on a phone is as high as a thumb."""

from __future__ import annotations

import pytest

from competitions.models import Competition
from tests.browser_pages import Open, opened
from tests.competitions.competition_builders import matches_of
from tests.leagues.cast import Cast
from tests.leagues.shared_cast import cast, shared_cast
from tests.look.targets import low
from tests.look.veterans import PHONE, own_team, veterans

__all__ = ["cast", "opened", "shared_cast", "veterans"]
pytestmark = [pytest.mark.browser, pytest.mark.costly, pytest.mark.django_db(transaction=True)]

UNFOLD = "all => all.forEach(it => { it.open = true; })"
FOLDED = "main details:not(.menu, .choose)"
"""What lies over the page when it is open is left closed."""


def test_every_target_on_a_phone_is_as_high_as_a_thumb(opened: Open, cast: Cast, veterans: Competition) -> None:
    team, match = own_team(veterans), matches_of(veterans)[0].match
    league, competition = f"/leagues/{cast.league.slug}", f"/competitions/{veterans.public_id}"
    pages = (
        "/", "/preferences/", "/rules/", f"{league}/", f"{league}/fixtures/", f"{league}/competitions/",
        f"{league}/members/", f"{league}/news/", f"{league}/settings/", f"{league}/statistics/",
        f"{league}/statistics/teams/", f"{league}/records/", f"{league}/head-to-head/",
        f"{league}/coaches/{cast.coach.pk}/", f"{league}/teams/new/",
        f"{competition}/", f"{competition}/fixtures/", f"{competition}/players/", f"{competition}/pictures/",
        f"/teams/{team.public_id}/", f"/teams/{team.public_id}/record/", f"/teams/{team.public_id}/history/",
        f"/teams/{team.public_id}/players/{team.players.order_by('pk')[0].pk}/", f"/matches/{match.public_id}/",
    )  # fmt: skip
    found = {}
    for address in pages:
        page = opened(address, size=PHONE, person="commissioner")
        page.locator(FOLDED).evaluate_all(UNFOLD)
        if several := low(page):
            found[address] = several
    assert found == {}
