"""The first round of a bracket as pages show it before it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from competitions.models import Competition
from competitions.names import TeamName

Pairs = list[tuple[TeamName, TeamName | None]]


def first_round_shown(competition: Competition, order: Sequence[int], teams: Mapping[int, TeamName]) -> Pairs:
    """The pairs that a draw of these teams, the best first, would make; a team alone has a bye.

    Empty if the format draws no bracket, if a lot decides, or if these teams cannot be drawn.
    """
    pairs = competition.format.first_round(competition, order) if competition.format.first_round else []
    return [(teams[home], teams[away] if away is not None else None) for home, away in pairs]
