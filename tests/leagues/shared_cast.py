"""Data that many tests only read: created once for a module, in a transaction that is open during its tests."""

import contextlib
import copy
from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.leagues.cast import Cast, create_cast


@contextlib.contextmanager
def shared_writes(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What is written inside is there for all tests of a module, and gone after them.

    Each test still needs the `db` fixture, which rolls its own writes back. Not for tests with threads, processes or a
    live server: these would not see it.
    """
    transaction_of_tests = transaction.atomic()
    transaction_of_tests._from_testcase = True  # pages may post inside: their durable blocks are the outermost ones
    with blocker.unblock(), transaction_of_tests:
        yield
        transaction.set_rollback(True)


def has_committing_test(request: pytest.FixtureRequest) -> bool:
    """Whether a test of the module commits, so that the module cannot run inside one transaction."""
    items = [item for item in request.session.items if item.path == request.path]
    return any(
        {"transactional_db", "live_server"} & set(getattr(item, "fixturenames", ()))
        or any(marker.kwargs.get("transaction") for marker in item.iter_markers("django_db"))
        for item in items
    )


@pytest.fixture(scope="module")
def shared_cast(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Cast | None]:
    """The cast, made once for a module; None where a test of the module commits."""
    if has_committing_test(request):
        yield None
        return
    with shared_writes(django_db_blocker):
        yield create_cast()


@pytest.fixture
def cast(shared_cast: Cast | None, db: None) -> Cast:
    """All people and both leagues, as if made for this test alone."""
    return create_cast() if shared_cast is None else copy.deepcopy(shared_cast)
