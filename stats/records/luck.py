"""The luckiest and the unluckiest dice of a scope: of those that the server rolled, never of those typed in.

All dice of a team count together, each against what a fair one shows on average. The measure is how many deviations
of chance the sum is off, so that few dice that stray far are no more than many that stray a little.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from stats.pictures.dice import NEARLY_ALL, OFTEN, RARE
from stats.pictures.rolled import Throw, all_dice
from stats.played.everything import PLAYED
from stats.played.scope import Scope
from stats.records.succession import MOST_REIGNS, Spot, spot_of

FEWEST = 30
"""With fewer dice there is nothing to say about luck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """A team's dice: how many, their sum, twice the sum that is expected, and twelve times its variance."""

    team: int
    dice: int = 0
    sum: int = 0
    doubled: int = 0
    variance: int = 0

    def after(self, throw: Throw) -> Luck:
        """The luck with more dice."""
        return Luck(
            team=self.team,
            dice=self.dice + throw.dice,
            sum=self.sum + throw.sum,
            doubled=self.doubled + throw.expected,
            variance=self.variance + throw.variance,
        )

    @property
    def expected(self) -> float:
        """The sum that is expected."""
        return self.doubled / 2

    @property
    def off(self) -> float:
        """How many deviations of chance lie between the two sums."""
        return (self.sum - self.expected) / math.sqrt(self.variance / 12) if self.variance else 0.0

    @property
    def share(self) -> float:
        """By how much the sum is above what is expected, in per cent; below 0 if it is under it."""
        return 100 * (self.sum - self.expected) / self.expected


class Spell(NamedTuple):
    """A time for which a team had the luckiest dice, or the unluckiest: its luck at the end, and since which match."""

    luck: Luck
    since: Spot


def lucks_in(scope: Scope, team_list: str = "") -> list[Luck]:
    """The luck of each team with enough dice, the luckiest first. Three queries besides those of the matches."""
    lucks: dict[int, Luck] = {}
    for each in _throws(scope, team_list):
        lucks[each.team] = lucks.get(each.team, Luck(team=each.team)).after(each)
    enough = [each for each in lucks.values() if each.dice >= FEWEST]
    return sorted(enough, key=lambda each: (-each.off, each.team))


def spells_in(scope: Scope, team_list: str = "", *, lucky: bool = True) -> tuple[Spell, ...]:
    """Who had the luckiest dice (else the unluckiest) after each match, the present one last; no more queries.

    Dice outside matches count before the first one. With equally lucky dice, the first one stays.
    """
    by_match: dict[int, list[Throw]] = defaultdict(list)
    for each in _throws(scope, team_list):
        by_match[each.match].append(each)
    lucks: dict[int, Luck] = {}
    off: dict[int, float] = {}
    spells: list[Spell] = []
    leads = False
    sign = 1 if lucky else -1
    for match in (None, *PLAYED.of(scope)):
        for each in by_match.get(match.id if match is not None else 0, ()):
            luck = lucks[each.team] = lucks.get(each.team, Luck(team=each.team)).after(each)
            if luck.dice >= FEWEST:
                off[each.team] = sign * luck.off
        if match is None:
            continue
        now, best = spells[-1].luck.team if leads else 0, max(off.values(), default=0)
        first = min((team for team, far in off.items() if far == best), key=lambda team: (team != now, team), default=0)
        if best <= 0:
            leads = False
        elif leads and first == now:
            spells[-1] = spells[-1]._replace(luck=lucks[first])
        else:
            spells.append(Spell(lucks[first], spot_of(match)))
            leads = True
    return tuple(spells[-MOST_REIGNS:])


def _throws(scope: Scope, team_list: str) -> Iterable[Throw]:
    throws = all_dice(scope).throws
    if not team_list:
        return throws
    theirs = {side.team for match in PLAYED.of(scope) for side in match.sides if side.team_list == team_list}
    return [each for each in throws if each.team in theirs]


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
