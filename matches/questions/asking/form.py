"""What all forms that ask a question have in common."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.forms import DeclarativeFieldsMetaclass
from django.utils.translation import gettext_lazy as _

from matches import wording
from matches.sequence.answering import Given
from matches.sequence.sequences import MatchState
from rules.book.edition import Ruleset
from rules.sequence.sequence import Question, Side
from rules.sheet.sheet import TeamSheet
from teams.presentation.figures import ShownViolation, shown_violations
from web.errors import Refusal
from web.submission import CommandForm


class Asking(DeclarativeFieldsMetaclass, ABCMeta):
    """Makes forms that cannot be asked with while a method of theirs is abstract; Django's own class does not look."""


class AnswerForm(CommandForm, metaclass=Asking):
    """A question as it is put to a person. Subclasses say what is shown (``prepare``) and what is answered (``value``).

    ``template`` draws what stands inside the <form>. ``nothing`` are the words of the button that leaves an optional
    question; the answer is then None, or the first option.
    """

    template = "matches/questions/asking/_leave.html"
    submit = _("Answer")
    nothing = _("Nothing")
    sum_template = ""

    side = forms.CharField(widget=forms.HiddenInput)
    key = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, question: Question, state: MatchState, data: Any = None) -> None:
        self.question, self.state = question, state
        slug = f"{question.side}-{question.key}".replace(".", "-").replace(" ", "-")
        super().__init__(data, initial={"side": question.side, "key": question.key}, auto_id=f"{slug}-%s")
        self.slug, self.folded = slug, False
        self.answer: Any = None
        self.violations: list[ShownViolation] = []
        self.said = wording.question(question, state.names, state.ruleset.book)
        self.prepare()

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the match."""
        return self.state.ruleset

    @property
    def asked_side(self) -> Side:
        """Whose question it is."""
        return self.question.side

    @property
    def args(self) -> dict[str, Any]:
        """The question's arguments by name."""
        return dict(self.question.args)

    @property
    def sheet(self) -> TeamSheet:
        """The roster as it stands provisionally in the post-match, as it was fielded before that."""
        if self.state.match.state == self.state.match.State.POST_MATCH:
            return self.state.outcomes[self.asked_side].sheet
        return self.state.sheets.of(self.asked_side)

    def typed(self, name: str, default: str = "") -> str:
        """What was typed in a field that is drawn by hand; nothing where the form was not sent."""
        return str(self.data.get(name, default)).strip() if self.is_bound else default

    def prepare(self) -> None:
        """Gathers what the template shows."""

    @abstractmethod
    def value(self) -> Any:
        """The answer, out of what was sent. Raises ``ValidationError`` for what is no answer at all."""

    @property
    def names(self) -> Mapping[str, str]:
        """Names for the players whom the answer brings, by the key under which each is minted."""
        return {}

    @property
    def given(self) -> Given:
        """The answer as the services take it; for a valid form."""
        return Given(side=self.asked_side, key=self.question.key, value=self.answer, names=self.names)

    def clean(self) -> dict[str, Any]:
        """Reads the answer."""
        if self.question.optional and self.typed("nothing"):
            self.answer = self.question.options[0] if self.question.options else None
        else:
            self.answer = self.value()
        return self.cleaned_data

    def refuse(self, refusal: Refusal) -> None:
        """Shows the rules that the answer breaks.

        Raises the refusal itself where another question is asked by now: this form is of no use any more.
        """
        if refusal.status == 409:
            raise refusal
        super().refuse(refusal)
        self.violations = shown_violations(refusal.violations, self.state.names)

    def work_out(self) -> None:
        """Shows what the choices so far come to, with nothing stored; for forms that have a running sum."""


class LeaveForm(AnswerForm):
    """A decision that no form here knows how to make: it can only be left."""

    def value(self) -> Any:
        """Only leaving is an answer."""
        raise forms.ValidationError(_("This page cannot ask that yet; it can only be left."), code="unknown_decision")
