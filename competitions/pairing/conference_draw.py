"""Round robins with conferences: how often teams of one conference meet, and teams of different ones, can differ.

Pure: draws use a given ``random.Random``. Each conference has its own round robin (``round_robin``), all at the same
time. Two conferences meet like two rows, one of which moves by one place each round. Which conferences meet rotates; if
their number is odd, one of them plays its own matches at that time. Finally home and away are balanced: they differ by
at most one for each team and each pair.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random

from competitions.pairing.round_robin import MOST_LEGS, Pairing, Round, RoundRobinRefused, draw_round_robin
from competitions.ranking.tallies import Key

Match = tuple[Key, Key]
"""Home and away."""


def draw_conferences(
    conferences: Sequence[Sequence[Key]], *, legs: int, across: int, rng: Random | None = None
) -> tuple[Round, ...]:
    """The rounds in which each pair of one conference meets ``legs`` times, each other pair ``across`` times.

    Who has no match in a round is among its ``also_resting``. Raises RoundRobinRefused for a team in two conferences, a
    number of meetings that cannot be (``legs`` 1 to 4, ``across`` 0 to 4), or a team without any opponent.
    """
    _refuse_what_cannot_be_drawn(conferences, legs, across)
    rows = [list(conference) for conference in conferences]
    if rng is not None:
        rng.shuffle(rows)
        for row in rows:
            rng.shuffle(row)
    within = [part for row in rows if len(row) > 1 for part in _within(row, legs)]
    between = list(_between(rows, across)) if across else []
    parts = between + within if len(rows) % 2 else within + between
    return _rounds(_levelled(_packed(parts)), [team for row in rows for team in row])


def _within(row: Sequence[Key], legs: int) -> Iterator[list[Match]]:
    """A conference's own round robin, in the order of the row. If its size is odd, the first team rests first."""
    for drawn in draw_round_robin(row, legs=legs):
        yield [(pairing.home, pairing.away) for pairing in drawn.pairings]


def _between(rows: Sequence[Sequence[Key]], across: int) -> Iterator[list[Match]]:
    """The matches between conferences: all of one pair of conferences before those of the next pair."""
    turns = draw_round_robin(range(len(rows))) if len(rows) > 1 else ()
    for leg in range(1, across + 1):
        for turn in turns:
            for one, other in ((int(pairing.home), int(pairing.away)) for pairing in turn.pairings):
                yield from _meeting(rows[one], rows[other], leg)


def _meeting(one: Sequence[Key], other: Sequence[Key], leg: int) -> Iterator[list[Match]]:
    """Each team of one row against each team of the other, in as many rounds as the longer row has teams.

    Home and away change from round to round and from leg to leg.
    """
    short, long = sorted((one, other), key=len)
    for turn in range(len(long)):
        pairs = [(team, long[(place + turn) % len(long)]) for place, team in enumerate(short)]
        yield pairs if (turn + leg) % 2 else [(away, home) for home, away in pairs]


def _packed(parts: Sequence[list[Match]]) -> list[list[Match]]:
    """The matches in rounds, each in the first round in which both teams are free."""
    rounds: list[list[Match]] = []
    busy: list[set[Key]] = []
    for part in parts:
        for match in part:
            number = next((place for place, teams in enumerate(busy) if teams.isdisjoint(match)), len(rounds))
            if number == len(rounds):
                rounds.append([])
                busy.append(set())
            rounds[number].append(match)
            busy[number].update(match)
    return rounds


def _levelled(rounds: list[list[Match]]) -> list[list[Match]]:
    """The same matches, some with home and away swapped, so that they differ by at most one for each team.

    Only the odd meeting of a pair is swapped, so that pairs stay balanced. Such matches form a path from a team that is
    too often at home to one that is too often away. Swapping all matches of the path helps both and no team loses.
    """
    met: dict[frozenset[Key], list[tuple[int, int]]] = defaultdict(list)
    for number, matches in enumerate(rounds):
        for place, match in enumerate(matches):
            met[frozenset(match)].append((number, place))
    odd = {pair: where for pair, where in met.items() if len(where) % 2}
    host = {
        pair: _more_often_at_home([rounds[number][place] for number, place in where]) for pair, where in odd.items()
    }
    for pair in _turned(host):
        number, place = next(at for at in reversed(odd[pair]) if rounds[at[0]][at[1]][0] == host[pair])
        home, away = rounds[number][place]
        rounds[number][place] = (away, home)
    return rounds


def _more_often_at_home(matches: Sequence[Match]) -> Key:
    """For each pair that meets an odd number of times, the team that is at home once more."""
    return Counter(home for home, _away in matches).most_common(1)[0][0]


def _turned(host: Mapping[frozenset[Key], Key]) -> list[frozenset[Key]]:
    """The pairs that have to swap home and away; ``host`` says which team of a pair is at home."""
    now = dict(host)
    opponents: dict[Key, list[Key]] = defaultdict(list)
    surplus: Counter[Key] = Counter()
    for pair, home in sorted(host.items(), key=lambda item: sorted(map(str, item[0]))):
        away = next(team for team in pair if team != home)
        opponents[home].append(away)
        opponents[away].append(home)
        surplus[home] += 1
        surplus[away] -= 1
    while (too_often := next((team for team in opponents if abs(surplus[team]) > 1), None)) is not None:
        sign = 1 if surplus[too_often] > 0 else -1
        way = _way_from(too_often, sign, opponents, now, surplus)
        for one, other in pairwise(way):
            pair = frozenset((one, other))
            now[pair] = other if now[pair] == one else one
        surplus[way[0]] -= 2 * sign
        surplus[way[-1]] += 2 * sign
    return [pair for pair, home in host.items() if now[pair] != home]


def _way_from(
    start: Key,
    sign: int,
    opponents: Mapping[Key, Sequence[Key]],
    host: Mapping[frozenset[Key], Key],
    surplus: Mapping[Key, int],
) -> list[Key]:
    """The shortest path to a team whose surplus has the other sign: from host to guest, or reversed if ``sign`` is -1.

    It always exists, because among the teams within reach at least one is a guest too often.
    """
    came_from: dict[Key, Key | None] = {start: None}
    waiting = deque([start])
    while waiting:
        team = waiting.popleft()
        if surplus[team] * sign < 0:
            way: list[Key] = []
            step: Key | None = team
            while step is not None:
                way.append(step)
                step = came_from[step]
            return way[::-1]
        for other in opponents[team]:
            if other not in came_from and (host[frozenset((team, other))] == team) == (sign > 0):
                came_from[other] = team
                waiting.append(other)
    raise AssertionError("home and away matches must be equally many")


def _rounds(packed: Sequence[Sequence[Match]], teams: Sequence[Key]) -> tuple[Round, ...]:
    """The rounds to store, with the teams that rest."""
    rounds = []
    for number, matches in enumerate(packed, 1):
        busy = {team for match in matches for team in match}
        pairings = tuple(Pairing(home=home, away=away) for home, away in matches)
        resting = tuple(team for team in teams if team not in busy)
        rounds.append(Round(number=number, leg=1, pairings=pairings, bye=None, also_resting=resting))
    return tuple(rounds)


def _refuse_what_cannot_be_drawn(conferences: Sequence[Sequence[Key]], legs: int, across: int) -> None:
    counted = Counter(team for conference in conferences for team in conference)
    twice = [team for team, times in counted.items() if times > 1]
    if twice:
        names = ", ".join(map(str, twice))
        raise RoundRobinRefused("team_twice", f"{names}: in two conferences; leave it in one.", teams=twice)
    if len(counted) < 2:
        raise RoundRobinRefused(
            "too_few_teams", f"A round robin needs at least two teams and has {len(counted)}.", teams=len(counted)
        )
    if not 1 <= legs <= MOST_LEGS or not 0 <= across <= MOST_LEGS:
        raise RoundRobinRefused(
            "legs",
            f"Teams of one conference can meet 1 to {MOST_LEGS} times, those of different ones 0 to {MOST_LEGS} times.",
            legs=legs,
            across=across,
        )
    if across == 0 and any(len(conference) == 1 for conference in conferences):
        raise RoundRobinRefused(
            "alone",
            "A team alone in its conference would have no opponent: put it into another one, or let conferences meet.",
        )
