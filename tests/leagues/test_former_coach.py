"""Every page of the site, with a coach who has deleted their account in everything it shows."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import CharField as Char
from django.db.models import JSONField as JSON
from django.db.models import TextField as Text
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from accounts import account_deletion
from accounts.models import FORMER, User
from leagues.models import Membership
from tests.leagues.cast import Cast, create_cast, signed_in
from tests.leagues.routes import Route, routes
from tests.leagues.shared_cast import shared_writes
from tests.policy_objects import Parts

NAME, LOGIN = "Zebedee Quux", "zebedee"
NO_PAGES = ("account_confirm_email", "account_reset_password_from_key")
"""Addresses that only this coach could open."""


@pytest.fixture(scope="module")
def bereaved(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Cast, dict[str, str]]]:
    """The cast, and every route's address with objects of the coach from before the deletion, and open matches."""
    with shared_writes(django_db_blocker):
        cast = create_cast()
        User.objects.filter(pk=cast.coach.pk).update(username=LOGIN, display_name=NAME, email=f"{LOGIN}@example.org")
        cast.coach.refresh_from_db()
        parts = Parts(cast, cast.league)
        addresses = {
            route.name: reverse(route.name, kwargs=parts.of(route.name, route.parts))
            for route in routes()
            if route.name not in NO_PAGES
        }
        coach = User.objects.get(pk=cast.coach.pk)
        Membership.objects.filter(user=coach).update(left_at=coach.date_joined)
        account_deletion.forget(coach)
        yield cast, addresses


@pytest.mark.once
@pytest.mark.thorough
@pytest.mark.parametrize(
    "route", [each for each in routes() if each.name not in NO_PAGES], ids=lambda route: route.name
)
def test_a_page_shows_a_former_coach_without_their_name(
    route: Route, bereaved: tuple[Cast, dict[str, str]], db: None
) -> None:
    cast, addresses = bereaved
    for who in ("commissioner", "other_coach"):
        answer = signed_in(cast[who]).get(addresses[route.name])
        assert answer.status_code < 500, who
        if not answer.streaming:
            shown = answer.content.decode(errors="replace")
            assert NAME not in shown, who
            assert LOGIN not in shown.lower(), who


def test_the_audit_passes_and_a_former_coach_has_the_fixed_name(
    bereaved: tuple[Cast, dict[str, str]], db: None
) -> None:
    cast, addresses = bereaved
    call_command("audit")
    shown = signed_in(cast.commissioner).get(addresses["matches:match"]).content.decode()
    assert FORMER in shown


def test_no_row_of_the_database_has_the_name_of_a_former_coach(bereaved: tuple[Cast, dict[str, str]], db: None) -> None:
    """All these rows were written by services; text that other people entered is not checked."""
    found = []
    for model in apps.get_models():
        names = [field.attname for field in model._meta.concrete_fields if isinstance(field, Char | Text | JSON)]
        for row in model._base_manager.values_list(*names) if names else ():
            said = str(row).lower()
            if LOGIN in said or NAME.lower() in said:
                found.append((model.__name__, row))
    assert found == []
