"""The book: one edition's tables, read from its TOML files into frozen dataclasses.

Owns the whole of an edition's data and how a row is looked up; what a row holds stands in `book_rows`. Knows no
procedure: what rows mean is the edition's steps' affair.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from dataclasses import field as may_be
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rules.book.checks import check_book
from rules.book.rows.after_match import (
    Conceding,
    Expenses,
    FanFactorRoll,
    Improvement,
    ImprovementRow,
    Level,
    MinorPrizes,
    PointsScheme,
    Raised,
    SppValues,
    Trophy,
    TrophyEffect,
    Winnings,
)
from rules.book.rows.match_day import (
    Card,
    CardTiming,
    CasualtyRow,
    Deck,
    Field,
    Gate,
    Healing,
    Inducement,
    KickOffRow,
    MatchStage,
    WeatherRow,
)
from rules.book.rows.options import Option
from rules.book.rows.teams import Creation, Pairs, Position, Skill, Staff, Star, TeamList
from rules.book.statements import Source, source_for
from rules.book.toml_tables import BookError, Place, convert, hints_of, parse_toml
from rules.sequence.sequence import face_exists

__all__ = [
    "Book",
    "BookError",
    "Pairs",
    "Skill",
    "Position",
    "TeamList",
    "Star",
    "Staff",
    "Creation",
    "WeatherRow",
    "KickOffRow",
    "CasualtyRow",
    "MatchStage",
    "MinorPrizes",
    "PointsScheme",
    "Field",
    "Gate",
    "Healing",
    "Level",
    "ImprovementRow",
    "Improvement",
    "Inducement",
    "Deck",
    "Card",
    "CardTiming",
    "Winnings",
    "Expenses",
    "FanFactorRoll",
    "Conceding",
    "Raised",
    "Trophy",
    "TrophyEffect",
    "SppValues",
    "Option",
    "read_book",
]


class Ranged(Protocol):
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...


Row = TypeVar("Row", bound=Ranged)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Book:
    """All tables of one edition, in the book's order. `pages` gives the page of each statement of the book by its id,
    `statements` the id of the one that says what the house cites it for (`rules.book.statements.PURPOSES`), `settled`
    the values of options of which the book leaves no choice. A table that may be None is wanted by the steps that read
    it (`rules.book.options_read.TABLES`).
    """

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
    weather_dice: tuple[int, ...]
    weather: tuple[WeatherRow, ...]
    kick_off_dice: tuple[int, ...]
    kick_off: tuple[KickOffRow, ...]
    stages: Mapping[str, MatchStage]
    field: Field
    gate: Gate
    casualty_die: int
    casualties: tuple[CasualtyRow, ...]
    healing: Healing
    spp: SppValues
    levels: tuple[Level, ...]
    improvement: Improvement
    inducements: Mapping[str, Inducement]
    decks: tuple[Deck, ...]
    cards: tuple[Card, ...]
    card_timings: tuple[CardTiming, ...]
    winnings: Winnings
    conceding: Conceding
    raised: Mapping[str, Raised]
    trophies: Mapping[str, Trophy]
    points_schemes: tuple[PointsScheme, ...]
    options: Mapping[str, Option]
    pages: Mapping[str, int]
    statements: Mapping[str, str]
    expenses: Expenses | None = None
    fan_factor_roll: FanFactorRoll | None = None
    minor_prizes: MinorPrizes | None = None
    settled: Mapping[str, bool | int | str | tuple[str, ...]] = may_be(default_factory=dict)

    def source(self, purpose: str) -> Source:
        """Where the book speaks of something (`rules.book.statements`); no rule and page 0 where it does not.

        Raises KeyError for a purpose that is none.
        """
        return source_for(purpose, self.statements, self.pages)

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
        """The weather for a total of its dice. Raises ValueError for another number."""
        return row_for(self.weather, total, self.weather_dice)

    def casualty_for(self, face: int) -> CasualtyRow:
        """The result of the casualty table for its die. Raises ValueError for a number that the die does not show."""
        if not face_exists(face, self.casualty_die):
            raise ValueError(f"{face} is no result of D{self.casualty_die}")
        return row_for(self.casualties, face, (self.casualty_die,))

    def level_for(self, spp: int) -> Level:
        """The highest level reached with that many SPP. Raises ValueError below 0."""
        reached = [level for level in self.levels if level.minimum <= spp]
        if not reached:
            raise ValueError(f"{spp} SPP is below the first level")
        return reached[-1]

    def improvement_for(self, total: int) -> ImprovementRow:
        """What an improvement roll of that total gives. Raises ValueError for a number that the dice do not make."""
        return row_for(self.improvement.rows, total, self.improvement.dice)


def row_for(rows: tuple[Row, ...], total: int, dice: tuple[int, ...]) -> Row:
    for row in rows:
        if row.low <= total <= row.high:
            return row
    raise ValueError(f"{total} is no result of {' + '.join(f'D{faces}' for faces in dice)}")


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
    for one in fields(Book):
        if one.name in tables:
            place = Place(file=files[one.name], key=one.name)
            values[one.name] = convert(hints[one.name], tables[one.name], place)
        elif one.name in hints and one.default is MISSING and one.default_factory is MISSING:
            raise BookError(str(folder), "", one.name, "missing key: no file of the folder has it")
    return Book(**values)


def revision_of(paths: list[Path]) -> str:
    """Twelve hexadecimal digits that change whenever the data do."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
