"""Star player points (S1-S5): what deeds earn, what prayers change, what a concession loses, and the MVP."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.book.edition import cite
from rules.editions.bb2025.prayers import prayers_of
from rules.editions.bb2025.tables import tables_of
from rules.journal import PointsEarned
from rules.match_day.player_results import award_mvps, dead, mvps_due, raised_lines, waived
from rules.match_day.run import Run
from rules.sequence.forms import Column, Table
from rules.sheet.match import RAISED, PlayerLine
from rules.sheet.sheet import PlayerSheet
from rules.team.special_rules import special_rules

COMPLETIONS = "completions"
PASSING, CATCHING = "perfect_passing", "dazzling_catching"
CAUSES = {"fan_interaction": "crowd", "fouling_frenzy": "foul"}
"""The prayers that make casualties of another cause count, each with that cause."""
MOST_CATCHES = 20


def earn_points(run: Run) -> None:
    """Points for the deeds in the report (S1, S3, p96), and by prayers; a side that conceded earns none (N2)."""
    for line in run.report.lines:
        spp = 0 if lost(run) else points_for(run, line)
        if spp or line.deeds:
            run.record(PointsEarned(player=line.player, spp=spp, deeds=line.deeds))
    for prayer, more in () if lost(run) else _by_prayers(run):
        for player, spp in more.items():
            run.record(PointsEarned(player=player, spp=spp, by=prayer))


def lost(run: Run) -> bool:
    """Whether this side conceded, and so loses what it would have earned in the match."""
    return run.match.result.conceded_by == run.side and not waived(run)


def points_for(run: Run, line: PlayerLine) -> int:
    """The points for a player's deeds, without prayers; Brawlin' Brutes earn others (S3)."""
    each = _points(run)
    return sum(count * each[deed] for deed, count in line.deeds)


def _points(run: Run) -> dict[str, int]:
    table = tables_of(run.ruleset.book).brutes
    each = {deed.key: deed.points for deed in run.ruleset.book.deeds.values()}
    return each | dict(table.points) if table.special_rule in special_rules(run.ruleset, run.fielded) else each


def _by_prayers(run: Run) -> Iterator[tuple[str, Counter[int]]]:
    """The points that each prayer brings besides: for completions, fouls, the crowd, and catches, which the coach
    counts (P7)."""
    heard = prayers_of(run, run.side)
    if PASSING in heard:
        more = heard[PASSING].points - _points(run)[COMPLETIONS]
        yield PASSING, Counter({line.player: n * more for line in run.report.lines if (n := line.deed(COMPLETIONS))})
    for key, cause in CAUSES.items():
        if key in heard:
            hurt = run.match.reports.of(run.opponent).injuries
            by = [each.by for each in hurt if each.cause == cause and each.is_casualty]
            culprits = Counter(player for player in by if run.fielded.player(player) is not None)
            yield key, Counter({player: count * heard[key].points for player, count in culprits.items()})
    if CATCHING in heard:
        rows = tuple(str(line.player) for line in played(run))
        form = Table(rows=rows, columns=(Column(key="catches", least=1, most=MOST_CATCHES),))
        caught = run.asking.ask(run.side, "catches", form, optional=True, **cite(run.ruleset, "P7"))
        points = {int(player): int(dict(cells)["catches"]) * heard[CATCHING].points for player, cells in caught}
        yield CATCHING, Counter(points)


def played(run: Run) -> tuple[PlayerSheet, ...]:
    """The players of the roster who played, as far as the report says who did."""
    named = run.report.took_part
    return tuple(line for line in run.fielded.available if named is None or line.player in named)


def award_mvp(run: Run) -> None:
    """The most valuable player, of six nominees (S4, p96): two awards for the winner of a conceded match (N3).

    A player who rose in the match can win it too, if the league treats them like players of the roster.
    """
    killed = dead(run)
    able = tuple(str(line.player) for line in played(run) if line.player not in killed)
    if run.ruleset.house["raised_in_match"] == "as_roster":
        able += tuple(f"{RAISED}.{nth}" for nth in range(1, len(raised_lines(run)) + 1))
    award_mvps(run, mvps_due(run) if able else 0, able)
