"""The round that a league plays at the moment: its matches, and when it ends. Three queries at most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from competitions.models import Competition
from competitions.names import TeamName
from competitions.standings.fixture_list import ShownFixture, shown_rounds
from competitions.standings.rounds import RoundCount, current_round, round_counts

MOST = 10
"""How many matches of a round the front page shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundNow:
    """The current round of a competition. ``named``: it has a name besides its number, as in a bracket.

    ``open`` counts its matches without a result.
    """

    competition: Competition
    name: str
    named: bool
    number: int
    rounds: int
    deadline: datetime | None
    open: int
    fixtures: tuple[ShownFixture, ...]


def round_now(competitions: Sequence[Competition], teams: Mapping[int, TeamName]) -> RoundNow | None:
    """The current round of the first competition under way that plays in rounds; ``teams`` has all its teams."""
    running = next((each for each in competitions if _plays_rounds(each)), None)
    if running is None:
        return None
    counts = round_counts(running)
    now = current_round(counts)
    return _shown(running, counts, now, teams) if now is not None else None


def _plays_rounds(competition: Competition) -> bool:
    by_coaches = competition.format.chosen_by_coaches
    return competition.state == Competition.State.RUNNING and not competition.recorded and not by_coaches


def _shown(
    competition: Competition, counts: Sequence[RoundCount], now: RoundCount, teams: Mapping[int, TeamName]
) -> RoundNow:
    fixtures = shown_rounds([now.id], teams)
    paired = tuple(each for each in fixtures if each.away is not None)
    return RoundNow(
        competition=competition,
        name=now.called,
        named=bool(now.name),
        number=now.number,
        rounds=len(counts),
        deadline=now.deadline,
        open=now.matches - now.over,
        fixtures=paired[:MOST],
    )
