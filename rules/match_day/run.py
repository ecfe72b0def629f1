"""A post-match sequence in progress for one side: its sheet, its journal entries, and its figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.book.edition import Ruleset, Step
from rules.book.statements import Source
from rules.journal import Entry, apply
from rules.sequence.explanations import Figure, RuleBroken, Violation
from rules.sequence.sequence import Answer, Answerer, Asking, Key, Question, Side, Suspended, other
from rules.sheet.match import MatchPlayed, SideReport
from rules.sheet.sheet import TeamSheet


@dataclass(slots=True)
class Run:
    """One side's run through the post-match sequence. Steps change this and nothing else.

    ``raised_mvps`` are the players raised in the match who were awarded an MVP, by their place among them, from 1: they
    are on no sheet yet.
    """

    ruleset: Ruleset
    match: MatchPlayed
    side: Side
    asking: Asking
    sheet: TeamSheet
    entries: list[Entry] = field(default_factory=list)
    entry_steps: list[str] = field(default_factory=list)
    figures: list[tuple[str, Figure]] = field(default_factory=list)
    raised_mvps: list[int] = field(default_factory=list)
    step: str = ""

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

    def record(self, entry: Entry) -> None:
        """Adds an entry and applies it to the sheet. Raises ``Impossible``."""
        self.sheet = apply(self.sheet, entry)
        self.entries.append(entry)
        self.entry_steps.append(self.step)

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
    ``used`` are the keys of the answers that it needed, ``fresh`` the answers that the answerer gave.
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

    @property
    def done(self) -> bool:
        """Whether the sequence has ended for this side."""
        return not self.questions and self.refused is None


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
    questions: tuple[Question, ...] = ()
    try:
        for run.step, step in steps:
            step(run)
        run.step = "done"
    except Suspended as suspended:
        questions = suspended.questions
    except RuleBroken as refused:
        return _refused(run, refused)
    return Outcome(
        side=side,
        sheet=run.sheet,
        entries=tuple(run.entries),
        entry_steps=tuple(run.entry_steps),
        figures=tuple(run.figures),
        step=run.step,
        questions=questions,
        used=frozenset(asking.used),
        fresh=tuple(asking.fresh.values()),
    )


def _refused(run: Run, refused: RuleBroken) -> Outcome:
    return Outcome(side=run.side, sheet=run.fielded, entries=(), figures=(), step=run.step, refused=refused)
