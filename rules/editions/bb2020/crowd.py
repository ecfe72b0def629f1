"""Fans: who comes to a match, what they pay, and when dedicated fans come and go (P2, O3, O4, N2, N3)."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.bb2020.tables import tables_of
from rules.journal import GoldMoved
from rules.match_day import gold
from rules.match_day.player_results import waived
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed
from rules.sequence.sequence import Side

FANS = "supporters"
THOUSAND = 1_000
"""Each point of the fan factor stands for so many spectators."""


def count_fans(state: PreMatch) -> None:
    """Each side rolls for its fan factor; both together are the attendance (P2)."""
    gold.count_fans(state, fact=FANS, die=tables_of(state.ruleset.book).attendance.fan_die, spectators=THOUSAND)


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

    A team that conceded loses some without a chance (N2). With one fan more than the die has faces no roll is high
    enough, so there are never more.
    """
    table = tables_of(run.ruleset.book).attendance
    gold.follow(
        run,
        die=table.followers_die,
        least=table.least_fans,
        most=table.followers_die + 1,
        conceding_die=table.conceded_die,
        source=cite(run.ruleset, "N2"),
    )
