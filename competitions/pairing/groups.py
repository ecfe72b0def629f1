"""Splitting teams into groups of the same size: by seed in a snake, or by lot.

Pure: draws use a given ``random.Random``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from competitions.ranking.tallies import Key

FEWEST_IN_A_GROUP = 2


class GroupsRefused(ValueError):
    """The teams cannot be split so. ``code`` is the reason, ``details`` has the figures, the text says what to do."""

    def __init__(self, code: str, message: str, **details: object) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


def split_into_groups(
    teams: Sequence[Key], groups: int, *, by_lot: bool = False, rng: Random | None = None
) -> tuple[tuple[Key, ...], ...]:
    """Splits ``teams``, the best first, into groups whose sizes differ by at most one.

    Seeded, a snake: the best of each group are the first seeds in order, the next row goes back from the last group to
    the first. ``by_lot`` shuffles all with ``rng`` first. Raises GroupsRefused for a team given twice, fewer than one
    group, or groups of fewer than two.
    """
    _refuse_what_cannot_be_split(teams, groups)
    order = list(teams)
    if by_lot:
        assert rng is not None, "a draw by lot needs something to draw with"
        rng.shuffle(order)
    found: list[list[Key]] = [[] for _ in range(groups)]
    for place, team in enumerate(order):
        row, column = divmod(place, groups)
        found[column if row % 2 == 0 else groups - 1 - column].append(team)
    return tuple(tuple(group) for group in found)


def _refuse_what_cannot_be_split(teams: Sequence[Key], groups: int) -> None:
    twice = [team for team, times in Counter(teams).items() if times > 1]
    if twice:
        names = ", ".join(str(team) for team in twice)
        raise GroupsRefused("team_twice", f"{names}: given twice. Remove the second one.", teams=twice)
    if groups < 1:
        raise GroupsRefused("too_few_groups", f"{groups} groups cannot be made; choose at least one.", groups=groups)
    if len(teams) < groups * FEWEST_IN_A_GROUP:
        most = len(teams) // FEWEST_IN_A_GROUP
        raise GroupsRefused(
            "too_many_groups",
            f"{len(teams)} teams do not fill {groups} groups of at least two; choose at most {most}, or add teams.",
            teams=len(teams),
            groups=groups,
        )
