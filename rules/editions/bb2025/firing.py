"""When players, staff and re-rolls are let go (H2): after hiring, or before it where a league has chosen so."""

from __future__ import annotations

from rules.match_day import roster
from rules.match_day.run import Run


def fire_before(run: Run) -> None:
    """Lets go before anybody is hired, in leagues that want it so (H2, p99)."""
    if run.ruleset.house.flag("fire_first"):
        roster.release(run)


def fire_after(run: Run) -> None:
    """Lets go after new players were hired, as in the book (H2, p99)."""
    if not run.ruleset.house.flag("fire_first"):
        roster.release(run)
