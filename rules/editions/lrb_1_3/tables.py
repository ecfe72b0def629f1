"""The tables that only the steps of this edition read: gate, handicaps, niggling injuries, ageing, winnings, fans."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from rules.book.book import Book
from rules.book.rows.doubt import Doubtful
from rules.book.rows.teams import Pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class StageBonus(Doubtful):
    """What a stage of a competition adds to each die of the gate, and to the roll for the fan factor."""

    stage: str
    gate: int
    fan_factor: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GateDice(Doubtful):
    """The die for each point of fan factor, and how many spectators each point of the dice is."""

    die: int
    spectators: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryRoll(Doubtful):
    """An injury roll: from this total on the player is injured."""

    dice: tuple[int, ...]
    injured_from: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Niggling(Doubtful):
    """The die for each niggling injury before a match: up to which roll the player misses it, and with a virus."""

    die: int
    absent_up_to: int
    virus_up_to: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Apothecary(Doubtful):
    """The apothecary's die: what it must show at least."""

    die: int
    works_from: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pro(Doubtful):
    """The die of Pro, and from which number on the player may roll again."""

    die: int
    works_from: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AgeingRow(Doubtful):
    """What age does to a player."""

    low: int
    high: int
    key: str
    name: str
    page: int
    conditions: Pairs = ()
    changes: Pairs = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ageing(Doubtful):
    """Ageing: what the dice must show after the roll of each level, and what the same dice say if they do not."""

    dice: tuple[int, ...]
    needed: tuple[int, ...]
    rows: tuple[AgeingRow, ...]
    page: int

    def row(self, total: int) -> AgeingRow:
        """The effect of a total."""
        return next(row for row in self.rows if row.low <= total <= row.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrowdRow:
    """A gate from so many spectators on, and what it adds to a roll for winnings."""

    crowd: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRow:
    """A team rating from so many points on, and what it takes away."""

    rating: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowds(Doubtful):
    """What gate and team rating change of a roll for winnings."""

    gate: tuple[CrowdRow, ...]
    ratings: tuple[RatingRow, ...]
    page: int

    def of_gate(self, spectators: int) -> int:
        """What so many spectators add."""
        return _reached((row.crowd, row.points) for row in self.gate if row.crowd <= spectators)

    def of_rating(self, rating: int) -> int:
        """What such a team rating takes away."""
        return _reached((row.rating, row.points) for row in self.ratings if row.rating <= rating)


@dataclass(frozen=True, slots=True, kw_only=True)
class FanChanges(Doubtful):
    """The roll for the fan factor: when it falls and rises, from how much on deeds count, and the limits."""

    die: int
    falls_up_to: int
    rises_from: int
    touchdowns: int
    casualties: int
    full: int
    least: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating(Doubtful):
    """How much gold, and how many star player points, are a point of the team rating."""

    gold: int
    spp: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RollsRow:
    """The handicaps from a difference of the ratings on."""

    difference: int
    rolls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicaps(Doubtful):
    """How many handicaps the lower rated team gets; from the ``choice_from``th on it may choose them."""

    dice: tuple[int, ...]
    choice_from: int
    rolls: tuple[RollsRow, ...]
    page: int

    def due(self, difference: int) -> int:
        """How many there are for such a difference."""
        return _reached((row.difference, row.rolls) for row in self.rolls if row.difference <= difference)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapNumbers(Doubtful):
    """The dice and sums of single handicaps; those in gp are ``fee_unit`` and ``sponsorship``."""

    fee_die: int
    fee_unit: int
    late_die: int
    fair_late_die: int
    revenge_die: int
    babes_die: int
    sponsorship: int
    news_dice: tuple[int, ...]
    greatest: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapEvent(Doubtful):
    """A handicap by its D66; ``key`` is that of its fact."""

    low: int
    high: int
    key: str
    name: str
    effect: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherFees(Doubtful):
    """Fees that a league can choose, in gp: a wizard for good and, then, for a match; an apothecary for a match."""

    wizard_price: int
    wizard_hire_price: int
    apothecary_hire_price: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOffHiring(Doubtful):
    """In how many league matches of the season a team must have had a player or a wizard, to hire one in play-offs."""

    uses: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """The edition's own tables."""

    stage_bonuses: tuple[StageBonus, ...]
    gate_dice: GateDice
    injury_roll: InjuryRoll
    niggling: Niggling
    apothecary: Apothecary
    pro: Pro
    ageing: Ageing
    crowds: Crowds
    fan_changes: FanChanges
    rating: Rating
    handicaps: Handicaps
    handicap_numbers: HandicapNumbers
    handicap_events: tuple[HandicapEvent, ...]
    other_fees: OtherFees
    play_off_hiring: PlayOffHiring

    def bonus(self, stage: str) -> StageBonus | None:
        """What is different in a stage; None if nothing is."""
        return next((row for row in self.stage_bonuses if row.stage == stage), None)

    def event(self, roll: int) -> HandicapEvent:
        """The handicap of a D66."""
        return next(row for row in self.handicap_events if row.low == roll)


def tables_of(book: Book) -> Tables:
    """The edition's own tables of its book."""
    return cast(Tables, book.own)


def _reached(rows: Iterable[tuple[int, int]]) -> int:
    """What the highest of these rows says; 0 without any."""
    return max(rows, default=(0, 0))[1]
