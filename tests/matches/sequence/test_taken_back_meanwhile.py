"""A match that is called off or deleted during a POST: the answer is a message, never an error page."""

from __future__ import annotations

import pytest

from matches import access
from matches.models import Match, MatchSide
from matches.sequence import annulling
from matches.sequence.sequences import MatchState
from tests.matches import scene
from tests.matches.conftest import Ground
from web.errors import Refusal


@pytest.mark.parametrize("page", ["report/", "report/check/", "pre-match/"])
def test_a_match_called_off_between_two_queries_of_a_post_says_so(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    match = scene.ready(ground.home, ground.away)

    class Late(MatchState):
        """A match that is called off after it was read."""

        @property
        def sides(self) -> dict[str, MatchSide]:
            if Match.objects.filter(pk=match.pk, state=Match.State.PLAYING).exists():
                annulling.call_off(match=match, by=ground.cast.commissioner, reason="Rain.")
            return super().sides

    monkeypatch.setattr(access, "MatchState", Late)
    answer = ground.coach.post(f"/matches/{match.public_id}/{page}")
    assert answer.status_code in (302, 400, 409)
    if page != "pre-match/":
        assert answer.status_code == 409
        assert "The match is at another step now (to be played)" in answer.content.decode()


def test_a_called_off_match_has_no_fielded_rosters(ground: Ground) -> None:
    match = scene.ready(ground.home, ground.away)
    state = MatchState(match)
    annulling.call_off(match=match, by=ground.cast.commissioner, reason="Rain.")
    with pytest.raises(Refusal, match="at another step now"):
        _read = state.sheets


def test_a_match_deleted_between_two_queries_is_not_found(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    match = scene.scheduled(ground.home, ground.away)

    class Late(MatchState):
        """A match whose sides are deleted after it was read."""

        @property
        def sides(self) -> dict[str, MatchSide]:
            MatchSide.objects.filter(match=match).delete()
            return {}

    monkeypatch.setattr(access, "MatchState", Late)
    assert ground.coach.post(f"/matches/{match.public_id}/open/").status_code == 404
