"""For a match's own page and sheet: the competition and round that it is played in."""

from __future__ import annotations

from django.urls import reverse

from competitions.models import Fixture
from matches.models import Match
from matches.occasions import Occasion, tells_occasions


@tells_occasions
def competition_and_round(match: Match) -> Occasion | None:
    """The fixture's competition and round in words, leading to the fixture's page; one query."""
    fixture = Fixture.objects.filter(match=match).select_related("round__competition", "tie").first()
    if fixture is None:
        return None
    words = ", ".join(filter(None, (fixture.round.competition.name, fixture.in_round)))
    return Occasion(words, reverse("competitions:fixture", args=[fixture.pk]))
