"""The tables that only the steps of this edition read: advancement, crowds, hatred, mistakes, the new draft."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from rules.book.book import Book
from rules.book.rows.doubt import Doubtful
from rules.book.rows.teams import Pairs
from rules.match_day.mistakes import Mistakes
from rules.team.current_value import LowCost
from rules.team.redraft import Redraft

WAYS = ("random", "primary", "secondary", "characteristic")
"""The ways to learn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advancement(Doubtful):
    """What each advancement of a player costs in star player points, by the way in which they learn, and its title."""

    titles: tuple[str, ...]
    random: tuple[int, ...]
    primary: tuple[int, ...]
    secondary: tuple[int, ...]
    characteristic: tuple[int, ...]
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomSkills(Doubtful):
    """The dice for a random skill, the first for the half of its table, and how many are rolled of which one stays."""

    dice: tuple[int, int]
    skills: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningValues(Doubtful):
    """What a skill adds to a player's value, and what elite ones add besides."""

    primary_cost: int
    secondary_cost: int
    elite_cost: int
    elite: tuple[str, ...]
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicRow:
    """A result of the characteristic roll: the characteristics that may become better."""

    low: int
    high: int
    characteristics: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicRoll(Doubtful):
    """The die for a better characteristic, how often one may become better, and what each adds to the value."""

    die: int
    rows: tuple[CharacteristicRow, ...]
    most: int
    costs: Pairs
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd(Doubtful):
    """A side's fan factor: a die and its dedicated fans, each point so many spectators."""

    die: int
    spectators: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Takings(Doubtful):
    """Winnings: the gold for each point, and the points for a side of whom nobody stalled."""

    unit: int
    without_stalling: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Following(Doubtful):
    """How dedicated fans change: the die after a win or a loss, the bounds, and the die for a concession."""

    die: int
    least: int
    most: int
    conceding_die: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Brutes(Doubtful):
    """The points for some deeds in teams with a special rule."""

    special_rule: str
    points: Pairs
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GettingEven(Doubtful):
    """On which roll a hurt player comes to hate a keyword of the one who did it; some keywords nobody hates."""

    die: int
    hated_from: int
    skill: str
    no_keywords: tuple[str, ...]
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Captaincy(Doubtful):
    """The captain of teams with a special rule: who cannot be one, and what a captain learns."""

    special_rule: str
    no_keyword: str
    skill: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rookies(Doubtful):
    """How many more journeymen an inducement brings."""

    inducement: str
    dice: tuple[int, ...]
    more: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Risen(Doubtful):
    """Who joins for a dead opponent, in teams with the special rule or a player with the skill; and whom both spare."""

    special_rule: str
    skill: str
    keyword: str
    characteristic: str
    strongest: int
    spared_skills: tuple[str, ...]
    spared_by_plague: tuple[str, ...]
    spared_keyword: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrayerRow:
    """A prayer that was heard, and the points for the deed that it changes."""

    low: int
    high: int
    key: str
    name: str
    effect: str
    page: int
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Praying(Doubtful):
    """The die for a prayer."""

    die: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkingOut(Doubtful):
    """Who may leave a team that conceded: players with so many advancements, on a die of up to so much."""

    advancements: int
    die: int
    up_to: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(Doubtful):
    """What heals between seasons goes on this roll of the die or higher; an apothecary adds to it."""

    die: int
    healed_from: int
    apothecary_adds: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """The edition's own tables, in ``post_match_tables.toml`` and ``match_tables.toml``."""

    advancement: Advancement
    random_skills: RandomSkills
    learning_values: LearningValues
    characteristic_roll: CharacteristicRoll
    crowd: Crowd
    takings: Takings
    following: Following
    brutes: Brutes
    getting_even: GettingEven
    captaincy: Captaincy
    low_cost: LowCost
    rookies: Rookies
    risen: Risen
    praying: Praying
    prayers: tuple[PrayerRow, ...]
    mistakes: Mistakes
    walking_out: WalkingOut
    redraft: Redraft
    rest: Rest

    def problems(self, book: Book) -> Iterator[tuple[str, str, str]]:
        """What is wrong in these tables, besides numbers that cannot be: the table, the key and the problem."""
        for way in WAYS:
            if len(getattr(self.advancement, way)) != len(self.advancement.titles):
                yield "advancement", way, "must give a price for each title"
        yield from self.mistakes.problems()
        for table, rows, die in (
            ("prayers", self.prayers, self.praying.die),
            ("characteristic_roll", self.characteristic_roll.rows, self.characteristic_roll.die),
        ):
            covered = [face for row in rows for face in range(row.low, row.high + 1)]
            if covered != list(range(1, die + 1)):
                yield table, "low", f"rows must cover 1 to {die} in order, not {covered}"
        yield from self._unknown(book)

    def _unknown(self, book: Book) -> Iterator[tuple[str, str, str]]:
        """Names of skills, deeds and characteristics that the book does not have."""
        skills = (*self.learning_values.elite, self.getting_even.skill, self.captaincy.skill, self.risen.skill)
        for name in (*skills, *self.risen.spared_skills, *self.risen.spared_by_plague):
            if name not in book.skills:
                yield "learning_values", "elite", f'there is no skill "{name}"'
        for prayer in self.prayers:
            if prayer.key not in book.facts:
                yield "prayers", "key", f'"{prayer.key}" is no fact of a match'
        for deed, _points in self.brutes.points:
            if deed not in book.deeds:
                yield "brutes", "points", f'there is no deed "{deed}"'
        for row in self.characteristic_roll.rows:
            for name in row.characteristics:
                if name not in book.profile:
                    yield "characteristic_roll", "characteristics", f'there is no characteristic "{name}"'


def tables_of(book: Book) -> Tables:
    """The edition's own tables of its book."""
    return cast(Tables, book.own)
