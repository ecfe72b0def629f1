"""Petty cash (P7, P8, V3): gold from the treasury for the inducements of one match, and what comes back of it."""

from __future__ import annotations

from rules.book.edition import cite
from rules.book.reads import reads
from rules.journal import GoldMoved
from rules.match_day import buying
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.explanations import Figure, Term, summed
from rules.sequence.forms import Amount
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import Fact

PURSE = "petty_cash"
LEFT = "petty_cash_left"
STEP = 10_000


def move_gold(state: PreMatch) -> None:
    """Each coach can move gold to petty cash: first the team of the higher value, or the home team if equal (P7)."""
    state.purse = PURSE
    values = {side: state.weigh(side) for side in SIDES}
    first: Side = "away" if values["away"] > values["home"] else "home"
    for side in (first, other(first)):
        _move(state, side)


def _move(state: PreMatch, side: Side) -> None:
    treasury = state.sheet(side).treasury
    if not treasury or not state.ruleset.house.flag("petty_cash") or state.market(side).closed:
        return
    source = cite(state.ruleset, "P7")
    form = Amount(most=treasury, step=STEP if treasury % STEP == 0 else 1, unit="gp")
    amount = state.asking.ask(side, "petty_cash", form, args=(("treasury", treasury),), optional=True, **source)
    if not amount:
        return
    state.own[side] = amount
    figure = Figure(id="petty_cash", amount=amount, **source)
    state.explain(side, figure)
    state.record(side, GoldMoved(amount=amount, source="treasury", target=PURSE), figure)
    state.state(Fact(key=PURSE, side=side, amount=amount, **source))


@reads("inducements", if_there=("stars", "decks", "cards", "card_timings"))
def buy_inducements(state: PreMatch) -> None:
    """Both sides buy inducements with free gold, which is spent first, and petty cash (P3, P8)."""
    free_cards = dict(state.hands)
    buying.buy_inducements(state)
    state.hands |= free_cards
    for side in SIDES:
        if left := state.own.get(side, 0) - state.purchases[side].from_own:
            state.state(Fact(key=LEFT, side=side, amount=left, **cite(state.ruleset, "P8")))


def take_back(run: Run) -> None:
    """Petty cash that bought nothing goes back to the treasury, unless the league lets it be lost (P8)."""
    left = sum(fact.amount for fact in run.facts(LEFT, run.side))
    if not left:
        return
    source = cite(run.ruleset, "P8")
    terms = [Term(id="petty_cash.left", amount=left, **source)]
    if run.ruleset.house["unspent_petty_cash"] == "lost":
        terms.append(Term(id="petty_cash.lost", amount=-left, **source))
    figure = summed("petty_cash_back", tuple(terms), **source)
    run.explain(figure)
    if figure.amount:
        run.record(GoldMoved(amount=figure.amount, source=PURSE, target="treasury"))
