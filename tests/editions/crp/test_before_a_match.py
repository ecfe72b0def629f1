"""What happens before a match: cards that only one coach sees, inducements as a part of the team."""

from __future__ import annotations

from typing import Any

import pytest

from rules.match_day.pre_match import PreMatchOutcome, prepare
from rules.sequence.sequence import Answer, Question
from rules.sheet.match import Pair, Terms
from rules.team.founding import Choice, judge
from rules.team.inducements import Item
from tests.editions.crp.build import crp, team

HUMANS = ("Lineman",) * 11


def prepared(answers: dict[tuple[str, str], Any], **house: object) -> PreMatchOutcome:
    """A pre-match of a weak home team, with these answers by side and key, until something else is asked."""

    def answer(question: Question) -> Answer | None:
        if question.kind == "mint":
            return Answer(question=question, value=10_001 + len(question.key))
        if (question.side, question.key) not in answers:
            return None
        return Answer(question=question, value=answers[question.side, question.key])

    rules = crp(**house)
    sheets = Pair(home=team("Human", "11 Lineman"), away=team("Human", "11 Lineman", rerolls=6, first_id=1000))
    return prepare(rules, Terms(), sheets, {}, answer)


@pytest.mark.rules("crp:S4", "crp:S3")
def test_a_drawn_card_is_seen_by_its_owner_only() -> None:
    done: dict[tuple[str, str], Any] = {
        ("home", "weather"): [3, 4],
        ("away", "cards.1"): "",
        ("away", "inducements"): None,
    }
    first = prepared(done)
    assert [question.key for question in first.questions] == ["cards.1"]
    (drawing,) = prepared({**done, ("home", "cards.1"): "Dirty Tricks"}).questions
    assert (drawing.key, drawing.kind, drawing.private) == ("drawn.1", "draw", True)


@pytest.mark.rules("crp:L9")
def test_a_team_for_one_day_can_have_inducements_of_its_own() -> None:
    choice = Choice(team_list="Human", players=HUMANS, inducements=(Item(kind="wizard"),))
    found = judge(crp(permanent_inducements=["wizard"]), choice)
    assert (found.legal, found.cost.amount, found.team_value) == (True, 700_000, 700_000)
    assert [violation.rule for violation in judge(crp(), choice).violations] == ["L9"]
