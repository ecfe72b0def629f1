"""Choices among options."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.questions.asking.candidates import candidate
from matches.questions.asking.form import AnswerForm
from teams.presentation.figures import shown_figure

FEW = 3


class ChoiceForm(AnswerForm):
    """A choice among options: a button for each if there are few, else a list."""

    template = "matches/questions/asking/_choice.html"
    submit = _("Choose")

    def prepare(self) -> None:
        """The options, worded."""
        self.few = len(self.question.options) <= FEW
        self.choices = [
            {
                "value": choice,
                "label": candidate(self.state, self.asked_side, choice),
                "picked": self.typed("choice") == choice,
            }
            for choice in self.question.options
        ]

    def value(self) -> str:
        """The option picked. Raises ``ValidationError`` if there is none."""
        choice = self.typed("choice")
        if not choice:
            raise forms.ValidationError(_("Choose an option."), code="nothing_chosen")
        return choice


class DeckForm(ChoiceForm):
    """The deck for the next card, or no more cards."""

    template = "matches/questions/asking/_deck.html"
    submit = _("Draw from this deck")
    nothing = _("Stop drawing")

    def prepare(self) -> None:
        """The decks that the side can pay for, each with its price and its number of cards."""
        super().prepare()
        book = self.ruleset.book
        decks = {deck.name: deck for deck in book.decks}
        self.choices = [
            {
                **choice,
                "deck": decks[choice["value"]],
                "count": sum(card.deck == choice["value"] for card in book.cards),
            }
            for choice in self.choices
            if choice["value"] in decks
        ]


class WinnersDieForm(ChoiceForm):
    """The winner's choice to roll again: the winnings of the first die, or the second die."""

    template = "matches/questions/asking/_winners_die.html"

    def prepare(self) -> None:
        """The rolled die and its winnings."""
        super().prepare()
        self.die = self.args["die"]
        kept = self.state.tried(self.question, "keep")
        found = next((figure for _step, figure in kept.figures if figure.id == "winnings"), None)
        self.kept = shown_figure(found, self.state.names) if found else None
