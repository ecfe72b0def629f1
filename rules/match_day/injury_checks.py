"""Checks of the injuries in a match report: who was injured, by whom, how often, and how they were treated (K1-K8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.match_day.cards import kept_out
from rules.match_day.casualties import injured_players, returned
from rules.match_day.report_problem import Problem, SideChecked
from rules.sequence.explanations import RuleBroken
from rules.sheet.match import CAUSES, Injury

MOST_INJURIES = 40


def check_injuries(checked: SideChecked) -> Iterator[Problem]:
    """All problems with the injuries of a side's players, in the order of the report."""
    injuries = checked.report.injuries
    if len(injuries) > MOST_INJURIES:
        yield checked.problem(
            "injuries", "casualties", "report.too_many_injuries", count=len(injuries), maximum=MOST_INJURIES
        )
        return
    for index, injury in enumerate(injuries, start=1):
        place = f"injuries.{index}"
        yield from _victim(checked, place, injury)
        yield from check_culprit(checked, place, injury)
        line = checked.sheet.player(injury.player)
        if line is not None:
            yield from checked.ruleset.edition.injuries.missing(checked, place, line, injury)
        before = [earlier for earlier in injuries[: index - 1] if earlier.player == injury.player]
        if before and not returned(checked.ruleset, line, before[-1]):
            yield checked.problem(place, "casualties", "report.hurt_twice", player=injury.player)
    yield from _not_allowed(checked)


def _victim(checked: SideChecked, place: str, injury: Injury) -> Iterator[Problem]:
    theirs = checked.opponent.sheet.player(injury.player) is not None
    if theirs and checked.sheet.player(injury.player) is None:
        yield checked.problem(place, "casualties", "report.other_team", player=injury.player)
    yield from checked.check_admitted(place, injury.player)
    yield from checked.check_took_part(place, injury.player)


def check_culprit(checked: SideChecked, place: str, injury: Injury) -> Iterator[Problem]:
    """The injury was caused by an opposing player who was there, by a hired one, or by no one."""
    opponent = checked.opponent
    if injury.cause not in CAUSES:
        yield checked.problem(place, "casualties", "report.unknown_cause", cause=injury.cause[:40])
    if injury.by and injury.by_induced:
        yield checked.problem(place, "points_earned", "report.two_culprits")
    if (injury.by_induced or injury.by_hired) and not opponent.report.hired_culprits(injury):
        yield checked.problem(place, "points_earned", "report.nobody_hired")
    if injury.cause == "eaten" and (injury.by or injury.by_induced):
        yield checked.problem(place, "eaten", "report.eaten_by_opponent")
    if injury.cause == "block" and not injury.by and not injury.by_induced:
        yield checked.problem(place, "points_earned", "report.blocked_by_nobody", hint_only=True)
    if not injury.by:
        return
    culprit = opponent.sheet.player(injury.by)
    if culprit is None:
        own = checked.sheet.player(injury.by) is not None
        yield checked.problem(place, "points_earned", "report.hurt_by_own" if own else "report.hurt_by_unknown")
    elif culprit.misses_next:
        yield checked.problem(place, "missed_match", "report.hurt_by_absent", number=culprit.number)
    elif injury.by in kept_out(checked.ruleset, checked.match, opponent.side):
        yield checked.problem(place, "cards_on_roster", "report.hurt_by_kept_out", number=culprit.number)
    elif opponent.report.took_part is not None and injury.by not in opponent.report.took_part:
        yield checked.problem(place, "points_earned", "report.hurt_by_idle", number=culprit.number)


def _not_allowed(checked: SideChecked) -> Iterator[Problem]:
    """All dice and treatments that the casualty rules refuse; each refused injury is left out to find the next."""
    left = list(enumerate(checked.report.injuries, start=1))
    while left:
        try:
            injured_players(
                checked.ruleset,
                checked.sheet,
                [injury for _, injury in left],
                checked.report.bought,
                checked.report.cards,
                checked.facts,
            )
        except RuleBroken as refused:
            nth = int(refused.label.removeprefix("injuries."))
            index, _ = left.pop(nth - 1)
            for violation in refused.violations:
                yield Problem(where=f"{checked.side}.injuries.{index}", violation=violation)
        else:
            return
