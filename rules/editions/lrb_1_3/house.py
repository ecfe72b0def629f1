"""The book as a league plays it: a Rat Ogre's Agility (LC3), other fees of wizards and apothecaries (LP5, LP6), special
wizards, whom teams may hire in play-offs (§3.5), stars that it has entered (LS4), what big guys cost Goblins and
Halflings (§7.4), a second die for Regeneration (§5.29), and which matches go to overtime (LM2)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from rules.book.book import Book
from rules.book.house_rules import HouseRules
from rules.book.rows.match_day import Inducement
from rules.book.rows.teams import Staff
from rules.editions.lrb_1_3.injuries import PRO_AGAIN
from rules.editions.lrb_1_3.tables import tables_of

RAT_OGRE, AGILITY = "Rat Ogre", "AG"
WIZARD, APOTHECARY, STAR = "wizard", "freebooted_apothecary", "star"
SPECIAL = ("halfling_chef", "dwarf_runesmith")
EARNED = ("mercenary", STAR, WIZARD, *SPECIAL)
"""What a team hires in play-offs only if it had it before, in some leagues: players and wizards (LL6)."""
BIG_GUY, DEATH_ROLLER = "Big guy", "Death Roller"


def as_played(book: Book, house: HouseRules) -> Book:
    """The tables with what the league has chosen."""
    fees, inducements, staff = tables_of(book).other_fees, dict(book.inducements), dict(book.staff)
    if house.choice("apothecary_freeboot") == "10k":
        inducements[APOTHECARY] = replace(inducements[APOTHECARY], price=fees.apothecary_hire_price)
    if house.choice("wizard_hire") == "permanent":
        hired = inducements[WIZARD]
        staff[WIZARD] = _owned(hired, fees.wizard_price)
        inducements[WIZARD] = replace(hired, price=fees.wizard_hire_price, unless_staff=WIZARD)
        inducements |= {key: replace(inducements[key], unless_staff=WIZARD) for key in SPECIAL}
    if house.flag("death_roller_wrecked"):
        inducements[STAR] = replace(inducements[STAR], deaths_kept=(DEATH_ROLLER,))
    if house.flag("double_price_big_guys"):
        book = _with_dear_big_guys(book, inducements[STAR])
    if not book.stars:
        del inducements[STAR]
    if house.choice("special_wizards") == "off":
        for special in SPECIAL:
            del inducements[special]
    if house.choice("play_off_freebooters") == "used_three_times":
        uses = tables_of(book).play_off_hiring.uses
        earned = {key: replace(inducements[key], uses_before_play_offs=uses) for key in EARNED if key in inducements}
        inducements |= earned
    fields = dict(book.injury_fields)
    if house.choice("pro_outside_actions") == "no":
        del fields[PRO_AGAIN]
    overtime = house.choice("overtime_played")
    league = replace(book.stages["league"], needs_winner=overtime == "always")
    return replace(
        _with_rat_ogres(book, int(house.choice("rat_ogre_agility"))),
        inducements=MappingProxyType(inducements),
        staff=MappingProxyType(staff),
        injury_fields=MappingProxyType(fields),
        result=replace(book.result, agreed=overtime != "play_offs_only"),
        stages=MappingProxyType({**book.stages, "league": league}),
    )


def _owned(hired: Inducement, price: int) -> Staff:
    """A wizard who belongs to the team."""
    return Staff(
        key=WIZARD,
        name=hired.name,
        plural=f"{hired.name}s",
        price=price,
        maximum=1,
        bars_necromancer=True,
        summary=hired.summary,
        rule=hired.rule,
        page=hired.page,
    )


def _with_dear_big_guys(book: Book, hired: Inducement) -> Book:
    """The lists that pay double for stars with big guys for twice the price, but for those of the kind that is spared.

    Only what is paid is doubled: the rating counts the price on the list.
    """
    spared = dict(hired.spared_by_list)
    lists = {name: book.lists[name] for name, _percent in hired.percent_by_list}
    dear = {
        name: replace(
            each,
            positions=tuple(
                replace(one, surcharge=one.cost) if BIG_GUY in one.keywords and one.name != spared.get(name) else one
                for one in each.positions
            ),
        )
        for name, each in lists.items()
    }
    return replace(book, lists=MappingProxyType({**book.lists, **dear}))


def _with_rat_ogres(book: Book, agility: int) -> Book:
    """The lists with this Agility of Rat Ogres."""
    lists = {
        name: replace(
            each,
            positions=tuple(
                replace(one, profile=tuple((key, agility if key == AGILITY else value) for key, value in one.profile))
                if one.name == RAT_OGRE
                else one
                for one in each.positions
            ),
        )
        if any(one.name == RAT_OGRE for one in each.positions)
        else each
        for name, each in book.lists.items()
    }
    return replace(book, lists=MappingProxyType(lists))
