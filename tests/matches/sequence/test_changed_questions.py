"""A saved answer that no longer fits its question after a rules update stops the sequence; no page breaks."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db.models import QuerySet

from matches.models import Match, MatchAnswer
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from tests.matches import scene
from tests.matches.conftest import Ground
from tests.matches.forms import visit


@pytest.fixture
def match(ground: Ground) -> Match:
    """A post-match whose first answer no longer fits its question than the one asked today."""
    match = scene.confirmed(ground.home, ground.away)
    ground.page(ground.coach, match, "post-match/").answer("mvp.1")
    row = MatchAnswer.objects.get(key="mvp.1", side="home")
    row.question = {**row.question, "options": ["1", "2"]}
    row.save()
    return match


def test_the_match_says_what_is_wrong_and_offers_nothing(ground: Ground, match: Match) -> None:
    page = ground.page(ground.coach, match)
    assert "no longer fits its question" in page.text
    assert "home mvp.1" in page.text
    assert "Go to the post-match" not in page.text


def test_a_commissioner_asks_again_and_the_match_goes_on(ground: Ground, match: Match) -> None:
    assert not any(form.has_button("Ask again") for form in ground.page(ground.coach, match).forms)
    page = ground.page(ground.commissioner, match).press("Ask again")
    assert "no longer fits its question" not in page.text
    assert not MatchAnswer.objects.filter(key="mvp.1", side="home").exists()
    told = ground.league.log.get(kind="matches.asked_anew")
    assert (told.args["team"], told.args["answers"]) == (ground.home.name, ["mvp.1"])
    scene.answered(match, by=ground.cast.coach, at_once=True)
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED


def after_match(match: Match) -> QuerySet[MatchAnswer]:
    """The home side's answers of the post-match."""
    return MatchAnswer.objects.filter(match=match, side="home", sequence="post_match")


def played_by_home(ground: Ground) -> Match:
    """A post-match that the home side has come through, and whose first answer is to another question today."""
    match = scene.confirmed(ground.home, ground.away)
    state = MatchState(match)
    while mine := [question for question in state.questions() if question.side == "home"]:
        given = [scene.answer_to(match, mine[0], {})]
        state = answering.answer(match=match, given=given, by=ground.cast.coach)
        match.refresh_from_db()
    asked_otherwise(match, "mvp.1", options=["1", "2"])
    return match


def asked_otherwise(match: Match, key: str, **question: Any) -> None:
    row = after_match(match).get(key=key)
    row.question = {**row.question, **question}
    row.save()


def test_later_decisions_are_asked_again_too_and_dice_stay(ground: Ground) -> None:
    match = played_by_home(ground)
    before = dict(after_match(match).values_list("key", "question__kind"))
    rolls = dict(after_match(match).filter(question__kind="roll").values_list("key", "pk"))
    assert {"winnings", "fan_factor"} <= set(rolls) and set(before) - set(rolls) - {"mvp.1"}
    ground.page(ground.commissioner, match).press("Ask again")
    assert set(after_match(match).values_list("key", flat=True)) == set(rolls)
    scene.answered(match, by=ground.cast.coach, at_once=True)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    assert dict(after_match(match).filter(key__in=rolls).values_list("key", "pk")) == rolls


def test_dice_that_are_asked_for_otherwise_by_then_are_rolled_again(ground: Ground) -> None:
    match = played_by_home(ground)
    asked_otherwise(match, "fan_factor", dice=[6])
    first = after_match(match).get(key="fan_factor").pk
    ground.page(ground.commissioner, match).press("Ask again")
    scene.answered(match, by=ground.cast.coach, at_once=True)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    assert after_match(match).get(key="fan_factor").pk != first


def test_a_match_of_which_nothing_is_asked_otherwise_loses_nothing(ground: Ground) -> None:
    match = scene.confirmed(ground.home, ground.away)
    ground.page(ground.coach, match, "post-match/").answer("mvp.1")
    answer = ground.commissioner.post(f"/matches/{match.public_id}/ask-anew/", {"command_id": str(uuid4())})
    assert answer.status_code == 409
    assert "nothing was removed" in answer.text
    assert MatchAnswer.objects.filter(key="mvp.1", side="home").exists()


def test_no_answer_is_taken(ground: Ground, match: Match) -> None:
    before = MatchAnswer.objects.count()
    answer = ground.other.get(f"/matches/{match.public_id}/post-match/")
    assert answer.status_code == 409
    fields = {"command_id": "11111111-1111-4111-8111-111111111111", "side": "away", "key": "mvp.1"}
    assert ground.other.post(f"/matches/{match.public_id}/post-match/", fields).status_code == 409
    assert MatchAnswer.objects.count() == before


def test_the_teams_show_the_sheets_that_were_fielded(ground: Ground, match: Match) -> None:
    page = visit(ground.coach, f"/teams/{ground.home.public_id}/")
    assert "Its roster is frozen" in page.text
    assert ground.coach.get(f"/matches/{match.public_id}/log/").status_code == 200


def test_another_wording_or_page_leaves_the_answer_standing(ground: Ground) -> None:
    match = scene.confirmed(ground.home, ground.away)
    ground.page(ground.coach, match, "post-match/").answer("mvp.1")
    row = MatchAnswer.objects.get(key="mvp.1", side="home")
    row.question = {**row.question, "page": 99, "label": "another"}
    row.save()
    assert "no longer fits its question" not in ground.page(ground.coach, match).text
    assert ground.other.get(f"/matches/{match.public_id}/post-match/").status_code == 200
