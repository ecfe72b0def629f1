"""Choices among options of which a match says more, and the draw of a card."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.questions.asking.candidates import card_to_be_drawn
from matches.questions.asking.form import AnswerForm
from teams.asking.choices import ChoiceForm
from teams.asking.rolls import DrawForm
from teams.presentation.figures import shown_figure


class DeckForm(ChoiceForm, AnswerForm):
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


class WinnersDieForm(ChoiceForm, AnswerForm):
    """The winner's choice to roll again: the winnings of the first die, or the second die."""

    template = "matches/questions/asking/_winners_die.html"

    def prepare(self) -> None:
        """The rolled die and its winnings."""
        super().prepare()
        self.die = self.args["die"]
        kept = self.state.tried(self.question, "keep")
        found = next((figure for _step, figure in kept.figures if figure.id == "winnings"), None)
        self.kept = shown_figure(found, self.state.names, self.state.ruleset.book) if found else None


class CardForm(DrawForm, AnswerForm):
    """The draw of a special play card from its deck."""

    how = _("Draw from playing cards of these ranks at the table, then choose the card here")
    done = _("Confirm card")

    def called(self, choice: str) -> str:
        """A card by its playing card and its name."""
        return card_to_be_drawn(self.state, choice)
