"""What a team owns besides its players, in words: gold, goods, staff and lasting inducements."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.book.edition import Ruleset
from rules.sheet.sheet import Permanent, TeamSheet
from rules.team.inducements import with_skills
from rules.team.value import fan_factor, rerolls
from rules.words.words import k


@dataclass(frozen=True, slots=True)
class Good:
    """Something that a team owns: its amount, and a note."""

    name: str
    amount: str
    note: str = ""


def goods(rules: Ruleset, sheet: TeamSheet) -> tuple[Good, ...]:
    """Gold, re-rolls, fan factor and staff, as far as the edition has them. A phone shows the first ones."""
    staff = tuple(
        Good(kind.name if count == 1 else kind.plural, str(count), each(kind.price))
        for kind in rules.book.staff.values()
        if (count := sheet.staff_count(kind.key))
    )
    necromancer = rules.team_list(sheet).necromancer
    counted = {
        "rerolls": lambda: (str(rerolls(rules, sheet)), _reroll_note(rules, sheet)),
        "fan_factor": lambda: (str(fan_factor(rules, sheet)), _fan_note(rules, sheet)),
    }
    return (
        *purses(rules, sheet),
        *(Good(good.name, *counted[good.key]()) for good in rules.book.goods.values()),
        *staff,
        *((Good(_("Necromancer"), "1", _("free")),) if necromancer else ()),
        *permanent(rules, sheet),
    )


def purses(rules: Ruleset, sheet: TeamSheet) -> tuple[Good, ...]:
    """The team's gold, in each purse that the edition has."""
    return tuple(
        Good(
            purse.name,
            k(getattr(sheet, purse.key)),
            _("of %(maximum)s") % {"maximum": k(purse.maximum)} if purse.maximum is not None else "",
        )
        for purse in rules.book.purses.values()
    )


def permanent(rules: Ruleset, sheet: TeamSheet) -> tuple[Good, ...]:
    """The inducements that are part of the roster (L9), with their cost."""
    return tuple(
        Good(_permanent_name(rules, one), str(one.count), _("%(cost)s, in every match") % {"cost": k(one.cost)})
        for one in sheet.inducements
    )


def _permanent_name(rules: Ruleset, one: Permanent) -> str:
    kind = rules.book.inducements[one.inducement].name
    what = with_skills(one.star or one.position, one.skills)
    return _("%(kind)s: %(what)s") % {"kind": kind, "what": what} if what else kind


def each(price: int) -> str:
    """The price of one item."""
    return _("%(price)s each") % {"price": k(price)}


def _reroll_note(rules: Ruleset, sheet: TeamSheet) -> str:
    count = rerolls(rules, sheet) - sheet.rerolls
    if not count:
        return each(sheet.reroll_cost)
    held = ngettext("%(count)d with a trophy", "%(count)d with trophies", count) % {"count": count}
    return _("%(each)s; %(held)s") % {"each": each(sheet.reroll_cost), "held": held}


def _fan_note(rules: Ruleset, sheet: TeamSheet) -> str:
    if fan_factor(rules, sheet) != sheet.fan_factor:
        return _("one of them with a trophy")
    return _("free in this league") if rules.house["free_fan_factor"] else ""
