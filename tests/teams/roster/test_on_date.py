"""A roster on any day: as it was known then, or with later corrections."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings

from accounts.zones import zone
from rules.journal.history import Correction
from teams.models import Team
from teams.roster.on_date import sheets_on
from tests.leagues.cast import Cast, signed_in
from tests.teams import team_builders
from tests.teams.facts import won, write

FIRST = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def team(cast: Cast) -> Team:
    """Founded on the 1st of March, 40k on the 2nd, 30k on the 3rd; on the 4th the 40k are corrected to 60k."""
    with time_machine.travel(FIRST, tick=False) as clock:
        team = team_builders.approved_team(cast.league, cast.coach, by=cast.commissioner)
        clock.shift(timedelta(days=1))
        first = write(team, won(40_000))
        clock.shift(timedelta(days=1))
        second = write(team, won(30_000))
        clock.shift(timedelta(days=1))
        write(team, Correction(struck=((first, 0),), entries=(won(60_000),), before=second))
    return team


@pytest.mark.parametrize(
    ("day", "known", "true"), [(1, 0, 0), (2, 40_000, 60_000), (3, 70_000, 90_000), (4, 90_000, 90_000)]
)
def test_each_day_shows_the_known_and_the_corrected_roster(team: Team, day: int, known: int, true: int) -> None:
    start = sheets_on(team, FIRST + timedelta(minutes=1))
    assert start is not None
    sheets = sheets_on(team, datetime(2026, 3, day, 23, tzinfo=UTC))
    assert sheets is not None
    assert [sheet.treasury - start[0].treasury for sheet in sheets] == [known, true]


def test_before_the_founding_there_is_no_roster(cast: Cast, team: Team) -> None:
    assert sheets_on(team, FIRST - timedelta(days=1)) is None
    page = signed_in(cast.stranger).get(f"/teams/{team.public_id}/on/?day=2026-02-01").content.decode()
    assert "had not joined the league" in page


def test_players_wear_the_shirts_of_their_team_as_on_its_own_page(cast: Cast, team: Team) -> None:
    page = signed_in(None).get(f"/teams/{team.public_id}/on/").content.decode()
    assert page.count('class="jersey"') >= 11 and 'class="shirt"' not in page


def test_each_skill_says_what_it_does(cast: Cast) -> None:
    team = team_builders.team_from_list(cast.league, cast.other_coach, "Sand Kings", "Khemri")
    page = signed_in(None).get(f"/teams/{team.public_id}/on/").content.decode()
    asked = set(re.findall(r'popovertarget="(skill-[^"]+)"', page))
    assert asked and not [name for name in asked if f'id="{name}"' not in page]


def test_the_page_says_that_there_was_a_later_correction(cast: Cast, team: Team) -> None:
    address = f"/teams/{team.public_id}/on/"
    page = signed_in(None).get(f"{address}?day=2026-03-02&way=known").content.decode()
    assert "There were later corrections" in page and "2 March 2026, as known then" in page
    page = signed_in(None).get(f"{address}?day=2026-03-02&way=true").content.decode()
    assert "with later corrections" in page
    assert "corrected later" not in signed_in(None).get(f"{address}?day=2026-03-05").content.decode()


@pytest.mark.skipif(bool(settings.REDIS_URL), reason="moves the clock, and Redis has its own")
def test_today_ends_at_midnight_in_the_league(cast: Cast, team: Team) -> None:
    def shown() -> str:
        return signed_in(None).get(f"/teams/{team.public_id}/on/").text

    with time_machine.travel(datetime(2026, 3, 9, 23, 50, tzinfo=zone(cast.league.zone)), tick=False) as clock:
        assert "9 March 2026" in shown() and shown() == shown()
        clock.shift(timedelta(minutes=9))
        assert "9 March 2026" in shown()
        clock.shift(timedelta(minutes=2))
        assert "10 March 2026" in shown()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "query",
    [
        "day=yesterday",
        "day=",
        "day=2026-13-45",
        "day=2026-03-02&way=dreamt",
        "day=0001-01-01",
        "day=9999-12-31",
    ],
)
def test_an_impossible_day_breaks_no_page(cast: Cast, team: Team, query: str) -> None:
    assert signed_in(None).get(f"/teams/{team.public_id}/on/?{query}").status_code in (200, 422)
