"""What a new team costs (C1-C6, L9), as a sum."""

from __future__ import annotations

from collections import Counter

from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.rows.teams import TeamList
from rules.sequence.explanations import Figure, Term, summed
from rules.sheet.match import Terms
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.founding_run import Choice
from rules.team.inducements import Market, price, with_skills


def cost_of(ruleset: Ruleset, team_list: TeamList, choice: Choice) -> Figure:
    """What a choice costs, in gp."""
    book = ruleset.book
    terms = [
        Term(
            id="cost.players",
            amount=count * team_list.position(name).price,
            args=(("position", name), ("count", count), ("price", team_list.position(name).price)),
            rule=ruleset.source("squad")["rule"],
            page=team_list.page or ruleset.source("squad")["page"],
        )
        for name, count in Counter(choice.players if book.with_costs else ()).items()
    ]
    terms.append(
        Term(
            id="cost.rerolls",
            amount=choice.rerolls * team_list.reroll_cost,
            args=(("count", choice.rerolls), ("price", team_list.reroll_cost)),
            rule=ruleset.source("rerolls")["rule"],
            page=team_list.page or ruleset.source("rerolls")["page"],
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
    if not choice.inducements:
        return []
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


def market_of(ruleset: Ruleset, choice: Choice) -> Market:
    """The market for the prices and limits of permanent inducements (L9): the team with its players, without gold."""
    players = tuple(
        PlayerSheet(player=number, number=number, position=name, start=(), profile=(), cost=0)
        for number, name in enumerate(choice.players, start=1)
    )
    return Market(ruleset=ruleset, sheet=TeamSheet(team_list=choice.team_list, players=players), terms=Terms(), gold=0)
