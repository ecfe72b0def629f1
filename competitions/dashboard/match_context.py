"""Where a match belongs: the competition and round that it is played in, and the matches of its season."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse

from competitions.fixtures.dates import dating_of
from competitions.models import Fixture
from matches.extensions import Occasion, occasions, seasons
from matches.models import Match


@occasions.add
def competition_and_round(match: Match) -> Occasion | None:
    """The fixture's competition and round in words; one query."""
    fixture = Fixture.objects.filter(match=match).select_related("round__competition", "tie").first()
    if fixture is None:
        return None
    competition = fixture.round.competition
    running = competition.state == competition.State.RUNNING and not competition.recorded
    dating = dating_of(fixture, match.league) if running and match.state == Match.State.SCHEDULED else None
    url = reverse("competitions:competition", args=[competition.public_id])
    return Occasion(", ".join(filter(None, (competition.name, fixture.in_round))), url, dating)


@seasons.add
def season_of(match: Match) -> QuerySet[Match] | None:
    """The matches of all competitions of the season; one query, and the one that is returned."""
    fixture = Fixture.objects.filter(match=match).select_related("round__competition").first()
    if fixture is None:
        return None
    return Match.objects.filter(fixture__round__competition__season=fixture.round.competition.season_id)
