"""Fans (P2, O4), winnings (O3, N3) and what stalling costs (M2)."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.bb2025.tables import tables_of
from rules.journal import GoldMoved
from rules.match_day import gold
from rules.match_day.player_results import waived
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed

TURNOUT = "turnout"
NOBODY, SOMEBODY = "nobody_stalled", "somebody_stalled"


def count_fans(state: PreMatch) -> None:
    """Each side's fan factor: a die and its dedicated fans (P2, p45)."""
    table = tables_of(state.ruleset.book).crowd
    gold.count_fans(state, fact=TURNOUT, die=table.die, spectators=table.spectators)


def collect_winnings(run: Run) -> None:
    """Half of the attendance, the touchdowns, and more if nobody stalled (O3, p95); after a concession N2 and N3."""
    terms = _winnings(run)
    figure = summed("winnings", terms, **run.source("winnings"))
    run.explain(figure)
    if figure.amount:
        run.record(GoldMoved(amount=figure.amount, source="winnings", target="treasury"))


def _winnings(run: Run) -> tuple[Term, ...]:
    table, conceded = tables_of(run.ruleset.book).takings, None if waived(run) else run.match.result.conceded_by
    if conceded == run.side:
        return (Term(id="winnings.conceded", **run.source("conceding")),)
    came = sum(fact.amount for fact in run.facts(TURNOUT))
    touchdowns = Term(
        id="winnings.touchdowns",
        amount=run.report.score * table.unit,
        args=(("score", run.report.score),),
        **run.source("winnings"),
    )
    attendance = (("came", came),)
    if conceded is not None:
        source = cite(run.ruleset, "N3")
        return (Term(id="winnings.attendance", amount=came * table.unit, args=attendance, **source), touchdowns)
    half = Term(id="winnings.half_attendance", amount=came * table.unit // 2, args=attendance, **run.source("winnings"))
    return (half, touchdowns, *_without_stalling(run))


def _without_stalling(run: Run) -> tuple[Term, ...]:
    """More for a side of whom nobody stalled, as its coach says (M2)."""
    source = cite(run.ruleset, "M2")
    answer = run.asking.choose(run.side, "stalling", (NOBODY, SOMEBODY), optional=True, **source)
    if answer == SOMEBODY:
        return (Term(id="winnings.stalled", **source),)
    table = tables_of(run.ruleset.book).takings
    return (Term(id="winnings.not_stalled", amount=table.without_stalling * table.unit, **source),)


def change_fans(run: Run) -> None:
    """Dedicated fans come after a win and leave after a loss, by a die (O4, p95), or after a concession (N2)."""
    table = tables_of(run.ruleset.book).following
    gold.follow(
        run,
        die=table.die,
        least=table.least,
        most=table.most,
        conceding_die=table.conceding_die,
        source=run.source("conceding"),
    )
