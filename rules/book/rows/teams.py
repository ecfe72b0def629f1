"""What teams are made of: skills, team lists, stars, staff, and what a new team may have."""

from dataclasses import dataclass

Pairs = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A skill, its category by full name, and what it does, in one line of our own words.

    A side that fields at least one player with it has `rerolls` more each half, and `fame` more for kick-off results.
    """

    name: str
    category: str
    summary: str
    page: int
    aliases: tuple[str, ...] = ()
    rerolls: int = 0
    fame: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A row of a team list. Skills of `normal` categories are allowed on any roll, of `double` only on a double."""

    name: str
    plural: str
    minimum: int
    maximum: int
    cost: int
    profile: Pairs
    skills: tuple[str, ...]
    normal: tuple[str, ...]
    double: tuple[str, ...]
    page: int
    confidence: str = "high"
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """The names of one people: a player's name is one of `first` and one of `last`."""

    key: str
    first: tuple[str, ...]
    last: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamList:
    """A team list. If `apothecary_positions` is empty, the apothecary can treat every position.

    `people` is the key of the people whose names its players have (`rules.book.peoples`); empty for the general ones.
    """

    name: str
    reroll_cost: int
    reroll_maximum: int
    apothecary: bool
    necromancer: bool
    positions: tuple[Position, ...]
    stars: tuple[str, ...]
    page: int
    apothecary_positions: tuple[str, ...] = ()
    people: str = ""

    def position(self, name: str) -> Position:
        """The position called `name` (singular). Raises KeyError, which lists the positions."""
        for position in self.positions:
            if position.name == name:
                return position
        known = ", ".join(position.name for position in self.positions)
        raise KeyError(f"the {self.name} list has no position {name!r}; it has {known}")

    @property
    def journeyman_positions(self) -> tuple[Position, ...]:
        """The positions for journeymen: those without a limit of their own (0-16 in the list)."""
        most = max(position.maximum for position in self.positions)
        return tuple(position for position in self.positions if position.maximum == most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Star:
    """A star player. Two stars that name each other as `pair` are hired together; only one of them has the fee."""

    name: str
    cost: int
    lists: tuple[str, ...]
    profile: Pairs
    skills: tuple[str, ...]
    page: int
    pair: str = ""
    confidence: str = "high"
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """A kind of staff, and what it does, in one line of our own words; `maximum` None means any number."""

    key: str
    name: str
    plural: str
    price: int
    rule: str
    page: int
    maximum: int | None = None
    summary: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation:
    """Limits and prices for a new team. `later_reroll_multiplier` is for the price of re-rolls bought later."""

    starting_treasury: int
    minimum_players: int
    maximum_players: int
    maximum_rerolls: int
    fan_factor_start: int
    fan_factor_maximum: int
    fan_factor_price: int
    fan_factor_value: int
    free_fan_factor: int
    later_reroll_multiplier: int
    page: int
