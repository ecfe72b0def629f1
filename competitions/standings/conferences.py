"""The conferences that divide a table, and the places of teams within them: one count for all that goes by them."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from competitions.models import Competition
from competitions.ranking.lines import Line
from competitions.standings.standings import Standings


class Within(NamedTuple):
    """A team in its conference: its place from 1, and its rank, which level teams share; None before it has one."""

    conference: str
    place: int
    rank: int | None


def conferences_in(
    competition: Competition, standings: Standings, counted: Collection[int] | None = None
) -> list[tuple[str, tuple[Line, ...]]]:
    """The conferences that divide a table, by name, with their lines in order; none if there are fewer than two.

    Teams without a conference are none, and one conference is the whole table. Only teams in ``counted`` (ids) count;
    without it, all in the table do.
    """
    if not competition.format.ranked_by_table:
        return []
    of_all = [
        (name, tuple(line for line in lines if counted is None or int(line.team) in counted))
        for name, lines in standings.conferences
        if name
    ]
    found = [(name, lines) for name, lines in of_all if lines]
    return found if len(found) > 1 else []


def places_within(
    competition: Competition, standings: Standings, counted: Collection[int] | None = None
) -> dict[int, Within]:
    """The place within its conference of each team that has one, by id, among those that count (``conferences_in``)."""
    found: dict[int, Within] = {}
    for name, lines in conferences_in(competition, standings, counted):
        first: dict[int, int] = {}  # the place of the first of level teams, by their rank among all
        for place, line in enumerate(lines, 1):
            rank = None if line.rank is None else first.setdefault(line.rank, place)
            found[int(line.team)] = Within(name, place, rank)
    return found
