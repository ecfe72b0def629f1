"""The book: all tables of one edition, as frozen dataclasses.

This module says which tables a book has and finds a row in them. `rules.book.rows` says what a row holds,
`rules.book.reading` reads a book from its TOML files. What a row does in a match is written in the edition's steps.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Protocol, TypeVar

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
from rules.book.rows.shape import Characteristic, Deed
from rules.book.rows.teams import Creation, Pairs, People, Position, Skill, Staff, Star, TeamList
from rules.book.statements import Source, source_for
from rules.book.toml_tables import BookError
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
    "Option",
    "Characteristic",
    "Deed",
]


class Ranged(Protocol):
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...


Row = TypeVar("Row", bound=Ranged)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Book:
    """All tables of one edition, in the order of the printed book.

    `pages` gives the page of each rule by the rule's id. `statements` gives the id of the rule that is cited for a
    purpose (`rules.book.statements.PURPOSES`). `settled` gives the values of options that the book fixes. A table
    may be None if no step of the edition reads it (`rules.book.required_options.TABLES`).
    """

    key: str
    name: str
    revision: str
    profile: Mapping[str, Characteristic]
    deeds: Mapping[str, Deed]
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
    peoples: Mapping[str, People] = dataclass_field(default_factory=dict)
    settled: Mapping[str, bool | int | str | tuple[str, ...]] = dataclass_field(default_factory=dict)

    @property
    def characteristics(self) -> tuple[str, ...]:
        """The short names of the characteristics, in the order of the profile."""
        return tuple(self.profile)

    @property
    def characteristic_names(self) -> tuple[tuple[str, str], ...]:
        """The short and the full name of each characteristic, in the order of the profile."""
        return tuple((each.key, each.name) for each in self.profile.values())

    @property
    def credited(self) -> Deed | None:
        """The deed that a player is credited with for an injury of an opponent; None if the book has none."""
        return next((deed for deed in self.deeds.values() if deed.causes), None)

    @property
    def credited_causes(self) -> tuple[str, ...]:
        """The causes of an injury that count as a deed of the player who caused it."""
        return self.credited.causes if self.credited is not None else ()

    def source(self, purpose: str) -> Source:
        """The rule and page to cite for a purpose; no rule and page 0 if the book has none.

        Raises KeyError for a purpose that `rules.book.statements` does not list.
        """
        return source_for(purpose, self.statements, self.pages)

    def skill(self, name: str) -> Skill:
        """The skill with that name or alias; upper and lower case are the same. Raises KeyError."""
        if name in self.skills:
            return self.skills[name]
        wanted = name.casefold()
        for skill in self.skills.values():
            if wanted in (known.casefold() for known in (skill.name, *skill.aliases)):
                return skill
        raise KeyError(f"{self.key} has no skill {name!r}")

    def skills_in(self, categories: Iterable[str]) -> tuple[Skill, ...]:
        """The skills of the given categories, in the order of the book."""
        wanted = frozenset(categories)
        return tuple(skill for skill in self.skills.values() if skill.category in wanted)

    def weather_for(self, total: int) -> WeatherRow:
        """The weather for a total of the weather dice. Raises ValueError for a total that they cannot show."""
        return row_for(self.weather, total, self.weather_dice)

    def casualty_for(self, face: int) -> CasualtyRow:
        """The casualty result for a face of the casualty die. Raises ValueError for a number that is not on the die."""
        if not face_exists(face, self.casualty_die):
            raise ValueError(f"{face} is not a result of a D{self.casualty_die}")
        return row_for(self.casualties, face, (self.casualty_die,))

    def level_for(self, spp: int) -> Level:
        """The highest level that a player with that many SPP has. Raises ValueError below 0 SPP."""
        reached = [level for level in self.levels if level.minimum <= spp]
        if not reached:
            raise ValueError(f"{spp} SPP is below the first level")
        return reached[-1]

    def improvement_for(self, total: int) -> ImprovementRow:
        """The result of an improvement roll. Raises ValueError for a total that the dice cannot show."""
        return row_for(self.improvement.rows, total, self.improvement.dice)


def row_for(rows: tuple[Row, ...], total: int, dice: tuple[int, ...]) -> Row:
    """The row whose range holds the total. Raises ValueError if there is none."""
    for row in rows:
        if row.low <= total <= row.high:
            return row
    raise ValueError(f"{total} is not a result of {' + '.join(f'D{faces}' for faces in dice)}")
