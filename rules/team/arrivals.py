"""Imported teams (C9): a team with a history joins a league, and gets its value by the rules here.

A player in a position of the team list starts with the list's values, and improvements cost what they cost here. A
player in another position keeps the values that were entered; the team cannot buy more of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from rules.book.book import TeamList
from rules.book.edition import Ruleset
from rules.journal import Entry, PlayerBroughtOver, TeamBroughtOver, fold
from rules.sequence.explanations import Figure, RuleBroken, Violation
from rules.sheet.sheet import PlayerSheet, TeamSheet, value_in
from rules.team.arrival_checks import Arrival, Veteran, broken_rules, hints_for, starting_values
from rules.team.skill_access import improvement_cost
from rules.team.value import team_value


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The result of the checks: broken rules, hints, and the team value if the team is legal."""

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
    return Judged(violations=(), hints=hints_for(ruleset, arrival, sheet), value=team_value(ruleset, sheet))


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

    It leaves behind its trophies, its dead, and all players on loan, borrowed or lent.
    """
    return Arrival(
        team_list=sheet.team_list,
        players=tuple(veteran_of(ruleset, sheet, line) for line in sheet.players if not line.loan),
        rerolls=sheet.rerolls,
        fan_factor=sheet.fan_factor,
        staff=tuple((kind, count) for kind, count in sheet.staff if count),
        treasury=sheet.treasury,
        bank=sheet.bank,
    )


def veteran_of(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> Veteran:
    """A player as one would enter them in another league."""
    gains = [(name, cost) for name, cost in line.history if not (name.startswith("-") or name == "niggling")]
    listed = ruleset.position(sheet, line) is not None
    return Veteran(
        number=line.number,
        position=line.position,
        spp=line.spp,
        gained=tuple(name for name, _ in gains),
        lost=tuple(name[1:] for name, _ in line.history if name.startswith("-")),
        niggling=line.niggling,
        misses_next=line.misses_next,
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
    return (team, *(_brought(ruleset, team_list, one, mint()) for one in arrival.players))


def _brought(ruleset: Ruleset, team_list: TeamList, one: Veteran, player: int) -> PlayerBroughtOver:
    start_values, skills, cost = starting_values(team_list, one)
    profile = tuple((name, value_in(start_values, name)) for name in ruleset.book.characteristics)
    start = PlayerSheet(
        player=player, number=one.number, position=one.position, start=profile, profile=profile, cost=cost
    )
    blank = TeamSheet(team_list=team_list.name)
    names = tuple(name if name.startswith("+") else ruleset.book.skill(name).name for name in one.gained)
    return PlayerBroughtOver(
        player=player,
        number=one.number,
        position=one.position,
        profile=profile,
        skills=tuple(ruleset.book.skill(name).name for name in skills),
        cost=cost,
        gained=tuple((name, improvement_cost(ruleset, blank, start, name)) for name in names),
        lost=one.lost,
        niggling=one.niggling,
        misses_next=one.misses_next,
        spp=one.spp,
        improvements=ruleset.book.level_for(one.spp).rolls,
        deeds=one.deeds,
    )
