"""What this room asks of rooms above it."""

from __future__ import annotations

from collections.abc import Callable

from accounts.registry import Registry

simulations: Registry[Callable[..., str]] = Registry()
"""Functions (keys of one or two books) -> the address of a page that plays imagined seasons by these books.

Called when a page with such a link is drawn, outside any transaction.
"""


def simulation_of(*books: str) -> str:
    """The address of imagined seasons by one or two books; empty if no room plays any."""
    return next(iter(simulations.call(*books)), "")
