"""A match that is called off or deleted during a POST: the answer is a message, never an error page."""

from __future__ import annotations

import pytest

from matches import access
from matches.models import Match, MatchSide
from matches.sequence import annulling
from matches.sequence.sequences import MatchState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from web.errors import Refusal


@pytest.mark.parametrize("page", ["report/", "report/check/", "pre-match/"])
def test_a_match_called_off_between_two_queries_of_a_post_says_so(
    two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)

    class Late(MatchState):
        """A match that is called off after it was read."""

        @property
        def sides(self) -> dict[str, MatchSide]:
            if Match.objects.filter(pk=match.pk, state=Match.State.PLAYING).exists():
                annulling.call_off(match=match, by=two_teams.cast.commissioner, reason="Rain.")
            return super().sides

    monkeypatch.setattr(access, "MatchState", Late)
    answer = two_teams.coach.post(f"/matches/{match.public_id}/{page}")
    assert answer.status_code in (302, 400, 409)
    if page != "pre-match/":
        assert answer.status_code == 409
        assert "The match is at another step now (to be played)" in answer.content.decode()


def test_a_called_off_match_has_no_fielded_rosters(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    state = MatchState(match)
    annulling.call_off(match=match, by=two_teams.cast.commissioner, reason="Rain.")
    with pytest.raises(Refusal, match="at another step now"):
        _read = state.sheets


def test_a_match_deleted_between_two_queries_is_not_found(two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)

    class Late(MatchState):
        """A match whose sides are deleted after it was read."""

        @property
        def sides(self) -> dict[str, MatchSide]:
            MatchSide.objects.filter(match=match).delete()
            return {}

    monkeypatch.setattr(access, "MatchState", Late)
    assert two_teams.coach.post(f"/matches/{match.public_id}/open/").status_code == 404
