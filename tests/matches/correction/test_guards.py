"""What a correction's services refuse by themselves, from any caller."""

from __future__ import annotations

from typing import Any

import pytest

from leagues.models import LogEntry
from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchCorrection
from matches.sequence import annulling
from matches.sequence.answering import Given
from rules.sequence.sequence import Question
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.two_team_corrections import (
    answer_everything,
    begin_changed,
    send_report,
)
from web.errors import Refusal


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    return match_builders.closed_match(two_teams.home, two_teams.away)


@pytest.fixture
def asks_a_roll(two_teams: TwoTeams, match: Match) -> MatchCorrection:
    """A correction that asks for a new roll: a player of the home side scored enough to learn something."""
    correction = send_report(begin_changed(two_teams, match), home=4)
    assert any(question.kind == "roll" for question in CorrectedMatch(correction).questions())
    return correction


def first_roll(correction: MatchCorrection) -> Question:
    return next(question for question in CorrectedMatch(correction).questions() if question.kind == "roll")


def answer(correction: MatchCorrection, question: Question, **given: Any) -> MatchCorrection:
    return correcting.answer_question(correction=correction, given=Given(side=question.side, key=question.key, **given))


def test_a_die_that_the_server_rolls_cannot_be_typed(asks_a_roll: MatchCorrection) -> None:
    question = first_roll(asks_a_roll)
    with pytest.raises(Refusal) as refused:
        answer(asks_a_roll, question, value=[6 for _die in question.dice])
    assert refused.value.id == "matches.server_rolls"
    assert MatchCorrection.objects.get().answers == []


def test_the_server_does_not_roll_where_coaches_roll_their_own_dice(
    two_teams: TwoTeams, asks_a_roll: MatchCorrection
) -> None:
    two_teams.typed_dice()
    with pytest.raises(Refusal) as refused:
        answer(asks_a_roll, first_roll(asks_a_roll), roll=True)
    assert refused.value.id == "matches.coaches_roll"


def test_the_server_decides_nothing_for_a_coach(two_teams: TwoTeams, asks_a_roll: MatchCorrection) -> None:
    correction, decision = asks_a_roll, None
    while decision is None:
        for question in CorrectedMatch(correction).questions():
            if question.kind == "choose":
                decision = question
                break
            correction = answer(correction, question, roll=True)
    with pytest.raises(Refusal) as refused:
        answer(correction, decision, roll=True)
    assert refused.value.id == "matches.not_asked"


def test_a_coach_accepts_only_what_the_other_coach_has_proposed(two_teams: TwoTeams, match: Match) -> None:
    made = correcting.begin_correction(match=match, by=two_teams.cast.coach, reason="It was a draw.")
    made = answer_everything(send_report(made, home=1, away=1))
    seen = {side: journal.seq for side, journal in CorrectedMatch(made).journals.items()}
    given = {"correction": made, "seen": seen}

    with pytest.raises(Refusal) as refused:
        correcting.accept(expected=made.version, by=two_teams.cast.other_coach, **given)
    assert refused.value.id == "matches.correction_not_yours"
    correcting.propose(correction=made, expected=made.version)
    made.refresh_from_db()
    for who in (two_teams.cast.coach, two_teams.cast.stranger):
        with pytest.raises(Refusal) as refused:
            correcting.accept(expected=made.version, by=who, **given)
        assert refused.value.id == "matches.correction_not_yours"
    correcting.accept(expected=made.version, by=two_teams.cast.other_coach, **given)
    made.refresh_from_db()
    assert made.state == MatchCorrection.State.ACCEPTED


@pytest.mark.parametrize("blank", ["", " \n"])
def test_a_correction_needs_a_reason(two_teams: TwoTeams, match: Match, blank: str) -> None:
    with pytest.raises(Refusal) as refused:
        correcting.begin_correction(match=match, by=two_teams.cast.commissioner, reason=blank)
    assert (refused.value.id, refused.value.field) == ("leagues.no_reason", "reason")
    assert not MatchCorrection.objects.exists()


def test_calling_a_match_off_needs_a_reason(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    with pytest.raises(Refusal, match="reason"):
        annulling.call_off(match=match, by=two_teams.cast.commissioner, reason=" ")
    match.refresh_from_db()
    assert match.state == Match.State.PLAYING
    assert not LogEntry.objects.filter(kind="matches.called_off").exists()
