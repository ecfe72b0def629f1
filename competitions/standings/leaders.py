"""The best players of a competition, by what they did in matches that count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import gettext_lazy as _

from competitions.cache_keys import CACHE_SECONDS
from competitions.models import Competition
from competitions.standings.standings import cache_key
from matches.models import Match, PlayerLine
from web.errors import Text

LENGTH = 20
"""How many players a list has at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What a list counts: ``key`` is a column of the players' lines, or ``kills``."""

    key: str
    name: Text
    short: Text


DEEDS = (
    Deed(key="touchdowns", name=_("Touchdowns"), short=_("TD")),
    Deed(key="casualties", name=_("Casualties"), short=_("Cas")),
    Deed(key="completions", name=_("Completions"), short=_("Cp")),
    Deed(key="spp", name=_("Star player points"), short=_("SPP")),
    Deed(key="kills", name=_("Kills"), short=_("Kills")),
)


class Leader(NamedTuple):
    """A player in a list; players with the same ``amount`` share a ``rank``."""

    rank: int
    player: int
    team: int
    amount: int


Leaders = Mapping[str, tuple[Leader, ...]]


def leaders_of(competition: Competition) -> Leaders:
    """The lists by what they count: from the cache, else with two queries."""
    key = cache_key(competition, "leaders")
    cached: Leaders | None = cache.get(key)
    if cached is None:
        cached = _found(competition)
        cache.set(key, cached, CACHE_SECONDS)
    return cached


def _found(competition: Competition) -> Leaders:
    lines = PlayerLine.objects.filter(
        side__match__fixture__round__competition=competition, side__match__state__in=Match.PLAYED
    ).order_by()
    columns = [deed.key for deed in DEEDS if deed.key != "kills"]
    rows = list(totals_by_player(lines, columns))
    kills = lines.filter(killed_by__isnull=False).values("killed_by", "killed_by__team").annotate(total=Count("pk"))
    found = {
        column: _ranked((row["player"], row["player__team"], row[f"total_{column}"]) for row in rows)
        for column in columns
    }
    found["kills"] = _ranked((row["killed_by"], row["killed_by__team"], row["total"]) for row in kills)
    return found


def totals_by_player(lines: QuerySet[PlayerLine], columns: Sequence[str]) -> QuerySet[PlayerLine, dict[str, Any]]:
    """For each player and their team the ``total_`` of these columns; without players who have nothing in any of them.

    Two lines in three have nothing, and to add them up takes half of the time.
    """
    something = reduce(or_, (Q(**{f"{column}__gt": 0}) for column in columns))
    totals = lines.filter(something, player__isnull=False).values("player", "player__team")
    return totals.annotate(**{f"total_{column}": Sum(column) for column in columns})


def _ranked(rows: Iterable[tuple[int, int, Any]]) -> tuple[Leader, ...]:
    """The best first, without players who have none; level players are in the order of their ids."""
    best = sorted((row for row in rows if row[2]), key=lambda row: (-row[2], row[0]))[:LENGTH]
    leaders: list[Leader] = []
    for place, (player, team, amount) in enumerate(best, start=1):
        rank = leaders[-1].rank if leaders and leaders[-1].amount == amount else place
        leaders.append(Leader(rank=rank, player=player, team=team, amount=amount))
    return tuple(leaders)
