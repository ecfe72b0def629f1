"""What the rows of a table are called, and where their names lead."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, cast

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from accounts.models import FORMER
from competitions.names import TeamName, page, player_names
from guide import addresses
from rules.book.book import Book
from stats.played.coaches import Coach, coach_names
from stats.tables.measures import COACHES, LISTS, PLAYERS, TEAMS
from stats.tables.rows import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A row's name, its address (or empty), its ``team`` if it has one, and what stands ``beside`` it.

    ``below`` says the same on a phone; ``mark`` is the mark of its own coach as a reader.
    """

    name: str
    url: str = ""
    team: TeamName | None = None
    beside: Sequence[str] = ()
    below: str = ""
    mark: str = ""

    @property
    def link(self) -> SafeString:
        """The name, linked to its page if it has one, with what stands below it; a team with its crest."""
        name = f'<a class="row" href="{escape(self.url)}">{escape(self.name)}</a>' if self.url else escape(self.name)
        below = f'<small class="only-p">{conditional_escape(self.below)}</small>' if self.below else ""
        if self.team is None or self.team.name != self.name:
            return SafeString(name + below)
        return SafeString(f'<span class="tm">{self.team.crest.html(22)}<span>{name}{below}</span></span>')

    @property
    def css(self) -> str:
        """The classes of its line: the kit of its team."""
        return f"k kit-a-{self.team.crest.first}" if self.team is not None else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names of a table's rows. Those of players are read when they are needed: there are thousands."""

    slug: str
    kind: str
    book: Book
    teams: Mapping[int, TeamName]
    coaches: Mapping[Coach, str]
    players: dict[int, str]

    def read(self, rows: Collection[Row]) -> None:
        """Read the names of these players; two queries at most, none for other rows."""
        wanted = {cast(int, row.who) for row in rows} - self.players.keys() if self.kind == PLAYERS else set()
        if wanted:
            self.players.update(player_names(wanted))

    def name(self, row: Row) -> str:
        """The name alone."""
        who: Any = row.who
        if self.kind == PLAYERS:
            return self.players.get(who, "")
        if self.kind == TEAMS:
            return self.teams[who].name
        if self.kind == COACHES:
            return self.coaches.get(who, "")
        return str(who)

    def of(self, row: Row, *, with_position: bool = True) -> Called:
        """The name with everything beside it; ``with_position`` if the table has a column for it."""
        team = self.teams.get(row.team) if self.kind in (PLAYERS, TEAMS) else None
        beside: tuple[str, ...] = ()
        below: tuple[str, ...] = ()
        if self.kind == PLAYERS and team is not None:
            beside = (team.badged, row.position) if with_position else (team.badged,)
            below = (row.position, team.name)
        elif team is not None:
            beside = below = (team.team_list, team.coach_named)
        return Called(
            name=self.name(row),
            url=self._url(row.who, team),
            team=team,
            beside=beside,
            below=SafeString(" · ".join([conditional_escape(each) for each in below if each])),
            mark=team.mark if team is not None else " ".join(sorted(_marks(row, self))),
        )

    def _url(self, who: Hashable, team: TeamName | None) -> str:
        if team is not None:
            return team.player_url(cast(int, who)) if self.kind == PLAYERS else team.url
        if isinstance(who, Coach):
            called = self.coaches.get(who, "")
            return page("stats:coach", self.slug, who.key) if called not in ("", FORMER) else ""
        if self.kind == LISTS:
            return addresses.of_list(self.book, str(who)) if str(who) in self.book.lists else ""
        return ""


def _marks(row: Row, names: Names) -> Collection[str]:
    """Of a coach's row, the marks of their present teams: it is their own."""
    if names.kind != COACHES or not isinstance(row.who, Coach) or row.who.account is None:
        return ()
    return {each.mark for pk in row.teams if (each := names.teams[pk]).coach_id == row.who.account}


def names_of(slug: str, kind: str, book: Book, teams: Mapping[int, TeamName], coaches: Collection[Coach]) -> Names:
    """The names of a table's rows and choices; one query if somebody coached a team who coaches none of them now."""
    now = {team.coach_id: team.coach for team in teams.values() if team.coach_id is not None}
    called = {each: now[each.account] for each in coaches if each.account in now}
    return Names(
        slug=slug,
        kind=kind,
        book=book,
        teams=teams,
        coaches=called | coach_names(set(coaches) - called.keys()),
        players={},
    )
