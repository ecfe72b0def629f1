"""Decisions that say what their answer looks like: an amount, a pick, a basket, a table (`rules.sequence.forms`)."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.sequence.explanations import RuleBroken
from rules.sequence.forms import Amount, Basket, Column, Pick, Table, Unfit
from rules.sequence.sequence import read
from rules.words.words import say_amount
from teams.asking.counts import whole
from teams.asking.form import QuestionForm
from teams.asking.words import all_players, thing
from teams.gold_field import read_gold
from teams.presentation.figures import shown_violations

NOT_A_NUMBER = _("“%(typed)s” is not a number. Enter a number from %(least)s to %(most)s.")
NOTHING = _("Choose something, or press “%(nothing)s”.")


def signed_number(typed: str, least: int, most: int) -> int:
    """A typed whole number, perhaps below 0. Raises ``ValidationError`` if it is none."""
    digits = typed.replace("−", "-").removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        params = {"typed": typed[:20], "least": least, "most": most}
        raise forms.ValidationError(NOT_A_NUMBER, code="not_a_number", params=params)
    return -int(digits) if typed[0] in "-−" else int(digits)


class AmountForm(QuestionForm):
    """A number or an amount of gold, within bounds. Gold is typed in thousands."""

    template = "teams/asking/_amount.html"

    def prepare(self) -> None:
        """The bounds in words."""
        self.bounds = cast(Amount, self.question.form)
        self.gold = self.bounds.unit == "gp"
        self.least, self.most = (say_amount(end, self.bounds.unit) for end in (self.bounds.least, self.bounds.most))
        self.typed_amount = self.typed("amount")

    def value(self) -> int:
        """The amount. Raises ``ValidationError`` if nothing, or no number, was typed."""
        typed = self.typed("amount")
        if self.gold and typed:
            return read_gold(typed)
        return signed_number(typed, self.bounds.least, self.bounds.most) if typed else self._missing()

    def _missing(self) -> int:
        raise forms.ValidationError(_("Enter a number."), code="nothing_typed")


class PickForm(QuestionForm):
    """Some of the options: a box to tick for each, or a choice among them where one can be picked."""

    template = "teams/asking/_pick.html"
    submit = _("Choose")

    def prepare(self) -> None:
        """The options, worded."""
        self.bounds = cast(Pick, self.question.form)
        self.one = self.bounds.most == 1 and (self.bounds.least == 1 or self.question.optional)
        picked = self.ticked("choice") if self.is_bound else self.bounds.now
        if self.bounds.now:
            self.nothing = _("Leave as it is")
        elif all_players(self.bounds.options):
            self.nothing = _("Nobody")
        self.choices = [
            {"value": one, "label": self.called(one), "picked": one in picked} for one in self.bounds.options
        ]

    def value(self) -> list[str]:
        """The options that were ticked. Raises ``ValidationError`` for none, where a button says so."""
        picked = self.ticked("choice")
        if not picked and self.question.optional and not self.bounds.now:
            raise forms.ValidationError(NOTHING, code="nothing_ticked", params={"nothing": str(self.nothing)})
        return picked


class BasketForm(QuestionForm):
    """How many of each good, with their prices and what is there to spend."""

    template = "teams/asking/_basket.html"
    sum_template = "teams/asking/_basket_sum.html"
    submit = _("Take these")

    @property
    def may_skip(self) -> bool:
        """Whether a button answers with nothing: so no empty form says it by accident."""
        return self.question.optional or not self.bounds.least

    def prepare(self) -> None:
        """The goods, and what is left to spend."""
        self.bounds = cast(Basket, self.question.form)
        if all_players(good.key for good in self.bounds.goods):
            self.nothing = _("Nobody")
        unit = self.bounds.unit
        self.purse, self.price, self.left = (
            say_amount(self.bounds.purse, unit),
            "0",
            say_amount(self.bounds.purse, unit),
        )
        self.priced = any(good.price for good in self.bounds.goods)
        self.goods = [
            {
                "name": f"good.{good.key}",
                "label": self.called(good.key),
                "price": say_amount(good.price, unit) if good.price else "",
                "most": good.most,
                "typed": self.typed(f"good.{good.key}"),
                "taken": self.typed(f"good.{good.key}") == "1",
            }
            for good in self.bounds.goods
        ]

    def value(self) -> dict[str, int]:
        """How many of each. Raises ``ValidationError`` for what is no count, or if nothing is there."""
        if self.typed("nothing") and self.may_skip:
            return {}
        counts = {
            good.key: count
            for good in self.bounds.goods
            if (count := whole(self.typed(f"good.{good.key}"), self.called(good.key)))
        }
        if not counts and self.may_skip and not self.typed("work_out"):
            raise forms.ValidationError(NOTHING, code="nothing_chosen", params={"nothing": str(self.nothing)})
        return counts

    def work_out(self) -> None:
        """What the choices cost, and what is wrong with them."""
        if not self.is_valid():
            return
        price = self.bounds.price(tuple(self.answer.items()))
        self.price = say_amount(price, self.bounds.unit)
        self.left = say_amount(self.bounds.purse - price, self.bounds.unit)
        try:
            read(self.question, self.bounds, self.answer)
        except RuleBroken as broken:
            self.violations = shown_violations(broken.violations, self.asker.names, self.asker.book)


class TableForm(QuestionForm):
    """A table to fill: a list or a number in each column."""

    template = "teams/asking/_table.html"

    def prepare(self) -> None:
        """The heads of the columns, and a row of fields for each row."""
        self.bounds = cast(Table, self.question.form)
        self.heads = [thing(column.key, book=self.asker.book) for column in self.bounds.columns]
        self.rows = [
            {"label": self.called(row), "cells": [self._cell(row, column) for column in self.bounds.columns]}
            for row in self.bounds.rows
        ]

    def _cell(self, row: str, column: Column) -> dict[str, Any]:
        name = f"cell.{row}.{column.key}"
        typed = self.typed(name)
        offered = dict(self.bounds.offered).get(row, column.options) if column.options else ()
        options = [{"value": one, "label": self.called(one), "picked": one == typed} for one in offered]
        return {
            "name": name,
            "label": f"{self.called(row)}: {thing(column.key, book=self.asker.book)}",
            "typed": typed,
            "options": options,
            "least": column.least,
            "most": column.most,
        }

    def value(self) -> dict[str, dict[str, Any]]:
        """The rows that were filled in. Raises ``ValidationError`` for a row that is half filled, or for none."""
        filled: dict[str, dict[str, Any]] = {}
        for row in self.bounds.rows:
            typed = {column.key: self.typed(f"cell.{row}.{column.key}") for column in self.bounds.columns}
            if any(typed.values()):
                filled[row] = {column.key: self._read(column, typed[column.key]) for column in self.bounds.columns}
        if not filled and self.question.optional:
            raise forms.ValidationError(NOTHING, code="nothing_filled", params={"nothing": str(self.nothing)})
        return filled

    def _read(self, column: Column, typed: str) -> int | str:
        value: Any = typed
        if not column.options:
            value = signed_number(typed or " ", column.least, column.most)
        try:
            return column.read(value)
        except Unfit as unfit:
            broken = _("“%(typed)s” is not possible under %(column)s. Fill in the whole row, or leave it empty.")
            params = {"typed": typed[:20], "column": thing(column.key, book=self.asker.book)}
            raise forms.ValidationError(broken, code="half_a_row", params=params) from unfit
