"""The facts of a team's history: what each kind of entry holds, and the gold that it moves.

Entries hold outcomes (a hire includes price, cost, profile and skills), so nothing here reads an edition's tables.
A kind that was released may only gain optional fields; ``tests/rules/journal/kinds`` has one entry of every kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.sheet.sheet import Counts, Profile, deeds_as_pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A fact of a team's history. It holds ids only; names, reasons and stories are stored elsewhere."""

    kind: ClassVar[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFounded(Entry):
    """A new team starts, with its team list, starting gold (gp) and starting fan factor."""

    kind: ClassVar[str] = "team_founded"
    edition: str
    team_list: str
    reroll_cost: int
    gold: int
    fan_factor: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBroughtOver(Entry):
    """A team with a history elsewhere joins, with all that it owns; gold in gp, and nothing has to be paid (C9)."""

    kind: ClassVar[str] = "team_brought_over"
    edition: str
    team_list: str
    reroll_cost: int
    rerolls: int = 0
    fan_factor: int = 0
    staff: Counts = ()
    treasury: int = 0
    bank: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBroughtOver(Entry):
    """A player of an imported team. ``profile``, ``skills`` and ``cost`` (gp) are what the player started with.

    ``gained`` are skills by name and ``+ST`` for characteristics, with what each adds to the cost (gp); ``lost`` are
    characteristics, and of those in ``lower`` a lower figure is better. ``improvements`` counts the improvement rolls
    already used. ``misses`` is for more than one match, ``conditions`` for others than niggling injuries.
    """

    kind: ClassVar[str] = "player_brought_over"
    earlier: ClassVar = deeds_as_pairs
    player: int
    number: int
    position: str
    profile: Profile
    skills: tuple[str, ...]
    cost: int
    gained: Counts = ()
    lost: tuple[str, ...] = ()
    niggling: int = 0
    misses_next: bool = False
    spp: int = 0
    improvements: int = 0
    deeds: Counts = ()
    lower: tuple[str, ...] = ()
    conditions: Counts = ()
    marks: tuple[str, ...] = ()
    misses: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerHired(Entry):
    """A player joins. ``price`` (gp) is paid from the treasury; ``cost`` (gp) is the player's value on the sheet."""

    kind: ClassVar[str] = "player_hired"
    player: int
    number: int
    position: str
    profile: Profile
    skills: tuple[str, ...]
    cost: int
    price: int
    joined: str = "hired"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSigned(Entry):
    """A journeyman becomes one of the squad for ``price`` (gp), and no longer has the skills in ``without``."""

    kind: ClassVar[str] = "player_signed"
    player: int
    price: int
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerKept(Entry):
    """A player stays for another season; ``price`` (gp) is paid for it and changes nothing of what they are worth."""

    kind: ClassVar[str] = "player_kept"
    player: int
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft(Entry):
    """A player leaves the roster alive: ``how`` is ``released``, ``retired``, ``walked_out`` or ``journeyman``."""

    kind: ClassVar[str] = "player_left"
    player: int
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerKilled(Entry):
    """A player dies and leaves the roster."""

    kind: ClassVar[str] = "player_killed"
    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerInjured(Entry):
    """A lasting injury: a missed match, niggling injuries, and the characteristics that lose a point.

    ``misses`` is how many matches the player misses, if more than one; ``conditions`` are others than niggling
    injuries; ``changes`` are what else happens to characteristics, with their signs.
    """

    kind: ClassVar[str] = "player_injured"
    player: int
    misses_next: bool = True
    niggling: int = 0
    lost: tuple[str, ...] = ()
    changes: Counts = ()
    conditions: Counts = ()
    misses: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecovered(Entry):
    """A player has missed a match that an injury cost. With ``misses`` they still have to miss as many."""

    kind: ClassVar[str] = "player_recovered"
    player: int
    misses: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRenumbered(Entry):
    """A player gets another shirt number. The player who has that number gets the old one, so numbers stay unique."""

    kind: ClassVar[str] = "player_renumbered"
    player: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffHired(Entry):
    """Staff of one kind join; ``price`` (gp) is for all of them."""

    kind: ClassVar[str] = "staff_hired"
    staff: str
    count: int
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffReleased(Entry):
    """Staff of one kind leave, without refund."""

    kind: ClassVar[str] = "staff_released"
    staff: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RerollsBought(Entry):
    """Team re-rolls are bought; ``price`` (gp) is for all of them."""

    kind: ClassVar[str] = "rerolls_bought"
    count: int
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RerollsReleased(Entry):
    """Team re-rolls are given up, without refund."""

    kind: ClassVar[str] = "rerolls_released"
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FanFactorChanged(Entry):
    """The fan factor rises or falls; ``price`` (gp) if it was bought."""

    kind: ClassVar[str] = "fan_factor_changed"
    change: int
    price: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class InducementsEngaged(Entry):
    """Inducements become part of the roster, for every match (L9); ``price`` (gp) is for all of them.

    ``star`` is the name of a star player; ``position`` and ``skills`` are for mercenaries.
    """

    kind: ClassVar[str] = "inducements_engaged"
    inducement: str
    count: int
    price: int
    star: str = ""
    position: str = ""
    skills: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldMoved(Entry):
    """``amount`` gp go from ``source`` to ``target``: ``treasury``, ``bank`` or a place outside the team."""

    kind: ClassVar[str] = "gold_moved"
    amount: int
    source: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrophyWon(Entry):
    """The team holds a trophy from now on."""

    kind: ClassVar[str] = "trophy_won"
    trophy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrophyLost(Entry):
    """The team no longer holds a trophy."""

    kind: ClassVar[str] = "trophy_lost"
    trophy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCorrected(Entry):
    """The commissioner changes a player's figures by hand (L1). Numbers are changes, 0 for none; ``cost`` is in gp.

    ``misses_next`` is how many matches the player misses now, -1 if they miss none any more. ``back`` brings a player
    who has left, dead or alive, back onto the roster. ``conditions`` are others than niggling injuries.
    """

    kind: ClassVar[str] = "player_corrected"
    player: int
    spp: int = 0
    niggling: int = 0
    misses_next: int = 0
    characteristic: str = ""
    change: int = 0
    learned: str = ""
    forgotten: str = ""
    cost: int = 0
    back: bool = False
    conditions: Counts = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """An amount of gold (gp) that moves from one place to another."""

    amount: int
    source: str
    target: str


def transfers(entry: Entry) -> tuple[Transfer, ...]:
    """The gold that an entry moves."""
    match entry:
        case GoldMoved():
            return (Transfer(amount=entry.amount, source=entry.source, target=entry.target),)
        case TeamFounded() if entry.gold:
            return (Transfer(amount=entry.gold, source="league", target="treasury"),)
        case TeamBroughtOver():
            purses = (("treasury", entry.treasury), ("bank", entry.bank))
            return tuple(Transfer(amount=gold, source="elsewhere", target=purse) for purse, gold in purses if gold)
        case PlayerHired() | PlayerSigned() | PlayerKept() if entry.price:
            return (Transfer(amount=entry.price, source="treasury", target="players"),)
        case StaffHired() if entry.price:
            return (Transfer(amount=entry.price, source="treasury", target="staff"),)
        case RerollsBought() if entry.price:
            return (Transfer(amount=entry.price, source="treasury", target="rerolls"),)
        case InducementsEngaged() if entry.price:
            return (Transfer(amount=entry.price, source="treasury", target="inducements"),)
        case FanFactorChanged() if entry.price:
            return (Transfer(amount=entry.price, source="treasury", target="fans"),)
    return ()
