"""What this room asks of rooms above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.http import HttpRequest

from accounts.registry import Registry
from leagues.models import League
from web.kept import Kept

drawn_ahead: Registry[Callable[[League], Iterable[Kept]]] = Registry()
"""Functions (league) -> parts of pages that everybody sees, for workers to draw after each change of the league.

Called in a snapshot, with the league's time zone. The parts have the keys under which pages ask for them. A part that
depends on its reader is none of these.
"""

front_page_parts: Registry[Callable[[HttpRequest, League], tuple[Kept, str]]] = Registry()
"""Functions (request, league) -> a part of the league's front page, and its template, which stand beside the tables.

Called once for the page, in its snapshot; what a part gathers is gathered when it is drawn. The reader may see the
league.
"""
