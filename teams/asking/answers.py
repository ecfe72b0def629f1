"""The questions of a team's own sequences, outside of matches: what was answered, what is open, and new answers.

A sequence runs again with each answer. Dice that were rolled stay, whatever else changes, if they still fit their
question, so nobody gets a new roll; a decision that no longer fits is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.models import League
from rules.sequence.codec import decode, encode
from rules.sequence.sequence import Answer, Key, Question, QuestionChanged
from rules.team.team_run import Outcome
from teams.asking.server_dice import rolled_by_server, still_fits
from teams.models import Team, TeamAnswer
from web.errors import Message, Refusal

NOT_ASKED = Message(
    id="teams.not_asked",
    text=_("This is already answered, or no longer asked; nothing changed."),
    remedy=_("Open the current page to see the open questions."),
    status=409,
)
NOT_ALLOWED = Message(
    id="teams.answer_not_allowed",
    text=_("The rules do not allow this."),
    remedy=_("Fix the listed problems and send it again."),
)

BY_CHANCE = ("roll", "draw")
Answers = Mapping[Key, Answer]
RunWith = Callable[[Answers], Outcome]
"""Runs a sequence of a team with these answers. It gives new players ids by itself."""


@dataclass
class TeamSequence:
    """A sequence of a team, with the answers so far. ``occasion`` says which one, as its rows do."""

    team: Team
    occasion: str
    run: RunWith

    @cached_property
    def rows(self) -> list[TeamAnswer]:
        """All answers, the oldest first; also those that the sequence does not need now."""
        if "answers" in getattr(self.team, "_prefetched_objects_cache", {}):
            return [row for row in self.team.answers.all() if row.occasion == self.occasion]
        return list(TeamAnswer.objects.filter(team=self.team, occasion=self.occasion).select_related("by"))

    @cached_property
    def settled(self) -> tuple[Outcome, dict[Key, Answer]]:
        """How far the sequence comes with the answers that still fit, and these answers."""
        answers = {answer_key(row): answer_of(row) for row in self.rows}
        decisions = [key for key, answer in answers.items() if answer.question.kind not in BY_CHANCE]
        while True:
            try:
                outcome = self.run(answers)
            except QuestionChanged as changed:
                _fit_or_drop(answers, changed)
                continue
            if outcome.refused is None or not decisions:
                return outcome, answers
            answers.pop(decisions.pop(), None)

    @property
    def outcome(self) -> Outcome:
        """How far the sequence comes."""
        return self.settled[0]

    @property
    def used(self) -> list[TeamAnswer]:
        """The answers that the sequence uses, the oldest first."""
        outcome, answers = self.settled
        return [row for row in self.rows if answer_key(row) in outcome.used and answer_key(row) in answers]

    @property
    def server_rolls(self) -> bool:
        """Whether the server rolls in this league."""
        return bool(self.team.league.dice == League.Dice.SERVER)


def _fit_or_drop(answers: dict[Key, Answer], changed: QuestionChanged) -> None:
    """Takes over dice for the question that is asked now, if they fit; drops any other answer."""
    key, now = (changed.asked.side, changed.asked.key), changed.asked
    value = answers.pop(key).value
    if now.kind in BY_CHANCE and still_fits(changed.recorded, value, now):
        answers[key] = Answer(question=now, value=value)


def answer_key(row: TeamAnswer) -> Key:
    """The key of an answer, as a sequence knows it."""
    return ("away" if row.question["side"] == "away" else "home", row.key)


def answer_of(row: TeamAnswer) -> Answer:
    """A stored answer with its question."""
    return Answer(question=decode(Question, row.question), value=row.value)


@transaction.atomic
def answer(*, sequence: TeamSequence, key: str, value: Any, by: User) -> TeamSequence:
    """Stores the answer to an open question; where the server rolls, it finds all rolls, and goes on to a decision.

    The team's row must be locked or its league. Raises ``Refusal`` if the question is not open, or with the rule if the
    answer is not allowed; then nothing is stored.
    """
    question = next((one for one in sequence.outcome.questions if one.key == key), None)
    if question is None:
        raise Refusal(NOT_ASKED)
    rolled = sequence.server_rolls and question.kind in BY_CHANCE
    sequence = _store(sequence, question, rolled_by_server(question) if rolled else value, by, rolled=rolled)
    while rolled and (more := _next_roll(sequence)) is not None:
        sequence = _store(sequence, more, rolled_by_server(more), by, rolled=True)
    return sequence


def _next_roll(sequence: TeamSequence) -> Question | None:
    """The first open question, if nothing is left to decide."""
    asked = sequence.outcome.questions
    decides = any(one.kind not in BY_CHANCE or one.optional for one in asked)
    return asked[0] if asked and not decides else None


def _store(sequence: TeamSequence, question: Question, value: Any, by: User, *, rolled: bool) -> TeamSequence:
    outcome, answers = sequence.settled
    fitting = {key: answer for key, answer in answers.items() if key in outcome.used}  # others may fit no more
    tried = sequence.run({**fitting, (question.side, question.key): Answer(question=question, value=value)})
    if tried.refused is not None:
        raise Refusal(NOT_ALLOWED, violations=tried.refused.violations)
    TeamAnswer.objects.update_or_create(
        team=sequence.team,
        occasion=sequence.occasion,
        key=question.key,
        defaults={"question": encode(question), "value": value, "rolled": rolled, "by": by},
    )
    return TeamSequence(sequence.team, sequence.occasion, sequence.run)
