"""The tables that only this book has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from rules.book.book import Book, row_for
from rules.book.entered.faults import worded
from rules.book.entered.list_keys import OwnRow, OwnRows
from rules.book.rows.doubt import Doubtful
from rules.book.rows.teams import TeamList

STARS, WOUNDED = ("any", "one", "one together", "none"), ("rolls", "regenerates", "mended", "removed")
NO_SUCH = "the list has no {names}"
TOGETHER = "together and together_count go with each other"
NO_ROOM = "no race of the list can have a whole team, or what is left of one"
"""What is wrong with the squads of a league's own lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StarRow:
    """A result of the star chart: a better characteristic, `rolls` more rolls, or a magic item."""

    low: int
    high: int
    name: str
    characteristic: str = ""
    steps: int = 0
    rolls: int = 0
    magic: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StarChart(Doubtful):
    """The star chart (FS2), and how many experience points buy a roll on it (FX6)."""

    dice: tuple[int, ...]
    rows: tuple[StarRow, ...]
    experience: int
    page: int

    def row(self, total: int) -> StarRow:
        """The result of a roll."""
        return row_for(self.rows, total, self.dice)


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicRow:
    """A result of the magic table: the item."""

    low: int
    high: int
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Magic(Doubtful):
    """The magic table (FS6)."""

    die: int
    rows: tuple[MagicRow, ...]
    page: int

    def item(self, face: int) -> str:
        """The item for a die."""
        return row_for(self.rows, face, (self.die,)).item


@dataclass(frozen=True, slots=True, kw_only=True)
class Armour(Doubtful):
    """Saving throws (FP5): the lowest die that saves, what a Defensive player has more, and an item's own."""

    save: int
    defensive_better_by: int
    item: str
    item_save: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranges(Doubtful):
    """How far players throw and kick (FP8), in squares beyond their Strength."""

    throw: int
    kick: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kicking(Doubtful):
    """The Cool that a Kicking player needs (FC13). The Strength is an option."""

    cool: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Regeneration(Doubtful):
    """A troll's last roll after the match (FI11)."""

    die: int
    lives_from: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Race(Doubtful):
    """What is particular about a race. `own_tables.toml` explains the words of `stars` and `wounded`.

    Bonuses to a characteristic in `instead_of` are taken in one of `become`, which the coach chooses (FS7).
    """

    name: str
    stars: str
    wounded: str
    rule: str
    never_defensive: bool = False
    short_arms: bool = False
    undead: bool = False
    irreplaceable: bool = False
    instead_of: tuple[str, ...] = ()
    become: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Squad(Doubtful):
    """What is particular about a type of team, with the rule that says who belongs to it (FC4 to FC8).

    Races `together` have `together_count` players in all, and of those `apart` exactly one has players. A
    `necromancer` makes stars of Skeletons, and nobody
    else of the team learns; a `second_team` has no star points.
    """

    name: str
    rule: str
    together: tuple[str, ...] = ()
    together_count: int = 0
    apart: tuple[str, ...] = ()
    necromancer: bool = False
    second_team: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """All of them. A list of a league's own has a squad, and its players a race, as if they were of the book."""

    OF_LISTS: ClassVar[OwnRows] = OwnRows(
        lists={"squad": OwnRow(table="squads", otherwise={"rule": "FC15"})},
        positions={"race": OwnRow(table="races", otherwise={"rule": "FC15", "stars": "any", "wounded": "rolls"})},
    )

    star_chart: StarChart
    magic: Magic
    armour: Armour
    ranges: Ranges
    kicking: Kicking
    regeneration: Regeneration
    races: Mapping[str, Race]
    squads: Mapping[str, Squad]

    def problems(self, book: Book) -> Iterator[tuple[str, str, str]]:
        """What is wrong with races and squads: the table, the key and the problem."""
        for race in self.races.values():
            if race.stars not in STARS or race.wounded not in WOUNDED:
                yield "races", race.name, f"stars must be one of {', '.join(STARS)}, wounded of {', '.join(WOUNDED)}"
        for team_list in book.lists.values():
            names = {position.name for position in team_list.positions}
            squad = self.squads.get(team_list.name)
            if squad is None:
                yield "squads", team_list.name, "is missing"
            elif unknown := sorted({*squad.together, *squad.apart} - names):
                yield "squads", team_list.name, worded(NO_SUCH, {"names": ", ".join(unknown)})
            elif bool(squad.together) != bool(squad.together_count):
                yield "squads", team_list.name, worded(TOGETHER, {})
            elif not self._has_room(book, team_list, squad):
                yield "squads", team_list.name, worded(NO_ROOM, {})

    @staticmethod
    def _has_room(book: Book, team_list: TeamList, squad: Squad) -> bool:
        """Whether enough players are in every team, or some race fills it."""
        most = book.most_players(team_list.name)
        free = any(position.maximum >= most for position in team_list.positions)
        sure = sum(position.minimum for position in team_list.positions) + squad.together_count
        sure += min((team_list.position(name).maximum for name in squad.apart), default=0)
        return free or bool(team_list.endless) or sure >= book.fewest_players(team_list.name)


def tables_of(book: Book) -> Tables:
    """This book's own tables."""
    return cast(Tables, book.own)
