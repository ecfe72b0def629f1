"""The tables that only the steps of Blood Bowl 2020 read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from rules.book.book import Book
from rules.book.rows.doubt import Doubtful
from rules.book.rows.teams import Pairs
from rules.match_day.mistakes import Mistakes
from rules.sheet.match import CAUSES
from rules.team.current_value import LowCost
from rules.team.redraft import Redraft


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices(Doubtful):
    """What the first, second, ... advancement of a player costs in points, by its way."""

    random_primary: tuple[int, ...]
    chosen_primary: tuple[int, ...]
    random_secondary: tuple[int, ...]
    chosen_secondary: tuple[int, ...]
    characteristic: tuple[int, ...]
    page: int

    def of(self, way: str, nth: int) -> int | None:
        """The price of the ``nth`` advancement, from 1; None after the last one."""
        row: tuple[int, ...] = getattr(self, way)
        return row[nth - 1] if 0 < nth <= len(row) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Learning(Doubtful):
    """What a skill adds to a player's value in gp, and the dice for a random one."""

    random_primary_cost: int
    chosen_primary_cost: int
    random_secondary_cost: int
    chosen_secondary_cost: int
    skill_dice: tuple[int, ...]
    first_half: int
    page: int

    def cost(self, way: str) -> int:
        """What a skill that was learned in this way adds."""
        return int(getattr(self, f"{way}_cost"))

    def place(self, dice: tuple[int, ...]) -> int:
        """The place of a skill in its category, from 0, by the dice one after the other."""
        first, second = dice
        return second - 1 if first <= self.first_half else self.skill_dice[1] + second - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicRow:
    """A result of the characteristic roll: what may become better."""

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
class Attendance(Doubtful):
    """Fans who come, what each of them pays in gp and by how many sides it is shared, and when followers change."""

    fan_die: int
    unit: int
    shared_by: int
    followers_die: int
    least_fans: int
    conceded_die: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialPlays(Doubtful):
    """The inducement that brings cards, the die for a card's deck, and of how many drawn cards one is kept."""

    inducement: str
    die: int
    looked_at: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rookies(Doubtful):
    """How many more journeymen an inducement brings."""

    inducement: str
    dice: tuple[int, ...]
    more: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Praying(Doubtful):
    """For how much gold between the teams there is a prayer, its die, and the die of exhibition play."""

    each_gold: int
    die: int
    exhibition_die: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Prayer(Doubtful):
    """A prayer to Nuffle, and what it does in the match."""

    low: int
    high: int
    key: str
    name: str
    effect: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Blessing(Doubtful):
    """Points that a prayer pays: ``more`` for each of a deed, or for each injury of an opponent by a cause.

    With ``in_one_drive`` only what was done in the drive after the prayer counts.
    """

    prayer: str
    more: int
    page: int
    deed: str = ""
    cause: str = ""
    in_one_drive: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving(Doubtful):
    """Who leaves a team that conceded: players with so many advancements, on a die up to ``leaving_up_to``."""

    advancements: int
    leaving_die: int
    leaving_up_to: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(Doubtful):
    """Between seasons an injury goes on this roll or higher; an apothecary adds to it."""

    die: int
    gone_from: int
    apothecary_adds: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """All of them, in ``own_tables.toml``."""

    prices: Prices
    learning_values: Learning
    characteristic_roll: CharacteristicRoll
    low_cost: LowCost
    attendance: Attendance
    special_plays: SpecialPlays
    rookies: Rookies
    praying: Praying
    prayers: tuple[Prayer, ...]
    blessings: tuple[Blessing, ...]
    mistakes: Mistakes
    leaving: Leaving
    redraft: Redraft
    rest: Rest

    def problems(self, book: Book) -> Iterator[tuple[str, str, str]]:
        """What is wrong in these tables, besides numbers that cannot be: the table, the key and the problem."""
        yield from self._of_learning(book)
        if len(book.decks) != self.special_plays.die:
            yield "special_plays", "die", f"must have a face for each of the {len(book.decks)} decks"
        yield from self._of_prayers(book)
        yield from self.mistakes.problems()

    def _of_learning(self, book: Book) -> Iterator[tuple[str, str, str]]:
        prices, roll = self.prices, self.characteristic_roll
        for way in ("random_primary", "chosen_primary", "random_secondary", "chosen_secondary", "characteristic"):
            row = getattr(prices, way)
            if len(row) != len(prices.characteristic) or list(row) != sorted(set(row)):
                yield "prices", way, f"must rise, and be as many as those of a characteristic, not {list(row)}"
        covered = [face for row in roll.rows for face in range(row.low, row.high + 1)]
        if covered != list(range(1, roll.die + 1)):
            yield "characteristic_roll", "rows", f"must cover 1 to {roll.die} once, not {covered}"
        for name in {*(name for row in roll.rows for name in row.characteristics), *dict(roll.costs)}:
            if name not in book.profile:
                yield "characteristic_roll", "characteristics", f'"{name}" is none of {", ".join(book.profile)}'
        if missing := sorted(set(book.profile) - set(dict(roll.costs))):
            yield "characteristic_roll", "costs", f"are missing for {', '.join(missing)}"
        dice = self.learning_values.skill_dice
        if len(dice) != 2 or self.learning_values.first_half >= dice[0]:
            yield "learning_values", "skill_dice", "must be two dice, the first with more faces than its first half"
            return
        for position in (position for each in book.lists.values() for position in each.positions):
            for category in position.normal + position.double:
                if (have := len(book.skills_in([category]))) != 2 * dice[1]:
                    yield "learning_values", "skill_dice", f"{category} has {have} skills, not {2 * dice[1]}"
                    return

    def _of_prayers(self, book: Book) -> Iterator[tuple[str, str, str]]:
        covered = [face for row in self.prayers for face in range(row.low, row.high + 1)]
        if covered != list(range(1, self.praying.die + 1)):
            yield "prayers", "low and high", f"must cover 1 to {self.praying.die} once, not {covered}"
        if self.praying.exhibition_die > self.praying.die:
            yield "praying", "exhibition_die", f"must be at most {self.praying.die}"
        for prayer in self.prayers:
            if prayer.key not in book.facts:
                yield "prayers", "key", f'"{prayer.key}" is no fact of a match'
        for each in self.blessings:
            if each.prayer not in {prayer.key for prayer in self.prayers}:
                yield "blessings", "prayer", f'"{each.prayer}" is no prayer'
            if bool(each.deed) == bool(each.cause) or (each.deed or each.cause) not in {*book.deeds, *CAUSES}:
                yield "blessings", "deed", "must be for one deed or for one cause"


def tables_of(book: Book) -> Tables:
    """The edition's own tables of its book."""
    return cast(Tables, book.own)
