"""How a lower room hears of an upper one: a list to which rooms above add functions or data.

Each list of a room is in its `extensions.py`. Its docstring says when the room reads it, and in which transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


def place_of(function: Any) -> str:
    """Where a function is written: its module and name."""
    return f"{function.__module__}.{function.__qualname__}"


class Registry(Generic[T]):
    """What rooms added, in the order of adding. Rooms add when the site starts (`AppConfig.ready`).

    `key` tells entries apart; for functions it is the place where they are written.
    """

    def __init__(self, key: Callable[[T], str] = place_of) -> None:
        self._key = key
        self._added: dict[str, T] = {}

    def add(self, added: T) -> T:
        """Add an entry, once, and return it; also a decorator. Raises ValueError if a different entry has its key."""
        key = self._key(added)
        if self._added.setdefault(key, added) != added:
            raise ValueError(f"{key!r} is registered already")
        return added

    def get(self, key: str) -> T | None:
        """The entry with a key; None if there is none."""
        return self._added.get(key)

    def keys(self) -> list[str]:
        """The keys of all entries."""
        return list(self._added)

    def call(self: Registry[Callable[..., Any]], *args: Any) -> list[Any]:
        """Call every function in turn, and return their answers. An exception ends the calls."""
        return [function(*args) for function in self]

    def __iter__(self) -> Iterator[T]:
        return iter(self._added.values())
