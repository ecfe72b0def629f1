"""A post-match sequence in progress for one side: its sheet, its journal entries, and its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.book.edition import Ruleset, Step
from rules.match_day import facts as match_facts
from rules.sequence.sequence import Answer, Answerer, Asking, Key, Side, other
from rules.sheet.match import Fact, Facts, MatchPlayed, SideReport
from rules.sheet.sheet import TeamSheet
from rules.team.team_run import Outcome, TeamRun, follow_steps

__all__ = ["Outcome", "Run", "follow"]


@dataclass(slots=True, kw_only=True)
class Run(TeamRun):
    """One side's run through the post-match sequence.

    ``stated`` are the facts that its steps have stated. ``raised_mvps`` are the players raised in the match who were
    awarded an MVP, by their place among them, from 1: they are on no sheet yet. ``injured`` keeps each side's injured
    players, once the edition has worked them out.
    """

    match: MatchPlayed
    stated: list[Fact] = field(default_factory=list)
    raised_mvps: list[int] = field(default_factory=list)
    injured: dict[Side, tuple[Any, ...]] = field(default_factory=dict)

    @property
    def fielded(self) -> TeamSheet:
        """The side's roster at the start of the match."""
        return self.match.sheets.of(self.side)

    @property
    def report(self) -> SideReport:
        """The side's part of the match report."""
        return self.match.reports.of(self.side)

    @property
    def opponent(self) -> Side:
        """The other side."""
        return other(self.side)

    @property
    def won(self) -> bool:
        """Whether this side won."""
        return self.match.winner() == self.side

    def state(self, fact: Fact) -> None:
        """States a fact of this match, of a kind that the edition declares. Raises ``ValueError`` for another one."""
        self.stated.append(match_facts.checked(self.ruleset.book, fact))

    def facts(self, key: str, side: Side | None = None, player: int | None = None) -> Facts:
        """The facts of a kind that hold after the match, and those that this side's steps have stated since.

        Raises ``KeyError`` for a kind that the edition does not declare.
        """
        return match_facts.about(self.ruleset.book, (*self.match.facts, *self.stated), key, side, player)


def follow(
    ruleset: Ruleset,
    steps: tuple[tuple[str, Step], ...],
    match: MatchPlayed,
    side: Side,
    answers: Mapping[Key, Answer],
    answerer: Answerer | None = None,
) -> Outcome:
    """Runs a list of steps for one side, from the top, with the stored answers.

    If an answer is refused, the sheet is as at the start of the match. Raises ``QuestionChanged`` if a stored answer
    belongs to a different question.
    """
    asking = Asking(answers=answers, answerer=answerer)
    run = Run(ruleset=ruleset, match=match, side=side, asking=asking, sheet=match.sheets.of(side))
    outcome = follow_steps(run, steps)
    return replace(outcome, facts=tuple(run.stated)) if run.stated else outcome
