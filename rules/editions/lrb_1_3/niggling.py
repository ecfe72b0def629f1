"""Niggling injuries before a match (LP12, LP13): who cannot play, and the apothecary who helps one of them."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.lrb_1_3.tables import tables_of
from rules.journal import injured
from rules.match_day.casualties import may_treat
from rules.match_day.pre_match import PreMatch
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import Fact
from rules.sheet.sheet import PlayerSheet

VIRUS, USED = "virus", "apothecary_used"
APOTHECARY, HIRED = "apothecary", "freebooted_apothecary"
NOBODY = "nobody"


def roll_for_the_injured(state: PreMatch) -> None:
    """Each player who can play rolls for each niggling injury; those who fail miss the match (LP12)."""
    state.asking.each(SIDES, lambda side: _roll(state, side))


def _roll(state: PreMatch, side: Side) -> None:
    failed: dict[int, int] = {}

    def roll(line: PlayerSheet) -> None:
        failed[line.player] = _failures(state, side, line)

    state.asking.each([line for line in state.sheet(side).available if line.niggling], roll)
    absent = [player for player, count in failed.items() if count]
    helped = _helped(state, side, [player for player, count in failed.items() if count == 1])
    for player in absent:
        if player != helped:
            state.record(side, injured(player, misses=1))


def _failures(state: PreMatch, side: Side, line: PlayerSheet) -> int:
    """How many rolls of a player failed; a virus can make them harder (LP11)."""
    table, source = tables_of(state.ruleset.book).niggling, cite(state.ruleset, "LP12")
    harder = state.facts(VIRUS, side) and state.ruleset.house["virus"] == "four_plus"
    most = table.virus_up_to if harder else table.absent_up_to
    args = (("player", line.player), ("number", line.number), ("count", line.niggling), ("most", most))
    dice = (table.die,) * line.niggling
    rolls = state.asking.roll(side, f"niggling.{line.player}", *dice, label="niggling", args=args, **source)
    return sum(face <= most for face in rolls)


def _helped(state: PreMatch, side: Side, once: list[int]) -> int:
    """The player whom the apothecary lets play after exactly one failure; 0 for none (LP13)."""
    sheet, ruleset = state.sheet(side), state.ruleset
    lines = [line for line in sheet.players if line.player in once and may_treat(ruleset, sheet, line)]
    if not lines or not has_apothecary(state, side):
        return 0
    options, source = (NOBODY, *(str(line.player) for line in lines)), cite(ruleset, "LP13")
    chosen = state.asking.choose(
        side, "niggling.apothecary", options, label="niggling_apothecary", optional=True, **source
    )
    if chosen == NOBODY:
        return 0
    state.state(Fact(key=USED, side=side, **source))
    return int(chosen)


def has_apothecary(state: PreMatch, side: Side) -> bool:
    """Whether a side has an apothecary who was not used before the match."""
    hired = any(item.kind == HIRED for item in state.bought.of(side))
    return bool(state.sheet(side).staff_count(APOTHECARY) or hired) and not state.facts(USED, side)
