"""No route that accepts a post is forgotten by the tests that attack forms, or open to visitors without a limit."""

from __future__ import annotations

from django.conf import settings
from django.test import Client

from tests.leagues.cast import create_cast, signed_in
from tests.leagues.routes import routes
from tests.web.hostile_forms import takes_posts
from tests.web.post_routes import ATTACKED, NOT_ATTACKED, VISITORS_POST
from web import policy


def test_every_route_that_accepts_a_post_is_attacked_or_says_why_not(db: None) -> None:
    staff = create_cast().staff
    posted = {route.name for route in routes() if takes_posts(route, signed_in(staff))}
    listed = [*NOT_ATTACKED, *(name for names in ATTACKED.values() for name in names)]
    assert sorted(posted) == sorted(listed), "enter a new route in tests/web/post_routes.py, and attack it"


def test_the_tests_that_attack_them_exist() -> None:
    assert all((settings.BASE_DIR / place).exists() for place in ATTACKED)


def test_what_visitors_can_post_has_a_limit_or_costs_little(db: None) -> None:
    visitors = Client()
    open_to_all = {route for route in routes() if policy.may(route.name, {"visitor"})}
    assert {route.name for route in open_to_all if takes_posts(route, visitors)} == set(VISITORS_POST)
