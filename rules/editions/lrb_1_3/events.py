"""What each handicap does (LP11): as far as it touches the teams or later rolls; everything else is only noted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.book.edition import cite
from rules.editions.lrb_1_3.assassin import strike
from rules.editions.lrb_1_3.growth import before_match, grow
from rules.editions.lrb_1_3.happening import Happening
from rules.editions.lrb_1_3.niggling import APOTHECARY, HIRED, USED
from rules.journal import GoldMoved, PointsEarned, injured
from rules.sequence.explanations import Figure
from rules.sheet.match import Fact
from rules.team.inducements import Item
from rules.team.value import fan_factor

EXTRA_PLAYER = "mercenary"


def _fee(happening: Happening) -> None:
    """Appearance Fee: the opponent's best player plays only for gold from their treasury."""
    state, side = happening.state, happening.opponent
    most = max((line.spp for line in state.sheet(side).available), default=0)
    best = tuple(str(line.player) for line in state.sheet(side).available if line.spp == most)
    players = [int(best[0])] if len(best) == 1 else happening.draw(side, among=best)
    if not players:
        return
    fee = sum(happening.roll("fee", happening.numbers.fee_die)) * happening.numbers.fee_unit
    options = ("refuse", "pay") if state.sheet(side).treasury >= fee else ("refuse",)
    if happening.choose("fee_paid", options, side=side, optional=True) == "pay":
        why = Figure(id="appearance_fee", amount=fee, **cite(happening.ruleset, "LP11"))
        state.explain(side, why)
        state.record(side, GoldMoved(amount=fee, source="treasury", target="appearance_fee"), why)
    else:
        happening.note(side, player=players[0], amount=fee)


def _training(happening: Happening) -> None:
    """Intensive Training: a player has one more ordinary skill."""
    line = happening.pick(happening.side)
    if line is None:
        return
    position = happening.ruleset.position(happening.state.sheet(happening.side), line)
    open_to = happening.ruleset.book.skills_in(position.normal if position else ())
    skill = happening.choose("skill", tuple(one.name for one in open_to if one.name not in line.skills))
    happening.note(happening.side, player=line.player, detail=skill)


def _inspiration(happening: Happening) -> None:
    """Inspiration: an MVP award for a player of the coach's choice, with its level roll."""
    line = happening.pick(happening.side)
    if line is not None:
        happening.note(happening.side, player=line.player)
        _award(happening, line.player)


def _announcers(happening: Happening) -> None:
    """Bribe the Announcers: the award of the match is drawn now."""
    for player in happening.draw(happening.side):
        happening.note(happening.side)
        _award(happening, player)


def _award(happening: Happening, player: int) -> None:
    award = happening.ruleset.book.awarded
    assert award is not None, "the shape has an award"
    happening.state.record(happening.side, PointsEarned(player=player, spp=award.points, deeds=((award.key, 1),)))
    grow(before_match(happening.state, happening.side), player)


def _press(happening: Happening) -> None:
    """Bad Press: half of the opponents' fan factor, rounded up, counts at the kick-off."""
    points = fan_factor(happening.ruleset, happening.state.sheet(happening.opponent))
    happening.note(happening.opponent, amount=(points + 1) // 2)


def _anthem(happening: Happening) -> None:
    """Team Anthem: a point more counts at the kick-off."""
    happening.note(happening.side, amount=fan_factor(happening.ruleset, happening.state.sheet(happening.side)) + 1)


def _against(happening: Happening) -> None:
    """Noted about the opponent."""
    happening.note(happening.opponent)


def _late(happening: Happening) -> None:
    """Running Late: some random opponents miss the first drive."""
    numbers = happening.numbers
    fair = happening.ruleset.house["running_late_die"] == "d3"
    (count,) = happening.roll("count", numbers.fair_late_die if fair else numbers.late_die)
    _mark_opponents(happening, count)


def _revenge(happening: Happening) -> None:
    """Morley's Revenge: some random opponents may miss drives."""
    _mark_opponents(happening, happening.roll("count", happening.numbers.revenge_die)[0])


def _mark_opponents(happening: Happening, count: int) -> None:
    for player in happening.draw(happening.opponent, count):
        happening.note(happening.opponent, player=player)


def _chosen_opponent(happening: Happening) -> None:
    if (line := happening.pick(happening.opponent)) is not None:
        happening.note(happening.opponent, player=line.player)


def _chosen_player(happening: Happening) -> None:
    if (line := happening.pick(happening.side)) is not None:
        happening.note(happening.side, player=line.player)


def _drugs(happening: Happening) -> None:
    """Illegal Drugs: Strength or Agility for a player."""
    if (line := happening.pick(happening.side)) is not None:
        happening.note(happening.side, player=line.player, detail=happening.choose("raise", ("+ST", "+AG")))


def _iron(happening: Happening) -> None:
    for player in happening.draw(happening.side):
        happening.note(happening.side, player=player)


def _scroll(happening: Happening) -> None:
    """Scutt's Scroll: the coach names the weather."""
    happening.state.weather = happening.choose("weather", tuple(row.key for row in happening.ruleset.book.weather))
    happening.note(happening.side)


def _absent(happening: Happening) -> None:
    """It Wasn't Me!: a random opponent misses the match."""
    for player in happening.draw(happening.opponent):
        happening.note(happening.opponent, player=player)
        happening.state.record(happening.opponent, injured(player, misses=1))


def _talent(happening: Happening) -> None:
    """That Boy's Got Talent: a player of any position more, for this match, whatever the limits say."""
    state, side = happening.state, happening.side
    positions = tuple(one.name for one in happening.ruleset.team_list(state.sheet(side)).positions)
    name, purchase = happening.choose("position", positions), state.purchases[side]
    state.purchases[side] = replace(purchase, items=(*purchase.items, Item(kind=EXTRA_PLAYER, position=name)))
    happening.note(side, detail=name)


def _mickey(happening: Happening) -> None:
    """Mickey Finn: one of the opponents' staff is out, or whom they have hired beside players."""
    state, side, book = happening.state, happening.opponent, happening.ruleset.book
    staff = tuple(kind for kind, count in state.sheet(side).staff if count)
    hired = tuple(item.kind for item in state.bought.of(side) if item.kind != EXTRA_PLAYER and item.count)
    kind = happening.choose("staff", tuple(dict.fromkeys((*staff, *hired))))
    if kind in (APOTHECARY, HIRED):
        state.state(Fact(key=USED, side=side, **cite(happening.ruleset, "LP11")))
    row = book.staff.get(kind) or book.inducements.get(kind)
    happening.note(side, detail=row.name if row else "")


def _virus(happening: Happening) -> None:
    """Virus: opponents with a niggling injury miss the match, or have harder rolls for it."""
    state, side = happening.state, happening.opponent
    happening.note(side)
    if happening.ruleset.house["virus"] == "all":
        for line in state.sheet(side).available:
            if line.niggling:
                state.record(side, injured(line.player, misses=1))


def _babes(happening: Happening) -> None:
    happening.note(happening.side, amount=sum(happening.roll("count", happening.numbers.babes_die)))


def _assassin(happening: Happening) -> None:
    """Assassin: an injury roll on an opponent of the coach's choice."""
    if (line := happening.pick(happening.opponent)) is not None:
        happening.note(happening.opponent, player=line.player)
        strike(happening, line)


EFFECTS: Mapping[str, Callable[[Happening], None]] = {
    "appearance_fee": _fee,
    "intensive_training": _training,
    "inspiration": _inspiration,
    "i_am_the_greatest": lambda happening: _mark_opponents(happening, happening.numbers.greatest),
    "bad_press": _press,
    "bad_habits": _against,
    "running_late": _late,
    "greased_shoes": _chosen_opponent,
    "illegal_drugs": _drugs,
    "morleys_revenge": _revenge,
    "bribed_announcers": _announcers,
    "weather_scroll": _scroll,
    "team_anthem": _anthem,
    "it_wasnt_me": _absent,
    "got_talent": _talent,
    "mickey_finn": _mickey,
    "stiletto": _chosen_player,
    "where_am_i": lambda happening: _mark_opponents(happening, 1),
    "assassin": _assassin,
    "knuckledusters": _chosen_player,
    "virus": _virus,
    "babes_got_talent": _babes,
    "iron_man": _iron,
    "buzzing": _chosen_player,
}
"""What happens, by the key of the event; all others are noted about the side that rolled them."""
