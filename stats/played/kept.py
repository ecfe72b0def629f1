"""Figures that take long, kept until something in their league changes, and built again by `manage.py rebuild_figures`.

A wing declares its figure once:

    RECORDS = kept_figure("records", gather)

and reads it by `RECORDS.of(scope)`. ``gather`` gets a scope and returns plain data that can be pickled: ids, numbers,
keys; no names of people, no words, nothing that depends on a reader, a language or the clock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.core.cache import cache

from competitions.models import Competition
from leagues.books import books_of
from leagues.changes import version_of
from leagues.models import League
from stats.played.scope import Scope
from web.preview import is_preview
from web.snapshot_reads import in_snapshot

LONGEST = 7 * 24 * 3600
"""Seconds. What no one asks for any more leaves the cache."""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Figure(Generic[Value]):
    """A figure under its ``name``, and how it is worked out for a scope."""

    name: str
    gather: Callable[[Scope], Value]

    def of(self, scope: Scope) -> Value:
        """The figure at the league's present version: kept, else worked out now."""
        # Outside a snapshot, rows and version may be of different moments; in a preview, of what never comes to be.
        if not in_snapshot() or is_preview():
            return self.gather(scope)
        key = self.key(scope)
        found: tuple[Value] | None = cache.get(key)
        if found is None:
            found = (self.gather(scope),)
            cache.set(key, found, LONGEST)
        return found[0]

    def key(self, scope: Scope) -> str:
        """Under which it is kept."""
        whole = (self.name, scope.league.slug, version_of(scope.league), scope.key)
        return f"figures:{hashlib.sha256(repr(whole).encode()).hexdigest()}"


FIGURES: dict[str, Figure[object]] = {}
"""All kept figures by their names."""


def kept_figure(name: str, gather: Callable[[Scope], Value]) -> Figure[Value]:
    """Declare a kept figure. Raises ValueError for a name that is taken."""
    if name in FIGURES:
        raise ValueError(f"there is a kept figure {name!r} already")
    figure = Figure(name, gather)
    FIGURES[name] = figure  # type: ignore[assignment]
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
    keys = [figure.key(scope) for scope in scopes_of(league) for figure in FIGURES.values()]
    cache.delete_many(keys)
    return len(keys)


def rebuild(league: League) -> int:
    """Work out all figures of a league again; must run in a snapshot. How many."""
    drop(league)
    scopes = list(scopes_of(league))
    for scope in scopes:
        for figure in FIGURES.values():
            figure.of(scope)
    return len(scopes) * len(FIGURES)
