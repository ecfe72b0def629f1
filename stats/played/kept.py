"""Figures that take long, kept until something in their league changes, and built again by `manage.py rebuild_figures`.

A wing declares its figure once:

    RECORDS = kept_figure("records", gather)

and reads it by `RECORDS.of(scope)`. ``gather`` gets a scope and returns plain data that can be pickled: ids, numbers,
keys; no names of people, no words, nothing that depends on a reader, a language or the clock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.core.cache import cache

from competitions.models import Competition
from leagues.books import books_of
from leagues.changes import version_of
from leagues.models import League
from stats.played.held import Held, held, hold
from stats.played.marks import mark_of, unmark
from stats.played.scope import Scope
from stats.played.signs import Signs, are_known, signs_of
from web.fingerprint import code
from web.preview import is_preview
from web.snapshot_reads import in_snapshot

LONGEST = 7 * 24 * 3600
"""Seconds. What no one asks for any more leaves the cache."""
FEW = 200
"""If more matches changed, it is quicker to read all of them."""
MOST_AHEAD = 16
"""By so many changed matches a figure of one process may be ahead of what is kept for all."""
LIGHT = 50
"""What weighs a figure of which nobody knows the matches (`stats.played.held`)."""
Value = TypeVar("Value")
Grow = Callable[[Scope, Value, AbstractSet[int], AbstractSet[int]], Value | None]


@dataclass(frozen=True, slots=True)
class Figure(Generic[Value]):
    """A figure under its ``name``, and how it is worked out for a scope.

    ``of_matches``: it is worked out from matches alone, so it is the same while their signs are (`stats.played.signs`).
    ``grow`` makes it of an earlier one, of which matches (row ids) changed or are new, and others changed or left; it
    leaves the earlier one as it is, and gives None if all matches must be read again.
    ``goes_back``: it grows from the first match that changed. If that was over, this takes longer than to read the
    figure from the cache, so other processes find it there.
    """

    name: str
    gather: Callable[[Scope], Value]
    of_matches: bool = True
    grow: Grow[Value] | None = None
    goes_back: bool = False

    def of(self, scope: Scope) -> Value:
        """The figure at the league's present version: kept, else worked out now."""
        # Outside a snapshot, rows and version may be of different moments; in a preview, of what never comes to be.
        if not in_snapshot() or is_preview():
            return self.gather(scope)
        place = self._hashed("last", scope)
        mine: Held | None = held(place)
        if not self.of_matches:
            return self._of_version(scope, place, mine)
        key = self._hashed(_digest_of(scope), scope)
        found = self._there(key, mine)
        if found is None:
            signs = signs_of(scope)
            found = self._worked_out(scope, Held(self._hashed(signs.digest, scope), signs, None), place, mine)
        if found is not mine:
            hold(place, found, weight=len(found.signs.matches) if found.signs else 0)
        value: Value = found.value
        return value

    def _of_version(self, scope: Scope, place: str, mine: Held | None) -> Value:
        now = self.key(scope)
        found = self._there(now, mine)
        if found is None:
            found = Held(now, None, self.gather(scope))
            cache.set(now, found, LONGEST)
        if found is not mine:
            hold(place, found, weight=LIGHT)
        value: Value = found.value
        return value

    def _there(self, key: str, mine: Held | None) -> Held | None:
        """What is kept under this key, in this process or for all."""
        if mine is not None and mine.key == key:
            return mine
        found: Held | None = cache.get(key)
        return found

    def _worked_out(self, scope: Scope, now: Held, place: str, mine: Held | None) -> Held:
        """The figure by the signs of ``now``, made of the last one that was kept if few matches changed since.

        What grew by a few new matches stays in this process: another one grows what is kept for all in the same way.
        """
        assert now.signs is not None
        last = self._last(place, mine, now.signs)
        if last is not None and last.signs is not None and self.grow is not None:
            new, gone = now.signs.since(last.signs)
            value = self.grow(scope, last.value, new, gone) if len(new) <= FEW else None
            if value is not None:
                ahead = last.ahead + len((new | gone) - now.signs.going)
                grown = now._replace(value=value, ahead=ahead)
                far = ahead > MOST_AHEAD or self._went_back(last, now.signs)
                return self._for_all(grown, place) if far else grown
        return self._for_all(now._replace(value=self.gather(scope)), place)

    def _last(self, place: str, mine: Held | None, signs: Signs) -> Held | None:
        """The last figure that can grow, of this process or of all.

        Where a match that was over changed, another process may have gone back to it already.
        """
        if self.grow is None:
            return None
        if mine is not None and not self._went_back(mine, signs):
            return mine if _can_grow(mine, signs) else None
        key: str | None = cache.get(place)
        kept: Held | None = cache.get(key) if key is not None and (mine is None or key != mine.key) else None
        last = kept if mine is None or (_can_grow(kept, signs) and not self._went_back(kept, signs)) else mine
        return last if _can_grow(last, signs) else None

    def _went_back(self, last: Held | None, signs: Signs) -> bool:
        """Whether it grows from a match that was over and changed since the ``last`` figure."""
        if not self.goes_back or last is None or last.signs is None:
            return False
        _new, gone = signs.since(last.signs)
        return not gone <= last.signs.going

    def _for_all(self, found: Held, place: str) -> Held:
        """Keep it for all processes."""
        found = found._replace(ahead=0)
        cache.set_many({found.key: found, place: found.key}, LONGEST)
        return found

    def _hashed(self, what: str, scope: Scope) -> str:
        return _hashed(what, self.name, scope.league.slug, code(), mark_of(scope.league), scope.key)

    def key(self, scope: Scope) -> str:
        """Under which it is kept at the league's present version."""
        return _hashed(self.name, scope.league.slug, version_of(scope.league), mark_of(scope.league), scope.key)


def _can_grow(last: Held | None, signs: Signs) -> bool:
    """Whether only matches changed since the ``last`` figure."""
    return last is not None and last.signs is not None and last.signs.around == signs.around


def _digest_of(scope: Scope) -> str:
    """The signs of a scope in a few letters: read once for a version of the league, for all figures of the scope."""
    if are_known(scope):
        return signs_of(scope).digest
    key = _hashed("digest", scope.league.slug, version_of(scope.league), mark_of(scope.league), scope.key)
    found: str | None = cache.get(key)
    if found is None:
        found = signs_of(scope).digest
        cache.set(key, found, LONGEST)
    return found


def _hashed(*parts: object) -> str:
    return f"figures:{hashlib.sha256(repr(parts).encode()).hexdigest()}"


FIGURES: dict[str, Figure[object]] = {}
"""All kept figures by their names."""


def kept_figure(
    name: str,
    gather: Callable[[Scope], Value],
    *,
    of_matches: bool = True,
    grow: Grow[Value] | None = None,
    goes_back: bool = False,
) -> Figure[Value]:
    """Declare a kept figure (`Figure`). Raises ValueError for a name that is taken."""
    if name in FIGURES:
        raise ValueError(f"there is a kept figure {name!r} already")
    figure = Figure(name, gather, of_matches, grow, goes_back)
    FIGURES[name] = figure  # type: ignore[assignment]  # of any value
    return figure


def scopes_of(league: League) -> Iterator[Scope]:
    """Every scope of a league that pages show: by each book all time, each season and each competition."""
    rows = list(Competition.objects.filter(season__league=league).values_list("season", "pk", "edition").order_by("pk"))
    first = league.ruleset.edition
    for place, book in enumerate(books_of(league)):
        edition = "" if place == 0 else book.key
        theirs = [(season, pk) for season, pk, of in rows if (of or first) == book.key]
        for friendlies in (False, True):
            yield Scope(league=league, edition=edition, friendlies=friendlies)
        for season in dict.fromkeys(season for season, _pk in theirs):
            yield Scope(league=league, edition=edition, season=season)
        for _season, pk in theirs:
            yield Scope(league=league, edition=edition, competition=pk)


def drop(league: League) -> None:
    """Forget all kept figures of a league, in every process."""
    unmark(league)


def rebuild(league: League) -> int:
    """Work out all figures of a league again; must run in a snapshot. How many."""
    drop(league)
    scopes = list(scopes_of(league))
    for scope in scopes:
        for figure in FIGURES.values():
            figure.of(scope)
    return len(scopes) * len(FIGURES)
