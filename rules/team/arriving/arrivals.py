"""Imported teams (C9): a team with a history joins a league, and gets its value by the rules here.

A player in a position of the team list starts with the list's values, and improvements cost what they cost here. A
player in another position keeps the values that were entered; the team cannot buy more of them.

A team can also come from another book (`carried_over`): what is the same in both is carried over, the rest is named.
What the new book can judge stays as it is, for the coach to decide; what it has no place for at all is left behind.
Figures of a book with other characteristics say nothing here: its players start again, in a position of the new list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count

from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.rows.teams import Position, TeamList
from rules.journal import Entry, PlayerBroughtOver, TeamBroughtOver, fold
from rules.sequence.explanations import Figure, RuleBroken, Violation
from rules.sheet.sheet import NIGGLING, PlayerSheet, TeamSheet, changed, value_in
from rules.team.arriving.arrival_checks import (
    Arrival,
    Veteran,
    broken_rules,
    hints_for,
    mark_violations,
    starting_values,
)
from rules.team.founding import endless_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The result of the checks: broken rules, hints, and what the team is worth if it is legal."""

    violations: tuple[Violation, ...]
    hints: tuple[Violation, ...]
    value: Figure | None

    @property
    def legal(self) -> bool:
        """Whether the team can join as it is."""
        return not self.violations


def judge(ruleset: Ruleset, arrival: Arrival) -> Judged:
    """Checks an imported team and works out its value. Source: PBBL 1.10, C9 (p31), V1 (p32), B1.

    Raises ``KeyError`` for a team list that the edition does not have.
    """
    violations = broken_rules(ruleset, arrival)
    if violations:
        return Judged(violations=violations, hints=(), value=None)
    ids = count(1)
    sheet = fold(_entries(ruleset, arrival, lambda: next(ids)))
    if wrong := tuple(found for line in sheet.players for found in mark_violations(ruleset, line)):
        return Judged(violations=wrong, hints=(), value=None)
    return Judged(violations=(), hints=hints_for(ruleset, arrival, sheet), value=ruleset.worth(sheet))


def entries(ruleset: Ruleset, arrival: Arrival, mint: Callable[[], int]) -> tuple[Entry, ...]:
    """The journal entries of an imported team; ``mint`` gives a new player id each time.

    Its players get no improvement rolls for levels that they already have. Raises ``RuleBroken`` with all violations
    if the team breaks a rule.
    """
    judged = judge(ruleset, arrival)
    if not judged.legal:
        raise RuleBroken("team", *judged.violations)
    return _entries(ruleset, arrival, mint)


def arrival_of(ruleset: Ruleset, sheet: TeamSheet) -> Arrival:
    """A team as it could join another league: the reverse of ``entries``.

    It leaves behind its trophies, its dead, and all players on loan, borrowed or lent. Its endless lines are those of
    the new list.
    """
    return Arrival(
        team_list=sheet.team_list,
        players=tuple(veteran_of(ruleset, sheet, line) for line in sheet.players if not (line.loan or line.endless)),
        rerolls=sheet.rerolls,
        fan_factor=sheet.fan_factor,
        staff=tuple((kind, count) for kind, count in sheet.staff if count),
        treasury=sheet.treasury,
        bank=sheet.bank,
    )


def veteran_of(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> Veteran:
    """A player as one would enter them in another league."""
    gains = [(name, cost) for name, cost in line.history if not (name.startswith("-") or name == NIGGLING)]
    listed = ruleset.position(sheet, line) is not None
    return Veteran(
        number=line.number,
        position=line.position,
        spp=line.spp - line.spent,
        gained=tuple(name for name, _ in gains),
        lost=tuple(name[1:] for name, _ in line.history if name.startswith("-")),
        niggling=line.niggling,
        conditions=tuple((key, count) for key, count in line.conditions if key != NIGGLING),
        misses_next=line.misses_next,
        misses=line.misses if line.misses > 1 else 0,
        marks=line.marks,
        deeds=line.deeds,
        profile=() if listed else line.start,
        skills=() if listed else line.starting_skills,
        cost=0 if listed else line.cost - sum(cost for _, cost in gains),
    )


def _entries(ruleset: Ruleset, arrival: Arrival, mint: Callable[[], int]) -> tuple[Entry, ...]:
    team_list = ruleset.book.lists[arrival.team_list]
    team = TeamBroughtOver(
        edition=ruleset.book.key,
        team_list=team_list.name,
        reroll_cost=team_list.reroll_cost,
        rerolls=arrival.rerolls,
        fan_factor=arrival.fan_factor,
        staff=tuple((kind, count) for kind, count in arrival.staff if count),
        treasury=arrival.treasury,
        bank=arrival.bank,
    )
    players = [_brought(ruleset, team_list, one, mint()) for one in arrival.players]
    return (team, *players, *endless_lines(team_list, mint))


def _brought(ruleset: Ruleset, team_list: TeamList, one: Veteran, player: int) -> PlayerBroughtOver:
    start_values, skills, cost = starting_values(team_list, one)
    profile = tuple((name, value_in(start_values, name)) for name in ruleset.book.characteristics)
    start = PlayerSheet(
        player=player, number=one.number, position=one.position, start=profile, profile=profile, cost=cost
    )
    blank = TeamSheet(team_list=team_list.name)
    names = tuple(name if name.startswith("+") else ruleset.book.skill_called(name) for name in one.gained)
    standing = ruleset.standing(changed(start, spp=one.spp))
    changes = {*one.lost, *(name[1:] for name in names if name.startswith("+"))}
    turned = {name for name in changes if ruleset.book.profile[name].better == "lower"}
    return PlayerBroughtOver(
        player=player,
        number=one.number,
        position=one.position,
        profile=profile,
        skills=tuple(ruleset.book.skill_called(name) for name in skills),
        cost=cost,
        gained=tuple((name, ruleset.learning_cost(blank, start, name)) for name in names),
        lost=one.lost,
        lower=tuple(name for name in ruleset.book.characteristics if name in turned),
        niggling=one.niggling,
        conditions=one.conditions,
        misses_next=one.misses_next,
        misses=one.misses,
        marks=tuple(dict.fromkeys(one.marks)),
        spp=one.spp,
        improvements=standing.owed if standing.milestones else len(names),
        deeds=one.deeds,
    )


LIST, POSITION, PROFILE, SKILL, CHARACTERISTIC = "list", "position", "profile", "skill", "characteristic"
STARTS_WITH, STARTS_WITHOUT, STARTS_AT = "starts_with", "starts_without", "starts_at"
STAFF, GOOD, PURSE, FULL_PURSE, CONDITION, DEED = "staff", "good", "purse", "full_purse", "condition", "deed"
MARK = "mark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Misfit:
    """Something that does not fit the new book, by ``sort``.

    Up to the coach are a `list`, a `position` and a `skill` that the new book does not have, and a `profile`: a player
    in such a position, who starts again in another one since the new book has other characteristics. Left behind are a
    skill that the position `starts_with` in the new book, and `staff`, a `good`, a `condition`, a `deed`, a `mark` or a
    change of a `characteristic` that it lacks. Gold in a `purse` that it lacks, or above what a `full_purse` can hold,
    goes to the treasury, or is left behind if there is no room. Where the position begins otherwise, the player
    `starts_without` a skill, or `starts_at` another figure: ``count`` in place of ``was``.
    ``number`` is the player's, 0 for the team; ``count`` is how many there were.
    """

    sort: str
    name: str
    number: int = 0
    count: int = 0
    was: int = 0


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
    players = tuple(_player(old, new, (had, gets), one, misfits) for one in arrival.players)
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
    old: Book, new: Book, lists: tuple[TeamList | None, TeamList | None], one: Veteran, misfits: list[Misfit]
) -> Veteran:
    """A player for the new book; adds what does not fit to ``misfits``."""
    before, after = (_position(each, one.position) for each in lists)
    number = one.number
    if after is None and lists[1] is not None and set(old.characteristics) != set(new.characteristics):
        misfits.append(Misfit(sort=PROFILE, name=one.position, number=number))
        after, before = lists[1].journeyman_positions[0], None
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


def _called(book: Book, name: str) -> str:
    """What a skill is called in a book; its old name if the book does not have it."""
    try:
        return book.skill_called(name)
    except KeyError:
        return name
