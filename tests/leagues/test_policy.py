"""Every route of the site has a rule, and lets in exactly the people that the rule names.

The expected result is worked out from the rule's roles (`tests.leagues.routes`), without the code that decides on
the site.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.cookies import SimpleCookie

import pytest
from django.db import transaction
from django.db.models import F
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from competitions.models import Season
from leagues.models import League
from tests.leagues.cast import PEOPLE, Cast, create_cast, signed_in
from tests.leagues.routes import IN, SIGN_IN, Route, expected, routes
from tests.leagues.shared_cast import shared_writes
from tests.policy_objects import HOLDERS, Parts
from tests.thoroughness import part_of
from web import policy

MEMBERS = ("other_coach", "coach", "commissioner")
"""Members of both leagues; each may do what the one before may, apart from their own objects."""
METHODS = ("GET", "POST")


def telling_in_private(rule: policy.Rule) -> list[str]:
    """The people tried in a private league too: all outsiders, a member, and the first person who is let in.

    To members both leagues are the same.
    """
    members = [person for person in MEMBERS if expected(rule, person, public=False) == IN]
    return [person for person in PEOPLE if person not in MEMBERS or person == MEMBERS[0] or person in members[:1]]


def tried(rule: policy.Rule, people: Sequence[str], *, public: bool) -> list[str]:
    """All people who are refused, the first who is let in, and by turns one in three of the others who are let in."""
    let_in = [person for person in people if expected(rule, person, public=public) == IN]
    asked = {*let_in[:1], *part_of(let_in[1:])}
    return [person for person in people if person in asked or person not in let_in]


def found(response: HttpResponse) -> str:
    """The result for a person, read from the response."""
    if response.status_code in (403, 404):
        return str(response.status_code)
    if response.status_code == 302 and response["Location"].startswith("/accounts/login/?next="):
        return SIGN_IN
    assert response.status_code < 500
    return IN


@dataclass(frozen=True)
class Standing:
    """The cast, a browser for each person and every route's address in both leagues, made once for all tests here."""

    cast: Cast
    browsers: dict[str, Client]
    cookies: dict[str, str]
    addresses: dict[tuple[str, str], str]

    def address(self, route: Route, league: League) -> str:
        """The route's address with an object of the league for each part."""
        return self.addresses[route.name, league.slug]

    def ask(self, person: str, method: str, url: str) -> HttpResponse:
        """Send an empty request as a person; everything it wrote is rolled back."""
        client = self.browsers[person]
        client.cookies = SimpleCookie(self.cookies[person])
        with transaction.atomic():
            response = client.get(url) if method == "GET" else client.post(url)
            transaction.set_rollback(True)
        return response


@pytest.fixture(scope="module")
def shared_site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Standing]:
    with shared_writes(django_db_blocker):
        cast, addresses = create_cast(), {}
        for league in (cast.league, cast.private):
            parts = Parts(cast, league)
            for route in routes():
                addresses[route.name, league.slug] = reverse(route.name, kwargs=parts.of(route.name, route.parts))
        browsers = {name: signed_in(cast[name]) for name in PEOPLE}
        cookies = {name: browser.cookies.output(header="") for name, browser in browsers.items()}
        yield Standing(cast, browsers, cookies, addresses)


@pytest.fixture
def stood(db: None, shared_site: Standing) -> Standing:
    return shared_site


def test_every_route_has_a_rule() -> None:
    unknown = [route.name for route in routes() if route.name not in policy.POLICY]
    assert not unknown, f"no routes.py has a rule for {unknown}"


def test_every_rule_has_a_route() -> None:
    gone = sorted(set(policy.POLICY) - {route.name for route in routes()})
    assert not gone, f"rules for routes that do not exist: {gone}"


def test_no_two_routes_share_a_name() -> None:
    names = [route.name for route in routes()]
    assert len(names) == len(set(names)), sorted({name for name in names if names.count(name) > 1})


def test_every_object_role_has_a_holder() -> None:
    assert policy.OBJECT_ROLES | {"owner"} == set(HOLDERS)


@pytest.mark.once
@pytest.mark.parametrize("route", routes(), ids=lambda route: route.name)
def test_a_route_lets_in_the_roles_of_its_rule(route: Route, stood: Standing) -> None:
    """A usual run sends one method, or the other where a route does not answer the first."""
    rule = policy.POLICY[route.name]
    leagues = [stood.cast.league]
    if rule.scope == "league":
        leagues = part_of([stood.cast.league, stood.cast.private], 2)
    first = part_of(METHODS, 2)
    for league in leagues:
        answered = [method for method in first if answers(route, method, league, stood)]
        answered += [method for method in METHODS if not answered and answers(route, method, league, stood)]
        assert answered, "a route answers looking or posting"


def answers(route: Route, method: str, league: League, stood: Standing) -> bool:
    """Whether a route answers a method at all. Fails if it lets in or refuses another person than its rule says."""
    rule, url = policy.POLICY[route.name], stood.address(route, league)
    for person in tried(rule, PEOPLE if league.public else telling_in_private(rule), public=league.public):
        response = stood.ask(person, method, url)
        if response.status_code == 405:
            return False  # decided before the view reads the league or the user
        wanted = expected(rule, person, public=league.public)
        assert found(response) == wanted, f"{method} {url} as {person} ({response.status_code})"
    return True


@pytest.mark.postgres
@pytest.mark.thorough
@pytest.mark.parametrize("route", routes(), ids=lambda route: route.name)
def test_a_route_answers_the_person_with_most_rights(route: Route, stood: Standing) -> None:
    """Every page once for one person, so that all queries also run on PostgreSQL."""
    url = stood.address(route, stood.cast.league)
    person = next(name for name in reversed(PEOPLE) if expected(policy.POLICY[route.name], name, public=True) == IN)
    statuses = [stood.ask(person, method, url).status_code for method in ("GET", "POST")]
    assert statuses != [405, 405]


@pytest.mark.once
@pytest.mark.parametrize(
    "route", [each for each in routes() if "slug" in each.parts and len(each.parts) > 1], ids=lambda route: route.name
)
def test_an_object_of_another_league_is_not_found(route: Route, stood: Standing) -> None:
    """The commissioner of both leagues gets 404 for an object of one league under the other league's address."""
    cast = stood.cast
    Season.objects.filter(league=cast.league).update(number=F("number") + 100)  # each league counts its own
    url = stood.address(route, cast.private).replace(f"/{cast.private.slug}/", f"/{cast.league.slug}/")
    for method in ("GET", "POST"):
        assert stood.ask("commissioner", method, url).status_code in (404, 405)
