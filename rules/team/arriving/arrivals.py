"""Imported teams (C9): a team with a history joins a league, and gets its value by the rules here.

A player in a position of the team list starts with the list's values, and improvements cost what they cost here. A
player in another position keeps the values that were entered; the team cannot buy more of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from rules.book.edition import Ruleset
from rules.book.rows.teams import TeamList
from rules.journal import Entry, PlayerBroughtOver, TeamBroughtOver, fold
from rules.sequence.explanations import Figure, RuleBroken, Violation
from rules.sheet.sheet import NIGGLING, PlayerSheet, TeamSheet, changed, value_in
from rules.team.arriving.arrival_checks import (
    Arrival,
    Veteran,
    broken_rules,
    hints_for,
    mark_violations,
    starting_values,
)
from rules.team.founding import endless_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The result of the checks: broken rules, hints, and what the team is worth if it is legal."""

    violations: tuple[Violation, ...]
    hints: tuple[Violation, ...]
    value: Figure | None

    @property
    def legal(self) -> bool:
        """Whether the team can join as it is."""
        return not self.violations


def judge(ruleset: Ruleset, arrival: Arrival) -> Judged:
    """Checks an imported team and works out its value. Source: PBBL 1.10, C9 (p31), V1 (p32), B1.

    Raises ``KeyError`` for a team list that the edition does not have.
    """
    violations = broken_rules(ruleset, arrival)
    if violations:
        return Judged(violations=violations, hints=(), value=None)
    ids = count(1)
    sheet = fold(_entries(ruleset, arrival, lambda: next(ids)))
    if wrong := tuple(found for line in sheet.players for found in mark_violations(ruleset, line)):
        return Judged(violations=wrong, hints=(), value=None)
    return Judged(violations=(), hints=hints_for(ruleset, arrival, sheet), value=ruleset.worth(sheet))


def entries(ruleset: Ruleset, arrival: Arrival, mint: Callable[[], int]) -> tuple[Entry, ...]:
    """The journal entries of an imported team; ``mint`` gives a new player id each time.

    Its players get no improvement rolls for levels that they already have. Raises ``RuleBroken`` with all violations
    if the team breaks a rule.
    """
    judged = judge(ruleset, arrival)
    if not judged.legal:
        raise RuleBroken("team", *judged.violations)
    return _entries(ruleset, arrival, mint)


def arrival_of(ruleset: Ruleset, sheet: TeamSheet) -> Arrival:
    """A team as it could join another league: the reverse of ``entries``.

    It leaves behind its trophies, its dead, and all players on loan, borrowed or lent. Its endless lines are those of
    the new list.
    """
    return Arrival(
        team_list=sheet.team_list,
        players=tuple(veteran_of(ruleset, sheet, line) for line in sheet.players if not (line.loan or line.endless)),
        rerolls=sheet.rerolls,
        fan_factor=sheet.fan_factor,
        staff=tuple((kind, count) for kind, count in sheet.staff if count),
        treasury=sheet.treasury,
        bank=sheet.bank,
    )


def veteran_of(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> Veteran:
    """A player as one would enter them in another league."""
    gains = [(name, cost) for name, cost in line.history if not (name.startswith("-") or name == NIGGLING)]
    listed = ruleset.position(sheet, line) is not None
    return Veteran(
        number=line.number,
        position=line.position,
        spp=line.spp - line.spent,
        gained=tuple(name for name, _ in gains),
        lost=tuple(name[1:] for name, _ in line.history if name.startswith("-")),
        niggling=line.niggling,
        conditions=tuple((key, count) for key, count in line.conditions if key != NIGGLING),
        misses_next=line.misses_next,
        misses=line.misses if line.misses > 1 else 0,
        marks=line.marks,
        deeds=line.deeds,
        profile=() if listed else line.start,
        skills=() if listed else line.starting_skills,
        cost=0 if listed else line.cost - sum(cost for _, cost in gains),
    )


def _entries(ruleset: Ruleset, arrival: Arrival, mint: Callable[[], int]) -> tuple[Entry, ...]:
    team_list = ruleset.book.lists[arrival.team_list]
    team = TeamBroughtOver(
        edition=ruleset.book.key,
        team_list=team_list.name,
        reroll_cost=team_list.reroll_cost,
        rerolls=arrival.rerolls,
        fan_factor=arrival.fan_factor,
        staff=tuple((kind, count) for kind, count in arrival.staff if count),
        treasury=arrival.treasury,
        bank=arrival.bank,
    )
    players = [_brought(ruleset, team_list, one, mint()) for one in arrival.players]
    return (team, *players, *endless_lines(team_list, mint))


def _brought(ruleset: Ruleset, team_list: TeamList, one: Veteran, player: int) -> PlayerBroughtOver:
    start_values, skills, cost = starting_values(team_list, one)
    profile = tuple((name, value_in(start_values, name)) for name in ruleset.book.characteristics)
    start = PlayerSheet(
        player=player, number=one.number, position=one.position, start=profile, profile=profile, cost=cost
    )
    blank = TeamSheet(team_list=team_list.name)
    names = tuple(name if name.startswith("+") else ruleset.book.skill_called(name) for name in one.gained)
    standing = ruleset.standing(changed(start, spp=one.spp))
    changes = {*one.lost, *(name[1:] for name in names if name.startswith("+"))}
    turned = {name for name in changes if ruleset.book.profile[name].better == "lower"}
    return PlayerBroughtOver(
        player=player,
        number=one.number,
        position=one.position,
        profile=profile,
        skills=tuple(ruleset.book.skill_called(name) for name in skills),
        cost=cost,
        gained=tuple((name, ruleset.learning_cost(blank, start, name)) for name in names),
        lost=one.lost,
        lower=tuple(name for name in ruleset.book.characteristics if name in turned),
        niggling=one.niggling,
        conditions=one.conditions,
        misses_next=one.misses_next,
        misses=one.misses,
        marks=tuple(dict.fromkeys(one.marks)),
        spp=one.spp,
        improvements=standing.owed if standing.milestones else len(names),
        deeds=one.deeds,
    )
