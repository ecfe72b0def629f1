"""Randomness for simulated matches: it comes from the caller, for example a ``random.Random`` with a seed."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Protocol, TypeVar

from rules.sequence.sequence import DIGIT_DICE

T = TypeVar("T")


class Chance(Protocol):
    """A source of random numbers; ``random.Random`` and ``random.SystemRandom`` are such sources."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...

    def randint(self, a: int, b: int) -> int:
        """A whole number from ``a`` to ``b``, both included."""
        ...


def pick(chance: Chance, items: Sequence[T]) -> T:
    """One of the items; all are equally likely."""
    return items[int(chance.random() * len(items))]


def pick_weighted(chance: Chance, items: Sequence[T], weights: Sequence[float]) -> T:
    """One of the items; the higher its weight, the more likely it is."""
    left = chance.random() * sum(weights)
    for item, weight in zip(items, weights, strict=True):
        left -= weight
        if left < 0:
            return item
    return items[-1]


def shuffled(chance: Chance, items: Sequence[T]) -> list[T]:
    """The items in a random order."""
    left = list(items)
    for last in range(len(left) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        left[last], left[other] = left[other], left[last]
    return left


def happens(chance: Chance, probability: float) -> bool:
    """True with the given probability (0 to 1)."""
    return chance.random() < probability


def random_count(chance: Chance, mean: float) -> int:
    """A random count with the average ``mean`` (Poisson distribution)."""
    limit, product, count = exp(-mean), chance.random(), 0
    while product > limit:
        product *= chance.random()
        count += 1
    return count


def roll(chance: Chance, faces: int) -> int:
    """A roll of one die; a D68 is a D6 for the tens and a D8 for the units."""
    if faces in DIGIT_DICE:
        tens, units = DIGIT_DICE[faces]
        return 10 * roll(chance, tens) + roll(chance, units)
    return int(chance.random() * faces) + 1
