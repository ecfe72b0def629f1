"""Random operations with questions: they are answered, and decisions undone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import TypeVar

from matches.models import Match
from matches.sequence import answering
from matches.sequence.answering import Given
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES, Question
from rules.simulation.at_random import at_random
from rules.simulation.bot_coach import Coach
from tests.matches import match_builders
from tests.matches.league_base import LeagueBase
from web.errors import Refusal

T = TypeVar("T")
WISHES = 0.5
"""How often a coach wishes for any one inducement, such as one that brings cards."""
ALL = 1_000
"""More questions than any match asks."""


def first_allowed(deeds: Iterable[Callable[[], T]]) -> T:
    """Does the first of these that the rules allow."""
    *others, last = deeds
    for deed in others:
        with suppress(Refusal):
            return deed()
    return last()


class AnswerOperations(LeagueBase):
    """What coaches answer before and after a match."""

    def answer(self, chance: random.Random) -> None:
        """Answers some questions of a match, or all."""
        self._answer(chance, self._any(chance, "pre_match", "post_match"), chance.choice([1, 3, ALL, ALL]))

    def _answer(self, chance: random.Random, match: Match, many: int) -> None:
        state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
        while many > 0 and (questions := state.questions()):
            question, many = chance.choice(questions), many - 1
            state = self._answered(chance, state, question)

    def _answered(self, chance: random.Random, state: MatchState, question: Question) -> MatchState:
        """Answers as a coach may."""
        by = state.teams[question.side].coach
        return first_allowed(
            (partial(answering.answer, match=state.match, given=[given], by=by))
            for given in self._given(chance, state, question)
        )

    def _given(self, chance: random.Random, state: MatchState, question: Question) -> Iterator[Given]:
        """Dice are the server's; a decision is a coach's, or nothing."""
        if question.kind not in ("roll", "draw"):
            if question.label == "inducements" and chance.random() < WISHES:
                wish = [{"kind": chance.choice(list(self.book.inducements))}]
                yield Given(side=question.side, key=question.key, value=wish)
            if chance.random() > 0.3:
                value = Coach(chance, state.ruleset, int).answer(question).value  # type: ignore[arg-type]  # any question
                yield Given(side=question.side, key=question.key, value=value)
            yield match_builders.answer_for(state.match, question, {})
            if question.form is not None:
                value = at_random(chance, question.form, optional=question.optional)
                yield Given(side=question.side, key=question.key, value=value)
        yield match_builders.answer_for(state.match, question, {})

    def undo(self, chance: random.Random) -> None:
        """Undoes the last decision of a side."""
        match, side = self._any(chance, "pre_match", "post_match"), chance.choice(SIDES)
        state = MatchState(match)
        last = answering.last_undoable(state, side)
        key = "" if last is None else last.key
        answering.undo_decision(match=match, side=side, key=key, by=state.teams[side].coach)
