"""The question forms: each reads its own answer, and asks for dice as the league has chosen."""

from __future__ import annotations

from inspect import isabstract

import pytest

from matches.models import Match
from matches.questions.asking import FORMS
from matches.questions.asking.form import MatchAsker
from matches.report import reporting
from matches.sequence.sequences import MatchState
from teams.asking.choices import ChoiceForm
from teams.asking.form import LeaveForm, QuestionForm
from teams.asking.kinds import GENERAL
from teams.asking.rolls import ByChanceForm, DrawForm, RollForm
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


@pytest.mark.parametrize("unfinished", [QuestionForm, ByChanceForm])
def test_a_form_class_must_read_an_answer(two_teams: TwoTeams, unfinished: type[QuestionForm]) -> None:
    state = MatchState(match_builders.opened_match(two_teams.home, two_teams.away))
    with pytest.raises(TypeError, match="abstract"):
        unfinished(state.questions()[0], MatchAsker(state))


@pytest.mark.parametrize("form", [*FORMS.values(), *GENERAL.values(), ChoiceForm, LeaveForm, DrawForm, RollForm])
def test_every_question_form_reads_its_answer(form: type[QuestionForm]) -> None:
    assert not isabstract(form)


def fields_and_buttons(two_teams: TwoTeams, match: Match, name: str, key: str) -> tuple[list[str], list[str]]:
    """The fields that a question's form has for dice or lots, and its buttons' words."""
    form = two_teams.page(two_teams.coach, match, name).form_of(key)
    return sorted(form.options), [label for _name, _value, label in form.buttons]


def test_where_the_server_rolls_there_is_only_a_button(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    assert fields_and_buttons(two_teams, match, "pre-match/", "weather") == ([], ["Roll 2D6"])
    match_builders.answer_all(match, by=two_teams.cast.coach)
    reporting.report_match(
        match=match,
        expected=Match.objects.get(pk=match.pk).version,
        reported=match_builders.report_with(match),
        by=two_teams.cast.coach,
    )
    reporting.confirm_report(match=match, digest=match.reports.get().digest, by=two_teams.cast.other_coach)
    assert fields_and_buttons(two_teams, match, "post-match/", "mvp.1") == ([], ["Draw one"])


def test_where_coaches_roll_there_are_all_faces_and_no_roll_button(two_teams: TwoTeams) -> None:
    two_teams.typed_dice()
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    assert fields_and_buttons(two_teams, match, "pre-match/", "weather") == (["die0", "die1"], ["Enter roll"])
    match = match_builders.answer_all(match, by=two_teams.cast.coach).match
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=two_teams.cast.coach
    )
    reporting.confirm_report(match=match, digest=match.reports.get().digest, by=two_teams.cast.other_coach)
    assert fields_and_buttons(two_teams, match, "post-match/", "mvp.1") == (["choice"], ["Confirm player"])
