"""The effects of entries on a team apart from its players: founding, staff, re-rolls, fans, gold, trophies."""

from __future__ import annotations

from rules.journal.choice_entries import SpecialRuleChosen
from rules.journal.draft import Draft, Impossible
from rules.journal.effects import applies, not_negative
from rules.journal.entries import (
    FanFactorChanged,
    GoldMoved,
    InducementsEngaged,
    RerollsBought,
    RerollsReleased,
    StaffHired,
    StaffReleased,
    TeamBroughtOver,
    TeamFounded,
    TrophyLost,
    TrophyWon,
)
from rules.sheet.sheet import Permanent


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
    not_negative(entry, "rerolls", "fan_factor")
    draft.edition, draft.team_list, draft.reroll_cost = entry.edition, entry.team_list, entry.reroll_cost
    draft.rerolls, draft.fan_factor = entry.rerolls, entry.fan_factor
    draft.staff.update(entry.staff)


@applies(StaffHired)
def _hire_staff(draft: Draft, entry: StaffHired) -> None:
    not_negative(entry, "count")
    draft.staff[entry.staff] = draft.staff.get(entry.staff, 0) + entry.count


@applies(StaffReleased)
def _release_staff(draft: Draft, entry: StaffReleased) -> None:
    not_negative(entry, "count")
    left = draft.staff.get(entry.staff, 0) - entry.count
    if left < 0:
        raise Impossible(entry, "staff_not_there", staff=entry.staff)
    draft.staff[entry.staff] = left


@applies(RerollsBought)
def _buy_rerolls(draft: Draft, entry: RerollsBought) -> None:
    not_negative(entry, "count")
    draft.rerolls += entry.count


@applies(RerollsReleased)
def _release_rerolls(draft: Draft, entry: RerollsReleased) -> None:
    not_negative(entry, "count")
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
    not_negative(entry, "count")
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
    """Nothing to do: the fold moves the gold of every entry."""


@applies(SpecialRuleChosen)
def _choose_special_rule(draft: Draft, entry: SpecialRuleChosen) -> None:
    if entry.instead_of and entry.instead_of not in draft.special_rules:
        raise Impossible(entry, "special_rule_not_there", special_rule=entry.instead_of)
    draft.special_rules = [each for each in draft.special_rules if each != entry.instead_of]
    if entry.special_rule in draft.special_rules:
        raise Impossible(entry, "special_rule_there", special_rule=entry.special_rule)
    draft.special_rules.append(entry.special_rule)


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
