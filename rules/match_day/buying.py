"""Inducements before a match (P2-P4, S3): who gets gold, who buys first, and what each side buys."""

from __future__ import annotations

from typing import Any

from rules.book.edition import Ruleset
from rules.book.reads import reads
from rules.book.statements import Source
from rules.journal import GoldMoved
from rules.match_day.cards import card_items, draw_hand
from rules.match_day.pre_match import PreMatch
from rules.sequence.explanations import Figure, RuleBroken, Term, Violation, summed
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import Terms
from rules.team.inducements import Item, Market, Unreadable, parse_items, permanent_counts
from rules.team.purchases import judge


def compare_worth(state: PreMatch) -> None:
    """Works out what both teams are worth, which side gets inducement gold, and which buys first (P2-P4, p35, 39).

    The team with the higher value buys first; the other gets the difference in gold.
    """
    home, away = (state.weigh(side) for side in SIDES)
    stronger: Side | None = None if home == away else "home" if home > away else "away"
    if stronger is not None:
        state.order = (stronger, other(stronger))
    given = gold_is_given(state.ruleset, state.terms)
    for side in SIDES:
        figure = _gold(state, side) if given and stronger == other(side) else _no_gold(state)
        state.gold[side] = figure.amount
        state.explain(side, figure)
    _tell_order(state)


def _gold(state: PreMatch, side: Side) -> Figure:
    source = state.source("inducements")
    terms = (
        Term(id="gold.opponent", amount=state.worths[other(side)].amount, **source),
        Term(id="gold.own", amount=-state.worths[side].amount, **source),
    )
    return summed("inducement_gold", terms, **source)


def petty_cash(state: PreMatch, side: Side, source: Source) -> Figure:
    """The gold for a side of lower value, in gp: the difference, and what the opponent spent of its own."""
    theirs = other(side)
    terms = [
        Term(id="gold.opponent", amount=state.worths[theirs].amount, **source),
        Term(id="gold.own", amount=-state.worths[side].amount, **source),
    ]
    if spent := state.purchases[theirs].from_own:
        terms.append(Term(id="gold.spent", amount=spent, **source))
    return summed("inducement_gold", tuple(terms), **source)


def _no_gold(state: PreMatch) -> Figure:
    return Figure(id="inducement_gold", amount=0, **state.source("inducements"))


def _tell_order(state: PreMatch) -> None:
    """Tells who buys first and with what gold, and whether the house rules forbid inducements (P2-P4, S2)."""
    market = state.market("home")
    if not market.closed or market.card_budget:
        if not state.order:
            state.tell("order.equal")
        elif gold := state.gold.get(state.order[1], 0):
            state.tell("order.gold", first=state.order[0], second=state.order[1], gold=gold)
        else:
            state.tell("order.no_gold", first=state.order[0])
    if market.closed:
        state.tell("inducements.closed", "play_off_inducements")
    elif market.nothing_but_cards:
        state.tell("inducements.cards_only", "card_modes")


def gold_is_given(ruleset: Ruleset, terms: Terms) -> bool:
    """Whether the team with the lower value gets gold in such a match (P4): not in the last stages."""
    if not ruleset.stage(terms).inducement_gold:
        return terms.tournament == "minor" and ruleset.house["minor_tournament_inducements"] == "full"
    return terms.stage != "play_off" or ruleset.house["play_off_inducements"] == "full"


@reads("inducements", if_there=("stars", "decks", "cards", "card_timings"))
def buy_inducements(state: PreMatch) -> None:
    """Both sides buy inducements, in the order that an earlier step has found, or each when they like (P3, p35).

    Each side draws its cards, and sees them, before it buys anything else (S3, p43).
    """
    tell_uses(state)
    for side in state.order:
        state.opened[side] = frozenset(state.asking.used)
        purchase(state, side)
    if not state.order:
        state.opened = dict.fromkeys(SIDES, frozenset(state.asking.used))
        state.asking.each(SIDES, lambda side: purchase(state, side))


def tell_uses(state: PreMatch) -> None:
    """Tells that in play-offs teams can only have what they had in the league's matches, where it is so."""
    needed = max((row.uses_before_play_offs for row in state.ruleset.book.inducements.values()), default=0)
    if needed and state.terms.stage != "league":
        state.tell("inducements.used_before", "play_off_inducements", needed=needed)


def purchase(state: PreMatch, side: Side) -> None:
    """One side draws its cards, then buys what it wants: with the gold given to it first, then with its own."""
    market = state.market(side)
    state.hands[side] = draw_hand(state.asking, market, side)
    cards = card_items(state.ruleset.book, state.hands[side])
    answer = None if state.strict and market.nothing_but_cards else _wanted(state, market, side, cards)
    try:
        items = parse_items(answer, permanent=len(market.permanent))
    except Unreadable as error:
        violation = Violation(id=error.id, args=(("found", error.found),), **state.source("inducements"))
        raise RuleBroken("inducements", violation) from None
    if state.strict and any(item.kind == "card" for item in items):
        raise RuleBroken("inducements", market.broken("cards_drawn", "inducement.card_not_drawn"))
    bought = judge(market, (*cards, *items))
    if bought.violations and state.strict:
        raise RuleBroken("inducements", *bought.violations)
    state.purchases[side] = bought
    state.explain(side, bought.bill)
    if bought.from_own and market.purse == "treasury":
        spent = GoldMoved(amount=bought.from_own, source="treasury", target="inducements")
        state.record(side, spent, bought.bill)


def _wanted(state: PreMatch, market: Market, side: Side, cards: tuple[Item, ...]) -> Any:
    """The answer to what a side buys in addition to its drawn cards."""
    drawn = judge(market, cards)
    return state.asking.decide(
        side,
        "inducements",
        **state.source("inducements"),
        args=(
            ("gold", market.gold - drawn.from_gold),
            (market.purse, market.own_gold - drawn.from_own),
            ("team_list", market.sheet.team_list),
            ("journeymen", market.journeymen_allowed),
            ("room", market.room),
            ("closed", int(market.closed)),
            *((f"standing.{kind}", count) for kind, count in permanent_counts(market)),
        ),
    )
