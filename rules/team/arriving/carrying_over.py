"""A team from another book (C9): what is the same in both books is carried over, the rest is named.

What the new book can judge stays as it is, for the coach to decide; what it has no place for at all is left behind.
Figures of a book with other characteristics say nothing here: its players start again, in the position of the new list
that is named like theirs, or in the commonest one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from rules.book.book import Book
from rules.book.rows.teams import Position, TeamList
from rules.sheet.sheet import NIGGLING
from rules.team.arriving.arrival_checks import (
    Arrival,
    Veteran,
)

LIST, POSITION, PROFILE, SKILL, CHARACTERISTIC = "list", "position", "profile", "skill", "characteristic"
LIKE = "like"
STARTS_WITH, STARTS_WITHOUT, STARTS_AT = "starts_with", "starts_without", "starts_at"
STAFF, GOOD, PURSE, FULL_PURSE, CONDITION, DEED = "staff", "good", "purse", "full_purse", "condition", "deed"
MARK = "mark"
FAR = 2
"""Positions that are so many times as dear or rare as each other are still the same one; those of more are not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misfit:
    """Something that does not fit the new book, by ``sort``.

    Up to the coach are a `list`, a `position` and a `skill` that the new book does not have, and a `profile`: a player
    in such a position, who starts again in another one since the new book has other characteristics. Left behind are a
    skill that the position `starts_with` in the new book, and `staff`, a `good`, a `condition`, a `deed`, a `mark` or a
    change of a `characteristic` that it lacks. Gold in a `purse` that it lacks, or above what a `full_purse` can hold,
    goes to the treasury, or is left behind if there is no room. Where the position begins otherwise, the player
    `starts_without` a skill, or `starts_at` another figure: ``count`` in place of ``was``.
    A player of a position that is called otherwise gets the one that is named `like` it: ``now``. So is the position
    in which a `profile` starts again, empty where the new book has no such list.
    ``number`` is the player's, 0 for the team; ``count`` is how many there were.
    """

    sort: str
    name: str
    number: int = 0
    count: int = 0
    was: int = 0
    now: str = ""


def carried_over(old: Book, new: Book, arrival: Arrival, team_list: str = "") -> tuple[Arrival, tuple[Misfit, ...]]:
    """A team of the old book as it would join by the new one, and everything that does not fit.

    It keeps its team list, or gets another ``team_list``.
    """
    misfits: list[Misfit] = []
    chosen = team_list or arrival.team_list
    had, gets = old.lists.get(arrival.team_list), new.lists.get(chosen)
    if gets is None:
        misfits.append(Misfit(sort=LIST, name=chosen))
    staff = tuple((kind, count) for kind, count in arrival.staff if kind in new.staff)
    misfits += [Misfit(sort=STAFF, name=kind, count=n) for kind, n in arrival.staff if n and kind not in new.staff]
    goods = {"rerolls": arrival.rerolls, "fan_factor": arrival.fan_factor}
    misfits += [Misfit(sort=GOOD, name=good, count=n) for good, n in goods.items() if n and good not in new.goods]
    treasury, bank = _purses(new, arrival, misfits)
    taken = Counter(one.position for one in arrival.players)
    players = tuple(_player(old, new, (had, gets), one, misfits, taken) for one in arrival.players)
    kept = replace(
        arrival,
        team_list=chosen,
        players=players,
        staff=staff,
        rerolls=arrival.rerolls if "rerolls" in new.goods else 0,
        fan_factor=arrival.fan_factor if "fan_factor" in new.goods else 0,
        treasury=treasury,
        bank=bank,
    )
    return kept, tuple(misfits)


def without_unknown_skills(book: Book, arrival: Arrival) -> Arrival:
    """A team without the learned skills that a book does not have, to work out what it would be worth."""
    players = (
        replace(
            one, gained=tuple(name for name in one.gained if name.startswith("+") or _called(book, name) in book.skills)
        )
        for one in arrival.players
    )
    return replace(arrival, players=tuple(players))


def _purses(new: Book, arrival: Arrival, misfits: list[Misfit]) -> tuple[int, int]:
    """The gold in the treasury and in the bank of the new book. What the bank cannot hold goes to the treasury."""
    bank = _held(new, "bank", arrival.bank, arrival.bank, misfits)
    mine = arrival.treasury + (arrival.bank - bank if "treasury" in new.purses else 0)
    return _held(new, "treasury", arrival.treasury, mine, misfits), bank


def _held(new: Book, purse: str, had: int, gold: int, misfits: list[Misfit]) -> int:
    """How much of the ``gold`` a purse of the new book holds; ``had`` is what was in it."""
    row = new.purses.get(purse)
    if row is None:
        misfits += [Misfit(sort=PURSE, name=purse, count=had)] if had else []
        return 0
    if row.maximum is None or gold <= row.maximum:
        return gold
    misfits.append(Misfit(sort=FULL_PURSE, name=purse, count=gold - row.maximum, was=row.maximum))
    return row.maximum


def _player(
    old: Book,
    new: Book,
    lists: tuple[TeamList | None, TeamList | None],
    one: Veteran,
    misfits: list[Misfit],
    taken: Counter[str],
) -> Veteran:
    """A player for the new book; adds what does not fit to ``misfits``, and the position that they get to ``taken``."""
    before, after = (_position(each, one.position) for each in lists)
    number = one.number
    if after is None and lists[1] is not None:
        same = set(old.characteristics) == set(new.characteristics)
        like = _named_like(lists[1], one.position, before)
        after = like if like is not None and taken[like.name] < like.maximum else None
        if not same:
            after, before = after or lists[1].journeyman_positions[0], None
            misfits.append(Misfit(sort=PROFILE, name=one.position, number=number, now=after.name))
        elif before is None:
            after = None
        elif after is not None:
            misfits.append(Misfit(sort=LIKE, name=one.position, number=number, now=after.name))
        if after is not None:
            taken[after.name] += 1
            one = replace(one, position=after.name, profile=(), skills=(), cost=0)
    kept = replace(
        one,
        gained=_gained(new, one, after.skills if after is not None else (), misfits),
        lost=tuple(name for name in one.lost if name in new.characteristics),
        deeds=tuple((deed, count) for deed, count in one.deeds if deed in new.deeds),
        niggling=one.niggling if NIGGLING in new.conditions else 0,
        conditions=tuple((key, count) for key, count in one.conditions if key in new.conditions),
        marks=tuple(mark for mark in one.marks if mark in new.marks),
    )
    misfits += _lacking(new, one)
    if after is None:
        return _off_the_list(new, kept, before, misfits)
    if before is not None:
        misfits += _starts_otherwise(new, number, before, after)
    return kept


def _lacking(new: Book, one: Veteran) -> list[Misfit]:
    """What a player suffered and did that the new book does not know."""
    lost = Counter(name for name in one.lost if name not in new.characteristics)
    found = [(CHARACTERISTIC, f"-{name}", count) for name, count in lost.items()]
    found += [(DEED, deed, count) for deed, count in one.deeds if count and deed not in new.deeds]
    found += [(MARK, mark, 1) for mark in one.marks if mark not in new.marks]
    suffered = ((NIGGLING, one.niggling), *one.conditions)
    found += [(CONDITION, key, count) for key, count in suffered if count and key not in new.conditions]
    return [Misfit(sort=sort, name=name, number=one.number, count=count) for sort, name, count in found]


def _gained(new: Book, one: Veteran, from_start: tuple[str, ...], misfits: list[Misfit]) -> tuple[str, ...]:
    """What a player has learned, as the new book calls it."""
    gained = []
    for name in one.gained:
        called = _called(new, name)
        if name.startswith("+"):
            if name[1:] not in new.characteristics:
                misfits.append(Misfit(sort=CHARACTERISTIC, name=name, number=one.number, count=1))
                continue
        elif called in from_start:
            misfits.append(Misfit(sort=STARTS_WITH, name=called, number=one.number))
            continue
        elif called not in new.skills:
            misfits.append(Misfit(sort=SKILL, name=name, number=one.number))
        gained.append(called)
    return tuple(gained)


def _starts_otherwise(new: Book, number: int, before: Position, after: Position) -> list[Misfit]:
    """What a position of both lists begins without in the new one, and its other figures where both books have them."""
    gone = [name for name in before.skills if _called(new, name) not in after.skills]
    now = dict(after.profile)
    return [
        *(Misfit(sort=STARTS_WITHOUT, name=name, number=number) for name in gone),
        *(
            Misfit(sort=STARTS_AT, name=name, number=number, count=now[name], was=figure)
            for name, figure in before.profile
            if now.get(name, figure) != figure
        ),
    ]


def _off_the_list(new: Book, one: Veteran, before: Position | None, misfits: list[Misfit]) -> Veteran:
    """A player in a position that the new list does not have: the old list's values, if the new book has them."""
    profile, skills, cost = one.profile, one.skills, one.cost
    if before is not None:
        profile, skills, cost = before.profile, before.skills, before.cost
    same = {name for name, _value in profile} == set(new.characteristics)
    named = tuple(_called(new, name) for name in skills)
    misfits.append(Misfit(sort=POSITION if same else PROFILE, name=one.position, number=one.number))
    misfits += [Misfit(sort=SKILL, name=name, number=one.number) for name in named if name not in new.skills]
    return replace(one, profile=profile if same else (), skills=named, cost=cost)


def _position(team_list: TeamList | None, name: str) -> Position | None:
    return next((each for each in team_list.positions if each.name == name), None) if team_list is not None else None


def _named_like(team_list: TeamList, name: str, before: Position | None) -> Position | None:
    """The only position with all words of a name ("Dark Elf Thrower" for "Thrower"), or whose words are all in it.

    None for none or several, and for one that is far from what the position was ``before``, if that is known.
    """
    words = set(name.casefold().split())
    called = {each: set(each.name.casefold().split()) for each in team_list.positions}
    more = [each for each, own in called.items() if words <= own]
    found = more or [each for each, own in called.items() if own <= words]
    return found[0] if len(found) == 1 and (before is None or _near(before, found[0])) else None


def _near(before: Position, after: Position) -> bool:
    """Whether two positions can be the same one: neither is far dearer, where both have a cost, nor the new one far
    rarer. A Rotter Lineman of one book is no Rotter of another, who costs three times as much."""
    cheap, dear = sorted((before.cost, after.cost))
    return (cheap == 0 or dear <= FAR * cheap) and before.maximum <= FAR * after.maximum


def _called(book: Book, name: str) -> str:
    """What a skill is called in a book; its old name if the book does not have it."""
    try:
        return book.skill_called(name)
    except KeyError:
        return name
