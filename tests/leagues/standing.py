"""A ground that many tests only look at: built once for a module, in a transaction that stays open around its tests."""

import contextlib
from collections.abc import Iterator

from django.db import transaction
from pytest_django import DjangoDbBlocker


@contextlib.contextmanager
def standing(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What is written inside lasts until the end, for all tests between.

    Each of them still needs the `db` fixture, which takes its own writes back. Not for tests with threads, processes or
    a live server: these would not see it.
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
