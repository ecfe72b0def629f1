"""The settings of a competition, and which of them cannot change after the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from competitions.models import Trophy
from competitions.models.formats import all_options, formats_by_key
from competitions.ranking.tables import Points, Scheme
from competitions.setup import shape
from competitions.setup.shape import Shape
from competitions.trophies.trophies import written
from leagues import log
from leagues.models import LogEntry
from rules.book.book import Book

SETTINGS = {
    "name": _("name"),
    "legs": _("meetings of each pair"),
    "points": _("points"),
    "tie_breakers": _("tie-breakers"),
    "byes_count": _("whether a bye counts"),
    "cut_lines": _("lines in the table"),
    "played_for": _("the trophy it is played for"),
    "pack": _("the pack for its teams"),
    "league_teams": _("whether teams of the league enter as they are"),
    "conferences": _("names of conferences"),
    "first_deadline": _("first deadline"),
    "round_days": _("days between deadlines"),
    **shape.NAMES,
}
STANDS_FAST = ("legs", "byes_count", "scheduling")
"""The columns that cannot change once a competition has started; before, a change removes drawn fixtures."""


def settled_names() -> tuple[str, ...]:
    """The fields of the settings that cannot change once a competition has started."""
    return (*STANDS_FAST, *TERMS, *(each.name for each in all_options().values() if each.settled_by_draw))


PLANNED = ("first_deadline", "round_days")
"""These are used when fixtures are drawn. From then on the page of deadlines changes them."""
TERMS = ("played_for", "pack")
"""These cannot change then either: the competition's matches are created on these terms, its teams built by them."""


def setting_words(names: Sequence[str], entry: LogEntry) -> str:
    """Columns of a competition under the names of its form."""
    labels = {**SETTINGS, **{each.name: each.label for each in all_options().values()}}
    return ", ".join(str(labels.get(name, name)) for name in names)


log.argument("competition_settings", setting_words)


def usual_points(book: Book) -> dict[str, int]:
    """The points from which a new competition by a book starts; nothing if the book calls none usual."""
    usual = next((scheme for scheme in book.points_schemes if scheme.usual), None)
    return {"win": usual.win, "draw": usual.draw, "loss": usual.loss, "conceded": usual.loss} if usual else {}


def usual_tie_breakers(book: Book) -> tuple[str, ...]:
    """The tie-breakers from which a new competition by a book starts, in their order."""
    usual = next((scheme.tie_breakers for scheme in book.points_schemes if scheme.usual), ())
    return usual or Scheme().tie_breakers


def usual_meetings(book: Book, format_key: str) -> int:
    """How often two teams of a new competition of this format meet, unless a commissioner enters something else.

    A book's number is that of a division, so it is for formats with a table.
    """
    league = book.league_play
    return league.meetings if league is not None and formats_by_key[format_key].ranked_by_table else 1


def with_points(outcomes: Mapping[str, int]) -> dict[str, int]:
    """Points for all outcomes: a bye and a walkover have the points of a win, a forfeit those of a loss."""
    win, loss = outcomes["win"], outcomes["loss"]
    return {**outcomes, "conceded": outcomes.get("conceded", loss), "bye": win, "walkover": win, "forfeit": loss}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The settings that a commissioner enters.

    ``points`` are by outcome and bonus; missing ones have the game's usual values. Without any, and without
    ``tie_breakers``, a new competition has those of its book (``usual_points``). ``conferences`` are names that teams
    can be put into later. Round 1 gets ``first_deadline`` when it is drawn, each later round ``round_days`` more.
    ``pack`` is the checked text of a pack; with ``league_teams`` teams that were not built by it enter too.
    """

    name: str
    legs: int = 1
    points: Mapping[str, int] = field(default_factory=dict)
    tie_breakers: Sequence[str] | None = None
    byes_count: bool = False
    shape: Shape = field(default_factory=Shape)
    played_for: Trophy | None = None
    pack: str = ""
    league_teams: bool = False
    conferences: Sequence[str] = ()
    first_deadline: datetime | None = None
    round_days: int | None = None

    def by(self, book: Book) -> Setup:
        """These settings with what the book usually has where points or tie-breakers were not entered."""
        usual = usual_points(book)
        points = self.points or (with_points(usual) if usual else {})
        return replace(self, points=points, tie_breakers=self.tie_breakers_or(usual_tie_breakers(book)))

    def tie_breakers_or(self, usual: Sequence[str]) -> Sequence[str]:
        """The tie-breakers that were entered, or the usual ones."""
        return usual if self.tie_breakers is None else self.tie_breakers

    def as_columns(self) -> dict[str, Any]:
        """The settings by column of Competition. Creates the row of a major. Raises ValueError as ``Scheme`` does."""
        points, tie_breakers = Points(**self.points), tuple(self.tie_breakers_or(Scheme().tie_breakers))
        Scheme(points=points, tie_breakers=tie_breakers)
        return {
            "name": self.name,
            "legs": self.legs,
            "points": {name: getattr(points, name) for name in Points.__slots__},
            "tie_breakers": list(tie_breakers),
            "byes_count": self.byes_count,
            "conferences": list(self.conferences),
            "first_deadline": self.first_deadline,
            "round_days": self.round_days if self.first_deadline else None,
            "played_for": written(self.played_for) if self.played_for else None,
            "pack": self.pack,
            "league_teams": self.league_teams,
            **self.shape.as_columns(),
        }
