"""The improvement roll of one player: what the player can choose, and what it costs (G3-G5)."""

from __future__ import annotations

from rules.book.edition import Ruleset
from rules.journal import CharacteristicRaised, SkillGained
from rules.match_day.run import Run
from rules.sequence.explanations import RuleBroken, Violation
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.learning.levels import improvement
from rules.team.learning.skill_access import categories


def improve(run: Run, line: PlayerSheet) -> SkillGained | CharacteristicRaised:
    """Asks for a player's next improvement roll and choice, and returns the journal entry.

    Raises ``RuleBroken`` labelled ``improvements.<player>`` for a choice that the roll does not allow, with the reason.
    Source: PBBL 1.10, G3-G5 (p33-34).
    """
    nth = line.improvements + 1
    label = f"improvements.{line.player}"
    args = (("player", line.player), ("number", line.number), ("nth", nth))
    dice = run.asking.roll(
        run.side,
        f"{label}.{nth}.roll",
        *improvement(run.ruleset).dice,
        label=label,
        **run.source("improvement"),
        args=args,
    )
    possible = {one.key: one for one in run.ruleset.edition.learnable(run.ruleset, run.fielded, line, dice)}
    try:
        choice = run.asking.choose(
            run.side, f"{label}.{nth}.choice", tuple(possible), label=label, **run.source("improvement"), args=args
        )
    except RuleBroken as refused:
        found = dict(refused.violations[0].args).get("found", "")
        raise RuleBroken(label, why_not_allowed(run.ruleset, run.fielded, line, dice, str(found))) from None
    cost = possible[choice].cost
    if choice.startswith("+"):
        change = run.ruleset.book.profile[choice[1:]].step
        return CharacteristicRaised(player=line.player, characteristic=choice[1:], cost=cost, change=change)
    return SkillGained(player=line.player, skill=choice, cost=cost)


def why_not_allowed(
    ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, dice: tuple[int, ...], choice: str
) -> Violation:
    """Why a player cannot make a choice with this roll."""
    args: dict[str, int | str] = {"choice": choice, "number": line.number, "roll": "+".join(map(str, dice))}
    purpose, id = "improvement", "improvement.not_rolled"
    if choice.startswith("+"):
        if choice[1:] in ruleset.book.improvement_for(sum(dice)).characteristics:
            purpose, id = "characteristic_limits", "improvement.at_ceiling"
    elif choice in line.skills:
        id = "improvement.known_already"
    elif choice not in ruleset.book.skills:
        id = "improvement.no_such_skill"
    elif ruleset.book.skills[choice].category in categories(ruleset, sheet, line, double=True):
        id = "improvement.only_on_double"
    else:
        id = "improvement.closed_category"
    return Violation(id=id, args=tuple(args.items()), **ruleset.source(purpose))
