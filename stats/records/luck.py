"""The luckiest and the unluckiest dice of a scope: of those that the server rolled, never of those typed in.

All dice of a team count together, each against what a fair one shows on average. The measure is how many deviations
of chance the sum is off, so that few dice that stray far are no more than many that stray a little.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from stats.pictures.dice import DICE, NEARLY_ALL, OFTEN, RARE, Rolls
from stats.played.everything import PLAYED
from stats.played.scope import Scope

FEWEST = 30
"""With fewer dice there is nothing to say about luck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """A team's dice: how many, their sum, the sum that is expected, and how many deviations of chance lie between."""

    team: int
    dice: int
    sum: int
    expected: float
    off: float

    @property
    def share(self) -> float:
        """By how much the sum is above what is expected, in per cent; below 0 if it is under it."""
        return 100 * (self.sum - self.expected) / self.expected


def lucks_in(scope: Scope, team_list: str = "") -> list[Luck]:
    """The luck of each team with enough dice, the luckiest first. Two queries besides those of the matches."""
    rolls = [each for each in DICE.of(scope) if each.server]
    if team_list:
        theirs = {side.team for match in PLAYED.of(scope) for side in match.sides if side.team_list == team_list}
        rolls = [each for each in rolls if each.team in theirs]
    found = [luck_of(team, [each for each in rolls if each.team == team]) for team in {each.team for each in rolls}]
    enough = [each for each in found if each.dice >= FEWEST]
    return sorted(enough, key=lambda each: (-each.off, each.team))


def luck_of(team: int, rolls: Iterable[Rolls]) -> Luck:
    """The luck of a team's rolls."""
    dice = total = 0
    expected = variance = 0.0
    for each in rolls:
        many = sum(each.counts)
        dice += many
        total += sum(face * count for face, count in enumerate(each.counts, start=1))
        expected += many * (each.faces + 1) / 2
        variance += many * (each.faces**2 - 1) / 12
    off = (total - expected) / math.sqrt(variance) if variance else 0.0
    return Luck(team=team, dice=dice, sum=total, expected=expected, off=off)


def chance_of(luck: Luck, teams: int) -> float:
    """With what chance at least one of so many teams is as far off to the same side, if all dice are fair."""
    alone = math.erfc(abs(luck.off) / math.sqrt(2)) / 2
    return 1 - (1 - alone) ** teams


def luck_words(luck: Luck, lucks: Sequence[Luck]) -> str:
    """A fair word on chance: in how many leagues with fair dice somebody is so lucky, or so unlucky."""
    share = chance_of(luck, len(lucks))
    if share >= NEARLY_ALL:
        return _("In nearly every league with fair dice somebody is this far off: nothing unusual.")
    if share >= OFTEN:
        words = _("In about %(share)d of ten leagues with fair dice somebody is this far off: nothing unusual.")
        return words % {"share": round(share * 10)}
    if share >= RARE:
        words = _("In about %(share)d of a hundred leagues with fair dice somebody is this far off: it happens.")
        return words % {"share": round(share * 100)}
    return _(
        "In fewer than one of a hundred leagues with fair dice somebody is this far off. That is unusual, and no proof "
        "of anything."
    )
