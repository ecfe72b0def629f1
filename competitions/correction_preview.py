"""What a match that ended otherwise would change in its competition's table; nothing is written."""

from __future__ import annotations

from django.urls import reverse

from competitions.otherwise import fixture_in, rows_in
from competitions.tables import Key, Row
from matches.previews import Otherwise, TableLine, TablePreview, previews_tables
from teams.models import Team


@previews_tables
def table_after(otherwise: Otherwise) -> list[TablePreview]:
    """The lines of the match's table that would change, in their new order; nothing for a match outside of tables."""
    fixture = fixture_in(otherwise)
    if fixture is None:
        return []
    competition = fixture.round.competition
    lines = tuple(_changed(*rows_in(otherwise)))
    if not lines:
        return []
    return [
        TablePreview(
            name=competition.name, url=reverse("competitions:table", args=[competition.public_id]), lines=lines
        )
    ]


def _changed(before: tuple[Row, ...], after: tuple[Row, ...]) -> list[TableLine]:
    old: dict[Key, Row] = {row.team: row for row in before}
    changed = [row for row in after if _figures(row) != _figures(old[row.team])]
    names = dict(Team.objects.filter(pk__in=[int(row.team) for row in changed]).values_list("pk", "name"))
    return [
        TableLine(
            team=names[int(row.team)],
            rank=_rank(old[row.team]),
            new_rank=_rank(row),
            points=old[row.team].tally.points,
            new_points=row.tally.points,
        )
        for row in changed
    ]


def _figures(row: Row) -> tuple[object, ...]:
    tally = row.tally
    return row.rank, tally.points, tally.touchdown_difference, tally.casualty_difference


def _rank(row: Row) -> str:
    return "–" if row.rank is None else str(row.rank)
