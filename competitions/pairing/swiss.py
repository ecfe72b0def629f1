"""Swiss rounds: teams meet others with similar points, and no opponent twice if possible.

Pure: draws use a given ``random.Random``. A round is a matching of greatest weight on the graph of all pairs
(networkx, Edmonds' blossoms); with an odd number, one more vertex means the bye. What counts, the most important first:

1. a bye goes to a team that had the fewest so far, so no team has a second one before every team had one;
2. as few repeated meetings as can be;
3. the bye goes as far down the table as can be;
4. opponents come from score groups as near to each other as can be (the squares of the distances are summed);
5. of two that meet, not both were more often at home than away, or the other way round;
6. lot.

A team that enters late is paired by its points, like all others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from competitions.pairing.refusals import DrawRefused
from competitions.pairing.round_robin import Pairing
from competitions.ranking.tallies import Key

if TYPE_CHECKING:
    import networkx

LOTS = 16
"""How many different lots an edge can have; edges with the same lot keep the order of the table."""


class SwissRefused(DrawRefused):
    """This round cannot be drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A team before the draw of a round: points, how often it met others, byes, matches at home and away."""

    team: Key
    points: int = 0
    met: Mapping[Key, int] = field(default_factory=dict)
    byes: int = 0
    home: int = 0
    away: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissRound:
    """A drawn round: pairings from the top of the table down, the team with the bye, and rematches."""

    pairings: tuple[Pairing, ...]
    bye: Key | None
    rematches: tuple[Pairing, ...]


def draw_swiss_round(contenders: Sequence[Contender], *, rng: Random) -> SwissRound:
    """Pair ``contenders``, given in the order of the table, the best first.

    128 teams take some tenths of a second. Raises SwissRefused for fewer than two teams or a team given twice.
    """
    import networkx  # here, because it takes a fifth of a second from the start of every process

    _refuse_what_cannot_be_drawn(contenders)
    matching = networkx.max_weight_matching(_graph(contenders, rng), maxcardinality=True)
    pairs = sorted((min(pair), max(pair)) for pair in matching)
    bye = next((contenders[one].team for one, other in pairs if other == len(contenders)), None)
    drawn = [(contenders[one], contenders[other]) for one, other in pairs if other < len(contenders)]
    pairings = tuple(_at_home(one, other, rng) for one, other in drawn)
    known = [one.met.get(other.team, 0) > 0 for one, other in drawn]
    rematches = tuple(pairing for pairing, before in zip(pairings, known, strict=True) if before)
    return SwissRound(pairings=pairings, bye=bye, rematches=rematches)


def _graph(contenders: Sequence[Contender], rng: Random) -> networkx.Graph[int]:
    """The possible pairs, by places in the table; the place after the last means the bye."""
    import networkx

    size = len(contenders)
    groups = _score_groups(contenders)
    balances = [each.home - each.away for each in contenders]
    lot = LOTS * (1 + max(balance**2 for balance in balances)) * size
    gap = lot * max(1, groups[-1] ** 2) * size
    rematch = gap * size
    worst = max((times for each in contenders for times in each.met.values()), default=0)
    most = rematch * (1 + worst * size)
    graph: networkx.Graph[int] = networkx.Graph()
    for place, one in enumerate(contenders):
        for behind in range(place + 1, size):
            cost = rng.randrange(LOTS) + LOTS * max(0, balances[place] * balances[behind])
            cost += lot * (groups[behind] - groups[place]) ** 2
            cost += rematch * one.met.get(contenders[behind].team, 0)
            graph.add_edge(place, behind, weight=most - cost)
    if size % 2:
        fewest = min(each.byes for each in contenders)
        for place, each in enumerate(contenders):
            if each.byes == fewest:
                graph.add_edge(place, size, weight=most - gap * (size - 1 - place))
    return graph


def _score_groups(contenders: Sequence[Contender]) -> list[int]:
    """The score group of each team: 0 for the first, one more wherever the points change."""
    groups, group = [], 0
    for before, each in zip([None, *contenders], contenders, strict=False):
        group += before is not None and before.points != each.points
        groups.append(group)
    return groups


def _at_home(one: Contender, other: Contender, rng: Random) -> Pairing:
    """The team with fewer home than away matches plays at home; by lot if both are level."""
    lean = (one.home - one.away) - (other.home - other.away)
    if lean > 0 or (lean == 0 and rng.randrange(2)):
        return Pairing(home=other.team, away=one.team)
    return Pairing(home=one.team, away=other.team)


def _refuse_what_cannot_be_drawn(contenders: Sequence[Contender]) -> None:
    twice = [team for team, times in Counter(each.team for each in contenders).items() if times > 1]
    if twice:
        names = ", ".join(str(team) for team in twice)
        raise SwissRefused("team_twice", f"{names}: entered twice. Remove the second entry.", teams=twice)
    if len(contenders) < 2:
        missing = 2 - len(contenders)
        raise SwissRefused(
            "too_few_teams",
            f"A round needs at least two teams and has {len(contenders)}. Enter {missing} more.",
            teams=len(contenders),
        )
