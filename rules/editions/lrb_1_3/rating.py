"""The team rating (LV1-LV6): what a team has by the ten thousand, and the points of its players by the five."""

from __future__ import annotations

from rules.book.edition import Ruleset, cite
from rules.editions.lrb_1_3.tables import tables_of
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.explanations import Figure, Term, summed
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import Fact, Facts
from rules.sheet.sheet import TeamSheet
from rules.team.trophies import trophy_bonus
from rules.team.value import fan_factor

RATING = "rating"


def team_rating(ruleset: Ruleset, sheet: TeamSheet, facts: Facts | None = None) -> Figure:
    """The rating in points. Players who miss the next match count in full (LV4), and learning costs nothing (LV2)."""
    table, source = tables_of(ruleset.book).rating, ruleset.source("team_value")
    gold, spp = _gold(ruleset, sheet), sum(line.spp for line in sheet.players)
    terms = (
        Term(id="rating.gold", amount=gold // table.gold, args=(("gold", gold),), **source),
        Term(id="rating.spp", amount=spp // table.spp, args=(("spp", spp),), **source),
    )
    return summed("team_value", terms, **source, unit="points")


def _gold(ruleset: Ruleset, sheet: TeamSheet) -> int:
    """What counts at its price, in gp: re-rolls at that of the list, also those of trophies if the league says so."""
    book, rerolls = ruleset.book, sheet.rerolls
    if ruleset.house.flag("trophy_reroll_in_rating"):
        rerolls += trophy_bonus(ruleset, sheet, "reroll")
    return (
        sum(line.cost for line in sheet.players)
        + rerolls * sheet.reroll_cost
        + fan_factor(ruleset, sheet) * book.creation.fan_factor_value
        + sum(count * book.staff[kind].price for kind, count in sheet.staff if kind in book.staff)
        + sheet.treasury
    )


def compare_ratings(state: PreMatch) -> None:
    """Works out both ratings as they stand before anything is hired: they hold for the match (LV5)."""
    for side in SIDES:
        points = state.weigh(side)
        state.state(Fact(key=RATING, side=side, amount=points, **cite(state.ruleset, "LV5")))
    home, away = (state.worths[side].amount for side in SIDES)
    if home != away and state.ruleset.house["hire_order"] == "higher":
        first: Side = "home" if home > away else "away"
        state.order = (first, other(first))
        state.tell("order.rating", first=first)


def recorded(run: Run, side: Side) -> int:
    """The rating of a side that holds for the match; what its sheet says, if nobody has recorded it (LV5)."""
    known = run.facts(RATING, side)
    return known[-1].amount if known else run.ruleset.value(run.match.sheets.of(side))
