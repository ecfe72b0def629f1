"""One season, from three people's sign-up to the printed table, as they go through it with their phones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from matches.models import Match
from teams.models import Team
from tests.browser import league_pages
from tests.browser.walking import Street, street

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SQUADS = {
    "Ironside": ("Orc", {"Lineman": 5, "Blitzer": 4, "Black Orc Blocker": 2, "Thrower": 1}),
    "Harbour": ("Human", {"Lineman": 7, "Blitzer": 4, "Thrower": 1}),
    "Deepdelve": ("Dwarf", {"Blocker": 7, "Blitzer": 2, "Runner": 2}),
}


@pytest.fixture
def town(chromium: Browser, live_server) -> Iterator[Street]:
    with street(chromium, live_server.url) as made:
        yield made


def test_a_season_from_signing_up_to_the_printed_table(town: Street) -> None:
    anna, bruno, clea = (town.person(name) for name in ("Anna", "Bruno", "Clea"))
    anna.go("/")
    league_pages.sign_up(anna)
    league_pages.found_league(anna, "Thursday League")
    link = league_pages.invitation(anna, people=2)
    for guest in (bruno, clea):
        league_pages.join(guest, link)
    for person, (name, (team_list, squad)) in zip((anna, bruno, clea), SQUADS.items(), strict=True):
        person.go("/leagues/thursday-league/")
        league_pages.build_team(person, name, team_list, squad)
    league_pages.approve_everybody(anna, list(SQUADS))
    assert set(Team.objects.values_list("state", flat=True)) == {Team.State.ACTIVE}
    league_pages.start_season(anna, "Spring", "Lamplight Cup")
    assert Match.objects.filter(state=Match.State.SCHEDULED).count() == 3
