"""The base of all forms that ask a question."""

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
    """Refuses to build a form with an abstract method; Django's own class does not check this."""


class AnswerForm(CommandForm, metaclass=Asking):
    """The form of a question. Subclasses say what it shows (``prepare``) and what the answer is (``value``).

    ``template`` draws the inside of the <form>. ``nothing`` is the label of the button that skips an optional question;
    the answer is then None, or the first option.
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
        """The side that the question asks."""
        return self.question.side

    @property
    def team(self) -> str:
        """The name of the team that is asked."""
        return str(self.state.teams[self.asked_side].name)

    @property
    def args(self) -> dict[str, Any]:
        """The question's arguments by name."""
        return dict(self.question.args)

    @property
    def sheet(self) -> TeamSheet:
        """The provisional roster of the post-match; before that, the fielded roster."""
        if self.state.match.state == self.state.match.State.POST_MATCH:
            return self.state.outcomes[self.asked_side].sheet
        return self.state.sheets.of(self.asked_side)

    def typed(self, name: str, default: str = "") -> str:
        """The text of a field that the template draws; empty if the form was not sent."""
        return str(self.data.get(name, default)).strip() if self.is_bound else default

    def prepare(self) -> None:
        """Gathers what the template shows."""

    @abstractmethod
    def value(self) -> Any:
        """The answer from the sent fields. Raises ``ValidationError`` if there is none."""

    @property
    def names(self) -> Mapping[str, str]:
        """The names of new players, by the key of the question that gives each one an id."""
        return {}

    @property
    def given(self) -> Given:
        """The answer for the service; only for a valid form."""
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

        Raises the refusal if the question is no longer open: then this form is useless.
        """
        if refusal.status == 409:
            raise refusal
        super().refuse(refusal)
        self.violations = shown_violations(refusal.violations, self.state.names)

    def work_out(self) -> None:
        """Shows the total of the choices so far without storing anything; for forms with a running sum."""


class LeaveForm(AnswerForm):
    """A decision without a form: the user can only skip it."""

    def value(self) -> Any:
        """The only answer is to skip."""
        raise forms.ValidationError(
            _("This page does not support this question yet. You can only skip it."), code="unknown_decision"
        )
