"""The forms that ask: each says how its answer is read, and dice are asked as the league chose."""

from __future__ import annotations

from inspect import isabstract

import pytest

from matches.models import Match
from matches.questions.asking import FORMS
from matches.questions.asking.choices import ChoiceForm
from matches.questions.asking.form import AnswerForm, LeaveForm
from matches.questions.asking.rolls import ByChanceForm, DrawForm, RollForm
from matches.report import reporting
from matches.sequence.sequences import MatchState
from tests.matches import scene
from tests.matches.conftest import Ground


@pytest.mark.parametrize("unfinished", [AnswerForm, ByChanceForm])
def test_a_form_that_reads_no_answer_cannot_be_asked_with(ground: Ground, unfinished: type[AnswerForm]) -> None:
    state = MatchState(scene.opened(ground.home, ground.away))
    with pytest.raises(TypeError, match="abstract"):
        unfinished(state.questions()[0], state)


@pytest.mark.parametrize("form", [*FORMS.values(), ChoiceForm, LeaveForm, DrawForm, RollForm])
def test_every_form_that_is_asked_with_reads_its_answer(form: type[AnswerForm]) -> None:
    assert not isabstract(form)


def asked(ground: Ground, match: Match, name: str, key: str) -> tuple[list[str], list[str]]:
    """The fields that a question's form has for dice or lots, and its buttons' words."""
    form = ground.page(ground.coach, match, name).form_of(key)
    return sorted(form.options), [label for _name, _value, label in form.buttons]


def test_where_the_server_rolls_there_is_a_button_and_nothing_to_type(ground: Ground) -> None:
    match = scene.opened(ground.home, ground.away)
    assert asked(ground, match, "pre-match/", "weather") == ([], ["Roll 2D6"])
    scene.answered(match, by=ground.cast.coach)
    reporting.report_match(
        match=match, expected=Match.objects.get(pk=match.pk).version, reported=scene.told(match), by=ground.cast.coach
    )
    reporting.confirm_report(match=match, digest=match.reports.get().digest, by=ground.cast.other_coach)
    assert asked(ground, match, "post-match/", "mvp.1") == ([], ["Draw one"])


def test_where_coaches_roll_every_face_is_there_and_no_button_of_the_servers(ground: Ground) -> None:
    ground.typed_dice()
    match = scene.opened(ground.home, ground.away)
    assert asked(ground, match, "pre-match/", "weather") == (["die0", "die1"], ["Enter roll"])
    match = scene.answered(match, by=ground.cast.coach).match
    reporting.report_match(match=match, expected=match.version, reported=scene.told(match), by=ground.cast.coach)
    reporting.confirm_report(match=match, digest=match.reports.get().digest, by=ground.cast.other_coach)
    assert asked(ground, match, "post-match/", "mvp.1") == (["choice"], ["Confirm player"])
