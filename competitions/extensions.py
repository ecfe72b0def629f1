"""What this room asks of rooms above it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from accounts.registry import Registry
from competitions.models import Season
from leagues.models import League
from web.kept import Kept
from web.tabs import Link

drawn_ahead: Registry[Callable[[League], Sequence[str]]] = Registry()
"""Functions (league) that draw kept parts of its pages, or work out kept values, before their readers ask for them.

They give the addresses of pages that are then drawn for visitors, if the league is public.

Workers call them after a change of the league, in a snapshot, with the league's time zone. The parts have the keys
under which pages ask for them. What depends on one reader is none of these.
"""

results_known: Registry[Callable[[Collection[int]], object]] = Registry()
"""Functions (competitions' ids) called when the changed results of these competitions are committed, outside any
transaction. One transaction may call them several times. An exception is logged; nothing depends on them.
"""

past_known: Registry[Callable[[Collection[int], Collection[int]], object]] = Registry()
"""Functions (competitions' ids, matches' ids) called after those of ``results_known`` when these competitions may not
only have a new result: of these matches, which were over, the first was corrected or annulled, and changed the
others. Without matches something else changed a table: a decision, a draw or the set-up. One change may call them both
ways: an annulment changes its table (``results_changed``) before it says which matches are others. As
``results_known`` in all else.
"""

worked_out_again: Registry[Callable[[League, Collection[int], Collection[int]], Sequence[str]]] = Registry()
"""Functions (league, competitions' ids, matches' ids) that work out kept values that take long once these matches,
which were over, are others; without matches, once something else changed these competitions.

A request calls them after it has changed them, before it answers, in a snapshot, with the league's time zone. What
takes less is left to workers (``drawn_ahead``). A friendly has no competition. They give the addresses of pages that
are then drawn for visitors, if the league is public.
"""

front_page_parts: Registry[Callable[[League], tuple[Kept, str]]] = Registry()
"""Functions (league) -> a part of the league's front page, and its template, which stand beside the tables.

Called once for the page, in its snapshot; what a part gathers is gathered when it is drawn: the same for everybody who
may see the league.
"""

season_links: Registry[Callable[[Season], Link]] = Registry()
"""Functions (season) -> a page with more about it, linked on the season's page.

Called when that page is drawn, in its snapshot; without queries.
"""

season_prints: Registry[Callable[[Season], Link]] = Registry()
"""Functions (season) -> what else of it can be printed: a button's label, and the address that it posts to.

Called when the season's page is drawn for a reader who may print, in its snapshot; without queries.
"""

death_links: Registry[Callable[[Season], Link]] = Registry()
"""Functions (season) -> a page with more about its deaths, linked below them.

Called when the part of the season's page that everybody sees is drawn, in a snapshot; without queries.
"""
