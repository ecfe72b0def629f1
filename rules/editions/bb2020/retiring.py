"""Temporary retirement, and the rest between seasons (H4, L10)."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.bb2020.tables import tables_of
from rules.journal import CharacteristicHealed, ConditionChanged, PlayerRecovered
from rules.match_day import resting
from rules.match_day.resting import RETIRED
from rules.match_day.run import Run
from rules.sheet.sheet import NIGGLING, PlayerSheet
from rules.team.season_end import SeasonEndRun

APOTHECARY = "apothecary"


def retire(run: Run) -> None:
    """The coach may retire players who had a lasting injury in this match, until the next season (H4)."""
    resting.retire(run, cite(run.ruleset, "H4"))


def rest(run: SeasonEndRun) -> None:
    """Between seasons everybody recovers from missed matches (L10)."""
    for line in run.sheet.players:
        if line.misses:
            run.record(PlayerRecovered(player=line.player))


def heal(run: SeasonEndRun) -> None:
    """Niggling injuries and losses of the retired may go from those who stay, once their team has paid (L10)."""
    hurt = [line for line in run.sheet.players if line.niggling or (losses(line) and line.condition(RETIRED))]
    run.asking.each(hurt, lambda line: _heal(run, line))


def losses(line: PlayerSheet) -> tuple[str, ...]:
    """The characteristics that injuries made worse, each as often as it is still so."""
    return tuple(key[1:] for key, _cost in line.history if key.startswith("-"))


def _heal(run: SeasonEndRun, line: PlayerSheet) -> None:
    """First the niggling injuries, then the losses of a retired player, each of which may leave a niggling injury."""
    for nth in range(1, line.niggling + 1):
        if _heals(run, line, f"rest.{line.player}.{nth}", NIGGLING):
            run.record(ConditionChanged(player=line.player, condition=NIGGLING, change=-1))
    if not line.condition(RETIRED):
        return
    for nth, name in enumerate(losses(line), start=1):
        if _heals(run, line, f"rest.{line.player}.lost{nth}", name):
            healed = CharacteristicHealed(
                player=line.player, characteristic=name, change=run.ruleset.book.profile[name].step
            )
            run.record(healed)
            if run.ruleset.house.flag("healed_with_niggling"):
                run.record(ConditionChanged(player=line.player, condition=NIGGLING, change=1))


def _heals(run: SeasonEndRun, line: PlayerSheet, key: str, what: str) -> bool:
    table = tables_of(run.ruleset.book).rest
    more = table.apothecary_adds if run.sheet.staff_count(APOTHECARY) else 0
    least = ("least", table.gone_from)
    args = (("player", line.player), ("number", line.number), ("what", what), ("more", more), least)
    (die,) = run.asking.roll(run.side, key, table.die, label="rest", args=args, **cite(run.ruleset, "L10"))
    return die + more >= table.gone_from


def come_out_of_retirement(run: SeasonEndRun) -> None:
    """With the next season nobody is retired any more (L10)."""
    for line in run.sheet.players:
        if line.condition(RETIRED):
            run.record(ConditionChanged(player=line.player, condition=RETIRED, change=-1))
