"""Prepare a team's roster for print: `teams.roster.printed` data, drawn by `roster_pdf`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.mail import link
from accounts.zones import zone
from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.sequence.explanations import Figure
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.founding import may_have
from rules.team.profile import steps_gained, written
from rules.team.special_rules import known_rules
from rules.team.value import fan_factor, rerolls
from rules.words.words import say_earnings, say_term
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.presentation.columns import injuries_with_skills
from teams.presentation.goods import permanent
from teams.presentation.injury_words import change_words
from teams.presentation.shirts import cut_of
from teams.presentation.worn import worn_by
from teams.roster.printed import Characteristic, GoodsLine, Mark, MatchLine, RosterLine, RosterPrint, ValueTerm
from teams.selectors import names_of, team_url
from web.crests.paper import Worn

BOXES = 3
"""How many boxes there are to tick for a deed that a player may do several times in a match."""
PLAYERS = ("value.player", "value.absent_player")
HELD = ("value.inducement", "value.inducement_named")
VALUED = {
    "rerolls": ("value.rerolls", "value.trophy_reroll"),
    "fan_factor": ("value.fan_factor", "value.free_fan_factor"),
}


def roster_print(
    team: Team,
    state: TeamState,
    record_lines: Sequence[MatchLine] = (),
    names: Mapping[int, str] | None = None,
    worn: Worn | None = None,
) -> RosterPrint:
    """An approved team's roster for print, from its state row. The same state gives the same print.

    ``record_lines`` are the team's matches, ``names`` its players' names by id, ``worn`` what it wears on paper; the
    last two are read if not given. Reads ``team.league``, ``team.coach`` and ``team.ruleset``. The team value is
    the stored one, with its sum.
    """
    rules, sheet, value = team.ruleset.rules(), ledger.sheet_in(state), ledger.value_in(state)
    names = names_of(team) if names is None else names
    return RosterPrint(
        team=team.name,
        team_list=team.team_list,
        chosen_rules=sheet.special_rules,
        special_rules=known_rules(rules, sheet),
        coach=team.coached_by,
        league=team.league.name,
        edition=rules.book.name,
        as_of=_day(state, zone(team.league.zone)),
        columns=rules.book.roster,
        characteristics=rules.book.characteristic_names,
        deeds=[(_(deed.short), _(deed.many)) for deed in rules.book.deeds.values()],
        mark_heads=[(_(mark.short), _(mark.name)) for mark in rules.book.marks.values()],
        condition_heads=[(_(condition.short), _(condition.many)) for condition in rules.book.conditions.values()],
        points=_points(rules.book),
        skills_heading=_(rules.book.skills_called or "Skills and injuries").upper(),
        injuries_apart="injuries" in rules.book.roster and not injuries_with_skills(rules.book),
        conditions=list(_condition_legend(rules.book)),
        long_absences=any(row.misses > 1 for row in rules.book.casualties),
        value=value.amount if value is not None else None,
        value_name=rules.book.worth.name if rules.book.worth else "",
        value_short=rules.book.worth.short if rules.book.worth else "",
        value_in_gold=value is None or value.unit == "gp",
        with_costs=rules.book.with_costs,
        with_gate=rules.book.with_gate,
        **_gold(rules, sheet),
        rerolls=_rerolls(rules, sheet, value),
        fan_factor=_fans(rules, sheet, value),
        staff=_staff(rules, sheet),
        players=[roster_line(rules, sheet, line, names.get(line.player, "")) for line in sheet.players],
        trophies=[rules.book.trophies[key].name for key in sheet.trophies],
        record=record_lines,
        past=_past(team, rules.book),
        injuries=rules.book.credited.many if rules.book.credited is not None else "",
        inducements=[f"{good.amount} × {good.name} ({good.note})" for good in permanent(rules, sheet)],
        value_terms=_value_terms(rules, sheet, value) if value is not None else (),
        worn=worn or worn_by([team])[team.pk],
        boxes=[1 if deed.awarded else BOXES for deed in rules.book.deeds.values()],
        address=link(team_url(team)),
    )


def _points(book: Book) -> tuple[str, str]:
    """The short and full name of the points on paper: where they are spent, those that are left."""
    called = book.points_called
    return _(called.short), _(called.many) if book.levels else _("%(points)s to spend") % {"points": _(called.many)}


def _past(team: Team, book: Book) -> str:
    """One line about what an imported team did before it joined. The print shortens it to the page."""
    past = getattr(team, "past", None) if team.from_elsewhere else None
    if past is None:
        return ""
    text = _("Before it joined: won %(won)d, drawn %(drawn)d, lost %(lost)d; %(counts)s.")
    counts = [f"{book.scoring.many} {past.touchdowns_for}–{past.touchdowns_against}"]
    if book.credited is not None:
        counts.append(f"{book.credited.many} {past.casualties_for}–{past.casualties_against}")
    words = {"won": past.won, "drawn": past.drawn, "lost": past.lost, "counts": "; ".join(counts)}
    return " ".join([text % words, *past.story.splitlines()])


def _day(state: TeamState, where: ZoneInfo) -> str:
    return date_format(state.changed_at.astimezone(where), "j F Y")


def roster_line(rules: Ruleset, sheet: TeamSheet, line: PlayerSheet, name: str) -> RosterLine:
    """A player's line of a printed roster."""
    position = line.position
    if rules.position(sheet, line) is None:
        position = _("%(position)s (off the list)") % {"position": position}
    beside_skills = "mark:*" not in rules.book.roster
    losses = tuple(what for what, _cost in line.history if what.startswith("-"))
    return RosterLine(
        number="" if line.endless else line.number,
        name=name,
        position=position,
        characteristics=[_characteristic(rules.book, line, each) for each, _value in line.profile],
        starting_skills=line.starting_skills,
        gained_skills=line.gained_skills,
        misses=line.misses,
        conditions=[
            (each.sign, _(each.short), count)
            for each in rules.book.conditions.values()
            if (count := line.condition(each.key))
        ],
        marks=[_(mark.short) for mark in rules.book.marks.values() if beside_skills and mark.key in line.marks],
        apart=[_(mark.name) for mark in rules.book.marks.values() if not beside_skills and mark.key in line.marks],
        characteristic_losses=[f"-1 {what[1:]}" for what in losses],
        deeds=[line.deed(key) for key in rules.book.deeds],
        marked=[line.marks.count(key) for key in rules.book.marks],
        lasting=[line.condition(key) for key in rules.book.conditions],
        star_player_points=None if line.endless else line.spp - line.spent,
        level=rules.standing(line).title,
        cost=line.cost,
        counts_in_value=not line.misses_next or _in_points(rules),
        cut=cut_of(rules.team_list(sheet), line.position),
    )


def _characteristic(book: Book, line: PlayerSheet, name: str) -> Characteristic:
    better = steps_gained(book, line, name)
    mark = Mark.IMPROVED if better > 0 else Mark.INJURED if better < 0 else Mark.NONE
    return Characteristic(name=name, value=written(book, line, name), mark=mark)


def _condition_legend(book: Book) -> Iterator[tuple[str, str]]:
    """What the letters of conditions mean: a player who has one twice, or for two matches."""
    for each in book.conditions.values():
        if each.only_once:
            yield each.sign, _(each.one)
            continue
        text = _("%(condition)s for two matches") if each.lasts else _("two %(condition)s")
        text %= {"condition": _(each.one if each.lasts else each.many)}
        if each.injury_roll:
            text += ", " + _("each +%(more)d on injury rolls against the player") % {"more": each.injury_roll}
        if each.change:
            text += f" ({change_words(each.change)})"
        yield f"2{each.sign}", text


def _gold(rules: Ruleset, sheet: TeamSheet) -> dict[str, Any]:
    """What the print says of gold: in each purse of the book, with its name."""
    found: dict[str, Any] = {"winnings_name": say_earnings(rules.book), "treasury": None}
    for key, purse in rules.book.purses.items():
        found |= {key: getattr(sheet, key), f"{key}_name": purse.name}
    return found


def _purse_name(rules: Ruleset, key: str) -> str:
    return rules.book.purses[key].name if key in rules.book.purses else ""


def _rerolls(rules: Ruleset, sheet: TeamSheet, value: Figure | None) -> GoodsLine | None:
    if (good := rules.book.goods.get("rerolls")) is None:
        return None
    number = rerolls(rules, sheet)
    total = number * sheet.reroll_cost if _in_points(rules) else _total(value, *VALUED["rerolls"])
    return GoodsLine(name=good.on_paper, number=number, price=sheet.reroll_cost, total=total)


def _fans(rules: Ruleset, sheet: TeamSheet, value: Figure | None) -> GoodsLine | None:
    if (good := rules.book.goods.get("fan_factor")) is None:
        return None
    number, worth = fan_factor(rules, sheet), rules.book.creation.fan_factor_value
    total = number * worth if _in_points(rules) else _total(value, *VALUED["fan_factor"])
    return GoodsLine(name=good.on_paper, number=number, price=worth if total else None, total=total)


def _in_points(rules: Ruleset) -> bool:
    """Whether a team's worth is counted in points: then no part of it is the price of something."""
    return rules.book.worth is not None and rules.book.worth.unit == "points"


def _staff(rules: Ruleset, sheet: TeamSheet) -> list[GoodsLine]:
    """Every kind that the list may have, so that there is a line to write on, and a free necromancer."""
    team_list = rules.team_list(sheet)
    lines = []
    for staff in rules.book.staff.values():
        count = sheet.staff_count(staff.key)
        if count or may_have(team_list, staff):
            name = staff.name if staff.maximum == 1 else staff.plural
            lines.append(GoodsLine(name=name, number=count, price=staff.price, total=count * staff.price))
    if team_list.necromancer:
        lines.append(GoodsLine(name=_("Necromancer, free"), number=1))
    return lines


def _value_terms(rules: Ruleset, sheet: TeamSheet, value: Figure) -> list[ValueTerm]:
    if _in_points(rules):
        names = (say_term(term, book=rules.book, translate=_) for term in value.terms)
        return [ValueTerm(name=name, amount=term.amount) for name, term in zip(names, value.terms, strict=True)]
    counted = len(sheet.available)
    players = _("Players (%(counted)d of %(all)d)") if counted < len(sheet.players) else _("Players (%(counted)d)")
    book, terms = rules.book, {term.id for term in value.terms}
    parts = [
        (players % {"counted": counted, "all": len(sheet.players)}, PLAYERS, True),
        *((good.on_paper, VALUED[good.key], True) for good in book.goods.values()),
        (_("Staff"), ("value.staff",), bool(book.staff)),
        (_purse_name(rules, "treasury"), ("value.treasury",), "value.treasury" in terms),
        (_(rules.book.inducements_called.name), HELD, _total(value, *HELD) > 0),
    ]
    found = [ValueTerm(name=name, amount=_total(value, *ids)) for name, ids, shown in parts if shown]
    rest = value.amount - sum(term.amount for term in found)
    return [*found, ValueTerm(name=_("Other"), amount=rest)] if rest else found


def _total(value: Figure | None, *ids: str) -> int:
    return sum(term.amount for term in value.terms if term.id in ids) if value is not None else 0
