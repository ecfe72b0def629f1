"""What each kind of entry does to a sheet, and what it cannot follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from rules.journal.draft import Draft, Impossible
from rules.journal.entries import (
    CharacteristicRaised,
    Entry,
    FanFactorChanged,
    GoldMoved,
    InducementsEngaged,
    PlayerBroughtOver,
    PlayerHired,
    PlayerInjured,
    PlayerKilled,
    PlayerLeft,
    PlayerRecovered,
    PointsEarned,
    RerollsBought,
    RerollsReleased,
    SkillGained,
    StaffHired,
    StaffReleased,
    TeamBroughtOver,
    TeamFounded,
    TrophyLost,
    TrophyWon,
    transfers,
)
from rules.journal.passing import PlayerJoined, PlayerLost, PlayerTraded
from rules.journal.word import PlayerCorrected
from rules.sheet import (
    AWAY,
    BORROWED,
    LENT,
    RETURNED,
    Departed,
    Permanent,
    PlayerSheet,
    TeamSheet,
    changed,
    value_in,
    with_value,
)

E = TypeVar("E", bound=Entry)
Effect = Callable[[Draft, E], None]
EFFECTS: dict[type[Entry], Callable[[Draft, Any], None]] = {}


def apply(sheet: TeamSheet, entry: Entry) -> TeamSheet:
    """The sheet after the entry.

    Raises ``Impossible`` if the entry cannot follow: gold that is not there, a player who is not on the roster, a
    number that is worn, staff or re-rolls that the team does not have.
    """
    return fold((entry,), sheet)


def fold(entries: Iterable[Entry], start: TeamSheet | None = None) -> TeamSheet:
    """The sheet that all entries together make, from a blank one or from ``start``. Raises ``Impossible``."""
    draft = Draft.of(start if start is not None else TeamSheet())
    for entry in entries:
        draft.move(entry, transfers(entry))
        EFFECTS[type(entry)](draft, entry)
    return draft.sheet()


def applies(kind: type[E]) -> Callable[[Effect[E]], Effect[E]]:
    """Says which kind of entry a function carries out."""

    def register(function: Effect[E]) -> Effect[E]:
        EFFECTS[kind] = function
        return function

    return register


@applies(TeamFounded)
def _found(draft: Draft, entry: TeamFounded) -> None:
    if draft.edition:
        raise Impossible(entry, "founded_already")
    draft.edition, draft.team_list = entry.edition, entry.team_list
    draft.reroll_cost, draft.fan_factor = entry.reroll_cost, entry.fan_factor


@applies(TeamBroughtOver)
def _bring_team_over(draft: Draft, entry: TeamBroughtOver) -> None:
    if draft.edition:
        raise Impossible(entry, "founded_already")
    _not_negative(entry, "rerolls", "fan_factor")
    draft.edition, draft.team_list, draft.reroll_cost = entry.edition, entry.team_list, entry.reroll_cost
    draft.rerolls, draft.fan_factor = entry.rerolls, entry.fan_factor
    draft.staff.update(entry.staff)


@applies(PlayerBroughtOver)
def _bring_player_over(draft: Draft, entry: PlayerBroughtOver) -> None:
    _is_new(draft, entry, entry.player, entry.number)
    _not_negative(entry, "niggling", "spp", "completions", "touchdowns", "interceptions", "casualties", "mvps")
    rises = tuple(name[1:] for name, _ in entry.gained if name.startswith("+"))
    profile = entry.profile
    for names, change in ((rises, 1), (entry.lost, -1)):
        for name in names:
            profile = with_value(profile, name, value_in(profile, name) + change)
    if len(profile) > len(entry.profile):
        raise Impossible(entry, "no_such_characteristic", characteristic=profile[-1][0])
    draft.join(
        PlayerSheet(
            player=entry.player,
            number=entry.number,
            position=entry.position,
            start=entry.profile,
            profile=profile,
            starting_skills=entry.skills,
            gained_skills=tuple(name for name, _ in entry.gained if not name.startswith("+")),
            history=entry.gained + tuple((f"-{name}", 0) for name in entry.lost) + (("niggling", 0),) * entry.niggling,
            cost=entry.cost + sum(cost for _, cost in entry.gained),
            joined="brought_over",
            spp=entry.spp,
            improvements=entry.improvements,
            niggling=entry.niggling,
            misses_next=entry.misses_next,
            completions=entry.completions,
            touchdowns=entry.touchdowns,
            interceptions=entry.interceptions,
            casualties=entry.casualties,
            mvps=entry.mvps,
        )
    )


@applies(PlayerHired)
def _hire(draft: Draft, entry: PlayerHired) -> None:
    _is_new(draft, entry, entry.player, entry.number)
    draft.join(
        PlayerSheet(
            player=entry.player,
            number=entry.number,
            position=entry.position,
            start=entry.profile,
            profile=entry.profile,
            starting_skills=entry.skills,
            cost=entry.cost,
            joined=entry.joined,
        )
    )


@applies(PlayerLeft)
def _leave(draft: Draft, entry: PlayerLeft) -> None:
    draft.depart(entry, entry.player, entry.how)


@applies(PlayerTraded)
def _hand_over(draft: Draft, entry: PlayerTraded) -> None:
    line = draft.line(entry, entry.player)
    if (entry.how == LENT) != (entry.loan > 0) or (entry.how == RETURNED) != (line.loan > 0):
        raise Impossible(entry, "loan_mixed_up", player=entry.player)
    draft.players[line.player] = changed(line, loan=entry.loan)
    draft.depart(entry, entry.player, entry.how)


@applies(PlayerJoined)
def _take_over(draft: Draft, entry: PlayerJoined) -> None:
    """Who was away is no longer among those who left; the dead, and whoever left for good, never come back."""
    player = entry.line.player
    if (entry.how == BORROWED) != (entry.line.loan > 0):
        raise Impossible(entry, "loan_mixed_up", player=player)
    draft.departed = [gone for gone in draft.departed if gone.line.player != player or gone.how not in AWAY]
    _is_new(draft, entry, player, entry.line.number)
    draft.join(entry.line)


@applies(PlayerLost)
def _lose(draft: Draft, entry: PlayerLost) -> None:
    for place, gone in enumerate(draft.departed):
        if gone.line.player == entry.player and gone.how == LENT:
            draft.departed[place] = Departed(how=entry.how, line=changed(gone.line, loan=0))
            return
    raise Impossible(entry, "not_lent", player=entry.player)


@applies(PlayerCorrected)
def _by_word(draft: Draft, entry: PlayerCorrected) -> None:
    if entry.back:
        gone = next(
            (gone for gone in draft.departed if gone.line.player == entry.player and gone.how not in AWAY), None
        )
        if gone is None:
            raise Impossible(entry, "not_departed", player=entry.player)
        draft.departed.remove(gone)
        _is_new(draft, entry, entry.player, gone.line.number)
        draft.join(gone.line)
    line = draft.line(entry, entry.player)
    profile = line.profile
    if entry.characteristic:
        _has_characteristic(entry, line, entry.characteristic)
        profile = with_value(profile, entry.characteristic, line.characteristic(entry.characteristic) + entry.change)
    if entry.learned in line.skills and entry.learned:
        raise Impossible(entry, "skill_known_already", skill=entry.learned)
    if entry.forgotten and entry.forgotten not in line.skills:
        raise Impossible(entry, "skill_not_known", skill=entry.forgotten)
    for what, value in (("spp", line.spp + entry.spp), ("niggling", line.niggling + entry.niggling)):
        if value < 0:
            raise Impossible(entry, "below_zero", what=what, count=value)
    if line.cost + entry.cost < 0 or any(value < 0 for _name, value in profile):
        raise Impossible(entry, "below_zero", what="cost", count=line.cost + entry.cost)
    draft.players[line.player] = changed(
        line,
        profile=profile,
        starting_skills=tuple(skill for skill in line.starting_skills if skill != entry.forgotten),
        gained_skills=(
            *(skill for skill in line.gained_skills if skill != entry.forgotten),
            *((entry.learned,) if entry.learned else ()),
        ),
        spp=line.spp + entry.spp,
        niggling=line.niggling + entry.niggling,
        misses_next=line.misses_next if not entry.misses_next else entry.misses_next > 0,
        cost=line.cost + entry.cost,
    )


@applies(PlayerKilled)
def _kill(draft: Draft, entry: PlayerKilled) -> None:
    draft.depart(entry, entry.player, "dead")


@applies(PlayerInjured)
def _injure(draft: Draft, entry: PlayerInjured) -> None:
    _not_negative(entry, "niggling")
    line = draft.line(entry, entry.player)
    profile = line.profile
    for name in entry.lost:
        _has_characteristic(entry, line, name)
        profile = with_value(profile, name, value_in(profile, name) - 1)
    draft.players[line.player] = changed(
        line,
        profile=profile,
        niggling=line.niggling + entry.niggling,
        misses_next=line.misses_next or entry.misses_next,
        history=line.history + tuple((f"-{name}", 0) for name in entry.lost) + (("niggling", 0),) * entry.niggling,
    )


@applies(PlayerRecovered)
def _recover(draft: Draft, entry: PlayerRecovered) -> None:
    draft.players[entry.player] = changed(draft.line(entry, entry.player), misses_next=False)


@applies(PointsEarned)
def _earn(draft: Draft, entry: PointsEarned) -> None:
    _not_negative(entry, "spp", "completions", "touchdowns", "interceptions", "casualties", "mvps")
    line = draft.line(entry, entry.player)
    draft.players[line.player] = changed(
        line,
        spp=line.spp + entry.spp,
        completions=line.completions + entry.completions,
        touchdowns=line.touchdowns + entry.touchdowns,
        interceptions=line.interceptions + entry.interceptions,
        casualties=line.casualties + entry.casualties,
        mvps=line.mvps + entry.mvps,
    )


@applies(SkillGained)
def _learn(draft: Draft, entry: SkillGained) -> None:
    line = draft.line(entry, entry.player)
    if entry.skill in line.skills:
        raise Impossible(entry, "skill_known_already", skill=entry.skill)
    draft.players[line.player] = changed(
        line,
        gained_skills=(*line.gained_skills, entry.skill),
        history=(*line.history, (entry.skill, entry.cost)),
        cost=line.cost + entry.cost,
        improvements=line.improvements + entry.by_roll,
    )


@applies(CharacteristicRaised)
def _raise(draft: Draft, entry: CharacteristicRaised) -> None:
    line, name = draft.line(entry, entry.player), entry.characteristic
    _has_characteristic(entry, line, name)
    draft.players[line.player] = changed(
        line,
        profile=with_value(line.profile, name, line.characteristic(name) + 1),
        history=(*line.history, (f"+{name}", entry.cost)),
        cost=line.cost + entry.cost,
        improvements=line.improvements + entry.by_roll,
    )


@applies(StaffHired)
def _hire_staff(draft: Draft, entry: StaffHired) -> None:
    _not_negative(entry, "count")
    draft.staff[entry.staff] = draft.staff.get(entry.staff, 0) + entry.count


@applies(StaffReleased)
def _release_staff(draft: Draft, entry: StaffReleased) -> None:
    _not_negative(entry, "count")
    left = draft.staff.get(entry.staff, 0) - entry.count
    if left < 0:
        raise Impossible(entry, "staff_not_there", staff=entry.staff)
    draft.staff[entry.staff] = left


@applies(RerollsBought)
def _buy_rerolls(draft: Draft, entry: RerollsBought) -> None:
    _not_negative(entry, "count")
    draft.rerolls += entry.count


@applies(RerollsReleased)
def _release_rerolls(draft: Draft, entry: RerollsReleased) -> None:
    _not_negative(entry, "count")
    if entry.count > draft.rerolls:
        raise Impossible(entry, "rerolls_not_there", rerolls=draft.rerolls)
    draft.rerolls -= entry.count


@applies(FanFactorChanged)
def _change_fan_factor(draft: Draft, entry: FanFactorChanged) -> None:
    if draft.fan_factor + entry.change < 0:
        raise Impossible(entry, "fan_factor_below_zero", fan_factor=draft.fan_factor)
    draft.fan_factor += entry.change


@applies(InducementsEngaged)
def _engage(draft: Draft, entry: InducementsEngaged) -> None:
    _not_negative(entry, "count")
    draft.inducements.append(
        Permanent(
            inducement=entry.inducement,
            count=entry.count,
            cost=entry.price,
            star=entry.star,
            position=entry.position,
            skills=entry.skills,
        )
    )


@applies(GoldMoved)
def _move_gold(draft: Draft, entry: GoldMoved) -> None:
    """Its gold has moved already, as that of every entry."""


@applies(TrophyWon)
def _win_trophy(draft: Draft, entry: TrophyWon) -> None:
    if entry.trophy in draft.trophies:
        raise Impossible(entry, "trophy_held_already", trophy=entry.trophy)
    draft.trophies.append(entry.trophy)


@applies(TrophyLost)
def _lose_trophy(draft: Draft, entry: TrophyLost) -> None:
    if entry.trophy not in draft.trophies:
        raise Impossible(entry, "trophy_not_held", trophy=entry.trophy)
    draft.trophies.remove(entry.trophy)


def _is_new(draft: Draft, entry: Entry, player: int, number: int) -> None:
    if player in draft.players or any(gone.line.player == player for gone in draft.departed):
        raise Impossible(entry, "player_known_already", player=player)
    if any(line.number == number for line in draft.players.values()):
        raise Impossible(entry, "number_worn", number=number)


def _not_negative(entry: Entry, *counts: str) -> None:
    for what in counts:
        if (count := getattr(entry, what)) < 0:
            raise Impossible(entry, "negative_count", what=what, count=count)


def _has_characteristic(entry: Entry, line: PlayerSheet, name: str) -> None:
    if all(known != name for known, _ in line.profile):
        raise Impossible(entry, "no_such_characteristic", characteristic=name)


KINDS: dict[str, type[Entry]] = {kind.kind: kind for kind in EFFECTS}
