"""Choices among options."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from teams.asking.form import QuestionForm

FEW = 3


class ChoiceForm(QuestionForm):
    """A choice among options: a button for each if there are few, else a list."""

    template = "teams/asking/_choice.html"
    submit = _("Choose")

    def prepare(self) -> None:
        """The options, worded."""
        self.few = len(self.question.options) <= FEW
        self.choices = [
            {"value": choice, "label": self.called(choice), "picked": self.typed("choice") == choice}
            for choice in self.question.options
        ]

    def value(self) -> str:
        """The option picked. Raises ``ValidationError`` if there is none."""
        choice = self.typed("choice")
        if not choice:
            raise forms.ValidationError(_("Choose an option."), code="nothing_chosen")
        return choice
