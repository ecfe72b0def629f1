"""The forms of answers: what a question without options wants to hear, and how much of it.

A question carries its form, so pages, programs, scenarios and simulated coaches can answer it without knowing its key:
an amount, a pick of some options, a basket of goods, or a table with a row for each player. An answer is a JSON value;
a form reads it, or raises ``Unfit``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.sequence.explanations import Unit

T = TypeVar("T")
Counted = tuple[tuple[str, int], ...]
Row = tuple[str, tuple[tuple[str, int | str], ...]]


class Unfit(Exception):
    """Raised for an answer that does not fit its form: the id and arguments of a violation."""

    def __init__(self, id: str, **args: int | str) -> None:
        super().__init__(id, args)
        self.id = id
        self.args_ = args


class Form(ABC, Generic[T]):
    """What an answer must look like."""

    __slots__ = ()

    @property
    @abstractmethod
    def nothing(self) -> T:
        """What it means that the coach decided nothing; only for an optional question."""

    @abstractmethod
    def read(self, value: Any) -> T:
        """The answer as the step gets it. Raises ``Unfit``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount(Form[int]):
    """A number from ``least`` to ``most`` that ``step`` divides, in a unit; gold is in gp."""

    least: int = 0
    most: int
    step: int = 1
    unit: Unit = "number"

    @property
    def nothing(self) -> int:
        """0, or what is nearest to it."""
        return max(self.least, min(self.most, 0))

    def read(self, value: Any) -> int:
        """The number."""
        if type(value) is not int or not self.least <= value <= self.most or value % self.step:
            args: dict[str, int | str] = {"least": self.least, "most": self.most, "step": self.step}
            raise Unfit("form.gold" if self.unit == "gp" else "form.amount", found=str(value)[:20], **args)
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Form[tuple[str, ...]]):
    """Some of the options, each once, in any order: a list. The ids of players are options like any others.

    ``now`` are those that hold as long as nobody answers: a page has their boxes ticked.
    """

    options: tuple[str, ...]
    least: int = 0
    most: int
    now: tuple[str, ...] = ()

    @property
    def nothing(self) -> tuple[str, ...]:
        """None of them."""
        return ()

    def read(self, value: Any) -> tuple[str, ...]:
        """The options that were picked, in the order in which they were."""
        if not isinstance(value, (list, tuple)):
            raise Unfit("form.not_a_list", found=str(value)[:60])
        for one in value:
            if not isinstance(one, str) or one not in self.options:
                raise Unfit("not_an_option", found=str(one)[:60])
        if len(set(value)) < len(value):
            raise Unfit("form.twice")
        if not self.least <= len(value) <= self.most:
            if self.least == self.most:
                raise Unfit("form.pick_all", found=len(value), most=self.most)
            raise Unfit("form.pick", found=len(value), least=self.least, most=self.most)
        return tuple(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Good:
    """Something to be had: its key, its price for one, and how many there are at most."""

    key: str
    price: int
    most: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """A limit for several goods of a basket together."""

    keys: tuple[str, ...]
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Basket(Form[Counted]):
    """Some of each good, for no more than is in the ``purse``, and from ``least`` to ``room`` of all together.

    There may be limits for some of them ``together``. The answer counts by key: ``{"bribe": 2}``.
    """

    goods: tuple[Good, ...]
    purse: int
    room: int = 99
    unit: Unit = "gp"
    least: int = 0
    together: tuple[Together, ...] = ()

    @property
    def nothing(self) -> Counted:
        """Nothing bought."""
        return ()

    def price(self, counts: Counted) -> int:
        """What these goods cost together."""
        prices = {good.key: good.price for good in self.goods}
        return sum(count * prices[key] for key, count in counts)

    def read(self, value: Any) -> Counted:
        """How many of each good, in the order of the goods."""
        if not isinstance(value, Mapping):
            raise Unfit("form.not_counts", found=str(value)[:60])
        most = {good.key: good.most for good in self.goods}
        for key, count in value.items():
            if key not in most:
                raise Unfit("not_an_option", found=str(key)[:60])
            if type(count) is not int or not 0 <= count <= most[key]:
                raise Unfit("form.count", what=key, found=str(count)[:20], most=most[key])
        counts = tuple((key, value[key]) for key in most if value.get(key))
        if (count := sum(count for _key, count in counts)) > self.room:
            raise Unfit("form.room", found=count, most=self.room)
        if count < self.least:
            raise Unfit("form.too_few", found=count, least=self.least)
        for limit in self.together:
            if (found := sum(dict(counts).get(key, 0) for key in limit.keys)) > limit.most:
                raise Unfit("form.together", found=found, most=limit.most, what=", ".join(limit.keys))
        if (price := self.price(counts)) > self.purse:
            id = "form.too_dear" if self.unit == "gp" else "form.too_many_points"
            raise Unfit(id, price=price, purse=self.purse)
        return counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table to fill: one of its ``options``, or if it has none, a number from ``least`` to ``most``."""

    key: str
    options: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def read(self, value: Any) -> int | str:
        """What was entered. Raises ``Unfit``."""
        if self.options:
            if not isinstance(value, str) or value not in self.options:
                raise Unfit("not_an_option", found=str(value)[:60])
            return value
        return Amount(least=self.least, most=self.most).read(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Form[tuple[Row, ...]]):
    """Columns to fill for some of the rows, or with ``every`` for each of them; rows are options, such as players' ids.

    The answer maps rows to columns: ``{"12": {"position": "Blitzer"}}``. A row is filled wholly, or left out.
    ``offered`` names rows to which a page offers only some of the options of a column; the step checks what fits a row.
    """

    rows: tuple[str, ...]
    columns: tuple[Column, ...]
    every: bool = False
    offered: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def nothing(self) -> tuple[Row, ...]:
        """No row filled."""
        return ()

    def read(self, value: Any) -> tuple[Row, ...]:
        """The rows that were filled, in the order of the table, each with its columns."""
        if not isinstance(value, Mapping) or not all(isinstance(cells, Mapping) for cells in value.values()):
            raise Unfit("form.not_a_table", found=str(value)[:60])
        keys = [column.key for column in self.columns]
        for row, cells in value.items():
            if row not in self.rows:
                raise Unfit("not_an_option", found=str(row)[:60])
            if cells.keys() != set(keys):
                raise Unfit("form.half_a_row", columns=", ".join(keys))
        if self.every and len(value) < len(self.rows):
            raise Unfit("form.rows", found=len(value), wanted=len(self.rows))
        return tuple(
            (row, tuple((column.key, column.read(value[row][column.key])) for column in self.columns))
            for row in self.rows
            if row in value
        )


AnyForm = Amount | Pick | Basket | Table
