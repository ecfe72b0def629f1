"""Missed matches, and players who rest until the next season (K9 and H4 of Blood Bowl 2020 and 2025)."""

from __future__ import annotations

from rules.book.statements import Source
from rules.journal import ConditionChanged, PlayerRecovered
from rules.match_day.player_results import injured_players_of
from rules.match_day.run import Run
from rules.sequence.forms import Pick

RETIRED, LASTING = "retired", "lasting_injury"
"""The condition of who rests until the next season, and the casualty after which they can."""


def come_back(run: Run) -> None:
    """Who missed this match has one less to miss, but not who rests until the next season."""
    for line in run.fielded.players:
        if line.misses and not line.condition(RETIRED):
            run.record(PlayerRecovered(player=line.player, misses=line.misses - 1))


def retire(run: Run, source: Source) -> None:
    """The coach can let players rest until the next season who had a lasting injury in this match."""
    hurt = {each.player for each in injured_players_of(run, run.side) if LASTING in each.results}
    able = [line for line in run.sheet.players if line.player in hurt and not line.on_trial]
    if not able:
        return
    form = Pick(options=tuple(str(line.player) for line in able), most=len(able))
    for player in run.asking.ask(run.side, "retire", form, optional=True, **source):
        run.record(ConditionChanged(player=int(player), condition=RETIRED, change=1))
