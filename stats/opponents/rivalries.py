"""The rivalries of a league: who met most often, whose matches are closest, where most casualties were done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet, Sum

from matches.models import Deed
from stats.opponents.meetings import NOBODY, TEAMS, Meeting, Record, Who, record_of
from stats.played.coaches import Coach
from stats.played.everything import PLAYED
from stats.played.kept import kept_figure
from stats.played.matches import PlayedMatch, PlayedSide
from stats.played.scope import Scope
from web.prepared import Prepared

MOST = 10
LEAST = 3
"""Fewer matches are no close rivalry yet."""


@dataclass(frozen=True, kw_only=True)
class Rivalry:
    """Two who met, and the ``hurt``: what the book credits for injuries of opponents."""

    one: Who
    other: Who
    met: Sequence[Meeting]
    hurt: int

    @cached_property
    def record(self) -> Record:
        """That of the ``one``; worked out when it is asked for, since a long league has a thousand pairs."""
        return record_of(self.met)

    @property
    def gap(self) -> float:
        """How far apart they are: the difference of wins, and of the score, per match."""
        record = self.record
        return (abs(record.won - record.lost) + abs(record.scored - record.against) / 10) / record.matches


def _hurt(scope: Scope) -> dict[int, int]:
    """What was credited in each match; one query. Empty for a book that credits nobody."""
    credited = scope.book.credited
    return dict(_sums(Q(scope.matches("line__side__match__")), credited.key)) if credited is not None else {}


def _grow(scope: Scope, before: dict[int, int], new: AbstractSet[int], gone: AbstractSet[int]) -> dict[int, int]:
    old = {match: count for match, count in before.items() if match not in gone}
    credited = scope.book.credited
    return old | dict(_of_matches(list(new), credited.key)) if new and credited is not None else old


@Prepared
def _of_matches(matches: Collection[int], key: str) -> QuerySet[Deed, Any]:
    return _sums(Q(line__side__match__in=matches), key)


def _sums(where: Q, key: str) -> QuerySet[Deed, Any]:
    rows = Deed.objects.filter(where, key=key).order_by().values("line__side__match")
    return rows.annotate(all=Sum("count")).values_list("line__side__match", "all")


HURT = kept_figure("hurt", _hurt, grow=_grow)


def _who(side: PlayedSide, kind: str) -> Who:
    return side.team if kind == TEAMS else side.coach


def _key(who: Who) -> tuple[str, int]:
    return (who.key, 0) if isinstance(who, Coach) else ("", who)


def rivalries(scope: Scope, kind: str) -> list[Rivalry]:
    """All pairs that met in a scope, of teams or of coaches."""
    return _rivalries(PLAYED.of(scope), kind, HURT.of(scope))


def _rivalries(matches: Iterable[PlayedMatch], kind: str, hurt: Mapping[int, int]) -> list[Rivalry]:
    found: dict[tuple[Who, Who], list[Meeting]] = defaultdict(list)
    for match in matches:
        home, away = (_who(side, kind) for side in match.sides)
        if home == away or NOBODY in (home, away):
            continue
        if _key(home) <= _key(away):
            found[home, away].append(Meeting(match, *match.pairs[0]))
        else:
            found[away, home].append(Meeting(match, *match.pairs[1]))
    return [
        Rivalry(one=one, other=other, met=met, hurt=sum([hurt.get(each.match.id, 0) for each in met]))
        for (one, other), met in found.items()
    ]


def most_met(found: Sequence[Rivalry]) -> list[Rivalry]:
    """Those with most matches, at least two."""
    often = [each for each in found if len(each.met) > 1]
    return sorted(often, key=lambda each: (-len(each.met), each.gap))[:MOST]


def closest(found: Sequence[Rivalry]) -> list[Rivalry]:
    """Those with the smallest difference, of those that met often enough."""
    often = [each for each in found if len(each.met) >= LEAST]
    return sorted(often, key=lambda each: (each.gap, -len(each.met)))[:MOST]


def bloodiest(found: Sequence[Rivalry]) -> list[Rivalry]:
    """Those with most injuries that somebody is credited with."""
    return sorted((each for each in found if each.hurt), key=lambda each: (-each.hurt, len(each.met)))[:MOST]
