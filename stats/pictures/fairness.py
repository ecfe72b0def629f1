"""How unusual a count of dice is: what chance alone does, as a share of equally many fair rolls.

The measure is Pearson's chi-square of the counts of a die's faces against equally many of each. Its distribution is a
good one from five expected rolls of each face on; below that nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

LEAST_EXPECTED = 5
"""Rolls of each face that are needed before a word on chance is worth anything."""
TINY = 1e-300
PRECISION = 1e-12
ROUNDS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Fairness:
    """``share`` of fair dice that stray at least so far, from 0 to 1; None if there are too few rolls.

    ``mean`` is the average roll, ``expected`` that of a fair die.
    """

    rolls: int
    mean: float
    expected: float
    share: float | None


def fairness(counts: Sequence[int]) -> Fairness:
    """The fairness of a die by the counts of its faces, from the lowest. Raises ValueError for less than two faces."""
    faces, rolls = len(counts), sum(counts)
    if faces < 2:
        raise ValueError(counts)
    expected = (faces + 1) / 2
    mean = sum(face * count for face, count in enumerate(counts, start=1)) / rolls if rolls else expected
    each = rolls / faces
    if each < LEAST_EXPECTED:
        return Fairness(rolls=rolls, mean=mean, expected=expected, share=None)
    distance = sum((count - each) ** 2 / each for count in counts)
    return Fairness(rolls=rolls, mean=mean, expected=expected, share=chi_square_above(distance, faces - 1))


def chi_square_above(distance: float, degrees: int) -> float:
    """The probability that a chi-square with so many degrees of freedom is at least ``distance``.

    It is the upper incomplete gamma function, by its series for small distances and its continued fraction for others.
    """
    a, x = degrees / 2, distance / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    share = 1 - front * _series(a, x) if x < a + 1 else front * _fraction(a, x)
    return min(1.0, max(0.0, share))


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for step in range(1, ROUNDS):
        term *= x / (a + step)
        total += term
        if term < total * PRECISION:
            break
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1 / TINY, 1 / b
    found = d
    for step in range(1, ROUNDS):
        factor = -step * (step - a)
        b += 2
        d = 1 / (factor * d + b or TINY)
        c = b + factor / c or TINY
        found *= c * d
        if abs(c * d - 1) < PRECISION:
            break
    return found
