"""Fans (P2, O4), winnings (O3, N3) and what stalling costs (M2)."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.bb2025.tables import tables_of
from rules.journal import FanFactorChanged, GoldMoved
from rules.match_day.player_results import waived
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import Fact

TURNOUT = "turnout"
NOBODY, SOMEBODY = "nobody_stalled", "somebody_stalled"


def count_fans(state: PreMatch) -> None:
    """Each side's fan factor: a die and its dedicated fans (P2, p45)."""
    state.asking.each(SIDES, lambda side: _count(state, side))


def _count(state: PreMatch, side: Side) -> None:
    table, source = tables_of(state.ruleset.book).crowd, state.source("fans")
    followers = state.sheet(side).fan_factor
    (face,) = state.asking.roll(side, "fans", table.die, args=(("fan_factor", followers),), **source)
    each = (("each", table.spectators),)
    terms = (
        Term(id="fans.dice", amount=face * table.spectators, dice=(face,), faces=(table.die,), args=each, **source),
        Term(
            id="fans.fan_factor",
            amount=followers * table.spectators,
            args=(("fan_factor", followers), *each),
            **source,
        ),
    )
    state.fans[side] = summed("fans", terms, **source, unit="fans")
    state.explain(side, state.fans[side])
    state.state(Fact(key=TURNOUT, side=side, amount=face + followers, **source))


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
    term = _conceded(run) if run.match.result.conceded_by == run.side and not waived(run) else _rolled(run)
    if term is None:
        return
    before = Term(id="fan_factor.before", amount=run.sheet.fan_factor, **run.source("fan_factor"))
    run.explain(summed("fan_factor", (before, term), **run.source("fan_factor"), unit="points"))
    if term.amount:
        run.record(FanFactorChanged(change=term.amount))


def _conceded(run: Run) -> Term:
    table, source = tables_of(run.ruleset.book).following, run.source("conceding")
    (face,) = run.asking.roll(run.side, "lost_fans", table.conceding_die, **source)
    lost = min(face, run.sheet.fan_factor - table.least)
    return Term(id="fan_factor.conceded_by_die", amount=-lost, dice=(face,), faces=(table.conceding_die,), **source)


def _rolled(run: Run) -> Term | None:
    """What the die brings or takes; nothing after a draw."""
    if run.match.winner() is None:
        return None
    table, fans, source = tables_of(run.ruleset.book).following, run.sheet.fan_factor, run.source("fan_factor")
    (face,) = run.asking.roll(run.side, "fan_factor", table.die, args=(("fan_factor", fans),), **source)
    id, change = "fan_factor.kept", 0
    if run.won and face >= fans and fans < table.most:
        id, change = "fan_factor.came", 1
    elif not run.won and face < fans and fans > table.least:
        id, change = "fan_factor.left", -1
    return Term(id=id, amount=change, dice=(face,), faces=(table.die,), **source)
