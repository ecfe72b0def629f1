"""The general form of a question: by what it asks for, never by its key."""

from __future__ import annotations

from rules.sequence.forms import Amount, Basket, Pick, Table
from rules.sequence.sequence import Question
from teams.asking.choices import ChoiceForm
from teams.asking.form import LeaveForm, QuestionForm
from teams.asking.in_form import AmountForm, BasketForm, PickForm, TableForm
from teams.asking.rolls import DrawForm, RollForm

GENERAL: dict[type, type[QuestionForm]] = {Amount: AmountForm, Pick: PickForm, Basket: BasketForm, Table: TableForm}


def general_form(question: Question) -> type[QuestionForm]:
    """The form for a roll, a draw, a choice of options, or a decision in its form."""
    if question.kind == "roll":
        return RollForm
    if question.kind == "draw":
        return DrawForm
    if question.options:
        return ChoiceForm
    return GENERAL.get(type(question.form), LeaveForm)
