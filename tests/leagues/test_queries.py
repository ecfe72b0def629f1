"""No page takes more queries if there is more to show."""

import uuid
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from leagues import log, services
from leagues.members import memberships
from leagues.models import JoinRequest
from tests.leagues.cast import Cast, add_member, create_league, create_user, signed_in

pytestmark = pytest.mark.once

MOST_QUERIES = 12


def fill(cast: Cast, size: int) -> None:
    """Members, requests, links, rulesets, log entries and leagues, `size` of each."""
    for number in range(size):
        name = f"{size}-{number}"
        add_member(cast.league, create_user(f"member{name}"))
        JoinRequest.objects.create(league=cast.league, user=create_user(f"asker{name}"))
        memberships.invite(
            league=cast.league, by=cast.commissioner, seed=uuid.uuid4(), role="coach", days=9, max_uses=1, note=name
        )
        cast.league.refresh_from_db()
        treasury = 500_000 if cast.league.ruleset.values["starting_treasury"] != 500_000 else 600_000
        services.change_house_rules(
            league=cast.league,
            by=cast.commissioner,
            expected=cast.league.ruleset_id,
            options={"starting_treasury": treasury},
        )
        log.record(log.REMOVED, league=cast.league, by=cast.staff, about=cast.stranger, reason="Example")
        add_member(create_league(f"League {name}", by=cast.elsewhere), cast.commissioner)


def count(ask: Callable[[], object]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        ask()
    return len(queries)


ROUTES = ("list", "create", "settings", "house_rules", "change_house_rules", "members", "invite", "log", "ask", "leave")


def test_the_number_of_queries_is_small_and_the_same_at_every_size(cast: Cast) -> None:
    client = signed_in(cast.commissioner)

    def counted(route: str) -> int:
        url = reverse(f"leagues:{route}", args=[] if route in ("list", "create") else [cast.league.slug])

        def ask() -> None:
            assert client.get(url).status_code == 200

        ask()
        return min(count(ask) for _look in range(3))  # a cache that is slow to answer is a miss

    fill(cast, 5)
    few = {route: counted(route) for route in ROUTES}
    fill(cast, 20)
    assert {route: counted(route) for route in ROUTES} == few
    assert {route: queries for route, queries in few.items() if queries > MOST_QUERIES} == {}
