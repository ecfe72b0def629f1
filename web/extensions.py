"""What this room asks of rooms above it."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString

from accounts.registry import Registry

league_roles: Registry[Callable[[Any, Any], Set[str]]] = Registry()
"""Functions (user, league) -> the user's roles in that league: `member`, `commissioner`.

Called once for a page inside a league, as soon as an access helper found the league, outside any transaction. The user
is signed in. A function reads no rows: the access helper of `leagues` has already put what it needs on the league.
"""

command_done: Registry[Callable[[Any, Any], None]] = Registry()
"""Functions (command, league) called when a command has been done in a league, which `web` knows only as an object.

Called once for each command, as the last thing in its transaction, so a lock that a function takes is the last one and
lasts shortly. They only write rows. An exception undoes the command.
"""


@dataclass(frozen=True, slots=True)
class SearchPage:
    """The route of a search of the whole site (`about` is "site"), or of one league ("league"), by its slug."""

    about: str
    route: str


search_pages: Registry[SearchPage] = Registry(key=attrgetter("about"))
"""Where the field in the bar of every page searches. Read when a page is drawn."""

citations: Registry[Callable[[HttpRequest, str], SafeString]] = Registry()
"""Functions (request, purpose) -> where the rulebook of the page says so, as the end of a sentence, or nothing.

Called for the page of a refusal, outside any transaction. The league of the page, if any, is on the request.
"""
