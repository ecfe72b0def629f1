"""What the pages of opponents are about: teams or coaches, by which book, in which part of the league's life."""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from leagues.books import books_of
from leagues.models import League
from stats.opponents.meetings import COACHES, TEAMS
from stats.played.scope import Scope
from stats.tables.filters import ALL_TIME, LONGEST
from stats.tables.league_parts import Part, parts_of
from web.drawing.choices import Choice, Choices

LONGEST_KEY = 250


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What an address asks for: teams or coaches of a book, in a part of the league's life, and two of them by key.

    Nobody has checked yet whether there is such a season (its number, ``ALL_TIME``, or empty for that of the
    competition, else all time), competition (its public id), or key.
    """

    kind: str = TEAMS
    edition: str = ""
    season: str = ""
    competition: str = ""
    one: str = ""
    other: str = ""

    @property
    def args(self) -> tuple[str, ...]:
        """For the key of a kept page."""
        return astuple(self)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The two, as they stand in its query."""
        return [("one", self.one), ("other", self.other)] if self.one or self.other else []

    @property
    def around(self) -> list[tuple[str, str]]:
        """The rest of its query, but what is so without it."""
        now = [
            ("who", self.kind if self.kind != TEAMS else ""),
            ("book", self.edition),
            ("season", self.season),
            ("competition", self.competition),
        ]
        return [each for each in now if each[1]]

    def address(self) -> str:
        """Its query."""
        query = urlencode([each for each in (*self.around, *self.pairs) if each[1]])
        return f"?{query}" if query else ""


def asked_of(league: League, query: QueryDict) -> Asked:
    """What an address asks for; a choice that does not exist counts as none. One query if there are several books."""
    books = [book.key for book in books_of(league)]
    return Asked(
        kind=COACHES if query.get("who") == COACHES else TEAMS,
        edition=book if (book := query.get("book", "")) in books[1:] else "",
        season=query.get("season", "")[:LONGEST],
        competition=query.get("competition", "")[:LONGEST],
        one=query.get("one", "")[:LONGEST_KEY],
        other=query.get("other", "")[:LONGEST_KEY],
    )


def part_of(league: League, asked: Asked) -> Part:
    """The part of the league's life; all time unless there are such a season or competition. Three queries at most.

    For a competition that does not exist they are asked twice.
    """
    chosen = {"book": asked.edition, "season": asked.season, "competition": asked.competition}
    if not asked.season and not asked.competition:
        chosen["season"] = ALL_TIME
    found = parts_of(league, {name: value for name, value in chosen.items() if value})
    if asked.competition and not asked.season and "competition" not in found.chosen:
        return part_of(league, replace(asked, competition=""))
    return found


def matches_of(part: Part) -> Scope:
    """The matches that count; of all time, friendlies too."""
    return replace(part.scope, friendlies=part.scope.season is None)


def is_known(part: Part, asked: Asked) -> bool:
    """Whether the address asks only for a season and a competition that there are."""
    taken = part.chosen
    season = not asked.season or taken["season"] == asked.season
    return season and taken.get("competition", "") == asked.competition


def named(part: Part) -> str:
    """What the part of the league's life is called; empty for all of it."""
    if part.scope.competition is not None:
        return part.competitions[0].name
    return part.competitions[0].season.name if part.scope.season is not None else ""


def filters(league: League, part: Part, asked: Asked) -> Choices:
    """Teams or coaches, the book, the season and its competition, as far as there is something to choose."""
    books = [("" if place == 0 else book.key, book.name) for place, book in enumerate(books_of(league))]
    seasons = [each for each in part.offered["season"] if each[0] != ALL_TIME]
    competitions = part.offered.get("competition", ())
    found = [Choice("who", _("Who"), [(TEAMS, _("Teams")), (COACHES, _("Coaches"))], asked.kind)]
    if len(books) > 1:
        found.append(Choice("book", _("Book"), books, asked.edition))
    if seasons:
        found.append(Choice("season", _("When"), [(ALL_TIME, _("All time")), *seasons], part.chosen["season"]))
    if len(competitions) > 1:
        taken = part.chosen.get("competition", "")
        found.append(Choice("competition", _("Competition"), [("", _("All")), *competitions], taken))
    return Choices(found)
