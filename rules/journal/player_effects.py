"""The effects of entries on players: they join, leave, are injured, learn, and are corrected."""

from __future__ import annotations

from rules.journal.condition_entries import ConditionChanged, MarksChosen
from rules.journal.draft import Draft, Impossible
from rules.journal.effects import applies, has_characteristic, is_new, none_negative, not_negative
from rules.journal.entries import (
    PlayerBroughtOver,
    PlayerCorrected,
    PlayerHired,
    PlayerInjured,
    PlayerKept,
    PlayerKilled,
    PlayerLeft,
    PlayerRecovered,
    PlayerRenumbered,
    PlayerSigned,
)
from rules.journal.growth_entries import (
    CharacteristicHealed,
    CharacteristicRaised,
    ImprovementLost,
    PointsEarned,
    PointsSpent,
    SkillGained,
    SkillLost,
)
from rules.journal.trade_entries import PlayerJoined, PlayerLost, PlayerTraded
from rules.sheet.sheet import (
    AWAY,
    BORROWED,
    LENT,
    NIGGLING,
    RETURNED,
    Departed,
    PlayerSheet,
    added,
    changed,
    value_in,
    with_value,
)


@applies(PlayerBroughtOver)
def _bring_player_over(draft: Draft, entry: PlayerBroughtOver) -> None:
    is_new(draft, entry, entry.player, entry.number)
    not_negative(entry, "niggling", "misses", "spp")
    none_negative(entry, (*entry.deeds, *entry.conditions))
    rises = tuple(name[1:] for name, _ in entry.gained if name.startswith("+"))
    profile = entry.profile
    for names, change in ((rises, 1), (entry.lost, -1)):
        for name in names:
            step = -change if name in entry.lower else change
            profile = with_value(profile, name, value_in(profile, name) + step)
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
            history=entry.gained + tuple((f"-{name}", 0) for name in entry.lost) + ((NIGGLING, 0),) * entry.niggling,
            cost=entry.cost + sum(cost for _, cost in entry.gained),
            joined="brought_over",
            spp=entry.spp,
            improvements=entry.improvements,
            conditions=added(entry.conditions, ((NIGGLING, entry.niggling),)),
            marks=entry.marks,
            misses=max(entry.misses, int(entry.misses_next)),
            deeds=added((), entry.deeds),
        )
    )


@applies(PlayerHired)
def _hire(draft: Draft, entry: PlayerHired) -> None:
    is_new(draft, entry, entry.player, entry.number)
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


@applies(PlayerSigned)
def _sign(draft: Draft, entry: PlayerSigned) -> None:
    line = draft.line(entry, entry.player)
    if not line.on_trial:
        raise Impossible(entry, "no_journeyman", player=entry.player)
    skills = tuple(skill for skill in line.starting_skills if skill not in entry.without)
    draft.players[line.player] = changed(line, joined="hired", starting_skills=skills)


@applies(PlayerKept)
def _keep(draft: Draft, entry: PlayerKept) -> None:
    not_negative(entry, "price")
    line = draft.line(entry, entry.player)
    draft.players[line.player] = changed(line, seasons=line.seasons + 1)


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
    """A player who was traded or lent can join again; the dead, and those who left for good, cannot."""
    player = entry.line.player
    if (entry.how == BORROWED) != (entry.line.loan > 0):
        raise Impossible(entry, "loan_mixed_up", player=player)
    draft.departed = [gone for gone in draft.departed if gone.line.player != player or gone.how not in AWAY]
    is_new(draft, entry, player, entry.line.number)
    draft.join(entry.line)


@applies(PlayerLost)
def _lose(draft: Draft, entry: PlayerLost) -> None:
    for place, gone in enumerate(draft.departed):
        if gone.line.player == entry.player and gone.how == LENT:
            draft.departed[place] = Departed(how=entry.how, line=changed(gone.line, loan=0))
            return
    raise Impossible(entry, "not_lent", player=entry.player)


@applies(PlayerCorrected)
def _correct(draft: Draft, entry: PlayerCorrected) -> None:
    if entry.back:
        gone = next(
            (gone for gone in draft.departed if gone.line.player == entry.player and gone.how not in AWAY), None
        )
        if gone is None:
            raise Impossible(entry, "not_departed", player=entry.player)
        draft.departed.remove(gone)
        is_new(draft, entry, entry.player, gone.line.number)
        draft.join(gone.line)
    line = draft.line(entry, entry.player)
    profile = line.profile
    if entry.characteristic:
        has_characteristic(entry, line, entry.characteristic)
        profile = with_value(profile, entry.characteristic, line.characteristic(entry.characteristic) + entry.change)
    if entry.learned in line.skills and entry.learned:
        raise Impossible(entry, "skill_known_already", skill=entry.learned)
    if entry.forgotten and entry.forgotten not in line.skills:
        raise Impossible(entry, "skill_not_known", skill=entry.forgotten)
    conditions = added(line.conditions, (*entry.conditions, (NIGGLING, entry.niggling)))
    for what, value in (("spp", line.spp + entry.spp), *conditions):
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
        conditions=conditions,
        misses=0 if entry.misses_next < 0 else max(line.misses, entry.misses_next),
        cost=line.cost + entry.cost,
    )


@applies(PlayerKilled)
def _kill(draft: Draft, entry: PlayerKilled) -> None:
    draft.depart(entry, entry.player, "dead")


@applies(PlayerInjured)
def _injure(draft: Draft, entry: PlayerInjured) -> None:
    not_negative(entry, "niggling", "misses")
    none_negative(entry, entry.conditions)
    line = draft.line(entry, entry.player)
    profile = line.profile
    for name, change in (*((name, -1) for name in entry.lost), *entry.changes):
        has_characteristic(entry, line, name)
        profile = with_value(profile, name, value_in(profile, name) + change)
    worse = (*entry.lost, *(name for name, change in entry.changes for _ in range(abs(change))))
    draft.players[line.player] = changed(
        line,
        profile=profile,
        conditions=added(line.conditions, (*entry.conditions, (NIGGLING, entry.niggling))),
        misses=max(line.misses, entry.misses, int(entry.misses_next)),
        history=line.history + tuple((f"-{name}", 0) for name in worse) + ((NIGGLING, 0),) * entry.niggling,
    )


@applies(PlayerRecovered)
def _recover(draft: Draft, entry: PlayerRecovered) -> None:
    not_negative(entry, "misses")
    draft.players[entry.player] = changed(draft.line(entry, entry.player), misses=entry.misses)


@applies(ConditionChanged)
def _change_condition(draft: Draft, entry: ConditionChanged) -> None:
    line = draft.line(entry, entry.player)
    conditions = added(line.conditions, ((entry.condition, entry.change),))
    if (count := value_in(conditions, entry.condition)) < 0:
        raise Impossible(entry, "below_zero", what=entry.condition, count=count)
    draft.players[entry.player] = changed(line, conditions=conditions)


@applies(MarksChosen)
def _mark(draft: Draft, entry: MarksChosen) -> None:
    draft.players[entry.player] = changed(draft.line(entry, entry.player), marks=entry.marks)


@applies(PlayerRenumbered)
def _renumber(draft: Draft, entry: PlayerRenumbered) -> None:
    line = draft.line(entry, entry.player)
    other = next((each for each in draft.players.values() if each.number == entry.number), line)
    draft.players |= {
        other.player: changed(other, number=line.number),
        line.player: changed(line, number=entry.number),
    }
    draft.players = {each.player: each for each in sorted(draft.players.values(), key=lambda each: each.number)}


@applies(PointsEarned)
def _earn(draft: Draft, entry: PointsEarned) -> None:
    not_negative(entry, "spp")
    none_negative(entry, entry.deeds)
    line = draft.line(entry, entry.player)
    draft.players[line.player] = changed(line, spp=line.spp + entry.spp, deeds=added(line.deeds, entry.deeds))


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
        spent=line.spent + entry.points,
        results=(*line.results, entry.result) if entry.result else line.results,
    )


@applies(CharacteristicRaised)
def _raise(draft: Draft, entry: CharacteristicRaised) -> None:
    line, name = draft.line(entry, entry.player), entry.characteristic
    has_characteristic(entry, line, name)
    further = 0 if entry.gained else abs(entry.change) - 1
    draft.players[line.player] = changed(
        line,
        profile=with_value(line.profile, name, line.characteristic(name) + entry.change),
        history=(*line.history, (f"+{name}", entry.cost), *(((f"+{name}", 0),) * further)),
        cost=line.cost + entry.cost,
        improvements=line.improvements + entry.by_roll,
        spent=line.spent + entry.points,
        results=(*line.results, entry.result) if entry.result else line.results,
    )


@applies(SkillLost)
def _forget(draft: Draft, entry: SkillLost) -> None:
    line = draft.line(entry, entry.player)
    if entry.skill not in line.gained_skills:
        raise Impossible(entry, "skill_not_known", skill=entry.skill)
    draft.players[line.player] = changed(
        line,
        gained_skills=tuple(skill for skill in line.gained_skills if skill != entry.skill),
        history=tuple(each for each in line.history if each[0] != entry.skill),
        cost=line.cost - value_in(line.history, entry.skill),
    )


@applies(CharacteristicHealed)
def _heal(draft: Draft, entry: CharacteristicHealed) -> None:
    line, name = draft.line(entry, entry.player), entry.characteristic
    has_characteristic(entry, line, name)
    lost = (f"-{name}", 0)
    if lost not in line.history:
        raise Impossible(entry, "nothing_lost", characteristic=name)
    place = line.history.index(lost)
    draft.players[line.player] = changed(
        line,
        profile=with_value(line.profile, name, line.characteristic(name) + entry.change),
        history=(*line.history[:place], *line.history[place + 1 :]),
    )


@applies(PointsSpent)
def _spend(draft: Draft, entry: PointsSpent) -> None:
    not_negative(entry, "points")
    line = draft.line(entry, entry.player)
    draft.players[line.player] = changed(line, spent=line.spent + entry.points)


@applies(ImprovementLost)
def _lose_improvement(draft: Draft, entry: ImprovementLost) -> None:
    line = draft.line(entry, entry.player)
    draft.players[line.player] = changed(line, improvements=line.improvements + 1)
