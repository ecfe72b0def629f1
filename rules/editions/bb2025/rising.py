"""New Linemen for opponents who died (K8): Masters of Undeath raise them, and Plague Ridden players infect them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rules.book.edition import Ruleset, cite
from rules.book.rows.teams import Position
from rules.editions.bb2025.points import lost
from rules.editions.bb2025.tables import tables_of
from rules.match_day.casualties import InjuredPlayer
from rules.match_day.player_results import injured_players_of, join_with_points, raised_lines
from rules.match_day.raising import skills_of_killer
from rules.match_day.roster import places_left
from rules.match_day.run import Run
from rules.match_day.victims import dead_hired_players, skills_of
from rules.sequence.explanations import RuleBroken
from rules.sheet.match import InducedLine, Injury
from rules.sheet.sheet import PlayerSheet, TeamSheet
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
    free, paid = _by_masters(run), _by_plague(run)
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


def _by_masters(run: Run) -> bool:
    table = tables_of(run.ruleset.book).risen
    if table.special_rule not in special_rules(run.ruleset, run.fielded):
        return False
    theirs, report = run.match.sheets.of(run.opponent), run.match.reports.of(run.opponent)
    dead = [(line.profile, line.skills) for line, _hurt in _dead(run)]
    dead += [(profile, skills) for _nth, profile, skills in dead_hired_players(run.ruleset, theirs.team_list, report)]
    return any(
        dict(profile)[table.characteristic] <= table.strongest and set(skills).isdisjoint(table.spared_skills)
        for profile, skills in dead
    )


def _by_plague(run: Run) -> bool:
    """Whether a Plague Ridden player killed somebody with a block whom the plague does not spare.

    Hired players can do it and have it done to them (p121).
    """
    ruleset, theirs, report = run.ruleset, run.match.sheets.of(run.opponent), run.match.reports.of(run.opponent)
    for line, hurt in _dead(run):
        position = ruleset.position(theirs, line)
        if _infected(run, position.keywords if position else (), line.skills, hurt.deaths):
            return True
    for nth, _profile, skills in dead_hired_players(ruleset, theirs.team_list, report):
        dead = report.induced[nth - 1]
        if _infected(run, keywords_of_line(ruleset, theirs.team_list, dead), skills, (dead.injury,)):
            return True
    return False


def _infected(run: Run, keywords: Collection[str], skills: Collection[str], deaths: Sequence[Injury]) -> bool:
    table = tables_of(run.ruleset.book).risen
    if table.spared_keyword in keywords or not set(skills).isdisjoint(table.spared_by_plague):
        return False
    return any(death.cause == "block" and table.skill in skills_of_killer(run, death) for death in deaths)


def _dead(run: Run) -> Iterator[tuple[PlayerSheet, InjuredPlayer]]:
    """The opponents who died and were not eaten; nobody while one of their injuries is refused."""
    theirs = run.match.sheets.of(run.opponent)
    try:
        hurts = injured_players_of(run, run.opponent)
    except RuleBroken:
        return
    for hurt in hurts:
        line = theirs.player(hurt.player)
        if line is not None and hurt.deaths and all(death.cause != "eaten" for death in hurt.deaths):
            yield line, hurt
