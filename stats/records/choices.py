"""What a reader can choose above the records: book, season, competition, team list. A wrong choice counts as none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from competitions.models import Competition
from competitions.models.bracket_names import Rounds
from leagues.models import League
from rules.book.book import Book
from stats.played.everything import PLAYED
from stats.played.scope import Scope
from stats.tables.filters import ALL_TIME, LONGEST
from stats.tables.league_parts import Part, parts_of
from web.drawing.choices import Choice

NAMES = ("book", "season", "competition", "list")


def read(query: QueryDict, *more: str) -> dict[str, str]:
    """The choices in an address, with ``more`` of a page, as far as they have a length that names have."""
    found = {name: query.get(name, "") for name in (*NAMES, *more)}
    return {name: value for name, value in found.items() if value and len(value) <= LONGEST and "\0" not in value}


@dataclass(frozen=True)
class Chosen:
    """What was chosen of a league, worked out when it is first asked for. Without a choice it is all time."""

    league: League
    asked: Mapping[str, str]

    @cached_property
    def part(self) -> Part:
        """The part of the league's life; one query."""
        asked = {name: value for name, value in self.asked.items() if name != "list"}
        if "competition" not in asked:
            asked.setdefault("season", ALL_TIME)
        return parts_of(self.league, asked)

    @property
    def scope(self) -> Scope:
        """The matches, without friendlies."""
        return self.part.scope

    @property
    def book(self) -> Book:
        """The book of these matches."""
        return self.scope.book

    @cached_property
    def lists(self) -> Sequence[str]:
        """The team lists that played, and the one in the address if the book has it: its records may be empty."""
        played = {side.team_list for match in PLAYED.of(self.scope) for side in match.sides if side.team_list}
        return sorted(played | ({self.asked.get("list", "")} & self.book.lists.keys()))

    @property
    def team_list(self) -> str:
        """The chosen team list; empty for all."""
        asked = self.asked.get("list", "")
        return asked if asked and asked in self.lists else ""

    @property
    def seasons(self) -> Mapping[int, str]:
        """The names of the seasons in the part by row id."""
        return {each.season.pk: each.season.name for each in self.part.competitions}

    @property
    def competitions(self) -> Mapping[int, Competition]:
        """The competitions in the part by row id."""
        return {each.pk: each for each in self.part.competitions}

    def rounds_of(self, competition: int) -> Rounds:
        """What the rounds of a competition of the part are called, by its row id."""
        found = self.competitions.get(competition)
        return Rounds(found.scheduling, found.bracket, found.legs) if found is not None else Rounds()

    def fields(self, *, lists: bool = True) -> list[Choice]:
        """The choices for a form: those that have more than one value."""
        offered, taken = self.part.offered, self.part.chosen
        seasons = [each for each in offered.get("season", ()) if each[0] != ALL_TIME]
        found = [
            ("book", _("Book"), list(offered.get("book", ()))),
            ("season", _("When"), [(ALL_TIME, _("All time")), *seasons]),
        ]
        if self.scope.season is not None:
            found.append(("competition", _("Competition"), [("", _("All")), *offered.get("competition", ())]))
        if lists:
            found.append(("list", _("Team list"), [("", _("All team lists")), *((each, each) for each in self.lists)]))
        now = {**taken, "list": self.team_list}
        return [
            Choice(name, label, values, now.get(name, ""))
            for name, label, values in found
            if len(values) > 2 or (len(values) == 2 and values[0][0] not in ("", ALL_TIME))
        ]

    @property
    def known(self) -> bool:
        """Whether the address asks only for what there is."""
        known = {**self.part.chosen, "list": self.team_list}
        return all(known.get(name) == value for name, value in self.asked.items())
