"""What a match that ended otherwise would change in its competition's table; nothing is written."""

from __future__ import annotations

from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from competitions.previews.hypothetical import fixture_in, rows_in
from competitions.ranking.amounts import signed
from competitions.ranking.tables import Key, Row
from matches.previews import Otherwise, TableLine, TablePreview, previews_tables
from teams.models import Team

COLUMNS = (
    (_("Place"), _("Place"), True),
    (_("Points"), _("Points"), True),
    (_("TD±"), _("touchdown difference"), False),
    (_("Cas±"), _("casualty difference"), False),
)
"""The columns of a preview, short and whole, and whether they stand there where nothing changes in them."""


@previews_tables
def table_after(otherwise: Otherwise) -> list[TablePreview]:
    """The lines of the match's table that would change, in their new order; nothing for a match outside of tables."""
    fixture = fixture_in(otherwise)
    if fixture is None:
        return []
    competition = fixture.round.competition
    lines = _changed(*rows_in(otherwise))
    if not lines:
        return []
    shown = [place for place, (_short, _whole, always) in enumerate(COLUMNS) if always or _moves(lines, place)]
    return [
        TablePreview(
            name=competition.name,
            url=reverse("competitions:table", args=[competition.public_id]),
            heads=tuple(COLUMNS[place][:2] for place in shown),
            lines=tuple(replace(line, figures=tuple(line.figures[place] for place in shown)) for line in lines),
        )
    ]


def _moves(lines: list[TableLine], place: int) -> bool:
    return any(before != after for before, after in (line.figures[place] for line in lines))


def _changed(before: tuple[Row, ...], after: tuple[Row, ...]) -> list[TableLine]:
    old: dict[Key, Row] = {row.team: row for row in before}
    changed = [row for row in after if _figures(row) != _figures(old[row.team])]
    names = dict(Team.objects.filter(pk__in=[int(row.team) for row in changed]).values_list("pk", "name"))
    return [
        TableLine(team=names[int(row.team)], figures=tuple(zip(_figures(old[row.team]), _figures(row), strict=True)))
        for row in changed
    ]


def _figures(row: Row) -> tuple[str, str, str, str]:
    tally = row.tally
    differences = (signed(tally.touchdown_difference), signed(tally.casualty_difference))
    return _rank(row), str(tally.points), *differences


def _rank(row: Row) -> str:
    return "–" if row.rank is None else str(row.rank)
