"""Petty cash (P5, P6): the stronger team buys with its own gold, the weaker one gets the difference and as much."""

from __future__ import annotations

from rules.book.edition import cite
from rules.book.reads import reads
from rules.match_day import buying
from rules.match_day.pre_match import PreMatch
from rules.sequence.sequence import SIDES, Side, other

OWN_GOLD_LIMIT = 50_000
"""How much of its own gold the weaker team may add, in leagues that let it add some."""


@reads("inducements", if_there=("stars",))
def buy_inducements(state: PreMatch) -> None:
    """Compares the current team values; then the stronger team buys, then the weaker one (P5).

    If both are worth the same, neither has petty cash, and neither may spend its own gold, unless the league leaves
    that free (P6).
    """
    home, away = (state.weigh(side) for side in SIDES)
    stronger: Side | None = None if home == away else "home" if home > away else "away"
    free = state.ruleset.house["underdog_treasury"] == "free"
    if stronger is None or state.market("home").closed:
        state.tell("inducements.closed" if state.market("home").closed else "order.equal", "inducements")
        state.own_limits = {} if free else dict.fromkeys(SIDES, 0)
        buying.buy_inducements(state)
        return
    weaker = other(stronger)
    state.order = (stronger, weaker)
    state.opened[stronger] = frozenset(state.asking.used)
    buying.purchase(state, stronger)
    figure = buying.petty_cash(state, weaker, cite(state.ruleset, "P5"))
    state.gold[weaker] = figure.amount
    state.explain(weaker, figure)
    if not free:
        state.own_limits[weaker] = OWN_GOLD_LIMIT if state.ruleset.house["underdog_treasury"] == "up_to" else 0
    state.opened[weaker] = frozenset(state.asking.used)
    buying.purchase(state, weaker)
