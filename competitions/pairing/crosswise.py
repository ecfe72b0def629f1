"""Seeding a knock-out crosswise: A1 meets B2, and B1 meets A2. Teams of one division meet as late as possible.

Pure. The first teams of the divisions keep their seeds, and with them their byes. Then the second teams share out the
seeds of all second teams, and so on: each time the assignment under which teams meet one of their own division latest.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random

from competitions.pairing.knock_out import seeded_seats
from competitions.ranking.tallies import Key

APART = 1_000_000
"""How much worse a meeting is than all meetings one round later together, and any of them than another order."""


def crosswise(teams: Sequence[Key], divisions: Mapping[Key, Hashable], rng: Random | None = None) -> list[Key]:
    """The teams, given from the best to the last, in the order in which a bracket seats them.

    Teams without a division keep their seeds. With ``rng`` a lot decides where the rules leave a choice.
    """
    seats = {seed: seat for seat, seed in enumerate(seeded_seats(1 << max(0, len(teams) - 1).bit_length()))}
    order = list(teams)
    seated: dict[Hashable, list[int]] = {}
    for seeds in _tiers(teams, divisions):
        members = [teams[seed] for seed in seeds]
        if rng is not None:
            rng.shuffle(members)
        costs = {
            (place, seed): _cost([seats[each] for each in seated.get(divisions[team], ())], seats[seed], len(seats))
            for place, team in enumerate(members)
            for seed in seeds
        }
        for place, seed in _cheapest(costs, len(members)).items():
            order[seed] = members[place]
            seated.setdefault(divisions[members[place]], []).append(seed)
    return order


def _tiers(teams: Sequence[Key], divisions: Mapping[Key, Hashable]) -> list[list[int]]:
    """The seeds of the first teams of all divisions, those of the second teams, and so on."""
    found: list[list[int]] = []
    counted: dict[Hashable, int] = {}
    for seed, team in enumerate(teams):
        if team not in divisions:
            continue
        place = counted[divisions[team]] = counted.get(divisions[team], -1) + 1
        if place == len(found):
            found.append([])
        found[place].append(seed)
    return found


def _cost(others: Sequence[int], seat: int, size: int) -> int:
    """How early a team on this seat meets those on ``others``."""
    rounds = size.bit_length() - 1
    return sum(APART ** (rounds - (other ^ seat).bit_length()) for other in others)


def _cheapest(costs: Mapping[tuple[int, int], int], teams: int) -> dict[int, int]:
    """A seed for each team, by its place in the list: the cheapest assignment, near the given order."""
    import networkx  # here, because it takes a fifth of a second from the start of every process

    graph = networkx.Graph()
    seeds = sorted({seed for _place, seed in costs})
    for (place, seed), cost in costs.items():
        graph.add_edge(("team", place), ("seed", seed), weight=-(cost * APART + (place - seeds.index(seed)) ** 2))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = dict(tuple(sorted(pair, reverse=True)) for pair in found)
    return {place: pairs["team", place][1] for place in range(teams)}
