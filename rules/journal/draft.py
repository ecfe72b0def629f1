"""A sheet while entries are written into it.

A fold copies the sheet once at its start and once at its end instead of once for each entry. Nobody outside of the
journal ever sees a draft: what goes in and comes out is an immutable sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.journal.entries import Entry, Transfer
from rules.sheet.sheet import Departed, Permanent, PlayerSheet, TeamSheet


class Impossible(Exception):
    """An entry that cannot follow the sheet: ``id`` says why, ``entry`` is the fact refused."""

    def __init__(self, entry: Entry, id: str, **args: int | str) -> None:
        super().__init__(f"{entry.kind}: {id} {args}")
        self.entry = entry
        self.id = id
        self.args_ = args


@dataclass(slots=True, kw_only=True)
class Draft:
    """The fields of a sheet, with the players by id in the order of their numbers. Lines stay immutable."""

    edition: str
    team_list: str
    players: dict[int, PlayerSheet]
    departed: list[Departed]
    rerolls: int
    reroll_cost: int
    fan_factor: int
    staff: dict[str, int]
    treasury: int
    bank: int
    trophies: list[str]
    inducements: list[Permanent]

    @classmethod
    def of(cls, sheet: TeamSheet) -> Draft:
        """A draft that says what the sheet says."""
        return cls(
            edition=sheet.edition,
            team_list=sheet.team_list,
            players={line.player: line for line in sheet.players},
            departed=list(sheet.departed),
            rerolls=sheet.rerolls,
            reroll_cost=sheet.reroll_cost,
            fan_factor=sheet.fan_factor,
            staff=dict(sheet.staff),
            treasury=sheet.treasury,
            bank=sheet.bank,
            trophies=list(sheet.trophies),
            inducements=list(sheet.inducements),
        )

    def sheet(self) -> TeamSheet:
        """The sheet that it has become."""
        return TeamSheet(
            edition=self.edition,
            team_list=self.team_list,
            players=tuple(self.players.values()),
            departed=tuple(self.departed),
            rerolls=self.rerolls,
            reroll_cost=self.reroll_cost,
            fan_factor=self.fan_factor,
            staff=tuple(self.staff.items()),
            treasury=self.treasury,
            bank=self.bank,
            trophies=tuple(self.trophies),
            inducements=tuple(self.inducements),
        )

    def line(self, entry: Entry, player: int) -> PlayerSheet:
        """The line of a player. Raises ``Impossible`` if he is not on the roster."""
        line = self.players.get(player)
        if line is None:
            raise Impossible(entry, "not_on_roster", player=player)
        return line

    def join(self, line: PlayerSheet) -> None:
        """A new line, at the place of its number."""
        lines = sorted((*self.players.values(), line), key=lambda other: other.number)
        self.players = {other.player: other for other in lines}

    def depart(self, entry: Entry, player: int, how: str) -> None:
        """A line leaves the roster. Raises ``Impossible`` if it is not on it."""
        line = self.line(entry, player)
        del self.players[player]
        self.departed.append(Departed(how=how, line=line))

    def move(self, entry: Entry, transfers: Iterable[Transfer]) -> None:
        """Gold changes place. Raises ``Impossible`` if it is not there, negative, or stays where it is."""
        for transfer in transfers:
            if transfer.amount < 0:
                raise Impossible(entry, "negative_gold", amount=transfer.amount)
            if transfer.source == transfer.target:
                raise Impossible(entry, "same_purse", purse=transfer.source)
            self._pay(transfer.source, -transfer.amount)
            self._pay(transfer.target, transfer.amount)
            if self.treasury < 0 or self.bank < 0:
                short = "treasury" if self.treasury < 0 else "bank"
                raise Impossible(entry, "gold_not_there", purse=short, missing=-min(self.treasury, self.bank))

    def _pay(self, purse: str, amount: int) -> None:
        """Places outside of the team are bottomless."""
        if purse == "treasury":
            self.treasury += amount
        elif purse == "bank":
            self.bank += amount
