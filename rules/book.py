"""The book: one edition's tables, read from its TOML files into frozen dataclasses.

Owns what a table holds and how a row is looked up. Knows no procedure: what rows mean is the edition's steps' affair.
Money is in gp; `page` is the printed page of the rulebook; a range of dice is `low` to `high`, both included.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rules.book_checks import check_book
from rules.toml_tables import BookError, Place, convert, hints_of, parse_toml

__all__ = ["Book", "BookError", "read_book"]

Pairs = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A skill, its category by full name, and what it does in one line of our own."""

    name: str
    category: str
    summary: str
    page: int
    aliases: tuple[str, ...] = ()


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
    """A kind of coaching staff; `maximum` None is any number."""

    key: str
    name: str
    plural: str
    price: int
    page: int
    maximum: int | None = None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherRow:
    low: int
    high: int
    key: str
    name: str
    effect: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KickOffRow:
    low: int
    high: int
    name: str
    effect: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtyRow:
    """A result of the casualty table (D68). `characteristic` is the one that falls by a point, "" where none does."""

    low: int
    high: int
    key: str
    name: str
    misses_next: bool
    niggling: int
    characteristic: str
    dead: bool
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A level of experience: reached at `minimum` SPP, with `rolls` improvement rolls due up to it."""

    title: str
    minimum: int
    rolls: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImprovementRow:
    """What an improvement roll gives beside the choice of a skill; no characteristic: a skill only."""

    low: int
    high: int
    characteristics: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement:
    """The improvement table, what each improvement adds to a player's cost, and how far characteristics may move."""

    rows: tuple[ImprovementRow, ...]
    skill_cost: int
    double_cost: int
    characteristic_costs: Pairs
    maximum_rise: int
    maximum_value: int
    maximum_loss: int
    minimum_value: int
    page: int
    cost_page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Inducement:
    """An inducement. `price` 0 where it depends on who or what is hired; `maximum` None is any number.

    `surcharge` is added to a hired position's cost; up to `skill_maximum` more skills cost `skill_price` each.
    """

    key: str
    name: str
    price: int
    summary: str
    rule: str
    page: int
    maximum: int | None = None
    prices_by_list: Pairs = ()
    prices_by_trophy: Pairs = ()
    surcharge: int = 0
    skill_price: int = 0
    skill_maximum: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A deck of special play cards; `price` for one card drawn at random."""

    name: str
    price: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A special play card. `suit` (1 or 2) tells apart equal ranks of a deck; `timing` is a CardTiming's key."""

    deck: str
    name: str
    suit_or_number: str
    suit: int
    timing: str
    effect: str
    duration: str
    condition: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTiming:
    key: str
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Winnings:
    """(D`die` + FAME) x `unit`, and what is added or multiplied for a win, a final, or the Blood Bowl's holder."""

    die: int
    unit: int
    winner_bonus: int
    final_multiplier: int
    blood_bowl_bonus: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Expenses:
    """Spiralling expenses: `price` for each `step` of team value, or part of one, above `breakpoint`."""

    breakpoint: int
    step: int
    price: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trophy:
    key: str
    name: str
    season: str
    summary: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SppValues:
    completion: int
    casualty: int
    interception: int
    touchdown: int
    mvp: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A house rule that the edition declares: an integer has bounds, a choice its (value, label)."""

    name: str
    type: str
    default: bool | int | str | tuple[str, ...]
    label: str
    help: str
    page: int
    rule: str
    minimum: int | None = None
    maximum: int | None = None
    step: int | None = None
    choices: tuple[tuple[str, str], ...] = ()


class Ranged(Protocol):
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...


Row = TypeVar("Row", bound=Ranged)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Book:
    """All tables of one edition, in the book's order. `pages` gives the page of each statement of the digest."""

    key: str
    name: str
    revision: str
    characteristics: tuple[str, ...]
    characteristic_names: tuple[tuple[str, str], ...]
    skills: Mapping[str, Skill]
    lists: Mapping[str, TeamList]
    stars: Mapping[str, Star]
    staff: Mapping[str, Staff]
    creation: Creation
    bank_maximum: int
    bank_page: int
    weather: tuple[WeatherRow, ...]
    kick_off: tuple[KickOffRow, ...]
    casualties: tuple[CasualtyRow, ...]
    spp: SppValues
    levels: tuple[Level, ...]
    improvement: Improvement
    inducements: Mapping[str, Inducement]
    decks: tuple[Deck, ...]
    cards: tuple[Card, ...]
    card_timings: tuple[CardTiming, ...]
    winnings: Winnings
    expenses: Expenses
    trophies: Mapping[str, Trophy]
    options: Mapping[str, Option]
    pages: Mapping[str, int]

    def skill(self, name: str) -> Skill:
        """The skill of that name or alias, in any case of letters. Raises KeyError."""
        if name in self.skills:
            return self.skills[name]
        wanted = name.casefold()
        for skill in self.skills.values():
            if wanted in (known.casefold() for known in (skill.name, *skill.aliases)):
                return skill
        raise KeyError(f"{self.key} has no skill {name!r}")

    def skills_in(self, categories: Iterable[str]) -> tuple[Skill, ...]:
        """The skills of the given categories, in the book's order."""
        wanted = frozenset(categories)
        return tuple(skill for skill in self.skills.values() if skill.category in wanted)

    def weather_for(self, total: int) -> WeatherRow:
        """The weather for a total of 2D6. Raises ValueError for another number."""
        return row_for(self.weather, total, "2D6")

    def casualty_for(self, d68: int) -> CasualtyRow:
        """The result of the casualty table for a D68 (tens 1-6, units 1-8). Raises ValueError for another number."""
        if not 1 <= d68 % 10 <= 8:
            raise ValueError(f"{d68} is no result of D68: its units are 1 to 8")
        return row_for(self.casualties, d68, "D68")

    def level_for(self, spp: int) -> Level:
        """The highest level reached with that many SPP. Raises ValueError below 0."""
        reached = [level for level in self.levels if level.minimum <= spp]
        if not reached:
            raise ValueError(f"{spp} SPP is below the first level")
        return reached[-1]

    def improvement_for(self, total: int) -> ImprovementRow:
        """What an improvement roll of that total of 2D6 gives. Raises ValueError for another number."""
        return row_for(self.improvement.rows, total, "2D6")


def row_for(rows: tuple[Row, ...], total: int, dice: str) -> Row:
    for row in rows:
        if row.low <= total <= row.high:
            return row
    raise ValueError(f"{total} is no result of {dice}")


def read_book(folder: Path) -> Book:
    """The edition whose TOML files stand in `folder`. Raises BookError, which says what is wrong where."""
    paths = sorted(folder.glob("*.toml"))
    tables: dict[str, Any] = {}
    files: dict[str, str] = {}
    for path in paths:
        for key, value in parse_toml(path).items():
            if key in tables:
                raise BookError(path.name, "", key, f"stands in {files[key]} already")
            tables[key], files[key] = value, path.name
    book = build_book(tables, files, folder, revision_of(paths))
    check_book(book, files)
    return book


def build_book(tables: dict[str, Any], files: dict[str, str], folder: Path, revision: str) -> Book:
    hints = {name: hint for name, hint in hints_of(Book).items() if name != "revision"}
    for key in tables:
        if key not in hints:
            raise BookError(files[key], "", key, f"unknown key; a book has {', '.join(hints)}")
    values: dict[str, Any] = {"revision": revision}
    for field in fields(Book):
        if field.name in tables:
            place = Place(file=files[field.name], key=field.name)
            values[field.name] = convert(hints[field.name], tables[field.name], place)
        elif field.name in hints:
            raise BookError(str(folder), "", field.name, "missing key: no file of the folder has it")
    return Book(**values)


def revision_of(paths: list[Path]) -> str:
    """Twelve hexadecimal digits that change whenever the data do."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
