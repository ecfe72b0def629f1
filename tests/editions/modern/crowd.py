"""Followers, takings and expensive mistakes; what a team is worth (§10, §18, §28-§29)."""

from __future__ import annotations

from rules.book.edition import Ruleset
from rules.journal import FanFactorChanged, GoldMoved
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.explanations import Figure, Term, summed
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import Fact, Facts
from rules.sheet.sheet import TeamSheet
from rules.team.value import team_terms
from tests.editions.modern.tables import tables_of


def current_value(ruleset: Ruleset, sheet: TeamSheet, facts: Facts | None = None) -> Figure:
    """Players who can play, staff and re-rolls; neither followers nor gold count (§10, p5)."""
    terms = tuple(term for term in team_terms(ruleset, sheet) if not term.id.startswith("value.fan"))
    return summed("team_value", terms, **ruleset.source("team_value"))


def count_crowd(state: PreMatch) -> None:
    """Each side rolls who comes besides its followers (§18, p9)."""
    state.asking.each(SIDES, lambda side: _count(state, side))


def _count(state: PreMatch, side: Side) -> None:
    die, source = tables_of(state.ruleset.book).crowd.die, state.source("fans")
    followers = state.sheet(side).fan_factor
    (face,) = state.asking.roll(side, "crowd", die, args=(("followers", followers),), **source)
    terms = (
        Term(id="crowd.die", amount=face, dice=(face,), faces=(die,), **source),
        Term(id="crowd.followers", amount=followers, **source),
    )
    state.explain(side, summed("crowd", terms, unit="number", **source))
    state.state(Fact(key="crowd", side=side, amount=face + followers, **source))


def collect_takings(run: Run) -> None:
    """Half of the crowd of both sides pays, and each score is worth as much as one of them (§28, p18)."""
    table, source = tables_of(run.ruleset.book).crowd, run.source("winnings")
    came = sum(fact.amount for fact in run.facts("crowd"))
    terms = (
        Term(id="takings.crowd", amount=came * table.each // 2, args=(("came", came),), **source),
        Term(id="takings.score", amount=run.report.score * table.each, args=(("score", run.report.score),), **source),
    )
    figure = summed("winnings", terms, **source)
    run.explain(figure)
    if figure.amount and run.match.result.conceded_by != run.side:
        run.record(GoldMoved(amount=figure.amount, source="crowd", target="treasury"))


def change_followers(run: Run) -> None:
    """After a win followers come on a high roll, after a loss they leave on a low one (§28, p18)."""
    if run.match.winner() is None:
        return
    table, fans = tables_of(run.ruleset.book).crowd, run.sheet.fan_factor
    (face,) = run.asking.roll(
        run.side, "followers", table.followers_die, args=(("followers", fans),), **run.source("fan_factor")
    )
    if run.won and face >= fans and fans < run.ruleset.book.creation.fan_factor_maximum:
        run.record(FanFactorChanged(change=1))
    elif not run.won and face < fans and fans > 1:
        run.record(FanFactorChanged(change=-1))


def make_mistakes(run: Run) -> None:
    """A rich team may lose all but a little of its gold (§29, p19)."""
    table = tables_of(run.ruleset.book).folly
    if run.sheet.treasury < table.from_gold:
        return
    args = (("treasury", run.sheet.treasury),)
    (face,) = run.asking.roll(run.side, "mistakes", table.die, args=args, **run.source("expenses"))
    if face <= table.up_to:
        run.record(GoldMoved(amount=run.sheet.treasury - table.left_gold, source="treasury", target="mistakes"))
