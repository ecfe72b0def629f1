"""Which matches a figure is about: those of a league's whole life, of one season, or of one competition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from leagues.models import League
from matches.models import Match
from rules import editions
from rules.book.book import Book
from rules.book.rows.teams import TeamList


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Matches of a ``league`` by one of its books: all of them, or of one ``season`` or ``competition`` (by row id).

    ``edition`` is the key of the book, empty for the one that the league was created with: figures of different books
    are not mixed. All time includes seasons from imported records. Friendlies belong to no season and no competition;
    they are among all matches only with ``friendlies``.
    """

    league: League
    edition: str = ""
    season: int | None = None
    competition: int | None = None
    friendlies: bool = False

    @property
    def book(self) -> Book:
        """The book by which these matches were played."""
        return editions.edition(self.edition or self.league.ruleset.edition).book

    @property
    def lists(self) -> Mapping[str, TeamList]:
        """The team lists by name: the book's and the league's own. One query for a further book of a league."""
        return self.league.ruleset_for("" if self.of_first_book else self.edition).known_rules().book.lists

    @property
    def of_first_book(self) -> bool:
        """Whether the book is the one that the league was created with."""
        return self.edition in ("", self.league.ruleset.edition)

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from other scopes of any league, for keys of what is kept."""
        edition = "" if self.of_first_book else self.edition
        return (self.league.pk, edition, self.season, self.competition, self.friendlies)

    def matches(self, to: str = "") -> Q:
        """The matches that count, as a condition; ``to`` is the way to the match (``side__match__``)."""
        where: dict[str, object] = {f"{to}league": self.league.pk, f"{to}state__in": Match.PLAYED}
        if self.competition is not None:
            where[f"{to}fixture__round__competition"] = self.competition
        if self.season is not None:
            where[f"{to}fixture__round__competition__season"] = self.season
        if not self.friendlies:
            where[f"{to}fixture__isnull"] = False
        return Q(**where) & self._by_book(to)

    def _by_book(self, to: str) -> Q:
        """Matches known from records have no ruleset of their own: they are those of the league's first book."""
        if not getattr(self.league, "several_books", True):
            return Q()
        if self.of_first_book:
            other = Q(**{f"{to}ruleset__isnull": False}) & ~Q(**{f"{to}ruleset__edition": self.league.ruleset.edition})
            return ~other
        return Q(**{f"{to}ruleset__edition": self.edition})


def whole(league: League, edition: str = "", *, friendlies: bool = False) -> Scope:
    """All that a league has played by one of its books."""
    return Scope(league=league, edition=edition, friendlies=friendlies)
