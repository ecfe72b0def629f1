"""All editions that the suite in this folder runs over: those of the program, and those made up for tests.

A made-up edition goes into MADE_UP; it gets all tests of this folder with that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from rules import editions
from rules.book.edition import Edition, Ruleset
from rules.book.house_rules import house_rules
from tests.editions.ancient import ANCIENT
from tests.editions.modern import MODERN
from tests.second_edition import STREET
from tests.second_edition.bare import BARE

MADE_UP: tuple[Edition, ...] = (STREET, BARE, MODERN, ANCIENT)
EVERY: tuple[Edition, ...] = (*editions.EDITIONS, *MADE_UP)


def rules_of(edition: Edition, **overlay: object) -> Ruleset:
    """The edition with its own defaults, or with these house rules."""
    return Ruleset(edition=edition, house=house_rules(edition.book, overlay))


def others_than(edition: Edition) -> Iterable[Edition]:
    """The other editions of the suite."""
    return (each for each in EVERY if each is not edition)


@contextmanager
def registered(*made_up: Edition) -> Iterator[None]:
    """Made-up editions can be used like those of the program, inside."""
    with pytest.MonkeyPatch.context() as patch:
        more = (each for each in made_up if each not in editions.EDITIONS)
        patch.setattr(editions, "EDITIONS", (*editions.EDITIONS, *more))
        yield
