"""What a run of a closed match's post-match is answered: what was answered before, and ids for new players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from rules.journal import PlayerHired
from rules.match_day.run import Outcome
from rules.sequence.sequence import Answer, Answerer, Key, Question

Saved = Callable[[Question], tuple[Any, bool]]
"""A saved answer that still fits a question, and whether there is one."""


@dataclass(slots=True, kw_only=True)
class KeptAnswers:
    """The answers of one run: those in ``more``, then ``saved`` ones that are not ``dropped``, then the answerer's.

    New players without an id get negative numbers; ``ids`` has what the answerer gave in place of these. ``carried``
    has the labels of the saved answers that were taken, ``decided`` the keys of the decisions among them, in order.
    """

    more: Mapping[Key, Answer]
    saved: Saved
    dropped: Collection[Key]
    answerer: Answerer | None
    carried: dict[Key, str] = field(default_factory=dict)
    decided: list[Key] = field(default_factory=list)
    ids: dict[int, int] = field(default_factory=dict)
    _numbers: Any = field(default_factory=lambda: count(-1, -1))

    def answer(self, question: Question) -> Answer | None:
        """The answer to a question; None if nobody has given one."""
        key = (question.side, question.key)
        if key in self.more and question.asks_the_same(self.more[key].question):
            return self.more[key]
        value, known = self.saved(question)
        if known and key not in self.dropped:
            self.carried[key] = question.label
            if question.kind == "choose":
                self.decided.append(key)
            return Answer(question=question, value=value)
        number = next(self._numbers) if question.kind == "mint" else 0
        if self.answerer is not None and (given := self.answerer(question)) is not None:
            if number:
                self.ids[number] = given.value
            return given
        return Answer(question=question, value=number) if number else None

    def refused_by(self, outcome: Outcome) -> Key | None:
        """The saved answer that the rules no longer allow; None if nothing is refused, or something else is."""
        if outcome.refused is None:
            return None
        label = outcome.refused.label
        return next((key for key in reversed(self.carried) if label in (self.carried[key], key[1])), None)

    def of_somebody_else(self, outcome: Outcome, positions: Mapping[int, Collection[str]]) -> Key | None:
        """The saved id of a player who joins in another position now: it is another player.

        ``positions`` are those in which each player has ever joined, by id.
        """
        hired = [entry for entry in outcome.entries if isinstance(entry, PlayerHired)]
        others = {one.player for one in hired if one.position not in positions.get(one.player, (one.position,))}
        mints = (each for each in outcome.fresh if each.question.kind == "mint" and each.value in others)
        return next(((each.question.side, each.question.key) for each in mints), None)
