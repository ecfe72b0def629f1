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
from competitions.standings.standings import standings_of
from matches.extensions import previewers
from matches.models import Match
from matches.previews import Compare, Preview, Read

FOLLOWED: tuple[Followed[Any], ...] = (REOPENING, BRACKET, ORDER, QUALIFICATION, SEASON, SEMI_FINALS, SWISS)


@previewers.add
def follow_ups(match: Match) -> Read:
    """Reads the table of the match's competition, which may be in the cache, before the write lock is taken."""
    seen = Competition.objects.filter(rounds__fixtures__match=match).first()
    table = standings_of(seen) if seen is not None else None

    def read() -> Compare:
        related = ("round__competition__season__league", "tie", "home", "away")
        fixture = Fixture.objects.select_related(*related).filter(match=match).first()
        if fixture is None:
            return Preview  # a match of no competition: there is nothing to compare
        competition = fixture.round.competition
        same = seen is not None and seen.standings_version == competition.standings_version
        return _comparison(Moment(match=match, fixture=fixture, competition=competition, table=table if same else None))

    return read


def _comparison(before: Moment) -> Compare:
    """Reads what may follow; what it returns reads it again, after the change."""
    standings, states = before.standings, [each.read(before) for each in FOLLOWED]

    def compare() -> Preview:
        competition = Competition.objects.select_related("season__league").get(pk=before.competition.pk)
        after = Moment(match=before.match, fixture=before.fixture, competition=competition)
        return Preview(
            tables=changed_table(competition, standings, after.standings),
            stages=tuple(
                preview
                for each, state in zip(FOLLOWED, states, strict=True)
                if state is not None and (now := each.read(after)) is not None
                for preview in each.describe(after, state, now)
            ),
        )

    return compare
