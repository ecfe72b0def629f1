"""Sums of what sides and players did, by competition: everything that the tables of statistics are made from.

The sums of a competition are kept under the version of its results (`Competition.standings_version`), which every
change of a result raises: after a match only its own competition is added up again, however many years a league has.
Those of friendlies, which belong to no competition, are added up again when they are asked for. Rows hold ids and
numbers only; a coach is a team's spell (`stats.played.coaches`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Case, CharField, Count, F, IntegerField, Max, Q, QuerySet, Sum, Value, When

from competitions.cache_keys import CACHE_SECONDS
from competitions.models import Competition
from competitions.standings.standings import cache_key
from matches.models import MatchSide, PlayerLine
from stats.played.coaches import Tenures, tenures_in
from stats.played.matches import CONCEDED, DRAWN, WON
from stats.played.scope import Scope

NONE = 0
"""Stands for the competition of friendlies."""


class SideSum(NamedTuple):
    """What a team did in a competition under one coach. Winnings are in gp; ``valued`` matches have a team value."""

    team: int
    spell: int
    matches: int
    won: int
    drawn: int
    lost: int
    conceded: int
    scored: int
    scored_against: int
    casualties: int
    casualties_against: int
    winnings: int
    value: int
    valued: int


class LineSum(NamedTuple):
    """What one player did for a team under one coach. ``player`` is None for hired ones, who have a ``name``.

    ``number`` and ``position`` are those of the ``last`` line. ``hurt`` counts matches with an injury, ``kills`` the
    opponents killed.
    """

    player: int | None
    team: int
    spell: int
    kind: str
    name: str
    position: str
    number: int | None
    last: int
    matches: int
    points: int
    died: int
    hurt: int
    kills: int
    deeds: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of a competition, or of several together. They are kept as plain tuples, which are read faster."""

    sides: Sequence[Any]
    lines: Sequence[Any]
    matches: int


def totals_in(scope: Scope) -> Totals:
    """The sums of a scope: two queries, or seven for what is not in the cache."""
    return totals_of(scope, competitions_of(scope))


def totals_of(scope: Scope, competitions: Sequence[Competition]) -> Totals:
    """The sums of a scope whose competitions are known, with the version of their results."""
    parts = list(_kept(scope, competitions).values())
    if scope.friendlies:
        parts.append(_read(scope, Q(match__fixture__isnull=True))[NONE])
    return Totals(
        sides=[SideSum._make(row) for part in parts for row in part.sides],
        lines=[LineSum._make(row) for part in parts for row in part.lines],
        matches=sum(part.matches for part in parts),
    )


def competitions_of(scope: Scope) -> list[Competition]:
    """The competitions of a scope, with the version of their results; one query."""
    rows = Competition.objects.filter(season__league=scope.league.pk)
    if scope.competition is not None:
        rows = rows.filter(pk=scope.competition)
    if scope.season is not None:
        rows = rows.filter(season=scope.season)
    first = scope.league.ruleset.edition
    rows = rows.filter(edition__in=("", first)) if scope.of_first_book else rows.filter(edition=scope.edition)
    return list(rows.only("pk", "public_id", "standings_version").order_by("season__number", "pk"))


def _kept(scope: Scope, competitions: Sequence[Competition]) -> dict[int, Totals]:
    keys = {row.pk: cache_key(row, "sums") for row in competitions}
    there: dict[str, Totals] = cache.get_many(keys.values())
    found = {pk: there[key] for pk, key in keys.items() if key in there}
    if missing := [pk for pk in keys if pk not in found]:
        league = Scope(league=scope.league, edition=scope.edition)
        fresh = _read(league, Q(match__fixture__round__competition__in=missing))
        found |= {pk: fresh[pk] for pk in missing}
        cache.set_many({keys[pk]: fresh[pk] for pk in missing}, CACHE_SECONDS)
    return {pk: found[pk] for pk in keys}


def forget(competitions: Iterable[Competition]) -> None:
    """Drop the kept sums of competitions, so that they are added up again."""
    cache.delete_many([cache_key(row, "sums") for row in competitions])


def _read(scope: Scope, sides: Q) -> dict[int, Totals]:
    """The sums of the sides that ``sides`` allows, by competition; five queries, six with earlier coaches."""
    allowed = Scope(league=scope.league, edition=scope.edition, friendlies=True).matches("match__") & sides
    tenures = tenures_in(scope.league.pk, allowed)
    found: dict[int, Totals] = defaultdict(lambda: Totals((), (), 0))
    rows = MatchSide.objects.filter(allowed).order_by()
    pairs = _pairs(rows)
    lines = _line_sums(PlayerLine.objects.filter(side__in=rows.values("pk")).order_by(), tenures, pairs)
    for competition, sums in _side_sums(pairs, tenures).items():
        matches = sum(each.matches for each in sums) // 2
        plain = [tuple(row) for row in sums], [tuple(row) for row in lines.get(competition, ())]
        found[competition] = Totals(*plain, matches)
    return found


class _Side(NamedTuple):
    """A side's row."""

    competition: int | None
    match: int
    id: int
    team: int
    score: int | None
    casualties: int | None
    result: str
    winnings: int | None
    value: int | None


_Pairs = Sequence[tuple[_Side, _Side]]
"""Each side with its opponent."""


_SIDE = (
    "match__fixture__round__competition", "match", "pk", "team", "score", "casualties", "result", "winnings",
    "team_value",
)  # fmt: skip


def _pairs(rows: QuerySet[MatchSide]) -> _Pairs:
    by_match: dict[int, list[_Side]] = defaultdict(list)
    for row in rows.values_list(*_SIDE):
        by_match[row[1]].append(_Side._make(row))
    whole = [both for both in by_match.values() if len(both) == 2]
    return [(own, other) for both in whole for own, other in (both, both[::-1])]


def _side_sums(pairs: _Pairs, tenures: Tenures) -> dict[int, list[SideSum]]:
    """The sums of sides by competition."""
    sums: dict[int, dict[tuple[int, int], list[int]]] = defaultdict(dict)
    for own, other in pairs:
        figures = (
            1,
            own.result == WON,
            own.result == DRAWN,
            own.result not in (WON, DRAWN),
            own.result == CONCEDED,
            own.score or 0,
            other.score or 0,
            own.casualties or 0,
            other.casualties or 0,
            own.winnings or 0,
            own.value or 0,
            own.value is not None,
        )
        key, teams = (own.team, tenures.spell(own.id, own.team)), sums[own.competition or NONE]
        before = teams.get(key)
        teams[key] = [*map(int, figures)] if before is None else [a + b for a, b in zip(before, figures, strict=True)]
    return {competition: [SideSum(*key, *each) for key, each in teams.items()] for competition, teams in sums.items()}


_TEXT = CharField()
_WHO = ("competition", "of_side", "side__team", "player", "kind", "hired")


def _line_sums(lines: QuerySet[PlayerLine], tenures: Tenures, pairs: _Pairs) -> dict[int, list[LineSum]]:
    """The sums of lines by competition; three queries. Hired players are told apart by their names."""
    of_side: Any = Value(None, output_field=IntegerField())
    if tenures.before:
        of_side = Case(When(side__team__in=list(tenures.before), then=F("side")), default=None)
    lines = lines.annotate(
        competition=F("side__match__fixture__round__competition"),
        of_side=of_side,
        hired=Case(When(player__isnull=True, then=F("name")), default=Value(""), output_field=_TEXT),
    )
    found: dict[tuple[Any, ...], dict[str, Any]] = {}

    def of(competition: int | None, side: int | None, team: int, *who: Any) -> dict[str, Any]:
        spell = tenures.spell(side, team) if side is not None else 0
        key = (competition or NONE, team, spell, *who)
        return found.setdefault(key, {"last": 0, "figures": [0, 0, 0, 0], "kills": 0, "deeds": {}, "line": ("", None)})

    rows = lines.values_list(*_WHO, "position", "number").annotate(
        last=Max("pk"),
        times=Count("pk"),
        earned=Sum("spp"),
        deaths=Count("pk", filter=Q(died=True)),
        injured=Count("pk", filter=~Q(injuries=[])),
    )
    for *who, position, number, last, matches, points, died, hurt in rows:
        each = of(*who)
        each["figures"] = [
            one + (more or 0) for one, more in zip(each["figures"], (matches, points, died, hurt), strict=True)
        ]
        if last > each["last"]:
            each["last"], each["line"] = last, (position, number)
    done = lines.filter(deeds__isnull=False).values_list(*_WHO, "deeds__key").annotate(times=Sum("deeds__count"))
    for *who, key, count in done:
        deeds = of(*who)["deeds"]
        deeds[key] = deeds.get(key, 0) + count
    _add_kills(lines, of, found, {own.id: (other, tenures.spell(other.id, other.team)) for own, other in pairs})
    sums: dict[int, list[LineSum]] = defaultdict(list)
    for (competition, team, spell, player, kind, name), each in found.items():
        sums[competition].append(
            LineSum._make(
                (player, team, spell, kind, name, *each["line"], each["last"], *each["figures"], each["kills"],
                 each["deeds"])
            )
        )  # fmt: skip
    return sums


def _add_kills(
    lines: QuerySet[PlayerLine],
    of: Callable[..., dict[str, Any]],
    found: Mapping[tuple[Any, ...], object],
    opponents: Mapping[int, tuple[_Side, int]],
) -> None:
    """Give each death to its killer, who played for the other side of the match; one query."""
    kinds = {(*key[:4], key[5]): key[4] for key in found}
    for side, killer in lines.filter(killed_by__isnull=False).values_list("side", "killed_by"):
        if side not in opponents:
            continue
        other, spell = opponents[side]
        kind = kinds.get((other.competition or NONE, other.team, spell, killer, ""), PlayerLine.Kind.ROSTER)
        of(other.competition, other.id, other.team, killer, str(kind), "")["kills"] += 1
