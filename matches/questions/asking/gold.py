"""Amounts of gold: the bank's part of the expenses, and moves into or out of the bank. Typed in thousands."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.questions.asking.form import AnswerForm
from rules.words.words import k
from teams.gold_field import NOT_GOLD, read_gold
from teams.presentation.figures import ShownFigure, shown_figure


def gp(typed: str) -> int:
    """An amount typed in thousands, in gp; 0 if empty. Raises ``ValidationError``."""
    amount = read_gold(typed)
    if amount < 0:
        raise forms.ValidationError(NOT_GOLD, code="not_gold", params={"typed": typed[:20]})
    return amount


class ExpensesForm(AnswerForm):
    """Spiralling expenses: the part that the bank pays."""

    template = "matches/questions/asking/_expenses.html"
    submit = _("Confirm payment")
    nothing = _("Treasury first")

    def prepare(self) -> None:
        """The amount due and the gold available."""
        self.due, self.treasury, self.bank = (self.args[name] for name in ("due", "treasury", "bank"))
        self.why = self._why()
        self.most = min(self.due, self.bank)
        self.typed_amount = self.typed("amount")

    def _why(self) -> ShownFigure | None:
        """The sum of the expenses, without the part that the team cannot pay."""
        paid = self.state.tried(self.question, None)
        found = next((figure for _step, figure in paid.figures if figure.id == "spiralling_expenses"), None)
        if found is None:
            return None
        shown = shown_figure(found, self.state.names, self.state.ruleset.book)
        return ShownFigure(shown.label, k(self.due), shown.terms[:1], shown.page)

    def value(self) -> int:
        """The bank's part, in gp."""
        return gp(self.typed("amount"))


class BankForm(AnswerForm):
    """Gold into the bank or out of it."""

    template = "matches/questions/asking/_bank.html"
    submit = _("Move the gold")
    nothing = _("Move nothing")

    def prepare(self) -> None:
        """The gold available, and how much can move."""
        self.treasury, self.bank, self.most_in = (self.args[name] for name in ("treasury", "bank", "most_in"))
        self.typed_in, self.typed_out = self.typed("in"), self.typed("out")

    def value(self) -> int:
        """Positive into the bank, negative out of it, in gp."""
        into, out = gp(self.typed("in")), gp(self.typed("out"))
        if into and out:
            both = _("Enter an amount to put in (%(into)s) or to take out (%(out)s), not both.")
            raise forms.ValidationError(both, code="both_ways", params={"into": k(into), "out": k(out)})
        return into - out
