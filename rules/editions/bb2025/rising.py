"""New Linemen for opponents who died (K8): Masters of Undeath raise them, and Plague Ridden players infect them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.book.edition import RisingRules, Ruleset, cite
from rules.book.rows.teams import Pairs, Position
from rules.editions.bb2025.points import lost
from rules.editions.bb2025.tables import tables_of
from rules.match_day.casualties import InjuredPlayer
from rules.match_day.player_results import hurt_opponents, join_with_points, raised_lines
from rules.match_day.roster import places_left
from rules.match_day.run import Run
from rules.match_day.victims import dead_hired_players, dead_players, killed_with, skills_of
from rules.sheet.match import InducedLine, Injury, SideReport
from rules.sheet.sheet import TeamSheet
from rules.team.founding import hired
from rules.team.hired import keywords_of_line
from rules.team.roster_places import places_taken
from rules.team.special_rules import special_rules

NOBODY = "nobody"


def at_once(ruleset: Ruleset, sheet: TeamSheet, hired: Sequence[InducedLine] = ()) -> tuple[str, ...]:
    """The Lineman positions in which a dead opponent may rise for a team and its hired players during a match (K8)."""
    table = tables_of(ruleset.book).risen
    if table.special_rule not in special_rules(ruleset, sheet) and not infects(ruleset, sheet, hired):
        return ()
    return tuple(each.name for each in ruleset.team_list(sheet).positions if table.keyword in each.keywords)


def infects(ruleset: Ruleset, sheet: TeamSheet, hired: Sequence[InducedLine] = ()) -> bool:
    """Whether somebody of a team or of its hired players is Plague Ridden (K8)."""
    return tables_of(ruleset.book).risen.skill in skills_of(ruleset, sheet, hired)


def raise_dead(run: Run) -> None:
    """Once a match a Lineman joins for a dead opponent: for nothing (Masters), or for a fee (plague), if there is room.

    Who rose in the match and played on is the one who joins, and brings along what they earned, if the league says so.

    Source: K8 (p121, 154).
    """
    dead = tuple(
        _dead(run.ruleset, run.match.sheets.of(run.opponent), run.match.reports.of(run.opponent), hurt_opponents(run))
    )
    free = _by_masters(run.ruleset, run.fielded, dead)
    paid = _by_plague(run.ruleset, run.fielded, run.report, dead)
    if not (free or paid) or not places_left(run):
        return
    rose = {line.name for line in raised_lines(run)}
    positions = [each for each in _linemen(run) if free or each.price <= run.sheet.treasury]
    positions = [each for each in positions if not rose or each.name in rose]
    if not positions:
        return
    options = (NOBODY, *(each.name for each in positions))
    source, label = cite(run.ruleset, "K8"), "risen" if free else "infected"
    chosen = run.asking.choose(run.side, "risen", options, label=label, optional=True, **source)
    for position in positions:
        if position.name == chosen:
            number, price = run.sheet.free_numbers(1)[0], 0 if free else position.price
            player = run.asking.mint(run.side, "risen.player")
            run.record(hired(position, player=player, number=number, price=price, joined="raised"))
            if not lost(run):
                join_with_points(run, player, 1)


def _linemen(run: Run) -> Iterator[Position]:
    keyword = tables_of(run.ruleset.book).risen.keyword
    for position in run.ruleset.team_list(run.sheet).positions:
        if keyword in position.keywords and places_taken(run.sheet, position.name) < position.maximum:
            yield position


def somebody(
    ruleset: Ruleset,
    raisers: TeamSheet,
    own: SideReport,
    sheet: TeamSheet,
    report: SideReport,
    hurts: Sequence[InjuredPlayer],
) -> bool:
    """Whether a team, whose report is ``own``, can raise or infect one of the dead of the other side (K8)."""
    dead = tuple(_dead(ruleset, sheet, report, hurts))
    return _by_masters(ruleset, raisers, dead) or _by_plague(ruleset, raisers, own, dead)


def _by_masters(ruleset: Ruleset, raisers: TeamSheet, dead: Sequence[Dead]) -> bool:
    table = tables_of(ruleset.book).risen
    if table.special_rule not in special_rules(ruleset, raisers):
        return False
    return any(
        dict(each.profile)[table.characteristic] <= table.strongest and set(each.skills).isdisjoint(table.spared_skills)
        for each in dead
    )


def _by_plague(ruleset: Ruleset, raisers: TeamSheet, own: SideReport, dead: Sequence[Dead]) -> bool:
    """Whether a Plague Ridden player killed somebody with a block whom the plague does not spare.

    Hired players can do it and have it done to them (p121).
    """
    table = tables_of(ruleset.book).risen
    return any(
        table.spared_keyword not in each.keywords
        and set(each.skills).isdisjoint(table.spared_by_plague)
        and killed_with(ruleset, raisers, own, table.skill, ("block",), each.deaths)
        for each in dead
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Dead:
    """Somebody who died in the match and was not eaten, of a roster or hired."""

    profile: Pairs
    skills: tuple[str, ...]
    keywords: tuple[str, ...]
    deaths: tuple[Injury, ...]


def _dead(ruleset: Ruleset, sheet: TeamSheet, report: SideReport, hurts: Sequence[InjuredPlayer]) -> Iterator[Dead]:
    """Those of a side who died: first of its roster, then of its hired players."""
    for line, hurt in dead_players(sheet, hurts):
        position = ruleset.position(sheet, line)
        keywords = position.keywords if position is not None else ()
        yield Dead(profile=line.profile, skills=line.skills, keywords=keywords, deaths=hurt.deaths)
    for nth, profile, skills in dead_hired_players(ruleset, sheet.team_list, report):
        one = report.induced[nth - 1]
        keywords = keywords_of_line(ruleset, sheet.team_list, one)
        yield Dead(profile=profile, skills=skills, keywords=keywords, deaths=(one.injury,))


RULES = RisingRules(positions=at_once, infects=infects, somebody=somebody)
