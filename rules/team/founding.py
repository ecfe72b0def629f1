"""Founding a team (C1-C7, L8, L9): a coach's choice, its cost, the rules that it breaks, and its journal entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from rules.book.book import Book, Position, Staff, TeamList
from rules.book.edition import Ruleset
from rules.journal import (
    Entry,
    FanFactorChanged,
    InducementsEngaged,
    PlayerHired,
    RerollsBought,
    StaffHired,
    TeamFounded,
)
from rules.sequence.explanations import Figure, RuleBroken, Term, Violation, summed
from rules.sheet.match import Terms
from rules.sheet.sheet import Counts, PlayerSheet, TeamSheet
from rules.team.inducements import Item, Market, price, with_skills
from rules.team.purchases import permanent_problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a coach chooses for a new team. ``players`` are positions in roster order, ``staff`` counts by kind.

    ``inducements`` become part of the roster, if the league allows that (L9).
    """

    team_list: str
    players: tuple[str, ...] = ()
    rerolls: int = 0
    fan_factor: int = 0
    staff: Counts = ()
    inducements: tuple[Item, ...] = ()

    @property
    def staff_counts(self) -> Counts:
        """How many of each kind of staff; a kind that appears twice is added up."""
        counts: Counter[str] = Counter()
        for kind, count in self.staff:
            counts[kind] += count
        return tuple(counts.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Founding:
    """The result of checking a choice: cost, remaining gold (negative if it costs too much), value, broken rules."""

    cost: Figure
    treasury: int
    team_value: int
    violations: tuple[Violation, ...]

    @property
    def legal(self) -> bool:
        """Whether the team can be founded as it is."""
        return not self.violations


def judge(ruleset: Ruleset, choice: Choice) -> Founding:
    """Checks a choice and works out its cost. Source: PBBL 1.10, C1-C7, L8, L9 (p17-18, 31, 43).

    Raises ``KeyError`` for a team list or a position that the edition does not have.
    """
    team_list = ruleset.book.lists[choice.team_list]
    cost = _cost(ruleset, team_list, choice)
    left = ruleset.house.integer("starting_treasury") - cost.amount
    violations = (
        *_gold(ruleset, left),
        *_squad(ruleset, team_list, choice),
        *_goods(ruleset, team_list, choice),
        *permanent_problems(market_of(ruleset, choice), choice.inducements),
    )
    return Founding(cost=cost, treasury=left, team_value=cost.amount + max(left, 0), violations=violations)


def found(ruleset: Ruleset, choice: Choice, mint: Callable[[], int]) -> tuple[Entry, ...]:
    """The entries that found the team; ``mint`` gives a new player id each time.

    Raises ``RuleBroken`` with every violation if the choice is not legal.
    """
    founding = judge(ruleset, choice)
    if not founding.legal:
        raise RuleBroken("team", *founding.violations)
    book, team_list = ruleset.book, ruleset.book.lists[choice.team_list]
    entries: list[Entry] = [
        TeamFounded(
            edition=book.key,
            team_list=team_list.name,
            reroll_cost=team_list.reroll_cost,
            gold=ruleset.house.integer("starting_treasury"),
            fan_factor=_free_fans(ruleset),
        )
    ]
    for number, name in enumerate(choice.players, start=1):
        entries.append(hired(team_list.position(name), player=mint(), number=number))
    for kind, count in choice.staff_counts:
        if count:
            entries.append(StaffHired(staff=kind, count=count, price=count * book.staff[kind].price))
    if choice.rerolls:
        entries.append(RerollsBought(count=choice.rerolls, price=choice.rerolls * team_list.reroll_cost))
    if choice.fan_factor:
        price = choice.fan_factor * book.creation.fan_factor_price
        entries.append(FanFactorChanged(change=choice.fan_factor, price=price))
    return (*entries, *_engaged(ruleset, choice))


def market_of(ruleset: Ruleset, choice: Choice) -> Market:
    """The market for the prices and limits of permanent inducements (L9): the team with its players, without gold."""
    players = tuple(
        PlayerSheet(player=number, number=number, position=name, start=(), profile=(), cost=0)
        for number, name in enumerate(choice.players, start=1)
    )
    return Market(ruleset=ruleset, sheet=TeamSheet(team_list=choice.team_list, players=players), terms=Terms(), gold=0)


def _engaged(ruleset: Ruleset, choice: Choice) -> tuple[Entry, ...]:
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
    )


def hired(
    position: Position, *, player: int, number: int, price: int | None = None, joined: str = "hired"
) -> PlayerHired:
    """The entry of a player who joins at the cost on the list; ``price`` (gp) if the team pays something else."""
    return PlayerHired(
        player=player,
        number=number,
        position=position.name,
        profile=position.profile,
        skills=position.skills,
        cost=position.cost,
        price=position.cost if price is None else price,
        joined=joined,
    )


def _free_fans(ruleset: Ruleset) -> int:
    creation = ruleset.book.creation
    return creation.free_fan_factor if ruleset.house.flag("free_fan_factor") else creation.fan_factor_start


def _cost(ruleset: Ruleset, team_list: TeamList, choice: Choice) -> Figure:
    book = ruleset.book
    terms = [
        Term(
            id="cost.players",
            amount=count * team_list.position(name).cost,
            args=(("position", name), ("count", count), ("price", team_list.position(name).cost)),
            rule=ruleset.source("squad")["rule"],
            page=team_list.page,
        )
        for name, count in Counter(choice.players).items()
    ]
    terms.append(
        Term(
            id="cost.rerolls",
            amount=choice.rerolls * team_list.reroll_cost,
            args=(("count", choice.rerolls), ("price", team_list.reroll_cost)),
            rule=ruleset.source("rerolls")["rule"],
            page=team_list.page,
        )
    )
    fan_price = book.creation.fan_factor_price
    terms.append(
        Term(
            id="cost.fan_factor",
            amount=choice.fan_factor * fan_price,
            args=(("count", choice.fan_factor), ("price", fan_price)),
            **ruleset.source("fan_factor_bought"),
        )
    )
    terms += [*_staff_terms(book, choice), *_inducement_terms(ruleset, choice)]
    return summed("founding.cost", tuple(term for term in terms if term.amount), **ruleset.source("starting_gold"))


def _staff_terms(book: Book, choice: Choice) -> list[Term]:
    return [
        Term(
            id="cost.staff",
            amount=count * book.staff[kind].price,
            args=(("staff", kind), ("count", count), ("price", book.staff[kind].price)),
            rule=book.staff[kind].rule,
            page=book.staff[kind].page,
        )
        for kind, count in choice.staff_counts
        if kind in book.staff
    ]


def _inducement_terms(ruleset: Ruleset, choice: Choice) -> list[Term]:
    market = market_of(ruleset, choice)
    return [
        Term(
            id="cost.inducement_named" if item.name or item.position else "cost.inducement",
            amount=price(market, item),
            args=(
                ("inducement", item.kind),
                ("count", item.count),
                ("what", with_skills(item.name or item.position, item.skills)),
            ),
            **ruleset.source("permanent_inducements"),
        )
        for item in choice.inducements
        if item.kind in ruleset.book.inducements
    ]


def _gold(ruleset: Ruleset, left: int) -> tuple[Violation, ...]:
    if left >= 0:
        return ()
    return (_violation(ruleset, "starting_gold", "founding.too_dear", missing=-left),)


def _squad(ruleset: Ruleset, team_list: TeamList, choice: Choice) -> tuple[Violation, ...]:
    creation, size = ruleset.book.creation, len(choice.players)
    found: list[Violation] = []
    if size < creation.minimum_players:
        found.append(
            _violation(ruleset, "squad", "founding.too_few_players", players=size, minimum=creation.minimum_players)
        )
    if size > creation.maximum_players:
        found.append(
            _violation(ruleset, "squad", "founding.too_many_players", players=size, maximum=creation.maximum_players)
        )
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
    return tuple(found)


def _goods(ruleset: Ruleset, team_list: TeamList, choice: Choice) -> tuple[Violation, ...]:
    found: list[Violation] = []
    if not 0 <= choice.rerolls <= team_list.reroll_maximum:
        found.append(
            _violation(ruleset, "rerolls", "founding.rerolls", count=choice.rerolls, maximum=team_list.reroll_maximum)
        )
    if choice.fan_factor and ruleset.house.flag("free_fan_factor"):
        found.append(_violation(ruleset, "free_fan_factor", "founding.fan_factor_is_free", count=choice.fan_factor))
    elif not 0 <= choice.fan_factor <= ruleset.book.creation.fan_factor_maximum:
        maximum = ruleset.book.creation.fan_factor_maximum
        found.append(
            _violation(ruleset, "fan_factor_bought", "founding.fan_factor", count=choice.fan_factor, maximum=maximum)
        )
    for kind, count in choice.staff_counts:
        found.extend(staff_violations(ruleset, team_list, kind, count))
    return tuple(found)


def staff_violations(ruleset: Ruleset, team_list: TeamList, kind: str, count: int) -> tuple[Violation, ...]:
    """The rules that a team breaks with ``count`` of a kind of staff (C5, C6)."""
    if kind not in ruleset.book.staff:
        return (_violation(ruleset, "staff", "staff.unknown", staff=kind[:40]),)
    staff = ruleset.book.staff[kind]
    if count < 0:
        return (_of_staff(staff, "staff.negative", staff=staff.name, count=count),)
    if kind == "apothecary" and count and not team_list.apothecary:
        return (_of_staff(staff, "staff.no_apothecary", team_list=team_list.name),)
    if staff.maximum is not None and count > staff.maximum:
        return (_of_staff(staff, "staff.too_many", staff=staff.name, count=count, maximum=staff.maximum),)
    return ()


def _of_staff(row: Staff, id: str, /, **args: int | str) -> Violation:
    return Violation(rule=row.rule, id=id, args=tuple(args.items()), page=row.page)


def _violation(ruleset: Ruleset, purpose: str, id: str, **args: int | str) -> Violation:
    return Violation(id=id, args=tuple(args.items()), **ruleset.source(purpose))
