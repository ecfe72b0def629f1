"""For the page and the sheet of a match: the competition and round that it is played in."""

from __future__ import annotations

from django.urls import reverse

from competitions.fixtures.dates import dating_of
from competitions.models import Fixture
from matches.extensions import Occasion, occasions
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
