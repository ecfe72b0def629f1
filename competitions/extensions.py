"""What this room asks of rooms above it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest

from accounts.registry import Registry
from leagues.models import League
from web.kept import Kept

drawn_ahead: Registry[Callable[[League], object]] = Registry()
"""Functions (league) that draw kept parts of its pages, or work out kept values, before their readers ask for them.

Workers call them after a change of the league, in a snapshot, with the league's time zone. The parts have the keys
under which pages ask for them. What depends on one reader is none of these.
"""

front_page_parts: Registry[Callable[[HttpRequest, League], tuple[Kept, str]]] = Registry()
"""Functions (request, league) -> a part of the league's front page, and its template, which stand beside the tables.

Called once for the page, in its snapshot; what a part gathers is gathered when it is drawn. The reader may see the
league.
"""
