"""Proves that tables of statistics say what was played: their sums equal the sums over matches and lines.

Both ways are worked out from the same rows, but differently: tables by competition, with what is kept; here at once by
the database, with no cache.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from django.db.models import Count, Q, Sum

from leagues.models import League
from matches.models import Deed, MatchSide, PlayerLine
from stats.played.kept import scopes_of
from stats.played.matches import DRAWN, WON
from stats.played.scope import Scope
from stats.tables.kept_sums import totals_in
from stats.tables.measures import KINDS, OF_SIDES, PLAYERS, STARS
from stats.tables.page import Statistics
from stats.tables.rows import STAR, Row
from stats.tables.sums import Together, Totals
from stats.tables.wanted import Wanted

Sums = Counter[str]


def differences(league: League) -> list[str]:
    """What differs, in words; empty if nothing does."""
    return [difference for scope in scopes_of(league) for difference in _in_scope(scope)]


def _in_scope(scope: Scope) -> Iterator[str]:
    due = _due(scope)
    totals = totals_in(scope)
    yield from _unequal(scope, "sums", due, _of_totals(totals))


def differences_on_pages(league: League) -> Iterator[str]:
    """The same for the tables as all time shows them: their rows add up to the sums of the lines that belong there."""
    for kind in KINDS:
        page = Statistics(league, Wanted(kind=kind, chosen={"season": "all"}))
        lines = [line for line in page.totals.lines if _is_in(kind, line.player, line.kind)]
        shown = _of_rows(page.rows.data, sides=kind in OF_SIDES)
        due = _of_totals(Totals(page.totals.sides if kind in OF_SIDES else (), lines, (), 0))
        for name in ("lines", *(() if kind in OF_SIDES else ("matches",))):
            due.pop(name, None)
            shown.pop(name, None)
        yield from _unequal(page.part.scope, f"rows of {kind}", due, shown)


def _is_in(kind: str, player: int | None, of: str) -> bool:
    if kind == PLAYERS:
        return player is not None
    return of == STAR if kind == STARS else True


def _due(scope: Scope) -> Sums:
    """By the database, from matches, lines and deeds."""
    sides = MatchSide.objects.filter(scope.matches("match__")).order_by()
    lines = PlayerLine.objects.filter(scope.matches("side__match__")).order_by()
    deeds = Deed.objects.filter(scope.matches("line__side__match__")).order_by()
    of_sides = sides.aggregate(
        sides=Count("pk"),
        matches=Count("match", distinct=True),
        won=Count("pk", filter=Q(result=WON)),
        drawn=Count("pk", filter=Q(result=DRAWN)),
        score=Sum("score"),
        hurt=Sum("casualties"),
        gold=Sum("winnings"),
    )
    of_lines = lines.aggregate(
        lines=Count("pk"),
        points=Sum("spp"),
        died=Count("pk", filter=Q(died=True)),
        kills=Count("pk", filter=Q(killed_by__isnull=False)),
    )
    of_deeds = dict(deeds.values_list("key").annotate(Sum("count")))
    return +Counter({**_without_none(of_sides), **_without_none(of_lines), **_named(of_deeds)})


def _without_none(found: dict[str, int | None]) -> dict[str, int]:
    return {name: figure or 0 for name, figure in found.items()}


def _named(deeds: dict[str, int]) -> dict[str, int]:
    return {f"deed {key}": count for key, count in deeds.items()}


def _of_totals(totals: Totals | Together) -> Sums:
    found: Sums = Counter(matches=totals.matches)
    for side in totals.sides:
        found.update(
            sides=side.matches,
            won=side.won,
            drawn=side.drawn,
            score=side.scored,
            hurt=side.casualties,
            gold=side.winnings,
        )
    for line in totals.lines:
        found.update(lines=line.matches, points=line.points, died=line.died, kills=line.kills)
        found.update(_named(dict(line.deeds)))
    return +found


def _of_rows(rows: Iterable[Row], *, sides: bool) -> Sums:
    found: Sums = Counter()
    for row in rows:
        found.update(points=row.points, died=row.died, kills=row.kills, **_named(row.deeds))
        if sides:
            found.update(
                sides=row.matches,
                won=row.won,
                drawn=row.drawn,
                score=row.scored,
                hurt=row.casualties,
                gold=row.winnings,
            )
    return +found


def _unequal(scope: Scope, what: str, due: Sums, shown: Sums) -> Iterator[str]:
    for name in sorted({*due, *shown}):
        if due[name] != shown[name]:
            yield f"{where(scope)}: {what} have {name} {shown[name]:,}, by the lines {due[name]:,}"


def where(scope: Scope) -> str:
    """A scope for messages, by the ids of its rows."""
    part = f"competition {scope.competition}" if scope.competition else f"season {scope.season}" if scope.season else ""
    more = ", with friendlies" if scope.friendlies else ""
    return f"{scope.league.name}, {scope.book.key}, {part or 'all time'}{more}"
