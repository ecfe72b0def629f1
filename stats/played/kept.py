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
from stats.played.scope import Scope
from stats.played.signs import Signs, signs_of
from web.fingerprint import code
from web.preview import is_preview
from web.snapshot_reads import in_snapshot

LONGEST = 7 * 24 * 3600
"""Seconds. What no one asks for any more leaves the cache."""
FEW = 200
"""If more matches changed, it is quicker to read all of them."""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Figure(Generic[Value]):
    """A figure under its ``name``, and how it is worked out for a scope.

    ``of_matches``: it is worked out from matches alone, so it is the same while their signs are (`stats.played.signs`).
    ``grow`` makes it of an earlier one, of which matches (row ids) changed or are new, and others changed or left.
    """

    name: str
    gather: Callable[[Scope], Value]
    of_matches: bool = True
    grow: Callable[[Scope, Value, AbstractSet[int], AbstractSet[int]], Value] | None = None

    def of(self, scope: Scope) -> Value:
        """The figure at the league's present version: kept, else worked out now."""
        # Outside a snapshot, rows and version may be of different moments; in a preview, of what never comes to be.
        if not in_snapshot() or is_preview():
            return self.gather(scope)
        now = self.key(scope)
        if not self.of_matches:
            return self._found(now, lambda: self.gather(scope))
        key: str | None = cache.get(now)
        if key is not None:
            return self._found(key, lambda: self.gather(scope))
        signs, last = signs_of(scope), self._hashed("last", scope)
        key = self._hashed(signs.digest, scope)
        value = self._found(key, lambda: self._grown(scope, signs, cache.get(last)))
        cache.set_many({now: key, last: (key, signs)}, LONGEST)
        return value

    def _found(self, key: str, gather: Callable[[], Value]) -> Value:
        found: tuple[Value] | None = cache.get(key)
        if found is None:
            found = (gather(),)
            cache.set(key, found, LONGEST)
        return found[0]

    def _grown(self, scope: Scope, signs: Signs, last: tuple[str, Signs] | None) -> Value:
        """The figure, made of the last one that was kept if few matches changed since."""
        if self.grow is None or last is None or last[1].around != signs.around:
            return self.gather(scope)
        old = last[1].matches
        new = {match for match, sign in signs.matches.items() if old.get(match) != sign}
        gone = {match for match, sign in old.items() if signs.matches.get(match) != sign}
        there: tuple[Value] | None = cache.get(last[0]) if len(new) <= FEW else None
        return self.gather(scope) if there is None else self.grow(scope, there[0], new, gone)

    def _hashed(self, what: str, scope: Scope) -> str:
        return _hashed(what, self.name, scope.league.slug, code(), scope.key)

    def key(self, scope: Scope) -> str:
        """Under which it is kept at the league's present version."""
        return _hashed(self.name, scope.league.slug, version_of(scope.league), scope.key)

    def keys(self, scope: Scope) -> list[str]:
        """All keys under which it is kept."""
        now = self.key(scope)
        found: str | None = cache.get(now) if self.of_matches else None
        return [now, *([found, self._hashed("last", scope)] if found is not None else [])]


def _hashed(*parts: object) -> str:
    return f"figures:{hashlib.sha256(repr(parts).encode()).hexdigest()}"


FIGURES: dict[str, Figure[object]] = {}
"""All kept figures by their names."""


def kept_figure(
    name: str,
    gather: Callable[[Scope], Value],
    *,
    of_matches: bool = True,
    grow: Callable[[Scope, Value, AbstractSet[int], AbstractSet[int]], Value] | None = None,
) -> Figure[Value]:
    """Declare a kept figure (`Figure`). Raises ValueError for a name that is taken."""
    if name in FIGURES:
        raise ValueError(f"there is a kept figure {name!r} already")
    figure = Figure(name, gather, of_matches, grow)
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


def drop(league: League) -> int:
    """Forget all kept figures of a league at its present version; how many there can be."""
    figures = [(figure, scope) for scope in scopes_of(league) for figure in FIGURES.values()]
    cache.delete_many([key for figure, scope in figures for key in figure.keys(scope)])
    return len(figures)


def rebuild(league: League) -> int:
    """Work out all figures of a league again; must run in a snapshot. How many."""
    drop(league)
    scopes = list(scopes_of(league))
    for scope in scopes:
        for figure in FIGURES.values():
            figure.of(scope)
    return len(scopes) * len(FIGURES)
