"""What a match that ended otherwise would change in its competition's table; nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.urls import reverse

from competitions.models import Fixture
from competitions.results import Gathered, gather, scheme_of
from competitions.tables import Key, Outcome, Result, Row
from matches.lines import Ending
from matches.models import Match
from matches.previews import TableLine, TablePreview, previews_tables
from rules.sequence import Side
from teams.models import Team


@previews_tables
def table_after(match: Match, ended: Mapping[Side, Ending] | None) -> list[TablePreview]:
    """The lines of the match's table that would change, in their new order; nothing for a match outside of tables."""
    fixture = Fixture.objects.select_related("round__competition").filter(match=match).first()
    if fixture is None:
        return []
    competition = fixture.round.competition
    gathered, scheme = gather([competition.pk])[competition.pk], scheme_of(competition)
    after = gathered_otherwise(gathered, fixture, ended)
    lines = tuple(_changed(gathered.ranked(scheme), after.ranked(scheme)))
    if not lines:
        return []
    return [
        TablePreview(
            name=competition.name, url=reverse("competitions:table", args=[competition.public_id]), lines=lines
        )
    ]


def gathered_otherwise(gathered: Gathered, fixture: Fixture, ended: Mapping[Side, Ending] | None) -> Gathered:
    """What a table would be made from if one of its matches had ended so."""
    others = [result for result in gathered.results if result.key != fixture.pk]
    own = [result for result in gathered.results if result.key == fixture.pk]
    return replace(gathered, results=others if ended is None else [*others, *(_ended(each, ended) for each in own)])


def _ended(result: Result, ended: Mapping[Side, Ending]) -> Result:
    sides = {
        which: replace(
            side,
            outcome=Outcome(ended[which].result),
            score=ended[which].score,
            casualties=ended[which].casualties,
        )
        for which, side in (("home", result.home), ("away", result.away))
        if side is not None
    }
    return replace(result, **sides)


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
