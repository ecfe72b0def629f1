"""Sums grouped into the rows of a table: a row for each player, team, coach, team list or star."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from competitions.names import TeamName
from matches.models import PlayerLine
from stats.played.coaches import Coach, Tenures, present_coach
from stats.tables.sums import LineSum, SideSum, SpellSum, Together

STAR = str(PlayerLine.Kind.STAR)


@dataclass(slots=True, kw_only=True)
class Row:
    """A row: ``who`` it is about, the sums, and the ``teams`` that they come from.

    Of a player also the ``team`` of the ``last`` line, the shirt's ``number`` and the ``position`` then. Figures of
    sides are 0 in tables of players.
    """

    who: Hashable
    team: int = 0
    last: int = 0
    number: int | None = None
    position: str = ""
    teams: set[int] = field(default_factory=set)
    matches: int = 0
    points: int = 0
    died: int = 0
    hurt: int = 0
    kills: int = 0
    deeds: dict[str, int] = field(default_factory=dict)
    won: int = 0
    drawn: int = 0
    lost: int = 0
    conceded: int = 0
    scored: int = 0
    scored_against: int = 0
    casualties: int = 0
    casualties_against: int = 0
    winnings: int = 0
    value: int = 0
    valued: int = 0

    SIDES: ClassVar[tuple[str, ...]] = SideSum._fields[2:]

    def add_line(self, line: LineSum) -> None:
        """Add what a player did, whose matches are those of the row."""
        self.add_deeds(line)
        self.matches += line.matches
        self.teams.add(line.team)
        if line.last >= self.last:
            self.last, self.team, self.number, self.position = line.last, line.team, line.number, line.position

    def add_deeds(self, line: LineSum | SpellSum) -> None:
        """Add what one or more players did, whose matches are not those of the row."""
        self.points += line.points
        self.died += line.died
        self.hurt += line.hurt
        self.kills += line.kills
        if self.deeds:
            for key, count in line.deeds.items():
                self.deeds[key] = self.deeds.get(key, 0) + count
        else:
            self.deeds = dict(line.deeds)

    def add_side(self, side: SideSum) -> None:
        """Add the sums of a team."""
        self.teams.add(side.team)
        self.team = side.team
        for name, figure in zip(self.SIDES, side[2:], strict=True):
            setattr(self, name, getattr(self, name) + figure)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coaches:
    """Who coached which team in which spell."""

    tenures: Tenures
    teams: Mapping[int, TeamName]

    def of(self, team: int, spell: int) -> Coach:
        """The coach of a team's spell."""
        named = self.teams[team]
        return self.tenures.of_spell(team, spell, present_coach(named.coach_id, named.coach))

    def all(self, sides: Iterable[SideSum]) -> set[Coach]:
        """Everybody who coached one of these."""
        return {self.of(team, spell) for team, spell in {(side.team, side.spell) for side in sides}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Only:
    """Which sums go into the rows: those of one team, coach or team list; all without."""

    team: int | None = None
    coach: Coach | None = None
    team_list: str | None = None

    def allows(self, coaches: Coaches) -> Callable[[int, int], bool]:
        """Whether the sums of a team's spell go in."""

        def allowed(team: int, spell: int) -> bool:
            return (
                (self.team is None or team == self.team)
                and (self.coach is None or coaches.of(team, spell) == self.coach)
                and (self.team_list is None or coaches.teams[team].team_list == self.team_list)
            )

        return allowed


def players(totals: Together, coaches: Coaches, only: Only) -> list[Row]:
    """A row for each player who was on a roster."""
    return _by_line(totals, coaches, only, lambda line: line.player)


def stars(totals: Together, coaches: Coaches, only: Only) -> list[Row]:
    """A row for each star player who was hired, by name."""
    return _by_line(totals, coaches, only, lambda line: line.name if line.kind == STAR else None)


def _by_line(totals: Together, coaches: Coaches, only: Only, who: Callable[[LineSum], Any]) -> list[Row]:
    allowed = None if only == Only() else only.allows(coaches)
    found: dict[Any, Row] = {}
    for line in totals.lines:
        key = who(line)
        if key is None or (allowed is not None and not allowed(line.team, line.spell)):
            continue
        row = found.get(key)
        if row is None:
            row = found[key] = Row(who=key)
        row.add_line(line)
    return list(found.values())


def teams(totals: Together, coaches: Coaches, only: Only) -> list[Row]:
    """A row for each team, with the sums of all its players, hired ones among them."""
    return _by_side(totals, coaches, only, lambda team, spell: team)


def by_coach(totals: Together, coaches: Coaches, only: Only) -> list[Row]:
    """A row for each coach, with the teams that they coached at that time."""
    return _by_side(totals, coaches, only, coaches.of)


def lists(totals: Together, coaches: Coaches, only: Only) -> list[Row]:
    """A row for each team list."""
    return _by_side(totals, coaches, only, lambda team, spell: coaches.teams[team].team_list)


def _by_side(totals: Together, coaches: Coaches, only: Only, who: Callable[[int, int], Any]) -> list[Row]:
    allowed = only.allows(coaches)
    found: dict[Any, Row] = {}
    of: dict[tuple[int, int], Row] = {}
    for side in totals.sides:
        spell = (side.team, side.spell)
        if allowed(*spell):
            key = who(*spell)
            row = of[spell] = found.setdefault(key, Row(who=key))
            row.add_side(side)
    for line in totals.spells:
        theirs = of.get((line.team, line.spell))
        if theirs is not None:
            theirs.add_deeds(line)
    return list(found.values())


def positions_in(totals: Together) -> Collection[str]:
    """The positions that players had, in the order of the alphabet."""
    return sorted({line.position for line in totals.lines if line.player is not None and line.position})
