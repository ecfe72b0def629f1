"""Missed matches, temporary retirement, and the rest between seasons (K9, H4, L10)."""

from __future__ import annotations

from rules.editions.bb2020.citing import cite
from rules.editions.bb2020.tables import tables_of
from rules.journal import CharacteristicHealed, ConditionChanged, PlayerRecovered
from rules.match_day.player_results import injured_players_of
from rules.match_day.run import Run
from rules.sequence.forms import Pick
from rules.sheet.sheet import NIGGLING, PlayerSheet
from rules.team.season_end import SeasonEndRun

RETIRED, APOTHECARY, LASTING = "retired", "apothecary", "lasting_injury"


def come_back(run: Run) -> None:
    """Players who missed this match can play again (K9), but for those who are temporarily retired."""
    for line in run.fielded.players:
        if line.misses and not line.condition(RETIRED):
            run.record(PlayerRecovered(player=line.player, misses=line.misses - 1))


def retire(run: Run) -> None:
    """The coach may retire players who had a lasting injury in this match, until the next season (H4)."""
    hurt = {each.player for each in injured_players_of(run, run.side) if LASTING in each.results}
    able = [line for line in run.sheet.players if line.player in hurt and not line.on_trial]
    if not able:
        return
    form = Pick(options=tuple(str(line.player) for line in able), most=len(able))
    for player in run.asking.ask(run.side, "retire", form, optional=True, **cite(run.ruleset, "H4")):
        run.record(ConditionChanged(player=int(player), condition=RETIRED, change=1))


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
    """First the niggling injuries, then the losses of a retired player, each of which leaves a niggling injury."""
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
            run.record(healed, ConditionChanged(player=line.player, condition=NIGGLING, change=1))


def _heals(run: SeasonEndRun, line: PlayerSheet, key: str, what: str) -> bool:
    table = tables_of(run.ruleset.book).rest
    more = table.apothecary_adds if run.sheet.staff_count(APOTHECARY) else 0
    args = (("player", line.player), ("number", line.number), ("what", what), ("more", more))
    (die,) = run.asking.roll(run.side, key, table.die, label="rest", args=args, **cite(run.ruleset, "L10"))
    return die + more >= table.gone_from


def come_out_of_retirement(run: SeasonEndRun) -> None:
    """With the next season nobody is retired any more (L10)."""
    for line in run.sheet.players:
        if line.condition(RETIRED):
            run.record(ConditionChanged(player=line.player, condition=RETIRED, change=-1))
