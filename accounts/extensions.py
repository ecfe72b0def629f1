"""What this room asks of rooms above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter

from django.utils.functional import Promise

from accounts.models import User
from accounts.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Why a person cannot delete their account yet, what to do about it, and the page where that begins."""

    text: str
    remedy: str
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountDeletion:
    """What a room does when a person deletes their account."""

    room: str
    lock: Callable[[User], None] = lambda user: None
    """Locks the rows that connect the person to the room, so that nobody changes them until the deletion ends."""
    obstacles: Callable[[User], Iterable[Obstacle]] = lambda user: ()
    """Why the person cannot go yet; reads only."""
    consequences: Callable[[User], Iterable[str]] = lambda user: ()
    """What the deletion does to the person's things in this room, in sentences; reads only."""
    undo: Callable[[User], None] = lambda user: None
    """Takes the person out of the room. An exception stops the deletion."""


@dataclass(frozen=True, slots=True)
class PreferencePage:
    """A page on which a person chooses something about their account: its label, and its route, which takes nothing."""

    label: str | Promise
    route: str


preference_pages: Registry[PreferencePage] = Registry(key=attrgetter("route"))
"""Such pages of rooms above, linked under a person's preferences. Read when that page is drawn."""


account_deletions: Registry[AccountDeletion] = Registry(key=attrgetter("room"))
"""Called by `accounts.account_deletion`, each step for all rooms before the next step.

The page that asks for confirmation calls `obstacles` and `consequences`, outside any transaction. The deletion calls
`lock`, `obstacles` and `undo` in this order, inside its transaction. It calls `lock` before it locks the person's row.
"""
