"""What each match brought to the records, in a few bytes: so it is known which of them a correction can touch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from sys import intern
from typing import Any, NamedTuple

from stats.played.lines import PlayedLine
from stats.played.matches import PlayedMatch
from stats.records.succession import spot_of

WIN, SCORE, HURT, GATE, WORTH = "win", "score", "hurt", "gate", "worth"
DEED, POINTS, KILLS, MATCHES, TEAM_MATCHES, TEAM_WINS = (
    "deed",
    "points",
    "kills",
    "matches",
    "team_matches",
    "team_wins",
)
SPOT = "spot"
"""Stands for where, when and between whom it was: all that a match brought names it."""
SIZE = 8
"""Bytes of a digest."""
Lines = Mapping[int, Sequence[PlayedLine]]
"""The lines of players by their side."""


class Brought(NamedTuple):
    """What a match has something of, and a digest of each in the same order."""

    names: tuple[str, ...]
    digests: bytes

    @property
    def parts(self) -> set[tuple[str, bytes]]:
        """Each name with its digest."""
        return {(name, self.digests[place * SIZE : place * SIZE + SIZE]) for place, name in enumerate(self.names)}


def brought_by(match: PlayedMatch, lines: Lines, kills: Mapping[int, int]) -> Brought:
    """What a match brought, but for the score of it, which marks name beside their value."""
    found: dict[str, list[Any]] = defaultdict(list)
    found[SPOT].append((spot_of(match), match.home.team, match.away.team))
    if not match.conceded_before_kick_off:
        for own, other in match.pairs:
            found[WIN].append((own.team, other.team, own.won and (own.score, other.score)))
            found[SCORE].append((own.team, own.score))
            found[HURT].append((own.team, own.casualties))
            found[WORTH].append((own.team, own.team_value))
            found[GATE].append((own.team, match.gate))
            found[TEAM_MATCHES].append(own.team)
            found[TEAM_WINS].append((own.team, own.won))
            for line in lines.get(own.id, ()):
                who = line.player, line.team, line.number, line.position
                for what, count in done_in(line, kills.get(line.player or 0, 0)):
                    found[what].append((*who, count))
    return Brought(tuple(found), b"".join(map(_digest, found.values())))


def done_in(line: PlayedLine, kills: int) -> Iterator[tuple[str, int]]:
    """What a player did in a match, and that they played."""
    for key, count in line.deeds.items():
        if count:
            yield intern(f"{DEED}-{key}"), count
    if line.spp:
        yield POINTS, line.spp
    if kills:
        yield KILLS, kills
    yield MATCHES, 1


def _digest(content: list[Any]) -> bytes:
    return blake2b(repr(content).encode(), digest_size=SIZE).digest()
