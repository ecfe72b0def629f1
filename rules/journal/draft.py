"""A mutable copy of a sheet, for the time that entries change it.

With it, a fold copies the sheet once at its start and once at its end, not once for each entry. Only the journal uses
drafts; everything else sees immutable sheets.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.journal.entries import Entry, Transfer
from rules.sheet.sheet import Departed, Permanent, PlayerSheet, TeamSheet


class Impossible(Exception):
    """Raised for an entry that is impossible on a sheet: ``id`` and ``args_`` say why."""

    def __init__(self, entry: Entry, id: str, **args: int | str) -> None:
        super().__init__(f"{entry.kind}: {id} {args}")
        self.entry = entry
        self.id = id
        self.args_ = args


@dataclass(slots=True, kw_only=True)
class Draft:
    """The fields of a sheet, with the players by id, sorted by number. The players' lines stay immutable."""

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
    special_rules: list[str]

    @classmethod
    def of(cls, sheet: TeamSheet) -> Draft:
        """A draft with the contents of a sheet."""
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
            special_rules=list(sheet.special_rules),
        )

    def sheet(self) -> TeamSheet:
        """An immutable sheet with the contents of this draft."""
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
            special_rules=tuple(self.special_rules),
        )

    def line(self, entry: Entry, player: int) -> PlayerSheet:
        """The line of a player. Raises ``Impossible`` if the player is not on the roster."""
        line = self.players.get(player)
        if line is None:
            raise Impossible(entry, "not_on_roster", player=player)
        return line

    def join(self, line: PlayerSheet) -> None:
        """Adds a line to the roster, in the order of shirt numbers."""
        lines = sorted((*self.players.values(), line), key=lambda other: other.number)
        self.players = {other.player: other for other in lines}

    def depart(self, entry: Entry, player: int, how: str) -> None:
        """Moves a player from the roster to the departed. Raises ``Impossible`` if the player is not on the roster."""
        line = self.line(entry, player)
        del self.players[player]
        self.departed.append(Departed(how=how, line=line))

    def move(self, entry: Entry, transfers: Iterable[Transfer]) -> None:
        """Moves gold. Raises ``Impossible`` if it is not there, negative, or moves to where it already is."""
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
        """Adds gold to one of the team's purses; places outside the team have no limit."""
        if purse == "treasury":
            self.treasury += amount
        elif purse == "bank":
            self.bank += amount
