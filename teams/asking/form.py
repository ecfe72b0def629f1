"""The base of all forms that ask a question, and what they need to know of where it is asked."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Mapping
from typing import Any, Protocol

from django import forms
from django.forms.forms import DeclarativeFieldsMetaclass
from django.utils.translation import gettext_lazy as _

from rules.book.book import Book
from rules.sequence.sequence import Question, Side
from rules.words.words import Ended
from teams.asking import words
from teams.presentation.figures import ShownViolation, shown_violations
from web.errors import Refusal
from web.submission import CommandForm


class Asker(Protocol):
    """Where a question is asked: in a match, at a team's founding, at a season's end."""

    @property
    def book(self) -> Book:
        """The tables of the edition."""
        ...

    @property
    def names(self) -> Mapping[int, str]:
        """The players' names, by id."""
        ...

    @property
    def server_rolls(self) -> bool:
        """Whether the server rolls all dice here."""
        ...

    @property
    def rolls_on(self) -> bool:
        """Whether the server goes on rolling up to the next decision."""
        ...

    def team_of(self, side: Side) -> str:
        """The name of the team that a side of a question is."""
        ...

    def ended(self, side: Side) -> Ended | None:
        """How the match ended for a side; None where it is not over, or there is none."""
        ...

    def called(self, question: Question, choice: str) -> str:
        """What an option of a question is called."""
        ...


class Asking(DeclarativeFieldsMetaclass, ABCMeta):
    """Refuses to build a form with an abstract method; Django's own class does not check this."""


class QuestionForm(CommandForm, metaclass=Asking):
    """The form of a question. Subclasses say what it shows (``prepare``) and what the answer is (``value``).

    ``template`` draws the inside of the <form>. ``nothing`` is the label of the button that skips an optional question;
    the answer is then None, or the first option.
    """

    template = "teams/asking/_leave.html"
    submit = _("Answer")
    nothing = _("Nothing")
    sum_template = ""

    side = forms.CharField(widget=forms.HiddenInput)
    key = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, question: Question, asker: Asker, data: Any = None) -> None:
        self.question, self.asker = question, asker
        slug = f"{question.side}-{question.key}".replace(".", "-").replace(" ", "-")
        super().__init__(data, initial={"side": question.side, "key": question.key}, auto_id=f"{slug}-%s")
        self.slug, self.folded = slug, False
        self.answer: Any = None
        self.violations: list[ShownViolation] = []
        self.said = words.question(question, asker.names, asker.book, asker.ended(question.side))
        self.prepare()

    @property
    def asked_side(self) -> Side:
        """The side that the question asks."""
        return self.question.side

    @property
    def team(self) -> str:
        """The name of the team that is asked."""
        return self.asker.team_of(self.asked_side)

    @property
    def args(self) -> dict[str, Any]:
        """The question's arguments by name."""
        return dict(self.question.args)

    @property
    def may_skip(self) -> bool:
        """Whether a button answers with nothing."""
        return self.question.optional

    @property
    def by_server(self) -> bool:
        """Whether the server finds the answer: it rolls or draws."""
        return False

    def called(self, choice: str) -> str:
        """What an option is called."""
        return self.asker.called(self.question, choice)

    def typed(self, name: str, default: str = "") -> str:
        """The text of a field that the template draws; empty if the form was not sent."""
        return str(self.data.get(name, default)).strip() if self.is_bound else default

    def ticked(self, name: str) -> list[str]:
        """The values of all ticked boxes of that name."""
        return [str(value) for value in self.data.getlist(name)] if self.is_bound else []

    def prepare(self) -> None:
        """Gathers what the template shows."""

    @abstractmethod
    def value(self) -> Any:
        """The answer from the sent fields. Raises ``ValidationError`` if there is none."""

    @property
    def names(self) -> Mapping[str, str]:
        """The names of new players, by the key of the question that gives each one an id."""
        return {}

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
        self.violations = shown_violations(refusal.violations, self.asker.names, self.asker.book)

    def work_out(self) -> None:
        """Shows the total of the choices so far without storing anything; for forms with a running sum."""


class LeaveForm(QuestionForm):
    """A decision without a form: the user can only skip it."""

    def value(self) -> Any:
        """The only answer is to skip."""
        raise forms.ValidationError(
            _("This page does not support this question yet. You can only skip it."), code="unknown_decision"
        )
