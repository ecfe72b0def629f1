"""The mechanism of policy: what rooms declare of their routes, and what happens where one was forgotten."""

from __future__ import annotations


class PolicyError(Exception):
    """The house's own mistake: a route that the table does not know, or a view that did not ask it. Never shown."""
