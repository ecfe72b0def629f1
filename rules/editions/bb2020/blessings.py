"""What prayers to Nuffle pay (P7): more points for a deed, or for an injury by another cause than a block.

Some of them hold for the drive after the prayer only. The report does not tell drives apart, so the coach does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.book.edition import cite
from rules.editions.bb2020.tables import Blessing, tables_of
from rules.journal import PointsEarned
from rules.match_day.run import Run
from rules.sequence.explanations import Args
from rules.sequence.forms import Basket, Good


def pay(run: Run) -> None:
    """Each player of the side gets what its prayers pay for (P7)."""
    for blessing in tables_of(run.ruleset.book).blessings:
        if run.facts(blessing.prayer, run.side) and (times := _times(run, blessing)):
            counted = _in_its_drive(run, blessing, times) if blessing.in_one_drive else times
            for player, count in counted.items():
                run.record(PointsEarned(player=player, spp=count * blessing.more, by=blessing.prayer))


def _times(run: Run, blessing: Blessing) -> Mapping[int, int]:
    """How often each player did in the match what a prayer pays for, if they did."""
    if blessing.deed:
        return {line.player: count for line in run.report.lines if (count := line.deed(blessing.deed))}
    hurt = run.match.reports.of(run.opponent).injuries
    by = (each.by for each in hurt if each.cause == blessing.cause and each.is_casualty)
    return Counter(player for player in by if run.fielded.player(player) is not None)


def _in_its_drive(run: Run, blessing: Blessing, times: Mapping[int, int]) -> Mapping[int, int]:
    """How often that was in the drive of the prayer, as the coach says; never, if they say nothing."""
    (fact,) = run.facts(blessing.prayer, run.side)
    lines = [line for line in run.fielded.players if line.player in times]
    form = Basket(
        goods=tuple(Good(key=str(line.player), price=0, most=times[line.player]) for line in lines),
        purse=0, room=sum(times.values()),
    )  # fmt: skip
    args: Args = (
        ("prayer", fact.detail),
        ("points", blessing.more),
        *((f"player.{line.player}", line.number) for line in lines),
    )
    key, source = f"blessing.{blessing.prayer}", cite(run.ruleset, "P7")
    counted = run.asking.ask(run.side, key, form, label=blessing.prayer, args=args, optional=True, **source)
    return {int(player): count for player, count in counted}
