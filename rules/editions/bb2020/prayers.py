"""Prayers to Nuffle (P7): rolled before the match for what is still between the teams; some of them pay points."""

from __future__ import annotations

from rules.book.book import row_for
from rules.book.edition import cite
from rules.editions.bb2020 import blessings
from rules.editions.bb2020.tables import Prayer, tables_of
from rules.journal import PointsEarned
from rules.match_day.player_results import earn_points, points_for, waived
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import Fact, PlayerLine

MOST_ROLLS = 60
"""So often nobody rolls again in a game. It ends the rolls of a program that always rolls the same."""


def pray(state: PreMatch) -> None:
    """After the inducements the weaker side rolls a prayer for each full 50k that are still between them (P7)."""
    if not state.ruleset.house.flag("prayers"):
        return
    table, source = tables_of(state.ruleset.book).praying, cite(state.ruleset, "P7")
    home, away = (state.weigh(side) + state.purchases[side].bill.amount for side in SIDES)
    due = abs(home - away) // table.each_gold
    if not due:
        return
    side: Side = "home" if home < away else "away"
    args = (("between", abs(home - away)), ("each", table.each_gold))
    due = min(due, len(_rolled(state)))
    terms = (Term(id="prayers.due", amount=due, args=args, **source),)
    state.explain(side, summed("prayers", terms, **source, unit="number"))
    heard: list[str] = []
    for nth in range(1, due + 1):
        prayer = _roll(state, side, nth, heard)
        heard.append(prayer.key)
        state.state(Fact(key=prayer.key, side=side, **source))


def _roll(state: PreMatch, side: Side, nth: int, heard: list[str]) -> Prayer:
    """The next prayer; one that the side has already is rolled again, or after many rolls the next one taken."""
    rows, source = _rolled(state), cite(state.ruleset, "P7")
    faces = rows[-1].high
    for again in range(MOST_ROLLS):
        key = f"prayers.{nth}.again{again}" if again else f"prayers.{nth}.die"
        die = state.asking.roll(side, key, faces, label="prayer", args=(("nth", nth),), **source)
        prayer = row_for(rows, sum(die), (faces,))
        if prayer.key not in heard:
            return prayer
    return next(prayer for prayer in rows if prayer.key not in heard)


def _rolled(state: PreMatch) -> tuple[Prayer, ...]:
    """The rows that the league rolls on: all, or in its way the first ones, as in exhibition play (P7)."""
    tables = tables_of(state.ruleset.book)
    few = state.ruleset.house.choice("prayer_rows") == "first_eight"
    die = tables.praying.exhibition_die if few else tables.praying.die
    return tuple(row for row in tables.prayers if row.high <= die)


def earn(run: Run) -> None:
    """Points from the report (S1), and those that a prayer pays on top (P7)."""
    if _hands_over(run):
        for did in run.report.lines:
            _earn_without_scoring(run, did)
    else:
        earn_points(run)
    blessings.pay(run)


def _hands_over(run: Run) -> bool:
    """Whether this side conceded, and its touchdowns go to its opponent (N1)."""
    conceded = run.match.result.conceded_by == run.side and not waived(run)
    return conceded and run.ruleset.house["conceded_score"] == "handed_over"


def _earn_without_scoring(run: Run, line: PlayerLine) -> None:
    scoring = run.ruleset.book.scoring
    spp = points_for(run, line) - line.deed(scoring.key) * scoring.points
    if line.deeds:
        run.record(PointsEarned(player=line.player, spp=spp, deeds=line.deeds))
