"""A competition's table as pages show it: derived from rows, ranked by ``competitions.tables``, kept under a version.

``Competition.standings_version`` is raised in the transaction of every change that the table could show, so what is
kept under a version is never stale, and nothing here is ever written to the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import F

from competitions.lines import Line, line_of
from competitions.models import Competition
from competitions.results import Gathered, gather, scheme_of
from competitions.tables import Points, Result, rank_teams

KEPT_FOR = 7 * 24 * 3600
REVISION = 1
"""To be raised whenever what is kept, or how it is worked out, changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """A competition's table. ``rounds`` are those with a result, ``climb`` each team's points after each of them."""

    lines: tuple[Line, ...]
    tie_breakers: tuple[str, ...]
    played: int
    rounds: tuple[int, ...]
    climb: tuple[tuple[int, tuple[int, ...]], ...]


def standings_of(competition: Competition) -> Standings:
    """One competition's table."""
    return standings_of_all([competition])[competition.pk]


def standings_of_all(competitions: Sequence[Competition]) -> dict[int, Standings]:
    """The tables of several competitions by id: from the cache, the rest with three queries."""
    keys = {cache_key(competition, "standings"): competition for competition in competitions}
    kept: dict[str, Standings] = cache.get_many(keys)
    missing = {key: competition for key, competition in keys.items() if key not in kept}
    if missing:
        gathered = gather([competition.pk for competition in missing.values()])
        fresh = {key: _ranked(competition, gathered[competition.pk]) for key, competition in missing.items()}
        cache.set_many(fresh, KEPT_FOR)
        kept |= fresh
    return {competition.pk: kept[key] for key, competition in keys.items()}


def cache_key(competition: Competition, what: str) -> str:
    """The key of what is derived from a competition's results at its present version.

    By the public id, which is random: an id may come back after a transaction that was rolled back.
    """
    return f"{what}:{REVISION}:{competition.public_id}:{competition.standings_version}"


def results_changed(competitions: Iterable[int]) -> None:
    """Raise the version of these competitions' tables (by id); part of the transaction of every change to them."""
    Competition.objects.filter(pk__in=list(competitions)).update(standings_version=F("standings_version") + 1)


def _ranked(competition: Competition, gathered: Gathered) -> Standings:
    scheme = scheme_of(competition)
    rows = rank_teams(gathered.teams, gathered.results, scheme=scheme, coin_tosses=gathered.coin_tosses)
    rounds = tuple(sorted({result.round for result in gathered.results}))
    return Standings(
        lines=tuple(map(line_of, rows)),
        tie_breakers=scheme.tie_breakers,
        played=sum(result.played for result in gathered.results),
        rounds=rounds,
        climb=tuple((int(row.team), _climb(row.team, row.tally.results, scheme.points, rounds)) for row in rows),
    )


def _climb(team: int | str, results: Iterable[Result], points: Points, rounds: Sequence[int]) -> tuple[int, ...]:
    """A team's points after each round."""
    earned = dict.fromkeys(rounds, 0)
    for result in results:
        earned[result.round] += points.of(result.side_of(team))
    total, climb = 0, []
    for number in rounds:
        total += earned[number]
        climb.append(total)
    return tuple(climb)
