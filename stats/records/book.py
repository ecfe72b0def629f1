"""The records of a scope, worked out from all its matches and lines, and kept until the league changes.

Each is known by a key: what it is about (`MATCH`, `SEASON`, `SUM`), a colon, and what is counted. `stats.records.kinds`
has their names. A match that was conceded before kick-off is no part of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from stats.played.everything import PLAYED, settled_among
from stats.played.kept import kept_figure
from stats.played.lines import PlayedLine, lines_in, lines_of
from stats.played.scope import Scope, whole
from stats.played.signs import signs_of
from stats.records.brought import Brought
from stats.records.corrected import corrected
from stats.records.run import LEGEND, SEASON, SUM, Known, Run
from stats.records.succession import Record
from web.snapshot_reads import in_snapshot

Records = tuple[Record, ...]


def records_in(scope: Scope, team_list: str = "") -> Records:
    """All records of a scope; of one team list, those of its teams. Four queries, five with earlier coaches."""
    found = Run(scope.book, all_time=_all_time(scope), team_list=team_list)
    found.take(PLAYED.of(scope), lines_in(scope))
    return tuple(found.records())


class Kept(NamedTuple):
    """Records with their signs by key, and what was known after the first matches, which are ``settled``: what each of
    them brought, by row id in their order."""

    records: Records
    signs: Mapping[str, str]
    settled: Mapping[int, Brought]
    known: Known


def _gather(scope: Scope) -> Kept:
    if _is_whole(scope):
        return _of_part(RECORDS.of(whole(scope.league, scope.edition)))
    return _after(scope, {}, Run(scope.book, all_time=_all_time(scope), tells=True))


def _is_whole(scope: Scope) -> bool:
    """Whether a season or a competition has all matches of its book."""
    every = whole(scope.league, scope.edition)
    return not _all_time(scope) and in_snapshot() and signs_of(scope).matches == signs_of(every).matches


def _of_part(every: Kept) -> Kept:
    """What is kept of all matches, as it is of a season or a competition: nothing is told of seasons and legends."""

    def is_there(key: str) -> bool:
        return not key.startswith(f"{SEASON}:") and key != f"{SUM}:{LEGEND}"

    known = Known(
        {key: each for key, each in every.known.found.items() if is_there(key)},
        {key: each for key, each in every.known.sums.items() if is_there(key)},
        set(),
    )
    signs = {key: each for key, each in every.signs.items() if is_there(key)}
    return Kept(tuple(each for each in every.records if is_there(each.key)), signs, every.settled, known)


def _grow(scope: Scope, before: Kept, new: AbstractSet[int], gone: AbstractSet[int]) -> Kept | None:
    if _is_whole(scope):
        return _gather(scope)
    matches = PLAYED.of(scope)
    first = matches[: len(before.settled)]
    if [match.id for match in first] != list(before.settled) or settled_among(scope, matches) < len(first):
        return None
    known, settled = before.known, before.settled
    if again := [match for match in first if match.id in new]:
        found = corrected(scope, first, again, settled, known, all_time=_all_time(scope))
        if found is None:
            return None
        known, settled = found
    run = Run(scope.book, all_time=_all_time(scope), known=known.copy(), tells=True)
    return _after(scope, settled, run, before)


def _after(scope: Scope, known: Mapping[int, Brought], run: Run, before: Kept | None = None) -> Kept:
    """The records after all matches of a scope, by a run that knows the first ones."""
    matches = PLAYED.of(scope)
    until = settled_among(scope, matches)
    rest = matches[len(known) :]
    lines: Sequence[PlayedLine] = lines_in(scope) if rest and not known else ()
    if rest and known:
        lines = lines_of(scope, {match.id for match in rest})
    run.take(matches[len(known) : until], lines)
    settled, brought = run.known, {**known, **run.brought}
    if until < len(matches):
        run = Run(scope.book, all_time=_all_time(scope), known=settled.copy())
        run.take(matches[until:], lines)
    records, same = tuple(run.records()), {each.key: each for each in before.records} if before is not None else {}
    signs = {
        each.key: before.signs[each.key] if before is not None and same.get(each.key) == each else each.sign
        for each in records
    }
    return Kept(records, signs, brought, settled)


def _all_time(scope: Scope) -> bool:
    return scope.season is None and scope.competition is None


RECORDS = kept_figure("records", _gather, grow=_grow, goes_back=True)


def records_of(scope: Scope, team_list: str = "") -> Records:
    """The same, kept for all team lists together."""
    return records_in(scope, team_list) if team_list else RECORDS.of(scope).records


def signs_of_records(scope: Scope, team_list: str = "") -> Mapping[str, str]:
    """Their signs by key, as far as they are kept."""
    return {} if team_list else RECORDS.of(scope).signs
