"""Retiring for a season (H4), and the rest between seasons (L10)."""

from __future__ import annotations

from collections import Counter

from rules.book.edition import cite
from rules.editions.bb2025.hatred import hatred_of
from rules.editions.bb2025.tables import tables_of
from rules.journal import CharacteristicHealed, ConditionChanged, PlayerRecovered, SkillLost
from rules.match_day import resting
from rules.match_day.resting import RETIRED
from rules.match_day.run import Run
from rules.sheet.sheet import NIGGLING, PlayerSheet
from rules.team.season_end import SeasonEndRun


def retire(run: Run) -> None:
    """The coach can give players with a lasting injury the rest of the season off (H4, p99)."""
    resting.retire(run, cite(run.ruleset, "H4"))


def rest(run: SeasonEndRun) -> None:
    """Between seasons everybody is back; dice say what goes: niggles, hatreds, what the retired lost (L10, p106)."""
    for line in run.sheet.players:
        if line.misses:
            run.record(PlayerRecovered(player=line.player))
    run.asking.each(run.sheet.players, lambda line: _rest(run, line))


def _rest(run: SeasonEndRun, line: PlayerSheet) -> None:
    book, more = run.ruleset.book, _help(run)
    for nth in range(1, line.niggling + 1):
        if _goes(run, line, f"rest.{line.player}.niggling.{nth}", "niggling", more):
            run.record(ConditionChanged(player=line.player, condition=NIGGLING, change=-1))
    for hatred in gained_hatreds(run, line):
        if _goes(run, line, f"rest.{line.player}.{hatred}", "hatred", 0):
            run.record(SkillLost(player=line.player, skill=hatred))
    if line.condition(RETIRED):
        for name, count in Counter(key[1:] for key, _cost in line.history if key.startswith("-")).items():
            for nth in range(1, count + 1):
                if _goes(run, line, f"rest.{line.player}.{name}.{nth}", "loss", more):
                    step = book.profile[name].step
                    run.record(CharacteristicHealed(player=line.player, characteristic=name, change=step))
        run.record(ConditionChanged(player=line.player, condition=RETIRED, change=-1))


def gained_hatreds(run: SeasonEndRun, line: PlayerSheet) -> tuple[str, ...]:
    """The hatreds that a player has gained, not those of the position."""
    opening = hatred_of(tables_of(run.ruleset.book).getting_even.skill, "")[:-1]
    return tuple(skill for skill in line.gained_skills if skill.startswith(opening))


def _help(run: SeasonEndRun) -> int:
    """What the team's apothecary adds to a roll."""
    treating = any(run.sheet.staff_count(staff.key) for staff in run.ruleset.book.treating_staff)
    return tables_of(run.ruleset.book).rest.apothecary_adds if treating else 0


def _goes(run: SeasonEndRun, line: PlayerSheet, key: str, what: str, more: int) -> bool:
    table = tables_of(run.ruleset.book).rest
    args = (("player", line.player), ("number", line.number), ("more", more))
    label = {"niggling": "rest_niggling", "hatred": "rest_hatred", "loss": "rest_loss"}[what]
    (die,) = run.asking.roll(run.side, key, table.die, label=label, args=args, **cite(run.ruleset, "L10"))
    return die + more >= table.healed_from
