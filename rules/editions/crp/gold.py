"""Gold and fans after a match (U2-U4, L10, E6): winnings, spiralling expenses, expensive mistakes, fan factor."""

from __future__ import annotations

from rules.book.edition import cite
from rules.book.reads import reads
from rules.editions.crp.tables import tables_of
from rules.editions.crp.value import without_journeymen
from rules.journal import FanFactorChanged, GoldMoved
from rules.match_day import gold, mistakes
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed
from rules.sequence.sequence import Side


@reads("winnings")
def collect_winnings(run: Run) -> None:
    """Adds the winnings of the match to the treasury (U2, p29), with those of an opponent who conceded (N2)."""
    gold.collect(run, _winnings)


def _winnings(run: Run, side: Side) -> tuple[Term, ...]:
    """The die and FAME with a bonus for a win or a draw, multiplied in the last stages, and what the league adds."""
    terms, house = list(gold.rolled_winnings(run, side)), run.ruleset.house
    if run.match.winner() is None and house.flag("draw_bonus"):
        bonus = tables_of(run.ruleset.book).drawn_winnings.bonus
        terms.append(Term(id="winnings.draw", amount=bonus, **cite(run.ruleset, "U2")))
    found = gold.multiplied(run, tuple(terms))
    if extra := house.integer("extra_winnings"):
        return (*found, Term(id="winnings.extra", amount=extra, **cite(run.ruleset, "L10")))
    return found


def pay_expenses(run: Run) -> None:
    """Pays the spiralling expenses of a team of a high value, as far as there is gold (U3, p29)."""
    house, source = run.ruleset.house, run.source("expenses")
    value = run.ruleset.value(without_journeymen(run.sheet))
    first, step = house.integer("spiralling_breakpoint"), house.integer("spiralling_step")
    steps = (value - first) // step + 1 if value >= first else 0
    due = steps * house.integer("spiralling_amount")
    paid = min(due, _most_to_pay(run))
    args = (("value", value), ("breakpoint", first), ("step", step))
    terms = [Term(id="expenses.due", amount=due, args=args, **source)]
    if paid < due:
        terms.append(Term(id="expenses.written_off", amount=paid - due, **source))
    run.explain(summed("spiralling_expenses", tuple(terms), **source))
    if paid:
        run.record(GoldMoved(amount=paid, source="treasury", target="expenses"))


def _most_to_pay(run: Run) -> int:
    if run.ruleset.house["expenses_from"] == "treasury":
        return run.sheet.treasury
    won = [entry.amount for entry in run.entries if isinstance(entry, GoldMoved) and entry.source == "winnings"]
    return min(run.sheet.treasury, sum(won))


@reads(if_there=("conceding",))
def change_fan_factor(run: Run) -> None:
    """Rolls for the fan factor: three dice after a win, else two (U4, p29); a conceder only loses a point (N2)."""
    result, winner = run.match.result, run.match.winner()
    if winner is None and run.ruleset.house["draw_fan_factor"] == "none":
        return
    conceded = result.conceded_by == run.side and not result.conceded_before_kick_off
    change, term = gold.conceded_fans(run) if conceded else _rolled_fans(run, winner)
    before = Term(id="fan_factor.before", amount=run.sheet.fan_factor, **run.source("fan_factor"))
    run.explain(summed("fan_factor", (before, term), **run.source("fan_factor"), unit="points"))
    if change:
        run.record(FanFactorChanged(change=change))


def _rolled_fans(run: Run, winner: Side | None) -> tuple[int, Term]:
    """The change after a roll: up after a win or a draw, down after a loss or a draw, never below 0."""
    rolls, fans = tables_of(run.ruleset.book).fan_rolls, run.sheet.fan_factor
    dice = rolls.drawn_dice if winner is None else rolls.won_dice if run.won else rolls.lost_dice
    args = (("fan_factor", fans),)
    faces = run.asking.roll(run.side, "fan_factor", *dice, args=args, **run.source("fan_factor"))
    rises = run.won or (winner is None and run.ruleset.house["draw_fan_factor"] == "both")
    change, id = 0, "fan_factor.kept"
    if rises and sum(faces) > fans:
        change, id = 1, "fan_factor.drew_more" if winner is None else "fan_factor.gained"
    elif not run.won and sum(faces) < fans:
        change, id = -1, "fan_factor.drew_less" if winner is None else "fan_factor.lost"
    return change, Term(id=id, amount=change, dice=faces, faces=dice, **run.source("fan_factor"))


def make_mistakes(run: Run) -> None:
    """A rich team can lose a part of its treasury, in leagues with this rule of 2016 (E6)."""
    if run.ruleset.house.flag("expensive_mistakes"):
        mistakes.make_mistakes(run, tables_of(run.ruleset.book).mistakes, cite(run.ruleset, "E6"))
