"""Everything that may follow in competitions when a match changes, read before and after, and compared."""

from __future__ import annotations

from typing import Any

from competitions.models import Competition, Fixture
from competitions.previews.bracket import BRACKET
from competitions.previews.moment import Followed, Moment
from competitions.previews.qualification import QUALIFICATION
from competitions.previews.season import SEASON
from competitions.previews.semi_finals import SEMI_FINALS
from competitions.previews.table import ORDER, REOPENING, SWISS, changed_table
from matches.extensions import previewers
from matches.models import Match
from matches.previews import Compare, Preview

FOLLOWED: tuple[Followed[Any], ...] = (REOPENING, BRACKET, ORDER, QUALIFICATION, SEASON, SEMI_FINALS, SWISS)


@previewers.add
def follow_ups(match: Match) -> Compare:
    """Reads the match's competition; nothing is to be compared for a match of no competition."""
    related = ("round__competition__season__league", "tie", "home", "away")
    fixture = Fixture.objects.select_related(*related).filter(match=match).first()
    if fixture is None:
        return Preview
    before = Moment(match=match, fixture=fixture, competition=fixture.round.competition)
    standings, states = before.standings, [each.read(before) for each in FOLLOWED]

    def compare() -> Preview:
        competition = Competition.objects.select_related("season__league").get(pk=before.competition.pk)
        after = Moment(match=match, fixture=fixture, competition=competition)
        return Preview(
            tables=changed_table(competition, standings, after.standings),
            stages=tuple(
                preview
                for each, state in zip(FOLLOWED, states, strict=True)
                if state is not None and (now := each.read(after)) is not None
                for preview in each.tell(after, state, now)
            ),
        )

    return compare
