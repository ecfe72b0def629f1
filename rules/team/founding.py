"""Founding a team (C1-C7, L8, L9): a coach's choice, its cost, the rules that it breaks, and its journal entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

from rules.book.edition import Ruleset
from rules.book.rows.teams import Position, Staff, TeamList
from rules.journal import (
    Entry,
    FanFactorChanged,
    InducementsEngaged,
    PlayerHired,
    RerollsBought,
    StaffHired,
    TeamFounded,
)
from rules.sequence.explanations import Figure, RuleBroken, Violation
from rules.sequence.sequence import Answer, Answerer, Question, Suspended
from rules.sheet.sheet import ENDLESS, Permanent, PlayerSheet, TeamSheet
from rules.team.beginning import begin
from rules.team.founding_cost import cost_of, market_of
from rules.team.founding_run import MOST_FANS, Choice, FoundingRun, most_rerolls
from rules.team.inducements import price
from rules.team.purchases import permanent_problems
from rules.team.roster_places import full_together, too_many_alike, too_many_together

LAST_NUMBER = 99
"""No shirt number is higher."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Founding:
    """A choice, its cost, and the gold that remains (negative if it costs too much)."""

    ruleset: Ruleset
    choice: Choice
    cost: Figure
    treasury: int

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The rules that the choice breaks, as the edition's steps find them before they ask anything."""
        ids = count(1)
        refused = begin(self.ruleset, self.choice, answerer=answering_ids(lambda: next(ids))).refused
        return refused.violations if refused is not None else ()

    @property
    def legal(self) -> bool:
        """Whether the team can be founded as it is."""
        return not self.violations

    @property
    def team_value(self) -> int:
        """What the team would be worth, in the unit of the book; 0 in a book without worth."""
        if self.ruleset.edition.worth is None:
            return 0
        return self.ruleset.value(_sheet(self.ruleset, self.choice, max(self.treasury, 0)))


def judge(ruleset: Ruleset, choice: Choice) -> Founding:
    """Works out the cost of a choice. Source: PBBL 1.10, C1-C7, L8, L9 (p17-18, 31, 43).

    Raises ``KeyError`` for a team list or a position that the edition does not have.
    """
    cost = cost_of(ruleset, ruleset.book.lists[choice.team_list], choice)
    left = ruleset.starting_gold(choice.team_list) - cost.amount
    return Founding(ruleset=ruleset, choice=choice, cost=cost, treasury=left)


def found(
    ruleset: Ruleset, choice: Choice, mint: Callable[[], int], answerer: Answerer | None = None
) -> tuple[Entry, ...]:
    """The entries that found the team; ``mint`` gives a new player id each time, ``answerer`` answers all questions.

    Raises ``RuleBroken`` with every violation if the choice is not legal, ``Suspended`` if a question stays open.
    """
    outcome = begin(ruleset, choice, answerer=answering_ids(mint, answerer))
    if outcome.refused is not None:
        raise outcome.refused
    if outcome.questions:
        raise Suspended(outcome.questions)
    return outcome.entries


def answering_ids(mint: Callable[[], int], answerer: Answerer | None = None) -> Answerer:
    """Answers questions for player ids, and all others as ``answerer`` does."""

    def answer(question: Question) -> Answer | None:
        if question.kind == "mint":
            return Answer(question=question, value=mint())
        return answerer(question) if answerer is not None else None

    return answer


def buy_squad(run: FoundingRun) -> None:
    """Founds the team with all that the coach chose (C1-C7, L8, L9, p17-18, 31, 43).

    Raises ``RuleBroken`` with every violation if the choice is not legal.
    """
    ruleset, choice = run.ruleset, run.choice
    team_list = ruleset.book.lists[choice.team_list]
    violations = (
        *_gold(ruleset, judge(ruleset, choice).treasury),
        *_squad(ruleset, team_list, choice),
        *_goods(ruleset, team_list, choice),
        *(permanent_problems(market_of(ruleset, choice), choice.inducements) if choice.inducements else ()),
    )
    if violations:
        raise RuleBroken("team", *violations)
    run.record(*_bought(run, team_list))


def _bought(run: FoundingRun, team_list: TeamList) -> Iterator[Entry]:
    """The entries of all that was chosen, in the order of the roster."""
    ruleset, choice, book = run.ruleset, run.choice, run.ruleset.book
    yield TeamFounded(
        edition=book.key,
        team_list=team_list.name,
        reroll_cost=team_list.reroll_cost,
        gold=ruleset.starting_gold(team_list.name),
        fan_factor=given_fans(ruleset),
    )
    for nth, name in enumerate(choice.players, start=1):
        yield hired(team_list.position(name), player=run.mint(nth), number=choice.number(nth))
    for kind, many in choice.staff_counts:
        if many:
            yield StaffHired(staff=kind, count=many, price=many * book.staff[kind].price)
    if choice.rerolls:
        yield RerollsBought(count=choice.rerolls, price=choice.rerolls * team_list.reroll_cost)
    if choice.fan_factor:
        yield FanFactorChanged(change=choice.fan_factor, price=choice.fan_factor * book.creation.fan_factor_price)
    yield from _engaged(ruleset, choice)


def _sheet(ruleset: Ruleset, choice: Choice, treasury: int) -> TeamSheet:
    """The sheet of a choice, to work out what it is worth; also of one that breaks rules."""
    team_list = ruleset.book.lists[choice.team_list]
    positions = [team_list.position(name) for name in choice.players]
    return TeamSheet(
        edition=ruleset.book.key,
        team_list=team_list.name,
        players=tuple(
            PlayerSheet(
                player=nth, number=nth, position=each.name, start=each.profile, profile=each.profile, cost=each.cost
            )
            for nth, each in enumerate(positions, start=1)
        ),
        rerolls=choice.rerolls,
        reroll_cost=team_list.reroll_cost,
        fan_factor=choice.fan_factor + given_fans(ruleset),
        staff=tuple(pair for pair in choice.staff_counts if pair[0] in ruleset.book.staff),
        treasury=treasury,
        inducements=tuple(
            Permanent(inducement=each.inducement, count=each.count, cost=each.price, star=each.star)
            for each in _engaged(ruleset, choice)
        ),
    )


def _engaged(ruleset: Ruleset, choice: Choice) -> tuple[InducementsEngaged, ...]:
    if not choice.inducements:
        return ()
    market = market_of(ruleset, choice)
    return tuple(
        InducementsEngaged(
            inducement=item.kind,
            count=item.count,
            price=price(market, item),
            star=item.name,
            position=item.position,
            skills=item.skills,
        )
        for item in choice.inducements
        if item.kind in ruleset.book.inducements
    )


def hired(
    position: Position,
    *,
    player: int,
    number: int,
    price: int | None = None,
    joined: str = "hired",
    more: tuple[str, ...] = (),
) -> PlayerHired:
    """The entry of a player who joins at the cost on the list, with ``more`` skills than those of the position.

    ``price`` (gp) is what the team pays, if it is something else.
    """
    return PlayerHired(
        player=player,
        number=number,
        position=position.name,
        profile=position.profile,
        skills=position.skills + tuple(skill for skill in more if skill not in position.skills),
        cost=position.cost,
        price=position.price if price is None else price,
        joined=joined,
    )


def endless_lines(team_list: TeamList, mint: Callable[[], int]) -> Iterator[PlayerHired]:
    """The entries of the lines that stand for any number of players, the last of the roster."""
    first = LAST_NUMBER + 1 - len(team_list.endless)
    for number, name in enumerate(team_list.endless, start=first):
        yield hired(team_list.position(name), player=mint(), number=number, price=0, joined=ENDLESS)


def given_fans(ruleset: Ruleset) -> int:
    """The points of fan factor, or dedicated fans, that every new team has besides those it buys."""
    creation, pack = ruleset.book.creation, ruleset.pack
    if pack is not None and pack.fans is not None:
        return pack.fans
    return creation.free_fan_factor if ruleset.house.flag("free_fan_factor") else creation.fan_factor_start


def _gold(ruleset: Ruleset, left: int) -> tuple[Violation, ...]:
    if left >= 0:
        return ()
    return (_violation(ruleset, "starting_gold", "founding.too_dear", missing=-left),)


def _squad(ruleset: Ruleset, team_list: TeamList, choice: Choice) -> tuple[Violation, ...]:
    size, name = len(choice.players), team_list.name
    least, most = ruleset.book.fewest_players(name), ruleset.book.most_players(name)
    found: list[Violation] = []
    if name not in ruleset.open_lists:
        found.append(_violation(ruleset, "team_lists", "founding.list_switched_off", team_list=name))
    if size < least:
        found.append(_violation(ruleset, "squad", "founding.too_few_players", players=size, minimum=least))
    if size > most:
        found.append(_violation(ruleset, "squad", "founding.too_many_players", players=size, maximum=most))
    counts = Counter(choice.players)
    for position in team_list.positions:
        count = counts[position.name]
        if not position.minimum <= count <= position.maximum:
            found.append(
                _violation(
                    ruleset,
                    "squad",
                    "founding.position_limit",
                    position=position.name,
                    count=count,
                    minimum=position.minimum,
                    maximum=position.maximum,
                )
            )
    found.extend(map(too_many_together, full_together(ruleset, team_list, choice.players)))
    found.extend(too_many_alike(ruleset, [team_list.position(name).skills for name in choice.players]))
    return tuple(found)


def _goods(ruleset: Ruleset, team_list: TeamList, choice: Choice) -> tuple[Violation, ...]:
    found: list[Violation] = []
    maximum = most_rerolls(ruleset.book, team_list)
    if not 0 <= choice.rerolls <= maximum:
        found.append(_violation(ruleset, "rerolls", "founding.rerolls", count=choice.rerolls, maximum=maximum))
    if choice.fan_factor and ruleset.house.flag("free_fan_factor"):
        found.append(_violation(ruleset, "free_fan_factor", "founding.fan_factor_is_free", count=choice.fan_factor))
    else:
        found.extend(_fans(ruleset, choice.fan_factor))
    for kind, many in choice.staff_counts:
        found.extend(staff_violations(ruleset, team_list, kind, many))
    return tuple(found)


def _fans(ruleset: Ruleset, count: int) -> tuple[Violation, ...]:
    """What is wrong with the fan factor of a new team: there is a limit in most books, and in some a minimum."""
    creation = ruleset.book.creation
    least, most = creation.fan_factor_minimum, most_fans(ruleset)
    if 0 <= count < least:
        return (_violation(ruleset, "fan_factor_bought", "founding.fan_factor_missing", count=count, minimum=least),)
    maximum = MOST_FANS if most is None else most
    if not 0 <= count <= maximum:
        return (_violation(ruleset, "fan_factor_bought", "founding.fan_factor", count=count, maximum=maximum),)
    return ()


def most_fans(ruleset: Ruleset) -> int | None:
    """The highest fan factor of a new team; None if the league has chosen that there is no limit."""
    creation = ruleset.book.creation
    if not creation.fan_factor_option:
        return creation.fan_factor_maximum
    chosen = ruleset.house.choice(creation.fan_factor_option)
    return int(chosen) if chosen.isdecimal() else None


def staff_violations(ruleset: Ruleset, team_list: TeamList, kind: str, count: int) -> tuple[Violation, ...]:
    """The rules that a team breaks with ``count`` of a kind of staff (C5, C6)."""
    if kind not in ruleset.book.staff:
        return (_violation(ruleset, "staff", "staff.unknown", staff=kind[:40]),)
    staff = ruleset.book.staff[kind]
    if count < 0:
        return (_of_staff(staff, "staff.negative", staff=staff.name, count=count),)
    if staff.treats and count and not team_list.apothecary:
        return (_of_staff(staff, "staff.no_apothecary", team_list=team_list.name),)
    if staff.bars_necromancer and count and team_list.necromancer:
        return (_of_staff(staff, "staff.necromancer", team_list=team_list.name, staff=staff.name),)
    if staff.maximum is not None and count > staff.maximum:
        return (_of_staff(staff, "staff.too_many", staff=staff.name, count=count, maximum=staff.maximum),)
    return ()


def may_have(team_list: TeamList, staff: Staff) -> bool:
    """Whether teams of a list can have such staff at all."""
    return (team_list.apothecary or not staff.treats) and not (staff.bars_necromancer and team_list.necromancer)


def _of_staff(row: Staff, id: str, /, **args: int | str) -> Violation:
    return Violation(rule=row.rule, id=id, args=tuple(args.items()), page=row.page)


def _violation(ruleset: Ruleset, purpose: str, id: str, **args: int | str) -> Violation:
    return Violation(id=id, args=tuple(args.items()), **ruleset.source(purpose))
