"""Questions of a match: what their forms need to know of it, and the answer for the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from leagues.models import League
from matches.questions.asking.candidates import candidate
from matches.sequence.answering import Given
from matches.sequence.sequences import MatchState
from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.sequence.sequence import Question, Side
from rules.sheet.sheet import TeamSheet
from rules.words.words import Ended
from teams.asking.counts import whole
from teams.asking.form import QuestionForm


class MatchAsker:
    """A match as its questions' forms see it."""

    def __init__(self, state: MatchState) -> None:
        self.state = state

    @property
    def book(self) -> Book:
        """The tables of the match's edition."""
        return self.state.ruleset.book

    @property
    def names(self) -> Mapping[int, str]:
        """The names of both teams' players."""
        return self.state.names

    @property
    def server_rolls(self) -> bool:
        """Whether the server rolls in this league."""
        return bool(self.state.match.league.dice == League.Dice.SERVER)

    @property
    def rolls_on(self) -> bool:
        """In the post-match the server goes on rolling up to the next decision."""
        return self.server_rolls and bool(self.state.match.state == self.state.match.State.POST_MATCH)

    def team_of(self, side: Side) -> str:
        """The name of a side's team."""
        return str(self.state.teams[side].name)

    def ended(self, side: Side) -> Ended | None:
        """How the match ended for a side, once its post-match has begun."""
        if self.state.match.state != self.state.match.State.POST_MATCH:
            return None
        winner = self.state.played.winner()
        return "drawn" if winner is None else "won" if winner == side else "lost"

    def called(self, question: Question, choice: str) -> str:
        """A player by number, name and position, a hired player by name, else words."""
        return candidate(self.state, question.side, choice)


class AnswerForm(QuestionForm):
    """The form of a question that needs more of its match than its words and options."""

    def __init__(self, question: Question, state: MatchState, data: Any = None) -> None:
        self.state = state
        super().__init__(question, MatchAsker(state), data)

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the match."""
        return self.state.ruleset

    @property
    def sheet(self) -> TeamSheet:
        """The provisional roster of the post-match; before that, the fielded roster."""
        if self.state.match.state == self.state.match.State.POST_MATCH:
            return self.state.outcomes[self.asked_side].sheet
        return self.state.sheets.of(self.asked_side)

    def typed_rerolls(self) -> int:
        """How many team re-rolls are typed; 0 in a book without them. Raises ``ValidationError``."""
        good = self.ruleset.book.goods.get("rerolls")
        return whole(self.typed("rerolls"), good.name) if good is not None else 0


def given(form: QuestionForm) -> Given:
    """The answer of a valid form for the service: the value, or that the server is to roll."""
    side, key = form.asked_side, form.question.key
    if form.by_server:
        return Given(side=side, key=key, roll=True)
    return Given(side=side, key=key, value=form.answer, names=form.names)
