"""Opening a match asks first, and can be undone until something is answered."""

from __future__ import annotations

import pytest

from matches.models import Match
from matches.sequence import annulling
from teams.models import TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from web.errors import Refusal


def test_the_match_page_says_what_opening_does_before_it_is_pressed(two_teams: TwoTeams) -> None:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match)
    assert "Ready to play? Both rosters are frozen until the match is over" in page.text


def test_a_coach_undoes_the_opening_and_both_teams_are_free(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    after = two_teams.page(two_teams.other, match).press("Undo opening")
    assert "Both teams are free again" in after.text
    assert Match.objects.get().state == Match.State.SCHEDULED
    assert set(TeamState.objects.values_list("held_by", flat=True)) == {""}
    two_teams.page(two_teams.coach, match).press("Open the match")
    assert Match.objects.get().state == Match.State.PRE_MATCH


def test_it_cannot_be_undone_once_something_was_rolled(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    seen = two_teams.page(two_teams.coach, match)
    two_teams.page(two_teams.coach, match, "pre-match/").press("Roll")
    assert Match.objects.get().answers.exists()
    with pytest.raises(Refusal) as refused:
        annulling.undo_opening(match=match, by=two_teams.cast.coach)
    assert refused.value.id == "matches.opening_answered"
    assert not any(form.has_button("Undo opening") for form in two_teams.page(two_teams.coach, match).forms)
    assert seen.press("Undo opening").status == 409
