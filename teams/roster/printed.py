"""The plain data of a printed roster. All queries and rules are done before.

Money is in gp. Texts are printed unchanged, so they come in the reader's language. Typed names may have any characters.
This module checks one rule: the printed team value is the sum of the printed terms.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from web.crests.paper import Worn


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

    `characteristic_losses` are in words ("-1 MA"). `misses` counts matches. `conditions` have a letter, a short word,
    and how often or for how many matches. `marks` are short words, `apart` the names of those that have columns of
    their own on a roster. `level` is the edition's name of the player's level,
    `star_player_points` are those that the player has not spent, None for one who can have none.
    `deeds` are in the order of the print's, and so are `marked` and `lasting`: the numbers in columns of marks and
    conditions. `cut` is that of the player's shirt (`web.crests.shirts.CUTS`).
    """

    number: int | str
    name: str
    position: str
    characteristics: Sequence[Characteristic]
    starting_skills: Sequence[str] = ()
    gained_skills: Sequence[str] = ()
    misses: int = 0
    conditions: Sequence[tuple[str, str, int]] = ()
    marks: Sequence[str] = ()
    apart: Sequence[str] = ()
    characteristic_losses: Sequence[str] = ()
    deeds: Sequence[int] = ()
    marked: Sequence[int] = ()
    lasting: Sequence[int] = ()
    star_player_points: int | None = 0
    level: str = ""
    cost: int = 0
    counts_in_value: bool = True
    cut: str = "plain"


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
    """One line of the match record. None means not recorded. `gate` is in people, `winnings` in gp.

    `sides` are what the team and its opponent scored.
    """

    date: str
    opponent: str
    competition: str = ""
    sides: tuple[int, int] | None = None
    casualties_for: int | None = None
    casualties_against: int | None = None
    gate: int | None = None
    winnings: int | None = None
    result: str = ""
    notes: str = ""

    @property
    def score(self) -> str:
        """What both scored, as it is printed; empty where that is not recorded."""
        return "" if self.sides is None else f"{self.sides[0]}–{self.sides[1]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterPrint:
    """One team's sheet, front and back.

    `columns` are those that the edition declares (`rules.book.rows.shape.ROSTER_COLUMNS`). `characteristics`, `deeds`,
    `mark_heads` and `condition_heads` are the edition's short and full names in its order: columns and legend. So is
    what it calls `points`, and the heading of what a player has besides.
    `injuries_apart` says that lost characteristics stand in a column of injuries, not with the skills.
    `conditions` explain the letters of what lasts of injuries, `long_absences` tells whether a player can miss several
    matches.
    `value_terms` replace the usual sum (players, re-rolls, fan factor, staff, treasury) if the edition has another
    one. `value` is None if the edition knows no worth; else it has a name, and `value_in_gold` is False if it is
    not in gp. What the edition does not have is None: re-rolls, fan factor, treasury, bank. Without costs or a gate,
    there is no column for them, and none for winnings and `injuries` of opponents if they have no name. `past` is
    one line about what an imported team did before it joined. `boxes` are how many each deed has to tick, in their
    order. `chosen_rules` are the special rules that its coach chose, such as a patron, `special_rules` all that the
    team has. `address` is that of the team's page, for a code beside the notes. Raises ValueError if the terms do not
    add up.
    """

    team: str
    team_list: str
    chosen_rules: Sequence[str] = ()
    special_rules: Sequence[str] = ()
    coach: str
    league: str
    edition: str
    as_of: str
    columns: Sequence[str]
    characteristics: Sequence[tuple[str, str]]
    deeds: Sequence[tuple[str, str]]
    conditions: Sequence[tuple[str, str]] = ()
    long_absences: bool = False
    mark_heads: Sequence[tuple[str, str]] = ()
    condition_heads: Sequence[tuple[str, str]] = ()
    points: tuple[str, str] = ("SPP", "star player points")
    skills_heading: str = "SKILLS AND INJURIES"
    injuries_apart: bool = False
    value: int | None
    treasury: int | None
    bank: int | None = None
    rerolls: GoodsLine | None
    fan_factor: GoodsLine | None
    staff: Sequence[GoodsLine] = ()
    inducements: Sequence[str] = ()
    players: Sequence[RosterLine] = ()
    trophies: Sequence[str] = ()
    record: Sequence[MatchLine] = ()
    past: str = ""
    injuries: str = "casualties"
    value_terms: Sequence[ValueTerm] = ()
    value_name: str = "Team value"
    value_short: str = "TV"
    treasury_name: str = "Treasury"
    bank_name: str = "Bank"
    value_in_gold: bool = True
    with_costs: bool = True
    with_gate: bool = True
    winnings_name: str = "Winnings"
    worn: Worn = field(default_factory=Worn)
    boxes: Sequence[int] = ()
    address: str = ""

    def __post_init__(self) -> None:
        if self.value is None:
            return
        total = sum(term.amount for term in self.terms)
        if total != self.value:
            parts = ", ".join(f"{term.name} {term.amount:,}" for term in self.terms)
            raise ValueError(f"The team value {self.value:,} is not the sum of its terms, {total:,} ({parts}).")

    @property
    def terms(self) -> Sequence[ValueTerm]:
        """The sum that makes the team value, in the order it is printed."""
        return self.value_terms or (
            ValueTerm(name=self._players_counted(), amount=sum(p.cost for p in self.players if p.counts_in_value)),
            *(ValueTerm(name=line.name, amount=line.total) for line in self.counted_goods),
            ValueTerm(name="Staff", amount=sum(line.total for line in self.staff)),
            ValueTerm(name=self.treasury_name, amount=self.treasury or 0),
        )

    @property
    def counted_goods(self) -> Sequence[GoodsLine]:
        """Re-rolls and fan factor, as far as the edition has them."""
        return [line for line in (self.rerolls, self.fan_factor) if line is not None]

    def _players_counted(self) -> str:
        counted = sum(player.counts_in_value for player in self.players)
        return f"Players ({counted} of {len(self.players)})" if counted < len(self.players) else f"Players ({counted})"
