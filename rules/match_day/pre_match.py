"""Before the kick-off (P1-P5, M1): weather, inducement gold and what it buys, fans and FAME."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.book.edition import Ruleset
from rules.journal import Entry, GoldMoved, apply
from rules.match_day.cards import card_items, draw_hand
from rules.sequence.explanations import Figure, RuleBroken, Term, Violation, summed
from rules.sequence.sequence import SIDES, Answer, Answerer, Asking, Key, Question, Side, Suspended, other
from rules.sheet.match import Pair, Terms
from rules.sheet.sheet import TeamSheet
from rules.team.hired import barred_stars
from rules.team.inducements import Item, Market, Unreadable, from_budget, parse_items, permanent_counts
from rules.team.purchases import Purchase, judge
from rules.team.value import fan_factor, team_value


@dataclass(slots=True)
class PreMatch:
    """A pre-match sequence in progress, for both sides. With ``strict``, an illegal purchase is refused.

    Without ``strict``, the purchase stays, with its violations.
    """

    ruleset: Ruleset
    terms: Terms
    sheets: Pair[TeamSheet]
    asking: Asking
    strict: bool = True
    absent_stars: frozenset[str] = frozenset()
    weather: str = ""
    fans: dict[Side, Figure] = field(default_factory=dict)
    gold: dict[Side, int] = field(default_factory=dict)
    hands: dict[Side, tuple[str, ...]] = field(default_factory=dict)
    purchases: dict[Side, Purchase] = field(default_factory=dict)
    step: str = ""

    def fame(self, side: Side) -> int:
        """FAME of a side (M1): more with more fans than the opponent, most with many times as many, else 0.

        It is 0 in an edition that counts no fans.
        """
        if not self.fans:
            return 0
        own, theirs = self.fans[side].amount, self.fans[other(side)].amount
        if own <= theirs:
            return 0
        gate = self.ruleset.book.gate
        return gate.fame_for_many if own >= gate.many_times * theirs else gate.fame_for_more

    def gate(self) -> Figure:
        """All spectators (M1), multiplied in the last stages (L4). Needs the fans of both sides."""
        terms = [
            Term(id=f"gate.{side}", amount=self.fans[side].amount, **self.ruleset.source("fans")) for side in SIDES
        ]
        if (factor := self.ruleset.stage(self.terms).gate_factor) > 1:
            extra = sum(term.amount for term in terms) * (factor - 1)
            id = "gate.doubled" if factor == 2 else "gate.multiplied"
            terms.append(
                Term(
                    id=id,
                    amount=extra,
                    args=(("factor", factor),) if factor > 2 else (),
                    **self.ruleset.source("doubled_gate"),
                )
            )
        return summed("gate", tuple(terms), **self.ruleset.source("fans"), unit="fans")

    def market(self, side: Side) -> Market:
        """What a side needs to know to buy inducements."""
        return Market(
            ruleset=self.ruleset,
            sheet=self.sheets.of(side),
            terms=self.terms,
            gold=self.gold.get(side, 0),
            absent_stars=self.absent_stars,
        )

    def entries(self, side: Side) -> tuple[Entry, ...]:
        """The entries of the pre-match for a side's journal."""
        purchase = self.purchases.get(side)
        if purchase is None or not purchase.from_treasury:
            return ()
        return (GoldMoved(amount=purchase.from_treasury, source="treasury", target="inducements"),)

    def sheet(self, side: Side) -> TeamSheet:
        """A side's sheet after what it bought."""
        sheet = self.sheets.of(side)
        for entry in self.entries(side):
            sheet = apply(sheet, entry)
        return sheet

    @property
    def bought(self) -> Pair[tuple[Item, ...]]:
        """What both sides have bought so far."""
        home, away = (self.purchases[side].items if side in self.purchases else () for side in SIDES)
        return Pair(home=home, away=away)

    @property
    def drawn(self) -> Pair[tuple[str, ...]]:
        """The cards that both sides have drawn so far, by name."""
        return Pair(home=self.hands.get("home", ()), away=self.hands.get("away", ()))

    def barred_stars(self) -> tuple[str, ...]:
        """Stars that both sides hired, by name: neither may field them (I3)."""
        return tuple(sorted(barred_stars(self.ruleset, self.bought)))


@dataclass(frozen=True, slots=True, kw_only=True)
class PreMatchOutcome:
    """The result of a pre-match run; ``state`` is provisional until there are no ``questions``."""

    state: PreMatch
    questions: tuple[Question, ...] = ()
    refused: RuleBroken | None = None
    used: frozenset[Key] = frozenset()
    fresh: tuple[Answer, ...] = ()

    @property
    def done(self) -> bool:
        """Whether both sides are ready to play."""
        return not self.questions and self.refused is None


def prepare(
    ruleset: Ruleset,
    terms: Terms,
    sheets: Pair[TeamSheet],
    answers: Mapping[Key, Answer],
    answerer: Answerer | None = None,
    *,
    strict: bool = True,
    absent_stars: frozenset[str] = frozenset(),
) -> PreMatchOutcome:
    """Runs the edition's pre-match steps from the top, with the stored answers.

    ``absent_stars`` cannot be hired: they are dead or injured, in a league that does not waive that (I3).
    """
    asking = Asking(answers=answers, answerer=answerer)
    state = PreMatch(
        ruleset=ruleset, terms=terms, sheets=sheets, asking=asking, strict=strict, absent_stars=absent_stars
    )
    questions: tuple[Question, ...] = ()
    refused: RuleBroken | None = None
    try:
        for state.step, step in ruleset.edition.pre_match:
            step(state)
        state.step = "done"
    except Suspended as suspended:
        questions = suspended.questions
    except RuleBroken as broken:
        refused = broken
    return PreMatchOutcome(
        state=state,
        questions=questions,
        refused=refused,
        used=frozenset(asking.used),
        fresh=tuple(asking.fresh.values()),
    )


def roll_weather(state: PreMatch) -> None:
    """The home coach rolls for the weather (P1, p21, 35)."""
    dice = state.asking.roll("home", "weather", *state.ruleset.book.weather_dice, **state.ruleset.source("weather"))
    state.weather = state.ruleset.book.weather_for(sum(dice)).key


def count_fans(state: PreMatch) -> None:
    """Both sides count their fans, by dice and fan factor (M1)."""
    state.asking.each(SIDES, lambda side: _count(state, side))


def _count(state: PreMatch, side: Side) -> None:
    points = fan_factor(state.ruleset, state.sheets.of(side))
    gate = state.ruleset.book.gate
    source = state.ruleset.source("fans")
    dice = state.asking.roll(side, "fans", *gate.dice, **source, args=(("fan_factor", points),))
    each = (("each", gate.spectators),)
    terms = (
        Term(id="fans.dice", amount=sum(dice) * gate.spectators, dice=dice, faces=gate.dice, args=each, **source),
        Term(id="fans.fan_factor", amount=points * gate.spectators, args=(("fan_factor", points), *each), **source),
    )
    state.fans[side] = summed("fans", terms, **source, unit="fans")


def buy_inducements(state: PreMatch) -> None:
    """Both sides buy inducements: first the team with the higher value, then the other (P2-P4, p35, 39).

    The team with the lower value gets the difference in gold. Each side draws its cards, and sees them, before it buys
    anything else (S3, p43).
    """
    values = {side: team_value(state.ruleset, state.sheets.of(side)).amount for side in SIDES}
    state.gold = inducement_gold_for(state.ruleset, state.terms, values)
    if values["home"] == values["away"]:
        state.asking.each(SIDES, lambda side: _purchase(state, side))
        return
    stronger: Side = "home" if values["home"] > values["away"] else "away"
    _purchase(state, stronger)
    _purchase(state, other(stronger))


def inducement_gold_for(ruleset: Ruleset, terms: Terms, values: Mapping[Side, int]) -> dict[Side, int]:
    """The inducement gold of each side, in gp: how much lower its team value is than the opponent's (P2, P4)."""
    if not gold_is_given(ruleset, terms):
        return dict.fromkeys(SIDES, 0)
    return {side: max(0, values[other(side)] - values[side]) for side in SIDES}


def gold_is_given(ruleset: Ruleset, terms: Terms) -> bool:
    """Whether the team with the lower value gets gold in such a match (P4): not in the last stages."""
    if not ruleset.stage(terms).inducement_gold:
        return terms.tournament == "minor" and ruleset.house["minor_tournament_inducements"] == "full"
    return terms.stage != "play_off" or ruleset.house["play_off_inducements"] == "full"


def _purchase(state: PreMatch, side: Side) -> None:
    market = state.market(side)
    state.hands[side] = draw_hand(state.asking, market, side)
    cards = card_items(state.ruleset.book, state.hands[side])
    answer = None if state.strict and market.nothing_but_cards else _wanted(state, market, side, cards)
    try:
        items = parse_items(answer, permanent=len(market.permanent))
    except Unreadable as error:
        violation = Violation(id=error.id, args=(("found", error.found),), **state.ruleset.source("inducements"))
        raise RuleBroken("inducements", violation) from None
    if state.strict and any(item.kind == "card" for item in items):
        raise RuleBroken("inducements", market.broken("cards_drawn", "inducement.card_not_drawn"))
    purchase = judge(market, (*cards, *items))
    if purchase.violations and state.strict:
        raise RuleBroken("inducements", *purchase.violations)
    state.purchases[side] = purchase


def _wanted(state: PreMatch, market: Market, side: Side, cards: tuple[Item, ...]) -> Any:
    """The answer to what a side buys in addition to its drawn cards."""
    drawn = judge(market, cards)
    return state.asking.decide(
        side,
        "inducements",
        **state.ruleset.source("inducements"),
        args=(
            ("gold", max(0, market.gold - (drawn.bill.amount - from_budget(market, cards)))),
            ("treasury", market.sheet.treasury - drawn.from_treasury),
            ("team_list", market.sheet.team_list),
            ("journeymen", market.journeymen_allowed),
            ("room", market.room),
            ("closed", int(market.closed)),
            *((f"standing.{kind}", count) for kind, count in permanent_counts(market)),
        ),
    )
