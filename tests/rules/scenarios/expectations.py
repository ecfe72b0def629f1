"""The expectations of a scenario, one after the other, and wrong values to put in their places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def wrong(value: Any) -> Any:
    """Another value of the same sort."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value, "something else"]
    return "something else"


def leaves(expected: dict[str, Any], path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of each expected value."""
    for key, value in expected.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key)
