"""Elo ratings: Arpad Elo, The Rating of Chessplayers, 1978, with the logistic curve that everybody uses today.

With 400 points more, somebody is expected to score ten times as much: 10/11 of a match.
"""

from __future__ import annotations

from stats.ratings.rating import ELO_NAME, START, Rating, Step, System

K = 32.0
"""Points that one match is worth."""
TEN_TIMES = 400.0


def expected(own: float, other: float) -> float:
    """The share of a match that somebody is expected to score, from 0 to 1, by both ratings."""
    return float(1 / (1 + 10 ** ((other - own) / TEN_TIMES)))


def step(own: Rating, other: Rating, score: float) -> Step:
    """A match; the two changes add up to 0."""
    share = expected(own.points, other.points)
    return Step(share, K, Rating(own.points + K * (score - share)))


def rest(rating: Rating) -> Rating:
    """Who does not play keeps their rating."""
    return rating


ELO = System("elo", ELO_NAME, Rating(START), step, rest)
