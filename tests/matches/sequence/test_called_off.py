"""A match that was called off while it was played, and then played again."""

from __future__ import annotations

from matches.models import Match
from matches.sequence import annulling, opening
from tests.matches import scene
from tests.matches.conftest import Ground


def test_its_page_says_that_it_was_played_again_and_speaks_of_no_correction(ground: Ground) -> None:
    match = scene.ready(ground.home, ground.away)
    annulling.call_off(match=match, by=ground.cast.commissioner, reason="snow")
    opening.open_match(match=Match.objects.get(pk=match.pk), by=ground.cast.coach)
    scene.answered(Match.objects.get(pk=match.pk), by=ground.cast.coach, at_once=True)
    scene.confirmed_as(Match.objects.get(pk=match.pk))
    scene.answered(Match.objects.get(pk=match.pk), by=ground.cast.coach, at_once=True)
    text = ground.page(ground.coach, match).text
    assert "match annulled and played again: snow (by commissioner)" in text
    assert "accepted by" not in text
