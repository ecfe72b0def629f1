"""Players whose career a serious injury ends, in leagues that want it so (LK3): some become assistant coaches."""

from __future__ import annotations

from rules.book.edition import Ruleset, cite
from rules.journal import Entry, PlayerLeft, StaffHired
from rules.match_day.casualties import InjuredPlayer
from rules.match_day.player_results import injured_players_of
from rules.match_day.run import Run
from rules.sequence.sequence import Asking, Side
from rules.sheet.sheet import PlayerSheet, value_in

ASSISTANT = "assistant_coach"


def ends_career(ruleset: Ruleset, line: PlayerSheet, hurt: InjuredPlayer) -> bool:
    """Whether injuries would bring a characteristic of a living player to 0, where such a player retires."""
    if ruleset.house["zero_characteristic"] != "retires" or hurt.death is not None:
        return False
    for name, _lost in hurt.ignored:
        what = ruleset.book.profile[name]
        worse = what.improved(line.characteristic(name) + value_in(hurt.changes, name), -1)
        if what.gain(worse - what.worst) < 0:
            return True
    return False


def finished(run: Run) -> tuple[PlayerSheet, ...]:
    """The players of a side who retire after this match."""
    hurts = {hurt.player: hurt for hurt in injured_players_of(run, run.side)}
    lines = (line for line in run.fielded.players if line.player in hurts)
    return tuple(line for line in lines if ends_career(run.ruleset, line, hurts[line.player]))


def retire_the_finished(run: Run) -> None:
    """They leave the roster after the match."""
    run.asking.each(finished(run), lambda line: _retire_after(run, line))


def _retire_after(run: Run, line: PlayerSheet) -> None:
    for entry in retire(run.ruleset, run.asking, run.side, line, f"retired.{line.player}"):
        run.record(entry)


def retire(ruleset: Ruleset, asking: Asking, side: Side, line: PlayerSheet, key: str) -> tuple[Entry, ...]:
    """A player leaves the roster; their coach says whether they stay as an assistant coach, for nothing."""
    args = (("player", line.player), ("number", line.number))
    stays = asking.choose(side, key, ("assistant", "gone"), label="retired", args=args, **cite(ruleset, "§3.8"))
    left = PlayerLeft(player=line.player, how="retired")
    return (left, StaffHired(staff=ASSISTANT, count=1, price=0)) if stays == "assistant" else (left,)
