"""The journal: everything that ever happens to a team, as small typed facts.

``apply(sheet, entry)`` is the whole of state change and a sheet is the fold of its entries. Entries carry outcomes (a
hire's price, cost, profile and skills are in it), so nothing here reads an edition's tables; ``apply`` refuses only
what cannot be (gold that is not there, a player who is not on the roster). A released kind gains only optional fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from rules.sheet import Departed, PlayerSheet, Profile, TeamSheet, changed, value_in, with_value


class Impossible(Exception):
    """An entry that cannot follow the sheet: ``id`` says why, ``entry`` is the fact refused."""

    def __init__(self, entry: Entry, id: str, **args: int | str) -> None:
        super().__init__(f"{entry.kind}: {id} {args}")
        self.entry = entry
        self.id = id
        self.args_ = args


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A fact of a team's history. Ids only: names, reasons and stories are rows of their own."""

    kind: ClassVar[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFounded(Entry):
    """A team enters the books with its list, its starting gold (gp) and its starting fan factor."""

    kind: ClassVar[str] = "team_founded"
    edition: str
    team_list: str
    reroll_cost: int
    gold: int
    fan_factor: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerHired(Entry):
    """A player joins. ``price`` (gp) leaves the treasury; ``cost`` (gp) is what he is worth on the sheet."""

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
class PlayerLeft(Entry):
    """A player leaves the roster alive: ``how`` is ``released`` or ``walked_out``."""

    kind: ClassVar[str] = "player_left"
    player: int
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerKilled(Entry):
    """A player is dead and off the roster."""

    kind: ClassVar[str] = "player_killed"
    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerInjured(Entry):
    """A lasting injury: a missed match, niggling injuries, lost characteristic points that took effect."""

    kind: ClassVar[str] = "player_injured"
    player: int
    misses_next: bool = True
    niggling: int = 0
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecovered(Entry):
    """A player has served his missed match."""

    kind: ClassVar[str] = "player_recovered"
    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsEarned(Entry):
    """What a player did in a match and the star player points that it was worth."""

    kind: ClassVar[str] = "points_earned"
    player: int
    spp: int
    completions: int = 0
    touchdowns: int = 0
    interceptions: int = 0
    casualties: int = 0
    mvps: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillGained(Entry):
    """A player learns a skill, worth ``cost`` gp. ``by_roll`` tells an improvement roll from a gift."""

    kind: ClassVar[str] = "skill_gained"
    player: int
    skill: str
    cost: int
    by_roll: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicRaised(Entry):
    """A player gains a point in a characteristic, worth ``cost`` gp."""

    kind: ClassVar[str] = "characteristic_raised"
    player: int
    characteristic: str
    cost: int
    by_roll: bool = True


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
    """The fan factor rises or falls; ``price`` (gp) where it was bought."""

    kind: ClassVar[str] = "fan_factor_changed"
    change: int
    price: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldMoved(Entry):
    """``amount`` gp go from ``source`` to ``target``: ``treasury``, ``bank`` or a place outside of the team."""

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
    """The trophy has passed on."""

    kind: ClassVar[str] = "trophy_lost"
    trophy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """Gold (gp) that changed place."""

    amount: int
    source: str
    target: str


def transfers(entry: Entry) -> tuple[Transfer, ...]:
    """The gold that an entry moves, wherever it is written in it."""
    match entry:
        case GoldMoved():
            return (Transfer(amount=entry.amount, source=entry.source, target=entry.target),)
        case TeamFounded():
            return (Transfer(amount=entry.gold, source="league", target="treasury"),)
        case PlayerHired() if entry.price:
            return (Transfer(amount=entry.price, source="treasury", target="players"),)
        case StaffHired() if entry.price:
            return (Transfer(amount=entry.price, source="treasury", target="staff"),)
        case RerollsBought() if entry.price:
            return (Transfer(amount=entry.price, source="treasury", target="rerolls"),)
        case FanFactorChanged() if entry.price:
            return (Transfer(amount=entry.price, source="treasury", target="fans"),)
    return ()


def apply(sheet: TeamSheet, entry: Entry) -> TeamSheet:
    """The sheet after the entry.

    Raises ``Impossible`` if the entry cannot follow: gold that is not there, a player who is not on the roster, a
    number that is worn, staff or re-rolls that the team does not have.
    """
    for transfer in transfers(entry):
        sheet = _move(sheet, entry, transfer)
    return _APPLY[type(entry)](sheet, entry)


def fold(entries: Iterable[Entry], start: TeamSheet | None = None) -> TeamSheet:
    """The sheet that all entries together make, from a blank one or from ``start``."""
    sheet = start if start is not None else TeamSheet()
    for entry in entries:
        sheet = apply(sheet, entry)
    return sheet


def _move(sheet: TeamSheet, entry: Entry, transfer: Transfer) -> TeamSheet:
    if transfer.amount < 0:
        raise Impossible(entry, "negative_gold", amount=transfer.amount)
    if transfer.source == transfer.target:
        raise Impossible(entry, "same_purse", purse=transfer.source)
    treasury, bank = sheet.treasury, sheet.bank
    for purse, amount in ((transfer.source, -transfer.amount), (transfer.target, transfer.amount)):
        if purse == "treasury":
            treasury += amount
        elif purse == "bank":
            bank += amount
    if treasury < 0 or bank < 0:
        short = "treasury" if treasury < 0 else "bank"
        raise Impossible(entry, "gold_not_there", purse=short, missing=-min(treasury, bank))
    return changed(sheet, treasury=treasury, bank=bank)


E_ = TypeVar("E_", bound=Entry)
_APPLY: dict[type[Entry], Callable[[TeamSheet, Entry], TeamSheet]] = {}


def _applies(kind: type[E_]) -> Callable[[Callable[[TeamSheet, E_], TeamSheet]], Callable[[TeamSheet, E_], TeamSheet]]:
    def register(function: Callable[[TeamSheet, E_], TeamSheet]) -> Callable[[TeamSheet, E_], TeamSheet]:
        _APPLY[kind] = function  # type: ignore[assignment]
        return function

    return register


def _with_line(sheet: TeamSheet, entry: Entry, player: int, change: Callable[[PlayerSheet], PlayerSheet]) -> TeamSheet:
    lines = list(sheet.players)
    for index, line in enumerate(lines):
        if line.player == player:
            lines[index] = change(line)
            return changed(sheet, players=tuple(lines))
    raise Impossible(entry, "not_on_roster", player=player)


def _without_line(sheet: TeamSheet, entry: Entry, player: int, how: str) -> TeamSheet:
    line = sheet.player(player)
    if line is None:
        raise Impossible(entry, "not_on_roster", player=player)
    return changed(
        sheet,
        players=tuple(other for other in sheet.players if other.player != player),
        departed=(*sheet.departed, Departed(how=how, line=line)),
    )


@_applies(TeamFounded)
def _found(sheet: TeamSheet, entry: TeamFounded) -> TeamSheet:
    if sheet.edition:
        raise Impossible(entry, "founded_already")
    return changed(
        sheet,
        edition=entry.edition,
        team_list=entry.team_list,
        reroll_cost=entry.reroll_cost,
        fan_factor=entry.fan_factor,
    )


@_applies(PlayerHired)
def _hire(sheet: TeamSheet, entry: PlayerHired) -> TeamSheet:
    if sheet.player(entry.player) or any(gone.line.player == entry.player for gone in sheet.departed):
        raise Impossible(entry, "player_known_already", player=entry.player)
    if sheet.numbered(entry.number):
        raise Impossible(entry, "number_worn", number=entry.number)
    line = PlayerSheet(
        player=entry.player,
        number=entry.number,
        position=entry.position,
        start=entry.profile,
        profile=entry.profile,
        starting_skills=entry.skills,
        cost=entry.cost,
        joined=entry.joined,
    )
    players = sorted((*sheet.players, line), key=lambda other: other.number)
    return changed(sheet, players=tuple(players))


@_applies(PlayerLeft)
def _leave(sheet: TeamSheet, entry: PlayerLeft) -> TeamSheet:
    return _without_line(sheet, entry, entry.player, entry.how)


@_applies(PlayerKilled)
def _kill(sheet: TeamSheet, entry: PlayerKilled) -> TeamSheet:
    return _without_line(sheet, entry, entry.player, "dead")


@_applies(PlayerInjured)
def _injure(sheet: TeamSheet, entry: PlayerInjured) -> TeamSheet:
    _not_negative(entry, niggling=entry.niggling)

    def hurt(line: PlayerSheet) -> PlayerSheet:
        profile = line.profile
        for name in entry.lost:
            _has_characteristic(entry, line, name)
            profile = with_value(profile, name, value_in(profile, name) - 1)
        return changed(
            line,
            profile=profile,
            niggling=line.niggling + entry.niggling,
            misses_next=line.misses_next or entry.misses_next,
            history=line.history + tuple((f"-{name}", 0) for name in entry.lost) + (("niggling", 0),) * entry.niggling,
        )

    return _with_line(sheet, entry, entry.player, hurt)


@_applies(PlayerRecovered)
def _recover(sheet: TeamSheet, entry: PlayerRecovered) -> TeamSheet:
    return _with_line(sheet, entry, entry.player, lambda line: changed(line, misses_next=False))


@_applies(PointsEarned)
def _earn(sheet: TeamSheet, entry: PointsEarned) -> TeamSheet:
    _not_negative(
        entry,
        spp=entry.spp,
        completions=entry.completions,
        touchdowns=entry.touchdowns,
        interceptions=entry.interceptions,
        casualties=entry.casualties,
        mvps=entry.mvps,
    )

    def credit(line: PlayerSheet) -> PlayerSheet:
        return changed(
            line,
            spp=line.spp + entry.spp,
            completions=line.completions + entry.completions,
            touchdowns=line.touchdowns + entry.touchdowns,
            interceptions=line.interceptions + entry.interceptions,
            casualties=line.casualties + entry.casualties,
            mvps=line.mvps + entry.mvps,
        )

    return _with_line(sheet, entry, entry.player, credit)


@_applies(SkillGained)
def _learn(sheet: TeamSheet, entry: SkillGained) -> TeamSheet:
    def learn(line: PlayerSheet) -> PlayerSheet:
        if entry.skill in line.skills:
            raise Impossible(entry, "skill_known_already", skill=entry.skill)
        return changed(
            line,
            gained_skills=(*line.gained_skills, entry.skill),
            history=(*line.history, (entry.skill, entry.cost)),
            cost=line.cost + entry.cost,
            improvements=line.improvements + entry.by_roll,
        )

    return _with_line(sheet, entry, entry.player, learn)


@_applies(CharacteristicRaised)
def _raise(sheet: TeamSheet, entry: CharacteristicRaised) -> TeamSheet:
    def grow(line: PlayerSheet) -> PlayerSheet:
        name = entry.characteristic
        _has_characteristic(entry, line, name)
        return changed(
            line,
            profile=with_value(line.profile, name, line.characteristic(name) + 1),
            history=(*line.history, (f"+{name}", entry.cost)),
            cost=line.cost + entry.cost,
            improvements=line.improvements + entry.by_roll,
        )

    return _with_line(sheet, entry, entry.player, grow)


def _not_negative(entry: Entry, **counts: int) -> None:
    for what, count in counts.items():
        if count < 0:
            raise Impossible(entry, "negative_count", what=what, count=count)


def _has_characteristic(entry: Entry, line: PlayerSheet, name: str) -> None:
    if all(known != name for known, _ in line.profile):
        raise Impossible(entry, "no_such_characteristic", characteristic=name)


def _counted(sheet: TeamSheet, entry: StaffHired | StaffReleased, sign: int) -> TeamSheet:
    _not_negative(entry, count=entry.count)
    count = sheet.staff_count(entry.staff) + sign * entry.count
    if count < 0:
        raise Impossible(entry, "staff_not_there", staff=entry.staff)
    return changed(sheet, staff=with_value(sheet.staff, entry.staff, count))


@_applies(StaffHired)
def _hire_staff(sheet: TeamSheet, entry: StaffHired) -> TeamSheet:
    return _counted(sheet, entry, 1)


@_applies(StaffReleased)
def _release_staff(sheet: TeamSheet, entry: StaffReleased) -> TeamSheet:
    return _counted(sheet, entry, -1)


@_applies(RerollsBought)
def _buy_rerolls(sheet: TeamSheet, entry: RerollsBought) -> TeamSheet:
    _not_negative(entry, count=entry.count)
    return changed(sheet, rerolls=sheet.rerolls + entry.count)


@_applies(RerollsReleased)
def _release_rerolls(sheet: TeamSheet, entry: RerollsReleased) -> TeamSheet:
    _not_negative(entry, count=entry.count)
    if entry.count > sheet.rerolls:
        raise Impossible(entry, "rerolls_not_there", rerolls=sheet.rerolls)
    return changed(sheet, rerolls=sheet.rerolls - entry.count)


@_applies(FanFactorChanged)
def _change_fan_factor(sheet: TeamSheet, entry: FanFactorChanged) -> TeamSheet:
    if sheet.fan_factor + entry.change < 0:
        raise Impossible(entry, "fan_factor_below_zero", fan_factor=sheet.fan_factor)
    return changed(sheet, fan_factor=sheet.fan_factor + entry.change)


@_applies(GoldMoved)
def _move_gold(sheet: TeamSheet, entry: GoldMoved) -> TeamSheet:
    return sheet


@_applies(TrophyWon)
def _win_trophy(sheet: TeamSheet, entry: TrophyWon) -> TeamSheet:
    if entry.trophy in sheet.trophies:
        raise Impossible(entry, "trophy_held_already", trophy=entry.trophy)
    return changed(sheet, trophies=(*sheet.trophies, entry.trophy))


@_applies(TrophyLost)
def _lose_trophy(sheet: TeamSheet, entry: TrophyLost) -> TeamSheet:
    if entry.trophy not in sheet.trophies:
        raise Impossible(entry, "trophy_not_held", trophy=entry.trophy)
    return changed(sheet, trophies=tuple(held for held in sheet.trophies if held != entry.trophy))


KINDS: dict[str, type[Entry]] = {kind.kind: kind for kind in _APPLY}
