"""A form for each kind of question, which turns what a user enters into the answer.

Each kind has a module. A question that none of them knows gets a general form: a roll, a draw, a choice of options, or
a decision that can only be skipped.
"""

from __future__ import annotations

from typing import Any

from matches.questions.asking.choices import ChoiceForm, DeckForm, WinnersDieForm
from matches.questions.asking.form import AnswerForm, LeaveForm
from matches.questions.asking.gold import BankForm, ExpensesForm
from matches.questions.asking.hiring import HiringForm
from matches.questions.asking.improvements import ImprovementForm
from matches.questions.asking.inducements import InducementsForm
from matches.questions.asking.raising import RaisingForm
from matches.questions.asking.releasing import ReleasingForm
from matches.questions.asking.rolls import DrawForm, RollForm
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Question

FORMS: dict[tuple[str, str], type[AnswerForm]] = {
    ("cards", "choose"): DeckForm,
    ("inducements", "choose"): InducementsForm,
    ("improvements", "choose"): ImprovementForm,
    ("winnings_reroll", "choose"): WinnersDieForm,
    ("expenses_from_bank", "choose"): ExpensesForm,
    ("bank", "choose"): BankForm,
    ("release", "choose"): ReleasingForm,
    ("raise", "choose"): RaisingForm,
    ("buy", "choose"): HiringForm,
}


def form_class(question: Question) -> type[AnswerForm]:
    """The form class of a question: by the first word of its key, else the general form of its kind."""
    own = FORMS.get((question.key.split(".")[0], question.kind))
    if own is not None:
        return own
    if question.kind == "roll":
        return RollForm
    if question.kind == "draw":
        return DrawForm
    return ChoiceForm if question.options else LeaveForm


def form_for(question: Question, state: MatchState, data: Any = None) -> AnswerForm:
    """The form of a question, bound to ``data`` if that answers this question."""
    about_this = data is not None and (data.get("side"), data.get("key")) == (question.side, question.key)
    return form_class(question)(question, state, data if about_this else None)


__all__ = ["AnswerForm", "form_class", "form_for"]
