"""Simulated seasons of each edition, played once for all tests of this folder, with everything that they said."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from rules.book.edition import Edition, Ruleset
from rules.sequence.explanations import Figure, Term, Violation
from rules.sequence.sequence import SIDES, Answer, Question, Side
from rules.simulation.simulation import Club, Played, season
from tests.editions.every import EVERY, rules_of
from tests.thoroughness import NUMBER, THOROUGH

SEEDS = range(20) if THOROUGH else range(NUMBER % 1_000, NUMBER % 1_000 + 2)
TEAMS = 4
ROUNDS = 6
Cited = Figure | Term | Violation | Question
"""What names a rule and its page."""


@dataclass(frozen=True)
class Season:
    """A season of one edition."""

    rules: Ruleset
    matches: tuple[Played, ...]

    @property
    def clubs(self) -> tuple[Club, ...]:
        """The teams, at the end."""
        return tuple({id(club): club for played in self.matches for club in (played.home, played.away)}.values())

    def figures(self) -> Iterator[Figure]:
        """Every figure that a step explained."""
        for played in self.matches:
            yield from (figure for _side, figure in played.prepared.state.figures)
            for side in SIDES:
                yield from (figure for _step, figure in played.outcomes.of(side).figures)

    def answers(self) -> Iterator[Answer]:
        """Every answer that a person could have given."""
        for played in self.matches:
            for answer in (*played.before.values(), *played.after.values()):
                if answer.question.kind != "mint":
                    yield answer

    def citations(self) -> Iterator[Cited]:
        """Everything that cites a rule."""
        for figure in self.figures():
            yield figure
            yield from figure.terms
        for answer in self.answers():
            yield answer.question

    def lines(self) -> Iterator[tuple[Played, Side]]:
        """Each side of each match."""
        for played in self.matches:
            for side in SIDES:
                yield played, side


@cache
def season_of(edition: Edition, seed: int) -> Season:
    """A season of some lists of the edition, chosen by the seed."""
    chance, rules = random.Random(seed), rules_of(edition)
    lists = chance.choices(rules.open_lists, k=TEAMS)
    return Season(rules, tuple(season(chance, rules, lists, ROUNDS)))


def every_season() -> list[tuple[Edition, int]]:
    """The parameters of a test that looks at each season of each edition."""
    return [(edition, seed) for edition in EVERY for seed in SEEDS]


def name_of(value: object) -> str:
    """How a parameter is called."""
    return value.key if isinstance(value, Edition) else str(value)
