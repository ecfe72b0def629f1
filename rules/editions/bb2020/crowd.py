"""Fans: who comes to a match, what they pay, and when dedicated fans come and go (P2, O3, O4, N2, N3)."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.bb2020.tables import tables_of
from rules.journal import FanFactorChanged, GoldMoved
from rules.match_day.player_results import waived
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import Fact

FANS = "supporters"
THOUSAND = 1_000
"""Each point of the fan factor stands for so many spectators."""


def count_fans(state: PreMatch) -> None:
    """Each side rolls for its fan factor; both together are the attendance (P2)."""
    state.asking.each(SIDES, lambda side: _count(state, side))


def _count(state: PreMatch, side: Side) -> None:
    die, source = tables_of(state.ruleset.book).attendance.fan_die, state.source("fans")
    followers = state.sheet(side).fan_factor
    (face,) = state.asking.roll(side, "fans", die, args=(("fan_factor", followers),), **source)
    terms = (
        Term(id="crowd.die", amount=face * THOUSAND, dice=(face,), faces=(die,), **source),
        Term(id="crowd.dedicated", amount=followers * THOUSAND, args=(("fans", followers),), **source),
    )
    state.fans[side] = summed("fans", terms, unit="fans", **source)
    state.explain(side, state.fans[side])
    state.state(Fact(key=FANS, side=side, amount=face + followers, **source))


def collect_winnings(run: Run) -> None:
    """Half of the attendance and the team's touchdowns, times 10k (O3).

    A team that conceded wins nothing, and its opponent has the whole attendance (N2, N3).
    """
    table, source = tables_of(run.ruleset.book).attendance, run.source("winnings")
    came = sum(fact.amount for fact in run.facts(FANS))
    conceded = None if waived(run) else run.match.result.conceded_by
    if conceded == run.side:
        terms: tuple[Term, ...] = (Term(id="winnings.conceded", **cite(run.ruleset, "N2")),)
    else:
        args, score = (("came", came),), _touchdowns(run, conceded)
        whole, share = came * table.unit, came * table.unit // table.shared_by
        terms = (
            Term(id="winnings.whole", amount=whole, args=args, **cite(run.ruleset, "N3"))
            if conceded is not None
            else Term(id="winnings.attendance", amount=share, args=args, **source),
            Term(id="winnings.touchdowns", amount=score * table.unit, args=(("score", score),), **source),
        )
    figure = summed("winnings", terms, **source)
    run.explain(figure)
    if figure.amount:
        run.record(GoldMoved(amount=figure.amount, source="winnings", target="treasury"))


def _touchdowns(run: Run, conceded: Side | None) -> int:
    """The team's touchdowns; after a concession also those that the winner has by it (N1)."""
    return run.report.score if conceded is None else run.ruleset.counted_scores(run.match).of(run.side)


def change_fans(run: Run) -> None:
    """Dedicated fans come after a win on a high roll, and leave after a loss on a low one (O4).

    A team that conceded loses some without a chance (N2).
    """
    if run.match.winner() is None:
        return
    conceded = run.match.result.conceded_by == run.side and not waived(run)
    term = _lost_by_conceding(run) if conceded else _rolled(run)
    before = Term(id="fan_factor.before", amount=run.sheet.fan_factor, **run.source("fan_factor"))
    run.explain(summed("fan_factor", (before, term), **run.source("fan_factor"), unit="number"))
    if term.amount:
        run.record(FanFactorChanged(change=term.amount))


def _lost_by_conceding(run: Run) -> Term:
    table, source = tables_of(run.ruleset.book).attendance, cite(run.ruleset, "N2")
    args = (("fan_factor", run.sheet.fan_factor),)
    (face,) = run.asking.roll(run.side, "lost_fans", table.conceded_die, args=args, **source)
    lost = min(face, max(0, run.sheet.fan_factor - table.least_fans))
    return Term(id="fan_factor.walked_out", amount=-lost, dice=(face,), faces=(table.conceded_die,), **source)


def _rolled(run: Run) -> Term:
    table, source, fans = tables_of(run.ruleset.book).attendance, run.source("fan_factor"), run.sheet.fan_factor
    (face,) = run.asking.roll(run.side, "fan_factor", table.followers_die, args=(("fan_factor", fans),), **source)
    change, id = 0, "fan_factor.kept"
    if run.won and face >= fans:
        change, id = 1, "fan_factor.came"
    elif not run.won and face < fans and fans > table.least_fans:
        change, id = -1, "fan_factor.left"
    return Term(id=id, amount=change, dice=(face,), faces=(table.followers_die,), **source)
