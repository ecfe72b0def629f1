"""A team's sheet as templates show it: plain data in, data in words out. No queries; every sum comes from the rules.

``templates/teams/roster/_roster.html``, ``_goods.html``, ``_value.html`` and ``_departed.html`` show the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.sheet.sheet import Departed, Permanent, PlayerSheet, TeamSheet
from rules.team.inducements import with_skills
from rules.team.value import fan_factor, rerolls
from rules.words.words import k
from teams.presentation.figures import ShownFigure, ShownTerm
from teams.presentation.skills import ShownSkill, shown_skills, skill_notes

Names = Mapping[int, str]

IMPROVED, INJURED = "improved", "injured"


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column: a short word and its meaning."""

    abbr: str
    text: str


@dataclass(frozen=True, slots=True)
class Characteristic:
    """One characteristic of a player. ``mark`` says whether it is above or below its value at the start."""

    name: str
    value: int
    start: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Career:
    """What a player did in all matches, and their level.

    The player has ``progress`` of ``stretch`` points to the next level, which ``ahead`` names. On the last level all
    three are empty. ``due`` counts the improvement rolls that the player has not had yet.
    """

    counts: tuple[str, ...]
    spp: str
    level: str
    ahead: str = ""
    progress: str = ""
    stretch: str = ""
    due: str = ""


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A line of the roster."""

    player: int
    number: int
    name: str
    position: str
    characteristics: tuple[Characteristic, ...]
    skills: tuple[ShownSkill, ...]
    gained: tuple[ShownSkill, ...]
    injuries: tuple[str, ...]
    misses_next: bool
    career: Career
    cost: ShownFigure
    joined: str = ""


@dataclass(frozen=True, slots=True)
class ShownDeparted:
    """A player who is gone, and how they left."""

    line: ShownPlayer
    how: str
    dead: bool


@dataclass(frozen=True, slots=True)
class Good:
    """Something that a team owns: its amount, and a note."""

    name: str
    amount: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTeam:
    """Everything on a sheet, in words."""

    characteristics: tuple[Head, ...]
    counts: tuple[Head, ...]
    legend: tuple[Head, ...]
    players: tuple[ShownPlayer, ...]
    goods: tuple[Good, ...]
    trophies: tuple[str, ...]
    value: ShownFigure
    graveyard: tuple[ShownDeparted, ...]
    released: tuple[ShownDeparted, ...]
    notes: SafeString


def shown_team(rules: Ruleset, sheet: TeamSheet, value: ShownFigure, names: Names) -> ShownTeam:
    """A sheet in words, with the figure of its team value and the players' names by id."""
    departed = tuple(_departed(rules, sheet, gone, names) for gone in sheet.departed)
    lines = (*sheet.players, *(gone.line for gone in sheet.departed))
    return ShownTeam(
        characteristics=characteristic_heads(rules.book),
        counts=count_heads(),
        legend=legend(rules.book),
        players=tuple(shown_player(rules, sheet, line, names) for line in sheet.players),
        goods=goods(rules, sheet),
        trophies=tuple(rules.book.trophies[key].name for key in sheet.trophies),
        value=value,
        graveyard=tuple(gone for gone in departed if gone.dead),
        released=tuple(gone for gone in departed if not gone.dead),
        notes=skill_notes(rules.book, (skill for line in lines for skill in line.skills)),
    )


def characteristic_heads(book: Book) -> tuple[Head, ...]:
    """The edition's characteristics."""
    full = dict(book.characteristic_names)
    return tuple(Head(name, full.get(name, name)) for name in book.characteristics)


def count_heads() -> tuple[Head, ...]:
    """The counts of a player's career, in the order of ``Career.counts``."""
    return (
        Head(_("Cp"), _("completions")),
        Head(_("TD"), _("touchdowns")),
        Head(_("Int"), _("interceptions")),
        Head(_("Cas"), _("casualties")),
        Head(_("MVP"), _("most valuable player awards")),
    )


def legend(book: Book) -> tuple[Head, ...]:
    """The meaning of the short words and signs of a roster."""
    signs = (
        Head(_("SPP"), _("star player points")),
        Head("↑", _("improved since joining")),
        Head("↓", _("injured since joining")),
        Head("+", _("skill gained")),
    )
    return (*characteristic_heads(book), *count_heads(), *signs)


def shown_player(rules: Ruleset, sheet: TeamSheet, line: PlayerSheet, names: Names) -> ShownPlayer:
    """A line of the roster in words."""
    return ShownPlayer(
        player=line.player,
        number=line.number,
        name=names.get(line.player, ""),
        position=line.position,
        characteristics=tuple(_characteristic(line, name) for name, _value in line.profile),
        skills=shown_skills(rules.book, line.starting_skills),
        gained=shown_skills(rules.book, line.gained_skills, gained=True),
        injuries=injuries(line),
        misses_next=line.misses_next,
        career=career(rules, line),
        cost=cost(rules, sheet, line),
        joined=_joined(rules, sheet, line),
    )


def _joined(rules: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> str:
    """How the player came if not hired, whether they are on loan, and whether the list has their position (C9)."""
    came = {"raised": _("raised from the dead"), "brought_over": _("imported")}.get(line.joined, "")
    gone = _("no longer on the list") if rules.position(sheet, line) is None else ""
    lent = _("on loan") if line.loan else ""
    return ", ".join(filter(None, (came, lent, gone)))


def injuries(line: PlayerSheet) -> tuple[str, ...]:
    """A player's lasting injuries: niggling injuries, then lost characteristics in order. Not the missed match."""
    niggling = ngettext(
        "%(count)d niggling injury (+%(count)d on injury rolls against this player)",
        "%(count)d niggling injuries (+%(count)d on injury rolls against this player)",
        line.niggling,
    )
    found = [niggling % {"count": line.niggling}] if line.niggling else []
    return (*found, *(_("−1 %(name)s") % {"name": what[1:]} for what, _cost in line.history if what.startswith("-")))


def career(rules: Ruleset, line: PlayerSheet) -> Career:
    """What a player did, their level, and the points to the next level (G2, p33)."""
    counts = [line.deed(key) for key in rules.book.deeds]
    level = rules.book.level_for(line.spp)
    rolls = max(level.rolls - line.improvements, 0)
    due = ngettext("%(rolls)d improvement roll due", "%(rolls)d improvement rolls due", rolls) % {"rolls": rolls}
    done = Career(tuple(map(str, counts)), str(line.spp), level.title, due=due if rolls else "")
    further = next((each for each in rules.book.levels if each.minimum > line.spp), None)
    if further is None:
        return done
    return replace(
        done,
        ahead=_("%(missing)d to %(level)s") % {"missing": further.minimum - line.spp, "level": further.title},
        progress=str(line.spp - level.minimum),
        stretch=str(further.minimum - level.minimum),
    )


def cost(rules: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> ShownFigure:
    """A player's cost, with what each improvement added. Without improvements only the number (G5, p34)."""
    gains = [(what, added) for what, added in line.history if added]
    position = rules.position(sheet, line)
    start = line.cost - sum(added for _what, added in gains)
    terms = (
        ShownTerm(line.position, k(start), page=position.page if position else 0),
        *(ShownTerm(_gain(what), k(added), page=rules.source("improvement_cost")["page"]) for what, added in gains),
    )
    label = _("Cost of number %(number)d") % {"number": line.number}
    return ShownFigure(label, k(line.cost), terms if gains else ())


def goods(rules: Ruleset, sheet: TeamSheet) -> tuple[Good, ...]:
    """Re-rolls, fan factor, staff, treasury and bank."""
    staff = tuple(
        Good(kind.name if count == 1 else kind.plural, str(count), each(kind.price))
        for kind in rules.book.staff.values()
        if (count := sheet.staff_count(kind.key))
    )
    necromancer = rules.team_list(sheet).necromancer
    return (
        Good(_("Team re-rolls"), str(rerolls(rules, sheet)), _reroll_note(rules, sheet)),
        Good(_("Fan factor"), str(fan_factor(rules, sheet)), _fan_note(rules, sheet)),
        *staff,
        *((Good(_("Necromancer"), "1", _("free")),) if necromancer else ()),
        *permanent(rules, sheet),
        Good(_("Treasury"), k(sheet.treasury)),
        *_bank(rules, sheet),
    )


def _bank(rules: Ruleset, sheet: TeamSheet) -> tuple[Good, ...]:
    """The bank, in an edition that has one."""
    most = rules.book.bank_maximum
    return (Good(_("Bank"), k(sheet.bank), _("of %(maximum)s") % {"maximum": k(most)}),) if most else ()


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


def _characteristic(line: PlayerSheet, name: str) -> Characteristic:
    value, start = line.characteristic(name), line.starting_characteristic(name)
    return Characteristic(name, value, start, IMPROVED if value > start else INJURED if value < start else "")


def _gain(what: str) -> str:
    return _("+1 %(name)s") % {"name": what[1:]} if what.startswith("+") else what


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


def _departed(rules: Ruleset, sheet: TeamSheet, gone: Departed, names: Names) -> ShownDeparted:
    words = {
        "dead": _("died"),
        "released": _("released"),
        "walked_out": _("walked out"),
        "traded": _("traded away"),
        "lent": _("out on loan"),
        "returned": _("back with their own team"),
    }
    how = words.get(gone.how, gone.how)
    return ShownDeparted(shown_player(rules, sheet, gone.line, names), how, gone.how == "dead")
