"""Wounds (A6, A7): no staff treats them. Herbs may cure one, poison keeps a player out, the dead may live after all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.book.edition import InjuryRules, Ruleset
from rules.book.rows.injuries import CasualtyRow
from rules.match_day.casualties import Case, InjuredPlayer, as_reported, bad_roll, rolled
from rules.match_day.report_problem import Problem, SideChecked
from rules.match_day.run import Run
from rules.sequence.explanations import Violation
from rules.sequence.sequence import Side, face_exists
from rules.sheet.match import Injury
from rules.sheet.sheet import PlayerSheet
from tests.editions.ancient.tables import tables_of


def results(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> tuple[CasualtyRow, ...]:
    """What was rolled, unless herbs cured it (A7, p7). Poison adds a match to whatever was missed."""
    fate = tables_of(ruleset.book).fate
    rows = rolled(ruleset, injury)
    if injury.number("herbs") >= fate.cured_from:
        return ()
    if injury.number("poisoned") and rows and not rows[0].dead:
        longest = max(row.misses for row in rows)
        return (replace(rows[0], misses=longest + fate.poison_misses), *rows[1:])
    return rows


def returned(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> bool:
    """Only who rages or is knocked cold plays on (A6, p6)."""
    return all(row.harmless for row in results(ruleset, line, injury))


def problem(case: Case) -> Violation | None:
    """A roll that is missing, or that its dice cannot show."""
    herbs, fields = case.injury.number("herbs"), case.ruleset.book.injury_fields
    if herbs and not face_exists(herbs, fields["herbs"].faces):
        return case.broken("casualties", "injury.no_such_d6", found=herbs)
    return bad_roll(case)


def missing(checked: SideChecked, place: str, line: PlayerSheet, injury: Injury) -> Iterator[Problem]:
    """Nothing else has to be in the report."""
    yield from ()


def carry(run: Run, side: Side) -> tuple[InjuredPlayer, ...]:
    """After the match a die is rolled for each of the dead: on a high roll they live, and miss matches (A7, p7)."""
    hurts = {hurt.player: hurt for hurt in as_reported(run, side)}
    run.asking.each([hurt for hurt in hurts.values() if hurt.death], lambda hurt: _roll(run, side, hurts, hurt))
    return tuple(hurts.values())


def _roll(run: Run, side: Side, hurts: dict[int, InjuredPlayer], hurt: InjuredPlayer) -> None:
    fate, line = tables_of(run.ruleset.book).fate, run.match.sheets.of(side).player(hurt.player)
    args = (("player", hurt.player), ("number", line.number if line is not None else 0))
    (die,) = run.asking.roll(side, f"fate.{hurt.player}", fate.die, label="fate", args=args, **run.source("casualties"))
    if die >= fate.lives_from:
        hurts[hurt.player] = replace(hurt, deaths=(), left_dead=False, misses=max(hurt.misses, fate.misses))


RULES = InjuryRules(results=results, returned=returned, problem=problem, missing=missing, carry=carry)
