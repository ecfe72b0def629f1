"""Where each team stood after each round, kept so that a result costs only the tables of its round and of later ones.

The places are kept with a sign of each round: everything that was counted of it. The next reading compares these signs
with those of now, and ranks the rounds from the first one that differs. If other teams, lots or adjustments count, or
if results are ranked in another way, it ranks all rounds again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.cache import cache

from competitions.cache_keys import CACHE_SECONDS
from competitions.models import Competition
from competitions.ranking.accounts import add_results
from competitions.ranking.lines import Line
from competitions.ranking.tables import Place, Result, Scheme, places_in
from competitions.standings.kept_accounts import Counted, counted_again, without_from
from competitions.standings.kept_back import keep, last_kept
from competitions.standings.results import scheme_of
from competitions.standings.standings import Standings, cache_key, ranked

Places = dict[int, tuple[tuple[int | None, ...], tuple[str, ...]]]
"""For each team, in the order of the table: where its line stood after each round, and the place as it is written."""
Table = Sequence[Line] | Sequence[Place]
"""The lines of a table, or where its teams stand."""
KEPT = "places"
"""The first word of their key in the cache."""


class Kept(NamedTuple):
    """Places by what all tables are ``made_for``, with the ``signs`` of the rounds in their order."""

    made_for: tuple[Any, ...]
    signs: tuple[str, ...]
    places: Places


def places_by_round(competition: Competition) -> Places:
    """The places after each round with a result, by the results known today: from the cache, else with five queries.

    Then the table is in the cache too. A team that is in the table now has had a place in every round, unless it had
    no rank.
    """
    key = cache_key(competition, "places-by-round")
    cached: Places | None = cache.get(key)
    if cached is None:
        scheme = scheme_of(competition)
        counted = counted_again(competition)
        table = cache_key(competition, "standings")
        now: Standings | None = cache.get(table)  # the request that made the result has drawn it
        new = {table: ranked(scheme, counted.gathered, counted.accounts)} if now is None else {}
        cached = _places(competition, counted, scheme, now or new[table])
        cache.set_many({key: cached, **new}, CACHE_SECONDS)
    return cached


def _places(competition: Competition, counted: Counted, scheme: Scheme, now: Standings) -> Places:
    gathered, rounds = counted.gathered, now.rounds
    adjusted = sorted((each.round, each.team, each.points) for each in gathered.adjustments)
    made_for = (scheme, sorted(gathered.teams), sorted(gathered.coin_tosses.items()), counted.void, adjusted)
    signs = tuple(_sign(counted, number) for number in rounds)
    kept: Kept | None = last_kept(KEPT, [competition]).get(competition.pk)
    if kept is None or kept.made_for != made_for:
        kept = Kept(made_for, (), {})
    same, most = 0, min(len(signs) - 1, len(kept.signs))  # the last table is there: it gives the order
    while same < most and signs[same] == kept.signs[same]:
        same += 1
    found = _with(kept.places, same, _tables(competition, counted, scheme, now, rounds[same:]))
    keep(KEPT, {competition: Kept(made_for, signs, found)})
    return found


def _sign(counted: Counted, number: int) -> str:
    """All that is counted of a round, in a few letters."""
    passing = sorted(repr(each) for each in counted.passing if each.round == number)
    return hashlib.sha256(repr((number, counted.signs.get(number), passing)).encode()).hexdigest()


def _tables(
    competition: Competition, counted: Counted, scheme: Scheme, now: Standings, rounds: Sequence[int]
) -> list[Table]:
    """The tables after these rounds, the last ones with a result. ``now`` has all adjustments, later ones too."""
    gathered, last = counted.gathered, now.rounds[-1] if now.rounds else 0
    whole = all(each.round <= last for each in gathered.adjustments)
    if whole and len(rounds) <= 1:
        return [now.lines] * len(rounds)
    by_round: dict[int, list[Result]] = {number: [] for number in rounds}
    accounts, later = without_from(competition, counted, rounds[0]) if rounds else (counted.accounts, [])
    for result in later:
        by_round[result.round].append(result)
    found: list[Table] = []
    for number in rounds:
        if number == last and whole:
            found.append(now.lines)
            continue
        add_results(accounts, by_round[number], scheme.points)
        found.append(places_in(gathered.after(number).book(accounts), scheme))
    return found


def _with(before: Places, same: int, tables: Sequence[Table]) -> Places:
    """The places of the first ``same`` rounds and those in the tables after the others, in the order of the last."""
    found = {team: (list(lanes[:same]), list(shown[:same])) for team, (lanes, shown) in before.items()}
    for table in tables:
        for lane, line in enumerate(table, start=1):
            lanes, shown = found.setdefault(int(line.team), ([], []))
            lanes.append(lane if line.rank else None)
            shown.append(str(line.rank) if line.rank else "–")
    order = [int(line.team) for line in tables[-1]] if tables else []
    return {team: (tuple(found[team][0]), tuple(found[team][1])) for team in order}
