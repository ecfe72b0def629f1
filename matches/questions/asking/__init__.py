"""A form for each kind of question, which turns what a user enters into the answer.

Questions that show more of the match than their words and options have a form of their own, by the first word of their
key. All others get a general form by what they ask for (`teams.asking.kinds`).
"""

from __future__ import annotations

from typing import Any

from matches.questions.asking.choices import CardForm, DeckForm, WinnersDieForm
from matches.questions.asking.form import AnswerForm, MatchAsker, given
from matches.questions.asking.gold import BankForm, ExpensesForm
from matches.questions.asking.hiring import HiringForm
from matches.questions.asking.improvements import ImprovementForm
from matches.questions.asking.inducements import InducementsForm
from matches.questions.asking.raising import RaisingForm
from matches.questions.asking.releasing import ReleasingForm
from matches.sequence.sequences import DRAWN, MatchState
from rules.sequence.sequence import Question
from teams.asking.form import QuestionForm
from teams.asking.kinds import general_form

FORMS: dict[tuple[str, str], type[AnswerForm]] = {
    ("cards", "choose"): DeckForm,
    (DRAWN, "draw"): CardForm,
    ("inducements", "choose"): InducementsForm,
    ("improvements", "choose"): ImprovementForm,
    ("winnings_reroll", "choose"): WinnersDieForm,
    ("expenses_from_bank", "choose"): ExpensesForm,
    ("bank", "choose"): BankForm,
    ("release", "choose"): ReleasingForm,
    ("raise", "choose"): RaisingForm,
    ("buy", "choose"): HiringForm,
}


def form_for(question: Question, state: MatchState, data: Any = None) -> QuestionForm:
    """The form of a question, bound to ``data`` if that answers this question."""
    about_this = data is not None and (data.get("side"), data.get("key")) == (question.side, question.key)
    bound = data if about_this else None
    own = FORMS.get((question.key.split(".")[0], question.kind))
    if own is not None:
        return own(question, state, bound)
    return general_form(question)(question, MatchAsker(state), bound)


__all__ = ["QuestionForm", "form_for", "given"]
