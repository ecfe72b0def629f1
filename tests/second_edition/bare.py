"""A third edition, only for tests: the street's book without gold, goods, staff, fans and worth.

Nothing of them may appear on any page, in any print, or as an option.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from rules.book.book import Book
from rules.book.rows.teams import Creation, TeamList
from tests.second_edition import STREET

LEFT_OUT = ("winnings", "collection", "fan_factor", "release", "buy", "value")
OPTIONS = ("several_teams_per_coach", "trades")
SETTLED = ("concession_before_kick_off",)


def _without_prices(team_list: TeamList) -> TeamList:
    positions = tuple(replace(position, cost=0) for position in team_list.positions)
    return replace(team_list, positions=positions, reroll_cost=0, reroll_maximum=0)


def _bare(book: Book) -> Book:
    creation = book.creation
    return replace(
        book,
        key="street-0",
        name="Street Rules for nothing",
        worth=None,
        purses={},
        goods={},
        staff={},
        gate=None,
        winnings=None,
        fan_factor_roll=None,
        conceding=None,
        creation=Creation(
            minimum_players=creation.minimum_players, maximum_players=creation.maximum_players, page=creation.page
        ),
        lists=MappingProxyType({name: _without_prices(one) for name, one in book.lists.items()}),
        improvement=replace(
            book.improvement,
            skill_cost=0,
            double_cost=0,
            characteristic_costs=tuple((name, 0) for name in book.characteristics),
        ),
        options=MappingProxyType({name: book.options[name] for name in OPTIONS}),
        settled=MappingProxyType({name: value for name, value in book.settled.items() if name in SETTLED}),
    )


BARE = replace(
    STREET,
    book=_bare(STREET.book),
    pre_match=(),
    post_match=tuple((name, step) for name, step in STREET.post_match if name not in LEFT_OUT),
    worth=None,
)
