"""The improvement roll of one player: what the player can choose, and what it costs (G3-G5)."""

from __future__ import annotations

from rules.book.edition import Ruleset
from rules.journal import CharacteristicRaised, SkillGained
from rules.match_day.run import Run
from rules.sequence.explanations import RuleBroken, Violation
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.skill_access import categories, improvement_cost


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
        *run.ruleset.book.improvement.dice,
        label=label,
        **run.source("improvement"),
        args=args,
    )
    options = open_choices(run.ruleset, run.fielded, line, dice)
    try:
        choice = run.asking.choose(
            run.side, f"{label}.{nth}.choice", options, label=label, **run.source("improvement"), args=args
        )
    except RuleBroken as refused:
        found = dict(refused.violations[0].args).get("found", "")
        raise RuleBroken(label, why_not_allowed(run.ruleset, run.fielded, line, dice, str(found))) from None
    cost = improvement_cost(run.ruleset, run.fielded, line, choice)
    if choice.startswith("+"):
        return CharacteristicRaised(player=line.player, characteristic=choice[1:], cost=cost)
    return SkillGained(player=line.player, skill=choice, cost=cost)


def open_choices(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, dice: tuple[int, ...]) -> tuple[str, ...]:
    """What a player can choose after a roll: ``+ST`` and the like first, then skills in the order of the book."""
    raises = tuple(
        f"+{name}" for name in ruleset.book.improvement_for(sum(dice)).characteristics if can_rise(ruleset, line, name)
    )
    skills = tuple(
        skill.name
        for skill in ruleset.book.skills_in(categories(ruleset, sheet, line, double=is_double(dice)))
        if skill.name not in line.skills
    )
    return raises + skills


def is_double(dice: tuple[int, ...]) -> bool:
    """Whether all dice show the same number; false for a single die."""
    return len(dice) > 1 and len(set(dice)) == 1


def can_rise(ruleset: Ruleset, line: PlayerSheet, name: str) -> bool:
    """Whether a characteristic can rise (G4): there is a limit above its start, and a maximum."""
    book = ruleset.book
    ceiling = min(line.starting_characteristic(name) + book.improvement.maximum_rise, book.profile[name].ceiling)
    return line.characteristic(name) + 1 <= ceiling


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
