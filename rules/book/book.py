"""The book: all tables of one edition, as frozen dataclasses.

This module says which tables a book has and finds a row in them. `rules.book.rows` says what a row holds,
`rules.book.reading` reads a book from its TOML files. What a row does in a match is written in the edition's steps.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from rules.book.rows.after_match import (
    Conceding,
    Expenses,
    FanFactorRoll,
    Improvement,
    ImprovementRow,
    LeaguePlay,
    Level,
    MinorPrizes,
    PointsScheme,
    Raised,
    Trophy,
    Unplayed,
    Winnings,
)
from rules.book.rows.injuries import CasualtyRow, CasualtyTable, Condition, InjuryField, Mark
from rules.book.rows.match_day import (
    Card,
    CardTiming,
    Deck,
    Field,
    Friendlies,
    Gate,
    Healing,
    Inducement,
    Journeymen,
    KickOffRow,
    MatchStage,
    WeatherRow,
)
from rules.book.rows.options import Option
from rules.book.rows.packs import ReadyPack
from rules.book.rows.shape import (
    STAR_PLAYER_POINTS,
    Appearance,
    Characteristic,
    Deed,
    Ending,
    FactKind,
    Good,
    InducementsName,
    PointsName,
    Purse,
    Worth,
)
from rules.book.rows.teams import Creation, Pairs, People, Skill, Skills, Staff, Star, TeamList, without_value
from rules.book.rows.words import Words
from rules.book.statements import Source, source_for
from rules.book.toml_tables import BookError


class Ranged(Protocol):
    """A row of a table for the rolls from ``low`` to ``high``."""

    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...


Row = TypeVar("Row", bound=Ranged)
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Book:
    """All tables of one edition, in the order of the printed book.

    `pages` gives the page of each rule by the rule's id, `summaries` what it says, in our words, and `sources` where it
    is from if it is on no page of the book (page 0). `doubts` says of some why they are uncertain. `statements` gives
    the id of the rule that is cited for a purpose (`rules.book.statements.PURPOSES`). `settled` gives the values of
    options that the book fixes. `words` has the texts of the edition's own ids, and the names of its steps. A table may
    be None if no step of the edition reads it (`rules.book.reads`). What a book does not declare it does not have: no
    `worth`, no `purses`, no `goods`. `own` are tables that only the edition's own steps read, as the dataclass that it
    gave to `read_book`. `files` gives the file of each table, for messages. `skills_called` heads the column of skills,
    if a book has something else there. `year` and `about` say from when a book is and what it is, `differs` and
    `uncertain` are sentences for people who choose one.
    """

    key: str
    name: str
    revision: str
    profile: Mapping[str, Characteristic]
    deeds: Mapping[str, Deed]
    roster: tuple[str, ...]
    skills: Mapping[str, Skill] = dataclass_field(default_factory=dict)
    result: Ending
    lists: Mapping[str, TeamList]
    creation: Creation
    stages: Mapping[str, MatchStage]
    field: Field
    casualty_tables: Mapping[str, CasualtyTable]
    options: Mapping[str, Option]
    pages: Mapping[str, int]
    statements: Mapping[str, str]
    worth: Worth | None = None
    purses: Mapping[str, Purse] = dataclass_field(default_factory=dict)
    goods: Mapping[str, Good] = dataclass_field(default_factory=dict)
    points: PointsName | None = None
    skills_called: str = ""
    inducements_called: InducementsName = dataclass_field(default_factory=InducementsName)
    appearance: Appearance | None = None
    facts: Mapping[str, FactKind] = dataclass_field(default_factory=dict)
    stars: Mapping[str, Star] = dataclass_field(default_factory=dict)
    staff: Mapping[str, Staff] = dataclass_field(default_factory=dict)
    weather_dice: tuple[int, ...] = ()
    weather: tuple[WeatherRow, ...] = ()
    kick_off_dice: tuple[int, ...] = ()
    kick_off: tuple[KickOffRow, ...] = ()
    gate: Gate | None = None
    journeymen: Journeymen | None = None
    inducements: Mapping[str, Inducement] = dataclass_field(default_factory=dict)
    decks: tuple[Deck, ...] = ()
    cards: tuple[Card, ...] = ()
    card_timings: tuple[CardTiming, ...] = ()
    winnings: Winnings | None = None
    conceding: Conceding | None = None
    unplayed: Unplayed | None = None
    friendlies: Friendlies | None = None
    levels: tuple[Level, ...] = ()
    improvement: Improvement | None = None
    raised: Mapping[str, Raised] = dataclass_field(default_factory=dict)
    trophies: Mapping[str, Trophy] = dataclass_field(default_factory=dict)
    points_schemes: tuple[PointsScheme, ...] = ()
    conditions: Mapping[str, Condition] = dataclass_field(default_factory=dict)
    marks: Mapping[str, Mark] = dataclass_field(default_factory=dict)
    injury_fields: Mapping[str, InjuryField] = dataclass_field(default_factory=dict)
    healing: Healing | None = None
    expenses: Expenses | None = None
    fan_factor_roll: FanFactorRoll | None = None
    minor_prizes: MinorPrizes | None = None
    league_play: LeaguePlay | None = None
    peoples: Mapping[str, People] = dataclass_field(default_factory=dict)
    packs: tuple[ReadyPack, ...] = ()
    settled: Mapping[str, bool | int | str | tuple[str, ...]] = dataclass_field(default_factory=dict)
    own: Any = None
    year: str = ""
    about: str = ""
    differs: tuple[str, ...] = ()
    uncertain: tuple[str, ...] = ()
    summaries: Mapping[str, str] = dataclass_field(default_factory=dict)
    sources: Mapping[str, str] = dataclass_field(default_factory=dict)
    doubts: Mapping[str, str] = dataclass_field(default_factory=dict)
    words: Words = dataclass_field(default_factory=Words)
    files: Mapping[str, str] = dataclass_field(default_factory=dict)

    def __post_init__(self) -> None:
        """Skills are also found with the values that stand behind them."""
        object.__setattr__(self, "skills", Skills(self.skills))

    @property
    def characteristics(self) -> tuple[str, ...]:
        """The short names of the characteristics, in the order of the profile."""
        return tuple(self.profile)

    @property
    def characteristic_names(self) -> tuple[tuple[str, str], ...]:
        """The short and the full name of each characteristic, in the order of the profile."""
        return tuple((each.key, each.name) for each in self.profile.values())

    def written(self, profile: Pairs) -> tuple[tuple[str, str], ...]:
        """The characteristics of a profile as the book writes them."""
        return tuple((name, self.profile[name].written(figure)) for name, figure in profile)

    @property
    def points_called(self) -> PointsName:
        """What the points that players earn are called: star player points, if the book says nothing else."""
        return self.points or STAR_PLAYER_POINTS

    @property
    def reported(self) -> tuple[Deed, ...]:
        """The deeds that a report counts: all that are not awarded after the match."""
        return tuple(deed for deed in self.deeds.values() if not deed.awarded)

    @property
    def told(self) -> tuple[Deed, ...]:
        """The deeds as reports of matches tell them: what scores, what is credited for injuries, then the others."""
        return tuple(sorted(self.deeds.values(), key=lambda deed: (not deed.scores, not deed.causes)))

    @property
    def awarded(self) -> Deed | None:
        """What is awarded to players after a match; None if the book has no such award."""
        return next((deed for deed in self.deeds.values() if deed.awarded), None)

    @property
    def scoring(self) -> Deed:
        """The deed that makes the score, by whose name the score is called; the first if there are several."""
        return next(deed for deed in self.deeds.values() if deed.scores)

    def fewest_players(self, team_list: str) -> int:
        """How many players a new team of a list has at least."""
        own = self.lists[team_list].minimum_players if team_list in self.lists else None
        return self.creation.minimum_players if own is None else own

    def most_players(self, team_list: str) -> int:
        """How many players a team of a list has at most."""
        own = self.lists[team_list].maximum_players if team_list in self.lists else None
        return self.creation.maximum_players if own is None else own

    @property
    def casualty_table(self) -> CasualtyTable:
        """The casualty table on which every casualty is rolled first."""
        return next(iter(self.casualty_tables.values()))

    @property
    def treating_staff(self) -> tuple[Staff, ...]:
        """The kinds of staff that treat injuries."""
        return tuple(staff for staff in self.staff.values() if staff.treats)

    @property
    def casualties(self) -> tuple[CasualtyRow, ...]:
        """The results of all casualty tables."""
        return tuple(row for table in self.casualty_tables.values() for row in table.rows)

    @property
    def eating_skill(self) -> str:
        """The skill of players who may eat a team-mate; empty if the book has none."""
        return self.healing.eating_skill if self.healing is not None else ""

    @property
    def credited(self) -> Deed | None:
        """The deed that a player is credited with for an injury of an opponent; None if the book has none."""
        return next((deed for deed in self.deeds.values() if deed.causes), None)

    @property
    def credited_causes(self) -> tuple[str, ...]:
        """The causes of an injury that count as a deed of the player who caused it."""
        return self.credited.causes if self.credited is not None else ()

    @property
    def with_costs(self) -> bool:
        """Whether players, staff and goods cost anything: in a book with gold."""
        return "treasury" in self.purses

    @property
    def with_gate(self) -> bool:
        """Whether spectators are counted: by a table of the book, or by steps that read the fan factor."""
        return self.gate is not None or "fan_factor" in self.goods

    @property
    def most_fame(self) -> int:
        """The highest FAME that a side can have; 0 if the book counts no fans."""
        return self.gate.fame_for_many if self.gate is not None else 0

    def error(self, table: str, row: str, key: str, problem: str) -> BookError:
        """What is wrong with a table, with its file; for a table that is in no file, with the key of the edition."""
        place = " / ".join(part for part in (table, row) if part)
        return BookError(self.files.get(table, self.key), place, key, problem)

    @lru_cache(maxsize=4096)  # noqa: B019 - books are few, and nearly every figure cites one
    def source(self, purpose: str) -> Source:
        """The rule and page to cite for a purpose; no rule and page 0 if the book has none.

        Raises KeyError for a purpose that `rules.book.statements` does not list.
        """
        return source_for(purpose, self.statements, self.pages)

    def skill(self, name: str) -> Skill:
        """The skill with that name or alias, with or without a value; upper and lower case are the same.

        Raises KeyError.
        """
        if name in self.skills:
            return self.skills[name]
        for skill in self.skills.values():
            wanted = (without_value(name) if skill.valued else name).casefold()
            if wanted in (known.casefold() for known in (skill.name, *skill.aliases)):
                return skill
        raise KeyError(f"{self.key} has no skill {name!r}")

    def skill_called(self, name: str) -> str:
        """A skill as rosters write it: with its value, or that of who learns it if none is given. Raises KeyError."""
        skill, value = self.skill(name), name[len(without_value(name)) :]
        return f"{skill.name}{value}" if value and skill.valued else skill.as_learned

    def skills_in(self, categories: Iterable[str]) -> tuple[Skill, ...]:
        """The skills of the given categories, in the order of the book."""
        wanted = frozenset(categories)
        return tuple(skill for skill in self.skills.values() if skill.category in wanted)

    def weather_for(self, total: int) -> WeatherRow:
        """The weather for a total of the weather dice. Raises ValueError for a total that they cannot show."""
        return row_for(self.weather, total, self.weather_dice)

    def casualty_for(self, total: int) -> CasualtyRow:
        """The result of a roll on the first casualty table. Raises ValueError for a total that its dice cannot show."""
        return self.casualty_table.row(total)

    def level_for(self, spp: int) -> Level:
        """The highest level that a player with that many SPP has. Raises ValueError below 0 SPP."""
        reached = [level for level in self.levels if level.minimum <= spp]
        if not reached:
            raise ValueError(f"{spp} SPP is below the first level")
        return reached[-1]

    def improvement_for(self, total: int) -> ImprovementRow:
        """The result of an improvement roll. Raises ValueError for a total that the dice cannot show."""
        table = needed(self.improvement)
        return row_for(table.rows, total, table.dice)


def needed(table: T | None) -> T:
    """A table that may be missing, for a step that reads it: loading makes sure that it is there."""
    assert table is not None  # rules.book.reads
    return table


def row_for(rows: tuple[Row, ...], total: int, dice: tuple[int, ...]) -> Row:
    """The row whose range holds the total. Raises ValueError if there is none."""
    for row in rows:
        if row.low <= total <= row.high:
            return row
    raise ValueError(f"{total} is not a result of {' + '.join(f'D{faces}' for faces in dice)}")
