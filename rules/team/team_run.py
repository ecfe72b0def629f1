"""A sequence in progress for one team: its sheet, its journal entries, and its figures.

A founding and a season's end are such sequences; that of a match adds the match (`rules.match_day.run`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.book.edition import Ruleset, Step
from rules.book.statements import Source
from rules.journal import Entry, fold
from rules.sequence.explanations import Figure, RuleBroken, Violation
from rules.sequence.sequence import Answer, Asking, Key, Question, Side, Suspended
from rules.sheet.match import Facts
from rules.sheet.sheet import TeamSheet


@dataclass(slots=True, kw_only=True)
class TeamRun:
    """A team's run through a sequence. Steps change this and nothing else; ``side`` is whom their questions ask."""

    ruleset: Ruleset
    asking: Asking
    sheet: TeamSheet
    side: Side = "home"
    entries: list[Entry] = field(default_factory=list)
    entry_steps: list[str] = field(default_factory=list)
    figures: list[tuple[str, Figure]] = field(default_factory=list)
    step: str = ""

    def record(self, *entries: Entry) -> None:
        """Adds entries and applies them to the sheet; several at once are faster. Raises ``Impossible``."""
        self.sheet = fold(entries, self.sheet)
        self.entries += entries
        self.entry_steps += [self.step] * len(entries)

    def explain(self, figure: Figure) -> None:
        """Adds a figure with its sum, under the name of the current step."""
        self.figures.append((self.step, figure))

    def source(self, purpose: str) -> Source:
        """The rule and page to cite for a purpose of `rules.book.statements`."""
        return self.ruleset.source(purpose)

    def broken(self, label: str, purpose: str, id: str, **args: int | str) -> RuleBroken:
        """An exception that refuses an answer."""
        return RuleBroken(label, Violation(id=id, args=tuple(args.items()), **self.source(purpose)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of a run: it is done, it waits for ``questions``, or an answer was ``refused``.

    ``sheet``, ``entries`` and ``figures`` are provisional until it is done. ``entry_steps`` has the step of each entry.
    ``used`` are the keys of the answers that it needed, ``fresh`` the answers that the answerer gave. ``facts`` are
    those that its steps stated about a match.
    """

    side: Side
    sheet: TeamSheet
    entries: tuple[Entry, ...]
    figures: tuple[tuple[str, Figure], ...]
    step: str
    entry_steps: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    refused: RuleBroken | None = None
    used: frozenset[Key] = frozenset()
    fresh: tuple[Answer, ...] = ()
    facts: Facts = ()

    @property
    def done(self) -> bool:
        """Whether the sequence has ended for this team."""
        return not self.questions and self.refused is None


def follow_steps(run: TeamRun, steps: Iterable[tuple[str, Step]]) -> Outcome:
    """Runs a list of steps from the top, as far as the answers go.

    If an answer is refused, the sheet is as at the start. Raises ``QuestionChanged`` if a stored answer belongs to a
    different question.
    """
    before, asking = run.sheet, run.asking
    questions: tuple[Question, ...] = ()
    try:
        for run.step, step in steps:
            step(run)
        run.step = "done"
    except Suspended as suspended:
        questions = suspended.questions
    except RuleBroken as refused:
        return Outcome(side=run.side, sheet=before, entries=(), figures=(), step=run.step, refused=refused)
    return Outcome(
        side=run.side,
        sheet=run.sheet,
        entries=tuple(run.entries),
        entry_steps=tuple(run.entry_steps),
        figures=tuple(run.figures),
        step=run.step,
        questions=questions,
        used=frozenset(asking.used),
        fresh=tuple(asking.fresh.values()),
    )
