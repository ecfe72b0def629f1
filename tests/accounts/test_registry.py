"""A registry holds what rooms added, by key and in order."""

from operator import attrgetter
from types import SimpleNamespace

import pytest

from accounts.registry import Registry


def double(number: int) -> int:
    return 2 * number


def square(number: int) -> int:
    return number * number


def test_functions_are_called_in_the_order_in_which_they_were_added() -> None:
    hooks = Registry()
    assert hooks.call(3) == []
    assert hooks.add(double) is double
    hooks.add(square)
    hooks.add(double)
    assert hooks.call(3) == [6, 9]


def test_a_key_belongs_to_one_entry() -> None:
    kinds = Registry(key=attrgetter("name"))
    first = kinds.add(SimpleNamespace(name="roster", title="Roster"))
    with pytest.raises(ValueError, match="'roster' is registered already"):
        kinds.add(SimpleNamespace(name="roster", title="Another"))
    assert kinds.get("roster") is first and kinds.get("table") is None
    assert list(kinds) == [first] and kinds.keys() == ["roster"]
