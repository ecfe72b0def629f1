"""Reads the sums of what sides and players did, by competition (`stats.tables.sums`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Case, CharField, Count, F, IntegerField, Max, Q, QuerySet, Sum, Value, When

from matches.models import Match, MatchSide, PlayerLine
from stats.played.coaches import Tenures, with_moments
from stats.played.matches import CONCEDED, DRAWN, WON
from stats.played.scope import Scope
from stats.tables.sums import NOTHING, LineSum, SideSum, Totals, of_spells
from web.prepared import Prepared

NONE = 0
"""Stands for the competition of friendlies."""


def read_sums(scope: Scope, sides: Q, tenures: Tenures) -> dict[int, Totals]:
    """The sums of the sides that ``sides`` allows, by competition; three queries, four with earlier coaches.

    Those of matches in their post-match are apart, under the negative of the competition's row id. Of ``tenures`` only
    who coached before is read.
    """
    allowed = Scope(league=scope.league, edition=scope.edition, friendlies=True).matches("match__") & sides
    tenures = with_moments(tenures, allowed)
    pairs = _pairs(_sides(allowed))
    lines = _lines(allowed, tenures.before)
    done = _deeds(lines).union(_kills(lines), all=True)
    return _sums(pairs, tenures, _line_sums(_figures(lines), done, tenures, pairs))


def sums_of(
    scope: Scope, competitions: Collection[int], matches: Collection[int], tenures: Tenures
) -> dict[int, Totals]:
    """The same of whole competitions and of some matches (row ids); no query for none of either."""
    if not competitions and not matches:
        return defaultdict(lambda: NOTHING)
    if tenures.before or getattr(scope.league, "several_books", True):
        wanted = Q(match__fixture__round__competition__in=competitions) | Q(match__in=matches)
        return read_sums(scope, wanted, tenures)
    given = scope.league.pk, list(competitions), list(matches)
    pairs = _pairs(_sides_of(*given))
    return _sums(pairs, tenures, _line_sums(_lines_of(*given), _deeds_of(*given), tenures, pairs))


@Prepared
def _sides_of(league: int, competitions: Collection[int], matches: Collection[int]) -> QuerySet[MatchSide, Any]:
    return _sides(_among(league, competitions, matches))


@Prepared
def _lines_of(league: int, competitions: Collection[int], matches: Collection[int]) -> QuerySet[PlayerLine, Any]:
    return _figures(_lines(_among(league, competitions, matches), ()))


@Prepared
def _deeds_of(league: int, competitions: Collection[int], matches: Collection[int]) -> QuerySet[PlayerLine, Any]:
    lines = _lines(_among(league, competitions, matches), ())
    return _deeds(lines).union(_kills(lines), all=True)


def sums_of_teams(
    scope: Scope, matches: Collection[int], teams: Collection[int], tenures: Tenures
) -> dict[int, Totals]:
    """The same of some matches, of which only what these teams did is whole; no query without a match."""
    if not matches or tenures.before or getattr(scope.league, "several_books", True):
        return sums_of(scope, (), matches, tenures)
    pairs = _pairs(_sides_of(scope.league.pk, [], list(matches)))
    given = scope.league.pk, list(matches), list(teams)
    return _sums(pairs, tenures, _line_sums(_lines_of_teams(*given), _deeds_of_teams(*given), tenures, pairs))


@Prepared
def _lines_of_teams(league: int, matches: Collection[int], teams: Collection[int]) -> QuerySet[PlayerLine, Any]:
    return _figures(_lines(_among(league, (), matches) & Q(team__in=teams), ()))


@Prepared
def _deeds_of_teams(league: int, matches: Collection[int], teams: Collection[int]) -> QuerySet[PlayerLine, Any]:
    own, every = (_lines(_among(league, (), matches) & which, ()) for which in (Q(team__in=teams), Q()))
    return _deeds(own).union(_kills(every), all=True)


def _among(league: int, competitions: Collection[int], matches: Collection[int]) -> Q:
    wanted = Q(match__fixture__round__competition__in=competitions) | Q(match__in=matches)
    return wanted & Q(match__league=league, match__state__in=Match.PLAYED)


def _sums(pairs: _Pairs, tenures: Tenures, lines: Mapping[int, Sequence[LineSum]]) -> dict[int, Totals]:
    found: dict[int, Totals] = defaultdict(lambda: NOTHING)
    for competition, sums in _side_sums(pairs, tenures).items():
        matches = sum(each.matches for each in sums) // 2
        theirs = lines.get(competition, ())
        plain = [tuple(row) for row in sums], [tuple(row) for row in theirs], of_spells(theirs)
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


_SIDE = ("match", "pk", "team", "score", "casualties", "result", "winnings", "team_value")


def _group(match: str) -> Case:
    """The competition of a match, negative while the match is in its post-match; ``match`` is the way to it."""
    competition = F(f"{match}__fixture__round__competition")
    going = When(**{f"{match}__state": Match.State.POST_MATCH}, then=-competition)
    return Case(going, default=competition, output_field=IntegerField())


def _sides(allowed: Q) -> QuerySet[MatchSide, Any]:
    rows = MatchSide.objects.filter(allowed).order_by()
    return rows.annotate(competition=_group("match")).values_list("competition", *_SIDE)


def _pairs(rows: Iterable[Any]) -> _Pairs:
    by_match: dict[int, list[_Side]] = defaultdict(list)
    for row in rows:
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
KILL = ""
"""Stands for a kill among the keys of deeds: no deed has an empty key."""
_WHO = ("competition", "of_side", "side__team", "player", "kind", "hired")


def _lines(allowed: Q, before: Collection[int]) -> QuerySet[PlayerLine]:
    """The lines of the sides that are allowed. Teams that had coaches ``before`` are told apart side by side."""
    of_side: Any = Value(None, output_field=IntegerField())
    if before:
        of_side = Case(When(side__team__in=list(before), then=F("side")), default=None)
    lines = PlayerLine.objects.filter(side__in=MatchSide.objects.filter(allowed).order_by().values("pk")).order_by()
    return lines.annotate(
        competition=_group("side__match"),
        of_side=of_side,
        hired=Case(When(player__isnull=True, then=F("name")), default=Value(""), output_field=_TEXT),
    )


def _figures(lines: QuerySet[PlayerLine]) -> QuerySet[PlayerLine, Any]:
    """The sums of lines."""
    return lines.values_list(*_WHO, "position", "number").annotate(
        last=Max("pk"),
        times=Count("pk"),
        earned=Sum("spp"),
        deaths=Count("pk", filter=Q(died=True)),
        injured=Count("pk", filter=~Q(injuries=[])),
    )


def _deeds(lines: QuerySet[PlayerLine]) -> QuerySet[PlayerLine, Any]:
    """The sums of their deeds."""
    done = lines.filter(deeds__isnull=False).values_list(*_WHO, "deeds__key")
    return done.annotate(times=Sum("deeds__count"))


def _kills(lines: QuerySet[PlayerLine]) -> QuerySet[PlayerLine, Any]:
    """Those of them who were killed, each as a deed of their killer."""
    kill, once = Value(KILL, output_field=_TEXT), Value(1, output_field=IntegerField())
    killed = lines.filter(killed_by__isnull=False)
    return killed.values_list("competition", "side", "side__team", "killed_by", "kind", "hired", kill, once)


def _line_sums(rows: Iterable[Any], done: Iterable[Any], tenures: Tenures, pairs: _Pairs) -> dict[int, list[LineSum]]:
    """The sums of lines by competition. Hired players are told apart by their names."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}

    def of(competition: int | None, side: int | None, team: int, *who: Any) -> dict[str, Any]:
        spell = tenures.spell(side, team) if side is not None else 0
        key = (competition or NONE, team, spell, *who)
        return found.setdefault(key, {"last": 0, "figures": [0, 0, 0, 0], "kills": 0, "deeds": {}, "line": ("", None)})

    for *who, position, number, last, matches, points, died, hurt in rows:
        each = of(*who)
        each["figures"] = [
            one + (more or 0) for one, more in zip(each["figures"], (matches, points, died, hurt), strict=True)
        ]
        if last > each["last"]:
            each["last"], each["line"] = last, (position, number)
    killers: list[tuple[int, int]] = []
    for *who, key, count in done:
        if key == KILL:
            killers.append((who[1], who[3]))
        else:
            deeds = of(*who)["deeds"]
            deeds[key] = deeds.get(key, 0) + count
    _add_kills(killers, of, found, {own.id: (other, tenures.spell(other.id, other.team)) for own, other in pairs})
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
    killers: Iterable[tuple[int, int]],
    of: Callable[..., dict[str, Any]],
    found: Mapping[tuple[Any, ...], object],
    opponents: Mapping[int, tuple[_Side, int]],
) -> None:
    """Give each death to its killer, who played for the other side of the match; ``killers`` by the victims' sides."""
    kinds = {(*key[:4], key[5]): key[4] for key in found}
    for side, killer in killers:
        if side not in opponents:
            continue
        other, spell = opponents[side]
        kind = kinds.get((other.competition or NONE, other.team, spell, killer, ""), PlayerLine.Kind.ROSTER)
        of(other.competition, other.id, other.team, killer, str(kind), "")["kills"] += 1
