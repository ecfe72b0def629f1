"""A ladder: a team that beats one above takes its place, and those between move down by one.

Pure. The order follows from the order of entry and the results; nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from competitions.ranking.tallies import Key


def climbed(entered: Sequence[Key], results: Iterable[tuple[Key, Key]]) -> list[Key]:
    """The order of the teams, the first on top, after ``results`` (winner, loser) in the order of play.

    ``entered`` is the order before the first game: by seed, then late entries at the bottom. A win over a team below,
    and a game with a team that is not on the ladder, change nothing.
    """
    order = list(entered)
    for winner, loser in results:
        if winner not in order or loser not in order:
            continue
        above, below = order.index(loser), order.index(winner)
        if below > above:
            order.insert(above, order.pop(below))
    return order


def may_challenge(order: Sequence[Key], challenger: Key, challenged: Key, reach: int) -> bool:
    """Whether ``challenged`` is above ``challenger``, by at most ``reach`` places."""
    distance = order.index(challenger) - order.index(challenged)
    return 1 <= distance <= reach
