"""Long lists are split into pages."""

from typing import Any

import pytest

from accounts.models import User
from leagues.models import Membership
from teams.models import Team
from teams.roster.views import PAGE_LENGTH
from tests.leagues.cast import Cast, signed_in

pytestmark = pytest.mark.django_db

MANY = PAGE_LENGTH + 5


@pytest.fixture
def crowd(cast: Cast) -> list[Team]:
    """More members than one page shows, each with a team."""
    names = [f"crowd{place:03}" for place in range(MANY)]
    users = User.objects.bulk_create([User(username=name, display_name=name) for name in names])
    Membership.objects.bulk_create([Membership(league=cast.league, user=user) for user in users])
    return Team.objects.bulk_create(
        [
            Team(
                league=cast.league,
                coach=user,
                name=f"Team of {user.username}",
                team_list="Human",
                ruleset=cast.league.ruleset,
                state=Team.State.RECORDED,
            )
            for user in users
        ]
    )


def read(cast: Cast, address: str, **asked: Any) -> str:
    return signed_in(cast.commissioner).get(f"/leagues/{cast.league.slug}/{address}/", asked).content.decode()


@pytest.mark.parametrize(("address", "called"), [("teams", ">Team of {}<"), ("members", ">{}<")])
def test_the_first_page_is_full_and_the_next_has_the_rest(
    cast: Cast, crowd: list[Team], address: str, called: str
) -> None:
    names = {team.coach.username for team in crowd}
    pages = [read(cast, address, page=number) for number in (1, 2)]
    first, second = ({name for name in names if called.format(name) in page} for page in pages)
    assert 0 < len(first) <= PAGE_LENGTH
    assert first | second == names
    assert not first & second
    assert 'rel="next"' in pages[0] and 'rel="next"' not in pages[1]


def test_an_unknown_page_number_shows_the_last_page(cast: Cast, crowd: list[Team]) -> None:
    assert "Page 2 of 2" in read(cast, "teams", page=99)
    assert "Page 1 of 2" in read(cast, "teams", page="nonsense")


def test_the_heading_counts_all_members(cast: Cast, crowd: list[Team]) -> None:
    members = Membership.objects.filter(league=cast.league, left_at=None).count()
    assert members > PAGE_LENGTH
    assert f"{members} members" in read(cast, "members")
