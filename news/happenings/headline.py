"""Something that happened in a league by itself: its kinds, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from accounts.zones import zone
from leagues.models import League
from stats.records.succession import Mark

DEATH, LEGEND, UPSET, BIG_WIN, TROPHY, BEST_PLAYER = "death", "legend", "upset", "big_win", "trophy", "best_player"
RECORD = "record"
SEASON_BEGUN, SEASON_OVER, STARTED, FINISHED = "season_begun", "season_over", "started", "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """Something that happened, on a day, as ids and numbers. ``key`` stays the same as long as it is true.

    ``at`` sorts what happened on one day. ``match`` is a public id, ``score`` that of ``team`` and ``other``. ``name``
    is what a competition, season, trophy or level is called, ``address`` what its page needs. ``chance`` is what the
    ratings gave the winner in percent, ``values`` what winner and loser were worth by the book ``edition``, if one of
    them made it an upset. A record has its key in the book of records as ``name``, and the ``mark`` that was reached.
    """

    kind: str
    key: str
    day: date
    at: datetime
    team: int | None = None
    other: int | None = None
    player: int | None = None
    killer: int | None = None
    match: str = ""
    score: tuple[int, int] | None = None
    name: str = ""
    address: tuple[Any, ...] = ()
    chance: int | None = None
    values: tuple[int, int] | None = None
    edition: str = ""
    mark: Mark | None = None


def day_of(league: League, at: datetime) -> date:
    """The day of a moment where the league plays."""
    return at.astimezone(zone(league.zone)).date()
