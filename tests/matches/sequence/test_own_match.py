"""A commissioner does not call off their own match alone, and does not answer for the opponent."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from leagues.models import Agreement, League
from matches.cards.cards import undo_play
from matches.models import Match, MatchCorrection
from matches.sequence import annulling, answering
from matches.sequence.answering import Given
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Question
from teams.models import Takeover, Team
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.own_match_builders import run_alone, runs_too
from web.errors import Refusal


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    return match_builders.ready_match(two_teams.home, two_teams.away)


def test_the_only_commissioner_asks_the_opponent_to_call_it_off(two_teams: TwoTeams, match: Match) -> None:
    cast = two_teams.cast
    run_alone(cast)
    with pytest.raises(Refusal) as refused:
        annulling.call_off(match=match, by=cast.coach, reason="x")
    assert refused.value.id == "leagues.own_match"
    page = two_teams.page(two_teams.coach, match, "call-off/").press("Ask to agree", reason="snow")
    assert "Waiting for other_coach" in page.text
    two_teams.page(two_teams.other, match).press("Agree")
    assert Match.objects.get().state == Match.State.SCHEDULED
    gone = MatchCorrection.objects.get()
    assert (gone.by, gone.accepted_by) == (cast.coach, cast.other_coach)


def test_what_was_asked_for_at_an_earlier_step_is_over(two_teams: TwoTeams, match: Match) -> None:
    run_alone(two_teams.cast)
    two_teams.page(two_teams.coach, match, "call-off/").press("Ask to agree", reason="snow")
    match_builders.confirm_match(Match.objects.get())
    assert not any(form.has_button("Agree") for form in two_teams.page(two_teams.other, match).forms)


def test_who_gave_the_team_away_during_the_match_still_does_not_decide_it(two_teams: TwoTeams, match: Match) -> None:
    cast = two_teams.cast
    runs_too(cast)
    taken = {"asked": cast.stranger, "was": cast.coach, "by": cast.coach, "state": Takeover.State.ACCEPTED}
    Takeover.objects.create(team=two_teams.home, answered_at=timezone.now(), **taken)
    Team.objects.filter(pk=two_teams.home.pk).update(coach=cast.stranger)
    with pytest.raises(Refusal) as refused:
        annulling.call_off(match=match, by=cast.coach, reason="x")
    assert refused.value.id == "leagues.own_match"


def open_question(match: Match, side: str) -> Question:
    return next(each for each in MatchState(match).questions() if each.side == side)


def test_a_commissioner_does_not_answer_for_an_opponent_with_an_account(two_teams: TwoTeams) -> None:
    cast = two_teams.cast
    runs_too(cast)
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    asked = open_question(match, "away")
    given = Given(side="away", key=asked.key, roll=True)
    with pytest.raises(Refusal) as refused:
        answering.answer(match=match, given=[given], by=cast.coach, for_league=True)
    assert refused.value.id == "leagues.own_match"
    assert two_teams.coach.get(f"/matches/{match.public_id}/post-match/?side=away").status_code == 422
    answering.answer(match=match, given=[given], by=cast.commissioner, for_league=True)


def test_the_only_commissioner_answers_for_the_opponent_after_the_leagues_days(two_teams: TwoTeams) -> None:
    cast = two_teams.cast
    run_alone(cast)
    League.objects.filter(pk=cast.league.pk).update(confirm_days=2)
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    given = Given(side="away", key=open_question(match, "away").key, roll=True)
    with pytest.raises(Refusal):
        answering.answer(match=match, given=[given], by=cast.coach, for_league=True)
    with time_machine.travel(timezone.now() + timedelta(days=2, minutes=1), tick=False):
        answering.answer(match=match, given=[given], by=cast.coach, for_league=True)


def test_a_commissioner_answers_for_an_opponent_without_an_account(two_teams: TwoTeams) -> None:
    cast = two_teams.cast
    runs_too(cast)
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    Team.objects.filter(pk=two_teams.away.pk).update(coach=None, coach_name="Old Pete")
    given = Given(side="away", key=open_question(match, "away").key, roll=True)
    answering.answer(match=match, given=[given], by=cast.coach, for_league=True)
    assert not Agreement.objects.exists()


def test_a_commissioner_does_not_undo_the_opponents_card(two_teams: TwoTeams, match: Match) -> None:
    cast = two_teams.cast
    runs_too(cast)
    with pytest.raises(Refusal) as refused:
        undo_play(match=match, card="Blitzkrieg", side="away", by=cast.coach)
    assert refused.value.id == "leagues.own_match"
