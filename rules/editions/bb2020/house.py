"""The book as a league plays it: its own numbers where the sources disagree, or where there is one alone."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from rules.book.book import Book, needed
from rules.book.entered.own_figures import extra_time, with_bounds
from rules.book.house_rules import HouseRules
from rules.editions.bb2020.tables import Blessing, tables_of

ASSISTANTS, CHEERLEADERS = "assistant_coach", "cheerleader"
VIOLENCE, SIDE_BET = "necessary_violence", "side_bet"


def as_played(book: Book, house: HouseRules) -> Book:
    """The tables with the league's numbers (D5, D7, K5, K8, L4, L8, L9, L10, M3, P7, P8, V3, X2)."""
    creation = replace(
        book.creation, fan_factor_maximum=house.integer("new_team_fans") - book.creation.fan_factor_start
    )
    most = {ASSISTANTS: house.integer("most_assistant_coaches"), CHEERLEADERS: house.integer("most_cheerleaders")}
    staff = {key: replace(row, maximum=most.get(key, row.maximum)) for key, row in book.staff.items()}
    inducements = dict(book.inducements)
    inducements[SIDE_BET] = replace(inducements[SIDE_BET], maximum=house.integer("side_bet_most"))
    strongest = house.integer("raised_strength")
    raised = {key: replace(row, strongest=strongest) for key, row in book.raised.items()}
    own, points = tables_of(book), house.integer("necessary_violence")
    low_cost = own.low_cost if house.flag("low_cost_linemen") else replace(own.low_cost, special_rule="")
    own = replace(
        own,
        low_cost=low_cost,
        mistakes=replace(own.mistakes, lost_rounded=house.choice("major_mistake") == "lost"),
        blessings=tuple(one for each in own.blessings if (one := _paying(book, each, points)).more),
        prayers=tuple(
            replace(each, effect=each.effect.replace("3 points", f"{points} points")) if each.key == VIOLENCE else each
            for each in own.prayers
        ),
        redraft=replace(
            own.redraft,
            budget=house.integer("redraft_budget"),
            for_match_gold=house.integer("redraft_match"),
            for_win_gold=house.integer("redraft_win"),
            for_draw_gold=house.integer("redraft_draw"),
            agent_fee=house.integer("agents_fee"),
        ),
        rest=replace(own.rest, gone_from=house.integer("recovery")),
    )
    worst = {
        "MA": house.integer("least_movement"),
        "ST": house.integer("least_strength"),
        "AG": house.integer("worst_agility"),
        "PA": house.integer("worst_passing"),
        "AV": house.integer("least_armour"),
    }
    more = house.integer("extra_time_turns"), house.integer("extra_time_duels")
    return replace(
        book,
        profile=with_bounds(book, worst),
        field=replace(book.field, overtime=extra_time(book, *more)),
        creation=creation,
        staff=MappingProxyType(staff),
        inducements=MappingProxyType(inducements),
        raised=MappingProxyType(raised),
        unplayed=replace(
            needed(book.unplayed),
            touchdowns=house.integer("walkover_score"),
            step_gold=house.integer("walkover_gold"),
            awards=house.integer("walkover_awards"),
        ),
        own=own,
    )


def _paying(book: Book, blessing: Blessing, points: int) -> Blessing:
    """What a prayer pays, with the league's points for the one that is in doubt."""
    if blessing.prayer != VIOLENCE:
        return blessing
    return replace(blessing, more=points - book.deeds[blessing.deed].points)
