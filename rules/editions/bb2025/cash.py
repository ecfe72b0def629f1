"""Petty cash (P5, P6): the side of the higher value spends first, the other gets the difference and what was spent."""

from __future__ import annotations

from rules.book.edition import cite
from rules.book.reads import reads
from rules.match_day.buying import petty_cash, purchase, tell_uses
from rules.match_day.pre_match import PreMatch
from rules.sequence.sequence import SIDES, Side, other


def compare_values(state: PreMatch) -> None:
    """Works out both values, and who buys first; without a difference nobody may spend anything (P5, P6, p94)."""
    home, away = (state.weigh(side) for side in SIDES)
    if home == away:
        state.own_limits = dict.fromkeys(SIDES, 0)
        state.gold = dict.fromkeys(SIDES, 0)
        state.tell("order.equal")
        return
    first: Side = "home" if home > away else "away"
    state.order = (first, other(first))
    state.own_limits[other(first)] = state.ruleset.house.integer("lower_side_gold")
    state.gold = {first: 0, other(first): abs(home - away)}
    state.tell("order.gold", first=first, second=other(first), gold=abs(home - away))


@reads("inducements", if_there=("stars",))
def buy_inducements(state: PreMatch) -> None:
    """Both sides buy: the first with its treasury, the other with petty cash and a little of its own (P5, P6, p94)."""
    tell_uses(state)
    for side in state.order or SIDES:
        if state.order and side == state.order[1]:
            figure = petty_cash(state, side, cite(state.ruleset, "P5"))
            state.gold[side] = figure.amount
            state.explain(side, figure)
        state.opened[side] = frozenset(state.asking.used)
        purchase(state, side)
