"""A match that was called off while under way, and then played again."""

from __future__ import annotations

from matches.models import Match
from matches.sequence import annulling, opening
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


def test_its_page_says_that_it_was_played_again_without_mentioning_a_correction(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    annulling.call_off(match=match, by=two_teams.cast.commissioner, reason="snow")
    opening.open_match(match=Match.objects.get(pk=match.pk), by=two_teams.cast.coach)
    match_builders.answer_all(Match.objects.get(pk=match.pk), by=two_teams.cast.coach, at_once=True)
    match_builders.confirm_match(Match.objects.get(pk=match.pk))
    match_builders.answer_all(Match.objects.get(pk=match.pk), by=two_teams.cast.coach, at_once=True)
    text = two_teams.page(two_teams.coach, match).text
    assert "match annulled and played again: snow (by commissioner)" in text
    assert "accepted by" not in text
