"""Answers at random to questions in a form: legal ones, of questions that a simulated coach has no taste in."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rules.sequence.chance import Chance, happens, pick, shuffled
from rules.sequence.forms import Amount, AnyForm, Basket, Column, Good, Pick, Table
from rules.simulation.habits import ANYTHING_ELSE, habit, share

TAKES = 0.5
"""How likely a coach is to take up an offer, or a good of a basket."""


@habit(
    ANYTHING_ELSE,
    f"What only a few books ask, they answer at random: they take up {share(TAKES)} of what they are offered, and any "
    "amount is as likely as another.",
)
def at_random(chance: Chance, form: AnyForm, *, optional: bool) -> Any:
    """Any answer that fits the form; sometimes None where the question is optional."""
    if optional and not happens(chance, TAKES):
        return None
    match form:
        case Amount():
            return _amount(chance, form)
        case Pick():
            count = chance.randint(form.least, min(form.most, len(form.options)))
            return shuffled(chance, form.options)[:count]
        case Basket():
            return _basket(chance, form)
        case Table():
            rows = [row for row in form.rows if form.every or happens(chance, TAKES)]
            return {row: {column.key: _cell(chance, column) for column in form.columns} for row in rows}


def _amount(chance: Chance, form: Amount) -> int:
    least, most = -(-form.least // form.step), form.most // form.step
    return form.step * chance.randint(least, most)


def _basket(chance: Chance, form: Basket) -> dict[str, int]:
    """Enough of the cheapest goods where some must be taken, and then of the others what is left to be had."""
    counts = Counter[str]()

    def most_of(good: Good) -> int:
        purse = form.purse - form.price(tuple(counts.items()))
        most = min(good.most - counts[good.key], form.room - sum(counts.values()))
        for limit in form.together:
            if good.key in limit.keys:
                most = min(most, limit.most - sum(counts[key] for key in limit.keys))
        return min(most, purse // good.price) if good.price > 0 else most

    for good in sorted(form.goods, key=lambda good: good.price) if form.least else ():
        if (wanted := form.least - sum(counts.values())) > 0:
            counts[good.key] += max(0, min(wanted, most_of(good)))
    for good in shuffled(chance, form.goods):
        if (most := most_of(good)) > 0 and happens(chance, TAKES):
            counts[good.key] += chance.randint(1, most)
    return {key: count for key, count in counts.items() if count}


def _cell(chance: Chance, column: Column) -> int | str:
    return pick(chance, column.options) if column.options else chance.randint(column.least, column.most)
