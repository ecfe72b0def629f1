"""Glicko-2 ratings: Mark E. Glickman, Example of the Glicko-2 system, 2013, whose numbers the steps have.

A rating has a deviation: the true strength is with 95 % within two deviations. Few matches leave it wide, and a season
without a match widens it. Against an opponent whose own rating is unsure, a match counts less.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt

from stats.ratings.rating import GLICKO_NAME, START, Rating, Step, System

SCALE = 173.7178
TAU = 0.5
"""How far the volatility may move: Glickman has 0.3 to 1.2."""
WIDEST = 350.0
"""The deviation of somebody of whom nothing is known; it is never wider."""
FIRST = Rating(START, WIDEST, 0.06)
CLOSE = 1e-6


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def expected(own: Rating, other: Rating) -> float:
    """The share of a match that somebody is expected to score, from 0 to 1 (step 3)."""
    return 1 / (1 + exp(-_g(other.deviation / SCALE) * (own.points - other.points) / SCALE))


def updated(own: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after a period with these games: each the opponent's rating before it, and the own score (1 to 0)."""
    if not games:
        return rest(own)
    phi = own.deviation / SCALE
    weights = [_g(other.deviation / SCALE) for other, _score in games]
    shares = [expected(own, other) for other, _score in games]
    variance = 1 / sum(g * g * share * (1 - share) for g, share in zip(weights, shares, strict=True))
    gain = sum(g * (score - share) for g, share, (_other, score) in zip(weights, shares, games, strict=True))
    sigma = _volatility(phi, own.volatility, variance, variance * gain)
    before = phi * phi + sigma * sigma  # step 6
    after = 1 / (1 / before + 1 / variance)  # step 7
    return Rating(own.points + SCALE * after * gain, SCALE * sqrt(after), sigma)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """The new volatility (step 5), by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        whole = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - whole) / (2 * whole * whole) - (x - a) / (TAU * TAU)

    low, high = a, log(max(delta * delta - phi * phi - variance, CLOSE))
    if delta * delta <= phi * phi + variance:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def step(own: Rating, other: Rating, score: float) -> Step:
    """A match, as a period of its own."""
    after = updated(own, [(other, score)])
    weight = SCALE * (after.deviation / SCALE) ** 2 * _g(other.deviation / SCALE)
    return Step(expected(own, other), weight, after)


def rest(rating: Rating) -> Rating:
    """A period without a game: only the deviation grows (step 6)."""
    wider = SCALE * sqrt((rating.deviation / SCALE) ** 2 + rating.volatility**2)
    return rating._replace(deviation=min(WIDEST, wider))


GLICKO = System("glicko", GLICKO_NAME, FIRST, step, rest)
