"""Improvement (LG2-LG8) and ageing (LG9-LG11): a roll for each new level, and each can make a player older."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.book.edition import Ruleset, cite
from rules.book.growth import Learnable
from rules.book.reads import reads
from rules.editions.lrb_1_3.retiring import finished
from rules.editions.lrb_1_3.tables import tables_of
from rules.journal import CharacteristicRaised, Entry, ImprovementLost, SkillGained, injured
from rules.match_day.casualties import can_fall
from rules.match_day.improvement import why_not_allowed
from rules.match_day.player_results import dead
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.explanations import Args, RuleBroken
from rules.sequence.sequence import Asking, Side
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.learning import levels

RAISED_BY = {"Very Long Legs": "MA", "Spikes": "AV"}
"""What these abilities add a point to; it counts towards the limits (LG7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Growing:
    """A side whose players improve, before a match or after it."""

    ruleset: Ruleset
    asking: Asking
    side: Side
    sheet: Callable[[], TeamSheet]
    record: Callable[[Entry], None]

    def line(self, player: int) -> PlayerSheet:
        """A player of the side, as they are now."""
        line = self.sheet().player(player)
        if line is None:
            raise RuleBroken(f"improvements.{player}")
        return line


def before_match(state: PreMatch, side: Side) -> Growing:
    """A side that improves before the match."""
    return Growing(
        ruleset=state.ruleset,
        asking=state.asking,
        side=side,
        sheet=lambda: state.sheet(side),
        record=lambda entry: state.record(side, entry),
    )


def after_match(run: Run) -> Growing:
    """The side of a run after the match."""
    return Growing(
        ruleset=run.ruleset, asking=run.asking, side=run.side, sheet=lambda: run.sheet, record=lambda e: run.record(e)
    )


@reads("levels", "improvement")
def roll_improvements(run: Run) -> None:
    """A roll for each new level of each player who stays, the oldest level first, each with its ageing (LU5, LG11)."""
    gone, growing = dead(run) | {line.player for line in finished(run)}, after_match(run)
    due = [line.player for line in run.sheet.players if line.player not in gone]
    run.asking.each(due, lambda player: grow(growing, player))


def grow(growing: Growing, player: int) -> None:
    """All improvements that a player has earned."""
    for _ in range(levels.rolls_owed(growing.ruleset, growing.line(player))):
        line = growing.line(player)
        nth = line.improvements + 1
        args = (("player", player), ("number", line.number), ("nth", nth))
        _improve(growing, line, f"improvements.{player}.{nth}", args)
        _age(growing, player, nth, args)


def _improve(growing: Growing, line: PlayerSheet, key: str, args: Args) -> None:
    ruleset, label = growing.ruleset, f"improvements.{line.player}"
    source, sheet = ruleset.source("improvement"), growing.sheet()
    rolled = levels.improvement(ruleset).dice
    dice = growing.asking.roll(growing.side, f"{key}.roll", *rolled, label=label, args=args, **source)
    possible = learnable(ruleset, sheet, line, dice)
    if not possible:
        growing.record(ImprovementLost(player=line.player))
        return
    options = tuple(one.key for one in possible)
    try:
        choice = growing.asking.choose(growing.side, f"{key}.choice", options, label=label, args=args, **source)
    except RuleBroken as refused:
        found = str(dict(refused.violations[0].args).get("found", ""))
        raise RuleBroken(label, why_not_allowed(ruleset, sheet, line, dice, found)) from None
    if choice.startswith("+"):
        growing.record(CharacteristicRaised(player=line.player, characteristic=choice[1:], cost=0))
        return
    growing.record(SkillGained(player=line.player, skill=choice, cost=0))
    raised = RAISED_BY.get(choice, "")
    if raised and levels.can_rise(ruleset, line, raised):
        growing.record(CharacteristicRaised(player=line.player, characteristic=raised, cost=0, by_roll=False))


def _age(growing: Growing, player: int, nth: int, args: Args) -> None:
    """The ageing roll after an improvement (LG9), and what it does (LG10)."""
    ruleset, table = growing.ruleset, tables_of(growing.ruleset.book).ageing
    needed, key = table.needed[min(nth, len(table.needed)) - 1], f"improvements.{player}.{nth}"
    more = (*args, ("needed", needed))
    dice = growing.asking.roll(
        growing.side, f"{key}.ageing", *table.dice, label="ageing", args=more, **cite(ruleset, "LG9")
    )
    if sum(dice) >= needed:
        return
    effect = growing.asking.roll(
        growing.side, f"{key}.effect", *table.dice, label="ageing_effect", args=args, **cite(ruleset, "LG10")
    )
    row, line = table.row(sum(effect)), growing.line(player)
    changes = tuple((name, change) for name, change in row.changes if can_fall(ruleset, line, name))
    if row.conditions or changes:
        growing.record(injured(player, conditions=row.conditions, changes=changes))


def learnable(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, dice: tuple[int, ...]) -> tuple[Learnable, ...]:
    """What a player can choose after a roll; without dice, all that there is.

    After a 10, 11 or 12 without a double the characteristic must be taken, unless the league lets the coach choose
    (LG6). If it cannot rise, the roll brings nothing (LG7).
    """
    every = levels.learnable(ruleset, sheet, line, dice)
    row = ruleset.book.improvement_for(sum(dice)) if dice else None
    if row is None or not row.characteristics:
        return every
    raises = tuple(_raises(ruleset, line, row.characteristics))
    skills = tuple(one for one in every if not one.key.startswith("+"))
    choice = ruleset.house.flag("characteristic_roll_choice")
    return (*raises, *skills) if choice or levels.is_double(dice) else raises


def _raises(ruleset: Ruleset, line: PlayerSheet, names: tuple[str, ...]) -> Iterator[Learnable]:
    more = ("AV",) if "AG" in names and ruleset.house.flag("eleven_armour") else ()
    for name in (*names, *more):
        if levels.can_rise(ruleset, line, name):
            yield Learnable(key=f"+{name}", cost=0)
