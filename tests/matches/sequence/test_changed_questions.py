"""A saved answer that no longer fits its question after a rules update stops the sequence; no page breaks."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db.models import QuerySet

from matches.models import Match, MatchAnswer
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import visit


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    """A post-match whose first answer no longer fits the question of today's rules."""
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "post-match/").answer("mvp.1")
    row = MatchAnswer.objects.get(key="mvp.1", side="home")
    row.question = {**row.question, "options": ["1", "2"]}
    row.save()
    return match


def test_the_match_page_explains_the_problem_and_offers_no_answers(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.coach, match)
    assert "no longer fits its question" in page.text
    assert "home mvp.1" in page.text
    assert "Go to the post-match" not in page.text


def test_a_commissioner_asks_again_and_the_match_goes_on(two_teams: TwoTeams, match: Match) -> None:
    assert not any(form.has_button("Ask again") for form in two_teams.page(two_teams.coach, match).forms)
    page = two_teams.page(two_teams.commissioner, match).press("Ask again")
    assert "no longer fits its question" not in page.text
    assert not MatchAnswer.objects.filter(key="mvp.1", side="home").exists()
    logged = two_teams.league.log.get(kind="matches.asked_anew")
    assert (logged.args["team"], logged.args["answers"]) == (two_teams.home.name, ["mvp.1"])
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED


def after_match(match: Match) -> QuerySet[MatchAnswer]:
    """The home side's answers of the post-match."""
    return MatchAnswer.objects.filter(match=match, side="home", sequence="post_match")


def post_match_of_home(two_teams: TwoTeams) -> Match:
    """A post-match that the home side has finished, and whose first answer no longer fits its question."""
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    state = MatchState(match)
    while mine := [question for question in state.questions() if question.side == "home"]:
        given = [match_builders.answer_for(match, mine[0], {})]
        state = answering.answer(match=match, given=given, by=two_teams.cast.coach)
        match.refresh_from_db()
    change_question(match, "mvp.1", options=["1", "2"])
    return match


def change_question(match: Match, key: str, **question: Any) -> None:
    row = after_match(match).get(key=key)
    row.question = {**row.question, **question}
    row.save()


def test_later_decisions_are_asked_again_and_dice_stay(two_teams: TwoTeams) -> None:
    match = post_match_of_home(two_teams)
    before = dict(after_match(match).values_list("key", "question__kind"))
    rolls = dict(after_match(match).filter(question__kind="roll").values_list("key", "pk"))
    assert {"winnings", "fan_factor"} <= set(rolls) and set(before) - set(rolls) - {"mvp.1"}
    two_teams.page(two_teams.commissioner, match).press("Ask again")
    assert set(after_match(match).values_list("key", flat=True)) == set(rolls)
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    assert dict(after_match(match).filter(key__in=rolls).values_list("key", "pk")) == rolls


def test_dice_whose_question_changes_are_rolled_again(two_teams: TwoTeams) -> None:
    match = post_match_of_home(two_teams)
    change_question(match, "fan_factor", dice=[6])
    first = after_match(match).get(key="fan_factor").pk
    two_teams.page(two_teams.commissioner, match).press("Ask again")
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    assert after_match(match).get(key="fan_factor").pk != first


def test_a_match_without_changed_questions_loses_no_answers(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "post-match/").answer("mvp.1")
    answer = two_teams.commissioner.post(f"/matches/{match.public_id}/ask-anew/", {"command_id": str(uuid4())})
    assert answer.status_code == 409
    assert "nothing was removed" in answer.text
    assert MatchAnswer.objects.filter(key="mvp.1", side="home").exists()


def test_no_answer_is_accepted(two_teams: TwoTeams, match: Match) -> None:
    before = MatchAnswer.objects.count()
    answer = two_teams.other.get(f"/matches/{match.public_id}/post-match/")
    assert answer.status_code == 409
    fields = {"command_id": "11111111-1111-4111-8111-111111111111", "side": "away", "key": "mvp.1"}
    assert two_teams.other.post(f"/matches/{match.public_id}/post-match/", fields).status_code == 409
    assert MatchAnswer.objects.count() == before


def test_team_pages_show_the_sheets_as_fielded(two_teams: TwoTeams, match: Match) -> None:
    page = visit(two_teams.coach, f"/teams/{two_teams.home.public_id}/")
    assert "The roster is frozen until the match closes." in page.text
    assert two_teams.coach.get(f"/matches/{match.public_id}/log/").status_code == 200


def test_a_changed_wording_or_page_keeps_the_answer(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "post-match/").answer("mvp.1")
    row = MatchAnswer.objects.get(key="mvp.1", side="home")
    row.question = {**row.question, "page": 99, "label": "another"}
    row.save()
    assert "no longer fits its question" not in two_teams.page(two_teams.coach, match).text
    assert two_teams.other.get(f"/matches/{match.public_id}/post-match/").status_code == 200
