"""What teams are made of: skills, team lists, stars, staff, and what a new team may have."""

from dataclasses import dataclass

Pairs = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A skill, its category by full name, and what it does in one line of our own.

    A side that fields one or more players with it has `rerolls` more each half, and `fame` more for kick-off results.
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
    """A line of a team list. `normal` and `double` are the skill categories open on any roll and only on a double."""

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
class TeamList:
    """A team list. `apothecary_positions` empty means that the apothecary treats every position."""

    name: str
    reroll_cost: int
    reroll_maximum: int
    apothecary: bool
    necromancer: bool
    positions: tuple[Position, ...]
    stars: tuple[str, ...]
    page: int
    apothecary_positions: tuple[str, ...] = ()

    def position(self, name: str) -> Position:
        """The position called `name` (singular). Raises KeyError, naming those that there are."""
        for position in self.positions:
            if position.name == name:
                return position
        known = ", ".join(position.name for position in self.positions)
        raise KeyError(f"the {self.name} list has no position {name!r}; it has {known}")

    @property
    def journeyman_positions(self) -> tuple[Position, ...]:
        """The positions without a limit of their own (0-16 in the list), from which journeymen come."""
        most = max(position.maximum for position in self.positions)
        return tuple(position for position in self.positions if position.maximum == most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Star:
    """A star player. One of a pair names its partner; the pair is hired together, its fee stands on one of the two."""

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
    """A kind of coaching staff, and what it does in one line of our own; `maximum` None is any number."""

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
    """What a new team may have. `later_reroll_multiplier` is for re-rolls bought after creation."""

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
