"""What both systems of ratings share: a rating, and what one match does to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from web.errors import Text

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
START = 1500.0


class Rating(NamedTuple):
    """How strong somebody is, in points. ``deviation`` says how unsure that is, ``volatility`` how steady they are.

    Elo has neither of the two.
    """

    points: float
    deviation: float = 0.0
    volatility: float = 0.0


class Step(NamedTuple):
    """One match: the share that was ``expected`` of it, how much the match weighs, and the rating ``after`` it.

    The points change by ``weight`` times the difference between what was scored and what was expected.
    """

    expected: float
    weight: float
    after: Rating


class System(NamedTuple):
    """A system of ratings: where everybody starts, what a match does, and what a season without a match does.

    ``step`` takes both ratings before the match and the own score (1, 0.5 or 0).
    """

    key: str
    name: Text
    start: Rating
    step: Callable[[Rating, Rating, float], Step]
    rest: Callable[[Rating], Rating]


ELO_NAME, GLICKO_NAME = _("Elo"), _("Glicko-2")
