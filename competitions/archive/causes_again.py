"""The causes of deaths in records that were imported before they were kept: read again from the same file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import transaction
from django.db.models import F

from competitions.archive.archive import Archive
from competitions.archive.causes import cause_called
from competitions.archive.records import PlayerLine, RecordedSide
from leagues.models import League
from leagues.services import locked
from matches.models import Match, MatchSide
from matches.models import PlayerLine as Line

BATCH = 500


@transaction.atomic
def fill_causes(archive: Archive, league: League) -> int:
    """Write the causes that an archive gives into the deaths of the league that was made from it; how many.

    Only deaths without a cause get one. ``archive`` must be the file of the league's import: matches, sides and
    players' lines were written in its order. What has changed since, so that it no longer fits, is left as it is; so is
    an archived league.
    """
    if league.archived:
        return 0
    league = locked(league)
    matches = [match for each in archive.competitions for match in each.matches if match.played]
    recorded = [side for match in matches for _which, side in match.sides]
    stored = MatchSide.objects.filter(match__league=league, match__state=Match.State.RECORDED).order_by("pk")
    sides = list(stored.prefetch_related("lines"))
    if len(sides) != len(recorded):
        return 0
    found = [line for side, row in zip(recorded, sides, strict=True) for line in _filled(side, row)]
    Line.objects.bulk_update(found, ["cause"], BATCH)
    changed = {row.match_id for row in sides if row.pk in {line.side_id for line in found}}
    Match.objects.filter(pk__in=changed).update(version=F("version") + 1)  # what is kept of them is worked out again
    return len(found)


def _filled(side: RecordedSide, row: MatchSide) -> Iterator[Line]:
    """The lines of a side that get a cause."""
    lines: Sequence[Line] = sorted(row.lines.all(), key=lambda line: line.pk)
    if len(lines) != len(side.players):
        return
    for recorded, line in zip(side.players, lines, strict=True):
        if recorded.died and recorded.died.cause and line.died and not line.cause and _is(recorded, line):
            line.cause = cause_called(recorded.died.cause)
            yield line


def _is(recorded: PlayerLine, line: Line) -> bool:
    return recorded.kind == line.kind and recorded.spp == line.spp
