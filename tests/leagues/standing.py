"""A ground that many tests only look at: built once for a module, in a transaction that stays open around its tests."""

import contextlib
import copy
from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.leagues.cast import Cast, gather


@contextlib.contextmanager
def standing(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What is written inside lasts until the end, for all tests between.

    Each of them still needs the `db` fixture, which takes its own writes back. Not for tests with threads, processes or
    a live server: these would not see it.
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


def changes_for_good(request: pytest.FixtureRequest) -> bool:
    """Whether a test of the module commits, so that nothing may stand around it in a transaction."""
    items = [item for item in request.session.items if item.path == request.path]
    return any(
        {"transactional_db", "live_server"} & set(getattr(item, "fixturenames", ()))
        or any(marker.kwargs.get("transaction") for marker in item.iter_markers("django_db"))
        for item in items
    )


@pytest.fixture(scope="module")
def standing_cast(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Cast | None]:
    """The cast in a transaction around the tests of a module; None where one of them commits."""
    if changes_for_good(request):
        yield None
        return
    with standing(django_db_blocker):
        yield gather()


@pytest.fixture
def cast(standing_cast: Cast | None, db: None) -> Cast:
    """Everybody and both leagues, as if gathered for this test alone."""
    return gather() if standing_cast is None else copy.deepcopy(standing_cast)
