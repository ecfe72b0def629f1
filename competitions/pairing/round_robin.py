"""Round robins: every team meets every other, once a leg, by the circle method.

Pure: draws use a given ``random.Random``. One team stays put (with an odd number: the bye) while the others go round
it; who plays at home follows from the distance on the circle, so that home and away alternate for each team but for
one break at most in a leg. A single leg leaves every team at most one home match apart from its away matches, a double
one exactly level. A later leg swaps home and away and begins one round further on, so that no team plays more than two
in a row at home or away where two legs meet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from competitions.pairing.refusals import DrawRefused
from competitions.ranking.tallies import Key

MOST_LEGS = 4


class RoundRobinRefused(DrawRefused):
    """This round robin cannot be drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """A match to be played."""

    home: Key
    away: Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round: ``number`` counts from 1 through all legs, ``leg`` from 1; ``bye`` is the team without a match.

    ``also_resting`` are others without one: of conferences of different sizes several may rest at once.
    """

    number: int
    leg: int
    pairings: tuple[Pairing, ...]
    bye: Key | None
    also_resting: tuple[Key, ...] = ()

    @property
    def resting(self) -> tuple[Key, ...]:
        """All teams without a match."""
        return self.also_resting if self.bye is None else (self.bye, *self.also_resting)


def draw_round_robin(teams: Sequence[Key], *, legs: int = 1, rng: Random | None = None) -> tuple[Round, ...]:
    """The rounds of a round robin of ``teams``; places on the circle are shuffled by ``rng``, else in the given order.

    ``legs`` is how often each pair meets, 1 to 4. Raises RoundRobinRefused for fewer than two teams, a team given
    twice, or another number of legs.
    """
    _refuse_what_cannot_be_drawn(teams, legs)
    circle = list(teams)
    if rng is not None:
        rng.shuffle(circle)
    first = [_round_on_circle(circle, turn) for turn in range(len(circle) - 1 + len(circle) % 2)]
    rounds: list[Round] = []
    for leg in range(legs):
        start = leg % len(first)
        for pairs, bye in first[start:] + first[:start]:
            pairings = tuple(_pairing(home, away, swapped=leg % 2 == 1) for home, away in pairs)
            rounds.append(Round(number=len(rounds) + 1, leg=leg + 1, pairings=pairings, bye=bye))
    return tuple(rounds)


def _round_on_circle(circle: list[Key], turn: int) -> tuple[list[tuple[Key, Key]], Key | None]:
    """The pairs (home, away) when the circle has turned ``turn`` times, and the team without an opponent.

    With an even number the last team stays put, and the rest, always an odd number, go round.
    """
    odd = len(circle) % 2 == 1
    moving = circle if odd else circle[:-1]
    size = len(moving)
    facing = moving[turn]
    pairs: list[tuple[Key, Key]] = []
    if not odd:
        fixed = circle[-1]
        pairs.append((facing, fixed) if turn % 2 == 0 else (fixed, facing))
    for distance in range(1, size // 2 + 1):
        ahead, behind = moving[(turn + distance) % size], moving[(turn - distance) % size]
        pairs.append((ahead, behind) if distance % 2 else (behind, ahead))
    return pairs, facing if odd else None


def _pairing(home: Key, away: Key, *, swapped: bool) -> Pairing:
    return Pairing(home=away, away=home) if swapped else Pairing(home=home, away=away)


def _refuse_what_cannot_be_drawn(teams: Sequence[Key], legs: int) -> None:
    twice = [team for team, times in Counter(teams).items() if times > 1]
    if twice:
        names = ", ".join(str(team) for team in twice)
        raise RoundRobinRefused("team_twice", f"{names}: entered twice. Remove the second entry.", teams=twice)
    if len(teams) < 2:
        missing = 2 - len(teams)
        raise RoundRobinRefused(
            "too_few_teams",
            f"A round robin needs at least two teams and has {len(teams)}. Enter {missing} more.",
            teams=len(teams),
        )
    if not 1 <= legs <= MOST_LEGS:
        raise RoundRobinRefused(
            "legs", f"Teams can meet 1 to {MOST_LEGS} times, not {legs}; choose a number in between.", legs=legs
        )
