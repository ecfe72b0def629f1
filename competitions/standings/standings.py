"""A competition's table, worked out from stored rows, ranked by ``competitions.ranking.tables`` and cached.

Every change that the table could show raises ``Competition.standings_version`` in its transaction. The cache uses that
version in its keys, so it is never stale. Nothing here writes to the database.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db import transaction
from django.db.models import F

from competitions.cache_keys import CACHE_SECONDS, key_of
from competitions.extensions import past_known, results_known
from competitions.models import Competition
from competitions.ranking.accounts import Accounts
from competitions.ranking.lines import Line, line_of, packed, unpacked
from competitions.ranking.tables import Row, Scheme, rank_book
from competitions.ranking.tallies import Adjustment, Key
from competitions.standings.kept_accounts import (
    Counted,
    counted_after,
    counted_before,
    counted_of_all,
    hold_counted,
    sign_before,
)
from competitions.standings.kept_back import keep, kept_now, last_kept
from competitions.standings.results import Gathered, gather, scheme_of
from notices.telling import follow_at_end


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """A competition's table. ``rounds`` are those with a result, ``climb`` the points of each team after each of them.

    ``conferences`` has the lines of each conference by its name, ranked within it by all results; the name is empty for
    teams without one.
    """

    lines: tuple[Line, ...]
    tie_breakers: tuple[str, ...]
    played: int
    rounds: tuple[int, ...]
    climb: tuple[tuple[int, tuple[int, ...]], ...]
    conferences: tuple[tuple[str, tuple[Line, ...]], ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """For the cache, which gets and reads a table in a fraction of the time if it is plain data."""
        conferences = tuple((name, packed(lines)) for name, lines in self.conferences)
        return _again, (packed(self.lines), self.tie_breakers, self.played, self.rounds, self.climb, conferences)


def _again(
    lines: Sequence[tuple[Any, ...]],
    tie_breakers: tuple[str, ...],
    played: int,
    rounds: tuple[int, ...],
    climb: tuple[tuple[int, tuple[int, ...]], ...],
    conferences: Sequence[tuple[str, Sequence[tuple[Any, ...]]]],
) -> Standings:
    return Standings(
        lines=unpacked(lines),
        tie_breakers=tie_breakers,
        played=played,
        rounds=rounds,
        climb=climb,
        conferences=tuple((name, unpacked(each)) for name, each in conferences),
    )


def standings_of(competition: Competition) -> Standings:
    """One competition's table."""
    return standings_of_all([competition])[competition.pk]


def standings_of_all(competitions: Sequence[Competition]) -> dict[int, Standings]:
    """The tables of several competitions by id: what is kept, the rest with four queries."""
    found: dict[int, Standings] = kept_now("standings", competitions)
    if missing := [competition for competition in competitions if competition.pk not in found]:
        counted = counted_of_all(missing)
        hold_counted({each: counted[each.pk] for each in missing})
        found |= {each.pk: ranked(scheme_of(each), *counted[each.pk][:2]) for each in missing}
        tables = {cache_key(each, "standings"): found[each.pk] for each in missing}
        climbs = {cache_key(each, CLIMBS): _climbs(each, found[each.pk], counted[each.pk]) for each in missing}
        cache.set_many({**tables, **climbs}, CACHE_SECONDS)
    return {competition.pk: found[competition.pk] for competition in competitions}


def cache_key(competition: Competition, what: str) -> str:
    """The cache key of something worked out from a competition's results at their current version.

    It uses the public id, which is random: a row's id may be used again after a rollback.
    """
    return key_of(what, competition.public_id, competition.standings_version)


def results_changed(competitions: Iterable[int]) -> None:
    """Raise the version of these competitions' tables (by id); part of the transaction of every change to them."""
    found = list(competitions)
    Competition.objects.filter(pk__in=found).update(standings_version=F("standings_version") + 1)
    for competition in found:
        follow_at_end(Competition._meta.label, competition)
    transaction.on_commit(lambda: results_known.call(found), robust=True)
    transaction.on_commit(lambda: past_known.call(found, ()), robust=True)


def standings_after(competition: Competition, number: int) -> Standings:
    """A competition's table after a round, by the results known today: from the cache, else with five queries."""
    key = cache_key(competition, f"standings-after-{number}")
    cached: Standings | None = cache.get(key)
    if cached is None:
        cached = ranked(scheme_of(competition), *counted_after(competition, number))
        cache.set(key, cached, CACHE_SECONDS)
    return cached


def fresh_standings_of(competition: Competition) -> Standings:
    """The table from the database alone, inside a transaction that has changed results but not yet the version."""
    return ranked_by(scheme_of(competition), gather([competition.pk])[competition.pk])


def standings_by(competition: Competition, scheme: Scheme) -> Standings:
    """The table by another scheme, which is not cached."""
    if scheme == scheme_of(competition):
        return standings_of(competition)
    return ranked_by(scheme, gather([competition.pk])[competition.pk])


def ranked_by(scheme: Scheme, gathered: Gathered) -> Standings:
    """The table made from gathered results."""
    return ranked(scheme, gathered, gathered.accounts(scheme.points))


def ranked(scheme: Scheme, gathered: Gathered, accounts: Accounts) -> Standings:
    """The table made from what each team has, by the points of the scheme."""
    book = gathered.book(accounts)
    rows = rank_book(book, scheme)
    rounds = tuple(sorted({entry[1] for account in accounts.values() for entry in account.log}))
    adjustments: dict[int, list[Adjustment]] = defaultdict(list)
    for adjustment in gathered.adjustments:
        adjustments[int(adjustment.team)].append(adjustment)
    return Standings(
        lines=tuple(map(line_of, rows)),
        tie_breakers=scheme.tie_breakers,
        played=sum(row.tally.played for row in rows) // 2,
        rounds=rounds,
        climb=tuple((int(row.team), _climb(row, rounds, adjustments[int(row.team)])) for row in rows),
        conferences=tuple(
            (name, tuple(map(line_of, rank_book(book, scheme, only=teams)))) for name, teams in gathered.by_conference()
        ),
    )


def _climb(row: Row, rounds: Sequence[int], adjustments: Iterable[Adjustment]) -> tuple[int, ...]:
    """A team's points after each round; an adjustment counts from its own round on, or the next one with a result."""
    earned = dict.fromkeys(rounds, 0)
    for _order, number, _key, _letter, points, _value in row.tally.log:
        earned[number] += points
    for adjustment in adjustments if rounds else ():
        earned[next((number for number in rounds if number >= adjustment.round), rounds[-1])] += adjustment.points
    return tuple(accumulate(earned.values()))


Climbs = dict[int, int]
"""How many places each team rose in the latest round, by its id; less than 0 if it fell, left out if unknown."""
CLIMBS = "climbs"


def climbs_of(competition: Competition) -> Climbs:
    """Who rose and fell in the latest round: from the cache, to which reading the table adds it."""
    found: Climbs | None = cache.get(cache_key(competition, CLIMBS))
    if found is None:
        counted = counted_of_all([competition])[competition.pk]
        found = _climbs(competition, ranked(scheme_of(competition), *counted[:2]), counted)
        cache.set(cache_key(competition, CLIMBS), found, CACHE_SECONDS)
    return found


def _climbs(competition: Competition, now: Standings, counted: Counted) -> Climbs:
    """The difference of the places before and after the latest round."""
    if len(now.rounds) < 2:
        return {}
    places = _places_before(competition, counted, *now.rounds[-2:])
    return {
        int(line.team): places[line.team] - place
        for place, line in enumerate(now.lines)
        if line.rank is not None and line.team in places
    }


BEFORE = "places-before"
"""The first word in the cache of the places before the latest round, which its results do not change."""


class Before(NamedTuple):
    """These places, with the ``signs`` of all that they depend on."""

    signs: str
    places: dict[Key, int]


def _places_before(competition: Competition, counted: Counted, before: int, latest: int) -> dict[Key, int]:
    """The place of each team with a rank after the round before the latest: worked out once for the latest round."""
    sign = sign_before(competition, counted, before)
    known: Before | None = last_kept(BEFORE, [competition]).get(competition.pk)
    if known is not None and known.signs == sign:
        return known.places
    gathered, accounts = counted_before(competition, counted, latest, before)
    rows = rank_book(gathered.book(accounts), scheme_of(competition))
    places = {row.team: place for place, row in enumerate(rows) if row.rank is not None}
    keep(BEFORE, {competition: Before(sign, places)})
    return places
