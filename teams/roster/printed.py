"""The plain data of a printed roster. All queries and rules are done before.

Money is in gp. Texts are printed unchanged, so they come in the reader's language. Typed names may have any characters.
This module checks one rule: the printed team value is the sum of the printed terms.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """Whether a characteristic changed since the player was hired."""

    NONE = "none"
    IMPROVED = "improved"
    INJURED = "injured"


@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristic:
    """One characteristic of a player, with the edition's short name."""

    name: str
    value: int | str
    mark: Mark = Mark.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterLine:
    """One player. `cost` in gp counts in the team value if `counts_in_value`; otherwise it is in brackets.

    `characteristic_losses` are in words ("-1 MA"). `level` is the edition's name of the player's level.
    `deeds` are in the order of the print's.
    """

    number: int | str
    name: str
    position: str
    characteristics: Sequence[Characteristic]
    starting_skills: Sequence[str] = ()
    gained_skills: Sequence[str] = ()
    misses_next_match: bool = False
    niggling_injuries: int = 0
    characteristic_losses: Sequence[str] = ()
    deeds: Sequence[int] = ()
    star_player_points: int = 0
    level: str = ""
    cost: int = 0
    counts_in_value: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class GoodsLine:
    """Something that a team owns. `price` is in gp each, `total` in gp is its part of the team value."""

    name: str
    number: int
    price: int | None = None
    total: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueTerm:
    """One line of the sum that makes the team value, in gp (or in the edition's own points)."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """One line of the match record. None means not recorded. `gate` is in people, `winnings` in gp."""

    date: str
    opponent: str
    competition: str = ""
    score: str = ""
    casualties_for: int | None = None
    casualties_against: int | None = None
    gate: int | None = None
    winnings: int | None = None
    result: str = ""
    notes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterPrint:
    """One team's sheet, front and back.

    `characteristics` and `deeds` are the edition's short and full names in its order: columns and legend.
    `value_terms` replace the usual sum (players, re-rolls, fan factor, staff, treasury) if the edition has another one.
    `value_in_gold` is False if the edition's rating is not in gp. `past` is one line about what an imported team
    did before it joined. Raises ValueError if the terms do not add up.
    """

    team: str
    team_list: str
    coach: str
    league: str
    edition: str
    as_of: str
    characteristics: Sequence[tuple[str, str]]
    deeds: Sequence[tuple[str, str]]
    value: int
    treasury: int
    bank: int | None = None
    rerolls: GoodsLine
    fan_factor: GoodsLine
    staff: Sequence[GoodsLine] = ()
    inducements: Sequence[str] = ()
    players: Sequence[RosterLine] = ()
    trophies: Sequence[str] = ()
    record: Sequence[MatchLine] = ()
    past: str = ""
    value_terms: Sequence[ValueTerm] = ()
    value_in_gold: bool = True

    def __post_init__(self) -> None:
        total = sum(term.amount for term in self.terms)
        if total != self.value:
            parts = ", ".join(f"{term.name} {term.amount:,}" for term in self.terms)
            raise ValueError(f"The team value {self.value:,} is not the sum of its terms, {total:,} ({parts}).")

    @property
    def terms(self) -> Sequence[ValueTerm]:
        """The sum that makes the team value, in the order it is printed."""
        return self.value_terms or (
            ValueTerm(name=self._players_counted(), amount=sum(p.cost for p in self.players if p.counts_in_value)),
            ValueTerm(name=self.rerolls.name, amount=self.rerolls.total),
            ValueTerm(name=self.fan_factor.name, amount=self.fan_factor.total),
            ValueTerm(name="Staff", amount=sum(line.total for line in self.staff)),
            ValueTerm(name="Treasury", amount=self.treasury),
        )

    def _players_counted(self) -> str:
        counted = sum(player.counts_in_value for player in self.players)
        return f"Players ({counted} of {len(self.players)})" if counted < len(self.players) else f"Players ({counted})"
