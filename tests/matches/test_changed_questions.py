"""An answer on record whose question a newer edition asks otherwise stops the sequence, and says so; no page breaks."""

from __future__ import annotations

import pytest

from matches.models import Match, MatchAnswer
from tests.matches import scene
from tests.matches.conftest import Ground
from tests.matches.forms import visit


@pytest.fixture
def match(ground: Ground) -> Match:
    """A post-match whose first answer belongs to another question than the one asked today."""
    match = scene.confirmed(ground.home, ground.away)
    ground.page(ground.coach, match, "post-match/").answer("mvp.1")
    row = MatchAnswer.objects.get(key="mvp.1", side="home")
    row.question = {**row.question, "options": ["1", "2"]}
    row.save()
    return match


def test_the_match_says_what_is_wrong_and_offers_nothing(ground: Ground, match: Match) -> None:
    page = ground.page(ground.coach, match)
    assert "belongs to another question" in page.text
    assert "home mvp.1" in page.text
    assert "Go to the post-match" not in page.text


def test_no_answer_is_taken(ground: Ground, match: Match) -> None:
    before = MatchAnswer.objects.count()
    answer = ground.other.get(f"/matches/{match.public_id}/post-match/")
    assert answer.status_code == 409
    fields = {"command_id": "11111111-1111-4111-8111-111111111111", "side": "away", "key": "mvp.1"}
    assert ground.other.post(f"/matches/{match.public_id}/post-match/", fields).status_code == 409
    assert MatchAnswer.objects.count() == before


def test_the_teams_show_the_sheets_that_were_fielded(ground: Ground, match: Match) -> None:
    page = visit(ground.coach, f"/teams/{ground.home.public_id}/")
    assert "its sheet is frozen" in page.text
    assert ground.coach.get(f"/matches/{match.public_id}/log/").status_code == 200


def test_another_wording_or_page_leaves_the_answer_standing(ground: Ground) -> None:
    match = scene.confirmed(ground.home, ground.away)
    ground.page(ground.coach, match, "post-match/").answer("mvp.1")
    row = MatchAnswer.objects.get(key="mvp.1", side="home")
    row.question = {**row.question, "page": 99, "label": "another"}
    row.save()
    assert "belongs to another question" not in ground.page(ground.coach, match).text
    assert ground.other.get(f"/matches/{match.public_id}/post-match/").status_code == 200
