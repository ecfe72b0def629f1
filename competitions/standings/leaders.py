"""The best players of a competition, by what they did in matches that count."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from competitions.cache_keys import CACHE_SECONDS
from competitions.models import Competition
from competitions.standings.player_totals import KILLED, totals_of
from competitions.standings.standings import cache_key
from matches.models import POINTS, Match, PlayerLine
from rules.book.book import Book
from teams.models import Player, PlayerMove
from web.errors import Text
from web.prepared import Prepared

LENGTH = 20
"""How many players a list has at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What a list counts: ``key`` is that of a deed, ``POINTS`` or ``KILLS``."""

    key: str
    name: Text
    short: Text


KILLS = "kills"
"""The key of opponents killed, unless a book counts something else by this name."""


def counted_in(book: Book) -> tuple[Counted, ...]:
    """The lists that competitions by this book have, in their order."""
    deeds = (Counted(key=deed.key, name=capfirst(deed.many), short=deed.short) for deed in book.told if deed.listed)
    kills = (Counted(key=KILLS, name=_("Kills"), short=_("Kills")),) if KILLS not in book.deeds else ()
    points = Counted(key=POINTS, name=_(book.points_called.name), short=_(book.points_called.short))
    return (*deeds, points, *kills)


class Leader(NamedTuple):
    """A player in a list; players with the same ``amount`` share a ``rank``."""

    rank: int
    player: int
    team: int
    amount: int


Leaders = Mapping[str, tuple[Leader, ...]]


def leaders_of(competition: Competition) -> Leaders:
    """The lists by the keys of what they count: from the cache, else with eight queries at most."""
    key = cache_key(competition, "leaders")
    cached: Leaders | None = cache.get(key)
    if cached is None:
        cached = _found(competition)
        cache.set(key, cached, CACHE_SECONDS)
    return cached


def _found(competition: Competition) -> Leaders:
    totals = totals_of(competition)
    best = {each.key: _best(totals.get(each.key, {})) for each in counted_in(competition.book)}
    if KILLS not in competition.book.deeds:
        best[KILLS] = _best(totals.get(KILLED, {}))
    teams = _teams_of(competition, {player for listed in best.values() for player, _amount in listed})
    return {key: _ranked(listed, teams) for key, listed in best.items()}


def _best(amounts: Mapping[int, int]) -> list[tuple[int, int]]:
    """Players with their amounts, the best first, without those who have none; level ones by their ids."""
    least = sorted(amounts.values(), reverse=True)[:LENGTH][-1:]
    found = [each for each in amounts.items() if each[1] and each[1] >= least[0]]
    return sorted(found, key=lambda each: (-each[1], each[0]))[:LENGTH]


def _teams_of(competition: Competition, players: Collection[int]) -> dict[int, int]:
    """The team of each player: for those who were traded, the one for which they played last in the competition."""
    teams = dict(_teams(list(players)))
    moved = set(_moved(list(players)))
    if not moved:
        return teams
    lines = PlayerLine.objects.filter(
        player__in=moved, side__match__fixture__round__competition=competition, side__match__state__in=Match.PLAYED
    )
    return teams | dict(lines.order_by("side").values_list("player", "side__team"))


@Prepared
def _teams(players: Collection[int]) -> QuerySet[Player, Any]:
    return Player.objects.filter(pk__in=players).values_list("pk", "team")


@Prepared
def _moved(players: Collection[int]) -> QuerySet[PlayerMove, int]:
    return PlayerMove.objects.filter(player__in=players).order_by().values_list("player", flat=True)


def _ranked(best: Sequence[tuple[int, int]], teams: Mapping[int, int]) -> tuple[Leader, ...]:
    leaders: list[Leader] = []
    for place, (player, amount) in enumerate(best, start=1):
        rank = leaders[-1].rank if leaders and leaders[-1].amount == amount else place
        leaders.append(Leader(rank=rank, player=player, team=teams[player], amount=amount))
    return tuple(leaders)
