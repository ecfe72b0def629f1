"""What many simulated seasons make of teams: a few figures of each team after each round, and how they spread.

A plan plays the same seasons again with the same seed: each season has dice of its own, so it makes no difference in
which order, or in how many processes, the seasons are played.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from rules import editions
from rules.book.edition import Ruleset
from rules.book.rows.options import Value
from rules.journal import CharacteristicRaised, SkillGained
from rules.sequence.chance import shuffled
from rules.simulation.bot_coach import Coach
from rules.simulation.simulation import Club, play_round, start
from rules.team.drafting import draft


class Dice(random.Random):
    """Dice that fall the same again for the same seed. They decide nothing in a real league."""


GAINS = (SkillGained, CharacteristicRaised)
GOLD = "gp"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is played: seasons of ``rounds`` rounds, each with new teams. The same seed gives the same seasons."""

    teams: int
    rounds: int
    seasons: int
    seed: int = 1

    @property
    def matches(self) -> int:
        """The number of matches of all seasons."""
        return self.teams // 2 * self.rounds * self.seasons


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The rules that a simulation plays by, as they are stored: an edition's key, and house rules by option."""

    edition: str
    house: tuple[tuple[str, Value], ...] = ()

    def ruleset(self) -> Ruleset:
        """The rules. Raises ``KeyError`` for an unknown edition, ``HouseRulesError`` for other house rules."""
        return editions.ruleset(self.edition, dict(self.house))


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A figure of a team that is followed through a season; ``unit`` is empty for a plain count."""

    key: str
    name: str
    unit: str
    of: Callable[[Ruleset, Club], int]


def measures(ruleset: Ruleset) -> tuple[Measure, ...]:
    """What can be followed in an edition: what its book does not have is left out."""
    book = ruleset.book
    found: list[Measure] = []
    if book.worth is not None:
        unit = GOLD if book.worth.unit == "gp" else ""
        found.append(Measure(key="worth", name=book.worth.name, unit=unit, of=_worth))
    for purse in book.purses.values():
        found.append(Measure(key=purse.key, name=purse.name, unit=GOLD, of=partial(_gold_in, purse.key)))
    found.append(Measure(key="players", name="Players on the roster", unit="", of=_players))
    found.append(Measure(key="gains", name="Improvements so far", unit="", of=_gains))
    found.append(Measure(key="deaths", name="Deaths so far", unit="", of=_deaths))
    return tuple(found)


def _worth(ruleset: Ruleset, club: Club) -> int:
    return ruleset.value(club.sheet)


def _gold_in(purse: str, _ruleset: Ruleset, club: Club) -> int:
    return int(getattr(club.sheet, purse))


def _players(_ruleset: Ruleset, club: Club) -> int:
    return len(club.sheet.players)


def _gains(_ruleset: Ruleset, club: Club) -> int:
    return sum(isinstance(entry, GAINS) for entry in club.entries)


def _deaths(_ruleset: Ruleset, club: Club) -> int:
    return sum(gone.how == "dead" for gone in club.sheet.departed)


def cannot_start(ruleset: Ruleset) -> tuple[str, ...]:
    """The team lists for which the house rules give too little gold for a whole team."""
    return tuple(name for name in ruleset.open_lists if not _can_start(ruleset, name))


def _can_start(ruleset: Ruleset, team_list: str) -> bool:
    try:
        draft(Dice(team_list), ruleset, team_list)
    except ValueError:
        return False
    return True


@dataclass(slots=True)
class Tally:
    """How many teams had which figure, by measure and round; round 0 is before the first match."""

    counted: dict[tuple[str, int], Counter[int]] = field(default_factory=dict)

    def count(self, ruleset: Ruleset, followed: Iterable[Measure], number: int, clubs: Iterable[Club]) -> None:
        """Adds the figures of these clubs after a round."""
        for measure in followed:
            figures = self.counted.setdefault((measure.key, number), Counter())
            figures.update(measure.of(ruleset, club) for club in clubs)

    def add(self, other: Tally) -> None:
        """Adds the figures of other seasons. The order of adding makes no difference."""
        for place, figures in other.counted.items():
            self.counted.setdefault(place, Counter()).update(figures)


Played = tuple[int, Tally]
"""The place of a setting, and the figures of one season that was played by it."""
Mapped = Callable[[Callable[[tuple[int, int]], Played], Sequence[tuple[int, int]]], Iterable[Played]]
"""``map``, or one that uses several processes."""


def play_plan(settings: Sequence[Setting], plan: Plan, mapped: Mapped = map) -> Iterator[Played]:
    """Plays all seasons of a plan by each setting, and yields each as it is done; see ``play_season``."""
    seasons = [(place, number) for number in range(plan.seasons) for place in range(len(settings))]
    yield from mapped(partial(_play_one, tuple(settings), plan), seasons)


def _play_one(settings: tuple[Setting, ...], plan: Plan, season: tuple[int, int]) -> Played:
    place, number = season
    return place, play_season(settings[place].ruleset(), plan, number)


def play_season(ruleset: Ruleset, plan: Plan, number: int) -> Tally:
    """Plays one season of a plan, by its number. Raises ``CoachRefused``, and ``ValueError`` as ``draft`` does."""
    chance = Dice(f"{plan.seed}:{number}")
    ids = count(1)
    coach = Coach(chance, ruleset, lambda: next(ids))
    clubs = start(chance, ruleset, _lists(chance, ruleset, plan.teams), coach)
    tally, followed = Tally(), measures(ruleset)
    tally.count(ruleset, followed, 0, clubs)
    for after in range(1, plan.rounds + 1):
        for _played in play_round(chance, ruleset, clubs, coach):
            pass
        tally.count(ruleset, followed, after, clubs)
    return tally


def _lists(chance: Dice, ruleset: Ruleset, teams: int) -> list[str]:
    """Random team lists: each once before any of them a second time."""
    lists: list[str] = []
    while len(lists) < teams:
        lists += shuffled(chance, ruleset.open_lists)
    return lists[:teams]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The middle of some figures: a quarter are at most ``low``, half at most ``median``, a quarter above ``high``."""

    low: int
    median: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """How a measure spreads in each round, from round 0 on."""

    measure: Measure
    spreads: tuple[Spread, ...]


def curves(ruleset: Ruleset, plan: Plan, tally: Tally) -> tuple[Curve, ...]:
    """The curve of each measure that the edition has."""
    return tuple(
        Curve(
            measure=measure,
            spreads=tuple(spread(tally.counted[measure.key, number]) for number in range(plan.rounds + 1)),
        )
        for measure in measures(ruleset)
    )


def spread(figures: Counter[int]) -> Spread:
    """The quartiles of counted figures. Each is one of the figures, never a number between two."""
    return Spread(low=_at(figures, 1), median=_at(figures, 2), high=_at(figures, 3))


def _at(figures: Counter[int], quarters: int) -> int:
    """The smallest figure that so many quarters of all figures do not exceed."""
    needed, seen = -(-quarters * figures.total() // 4), 0
    for figure in sorted(figures):
        seen += figures[figure]
        if seen >= needed:
            return figure
    raise ValueError("nothing was counted")
