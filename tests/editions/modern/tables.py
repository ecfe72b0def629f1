"""The tables that only this edition's steps read."""

from dataclasses import dataclass
from typing import cast

from rules.book.book import Book
from rules.book.rows.teams import Pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """What the first, second, ... improvement of a player costs in points, by the way in which they learn it."""

    random: tuple[int, ...]
    primary: tuple[int, ...]
    secondary: tuple[int, ...]
    characteristic: tuple[int, ...]
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicRow:
    """A result of the characteristic roll: the characteristics that may become better."""

    low: int
    high: int
    characteristics: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicRoll:
    """The die for a better characteristic, how often one may become better, and what each adds to the value."""

    die: int
    rows: tuple[CharacteristicRow, ...]
    most: int
    costs: Pairs
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillValues:
    """What a skill adds to a player's value, and the die for a random one of its category."""

    primary_cost: int
    secondary_cost: int
    skill_die: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """Who comes to a match, what the crowd pays, and when followers come or leave."""

    die: int
    each: int
    followers_die: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Folly:
    """Expensive mistakes: from how much gold a team may make one, on which roll, and what is left."""

    from_gold: int
    die: int
    up_to: int
    left_gold: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Honours:
    """How many players are nominated for the star of the match, who cannot be captain, and what a captain learns."""

    nominees: int
    never_captain: str
    captain_skill: str
    thanks_points: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """Between seasons a niggling injury goes on this roll or higher."""

    die: int
    gone_from: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """All of them."""

    prices: Prices
    characteristic_roll: CharacteristicRoll
    skill_values: SkillValues
    crowd: Crowd
    folly: Folly
    honours: Honours
    rest: Rest


def tables_of(book: Book) -> Tables:
    """The own tables of the book."""
    return cast(Tables, book.own)
