"""A list to which rooms above add: how a lower room hears of an upper one without knowing it.

Every such list of a room stands in its `extensions.py`, with a docstring that says when the room reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Registry(Generic[T]):
    """What rooms added, in the order of adding. Rooms add when the site starts, in their `AppConfig.ready`."""

    def __init__(self) -> None:
        self._added: list[T] = []

    def add(self, added: T) -> T:
        """Add something, once however often its module is read; returns it, so that this is also a decorator."""
        if not any(_same(each, added) for each in self._added):
            self._added.append(added)
        return added

    def __iter__(self) -> Iterator[T]:
        return iter(self._added)

    def __len__(self) -> int:
        return len(self._added)


def _same(one: object, other: object) -> bool:
    return one is other or one == other
