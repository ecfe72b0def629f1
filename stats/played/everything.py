"""All matches of a scope, kept: what ratings, opponents and coaches are worked out from."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from stats.played.coaches import UNHANDED
from stats.played.kept import kept_figure
from stats.played.matches import PlayedMatch, matches_among, matches_in
from stats.played.scope import Scope
from stats.played.signs import signs_of
from web.snapshot_reads import in_snapshot

Matches = tuple[PlayedMatch, ...]


def _gather(scope: Scope) -> Matches:
    return _without_friendlies(scope) if _is_part(scope) else _read(scope)


def _is_part(scope: Scope) -> bool:
    """Whether its matches are all of a book but for friendlies: what other pages keep, too."""
    return not scope.friendlies and scope.season is None and scope.competition is None


def _without_friendlies(scope: Scope) -> Matches:
    return tuple(each for each in PLAYED.of(replace(scope, friendlies=True)) if each.competition is not None)


def _read(scope: Scope) -> Matches:
    return matches_in(scope, None, UNHANDED if _unhanded(scope) else None)


def _some(scope: Scope, matches: AbstractSet[int]) -> Matches:
    """These matches of a scope."""
    every = replace(scope, season=None, competition=None, friendlies=True)
    return matches_among(every, list(matches), UNHANDED if _unhanded(scope) else None)


def _unhanded(scope: Scope) -> bool:
    return in_snapshot() and not signs_of(scope).handed


def _grow(scope: Scope, before: Matches, new: AbstractSet[int], gone: AbstractSet[int]) -> Matches:
    if _is_part(scope):
        return _without_friendlies(scope)
    found = [match for match in before if match.id not in gone]
    for match in _some(scope, new) if new else ():
        insort(found, match, key=lambda each: each.place)
    return tuple(found)


PLAYED = kept_figure("played", _gather, grow=_grow)


def settled_among(scope: Scope, matches: Sequence[PlayedMatch]) -> int:
    """How many of the first of these matches of a scope are over: those before the first that is in its post-match.

    What was worked out after so many stays as it is, unless one of them is corrected. All of them outside a snapshot.
    """
    if not in_snapshot():
        return len(matches)
    going = signs_of(scope).going
    return next((place for place, match in enumerate(matches) if match.id in going), len(matches))
