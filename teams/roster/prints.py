"""Prepare a team's roster for print: `teams.roster.printed` data, drawn by `roster_pdf`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.zones import zone
from rules.book.edition import Ruleset
from rules.sequence.explanations import Figure, Term
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.value import fan_factor, rerolls
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.presentation.presentation import permanent
from teams.roster.printed import Characteristic, GoodsLine, Mark, MatchLine, RosterLine, RosterPrint, ValueTerm
from teams.selectors import names_of

PLAYERS = ("value.player", "value.absent_player")
FANS = ("value.fan_factor", "value.free_fan_factor")


def roster_print(
    team: Team,
    state: TeamState,
    record_lines: Sequence[MatchLine] = (),
    names: Mapping[int, str] | None = None,
) -> RosterPrint:
    """An approved team's roster for print, from its state row. The same state gives the same print.

    ``record_lines`` are the team's matches, ``names`` its players' names by id (read if not given). Reads
    ``team.league``, ``team.coach`` and ``team.ruleset``. The team value is the stored one, with its sum.
    """
    rules, sheet, value = team.ruleset.rules(), ledger.sheet_in(state), ledger.value_in(state)
    names = names_of(team) if names is None else names
    return RosterPrint(
        team=team.name,
        team_list=team.team_list,
        coach=team.coached_by,
        league=team.league.name,
        edition=rules.book.name,
        as_of=_day(state, zone(team.league.zone)),
        characteristics=rules.book.characteristic_names,
        deeds=[(_(deed.short), _(deed.many)) for deed in rules.book.deeds.values()],
        value=value.amount,
        treasury=sheet.treasury,
        bank=sheet.bank if rules.book.bank_maximum else None,
        rerolls=_rerolls(rules, sheet, value),
        fan_factor=_fans(rules, sheet, value),
        staff=_staff(rules, sheet),
        players=[_line(rules, sheet, line, names.get(line.player, "")) for line in sheet.players],
        trophies=[rules.book.trophies[key].name for key in sheet.trophies],
        record=record_lines,
        past=_past(team),
        inducements=[f"{good.amount} × {good.name} ({good.note})" for good in permanent(rules, sheet)],
        value_terms=_value_terms(sheet, value),
    )


def _past(team: Team) -> str:
    """One line about what an imported team did before it joined. The print shortens it to the page."""
    past = getattr(team, "past", None) if team.from_elsewhere else None
    if past is None:
        return ""
    text = _(
        "Before it joined: won %(won)d, drawn %(drawn)d, lost %(lost)d; touchdowns %(touchdowns)s; casualties %(cas)s."
    )
    counts = {
        "won": past.won,
        "drawn": past.drawn,
        "lost": past.lost,
        "touchdowns": f"{past.touchdowns_for}–{past.touchdowns_against}",
        "cas": f"{past.casualties_for}–{past.casualties_against}",
    }
    return " ".join([text % counts, *past.story.splitlines()])


def _day(state: TeamState, where: ZoneInfo) -> str:
    return date_format(state.changed_at.astimezone(where), "j F Y")


def _line(rules: Ruleset, sheet: TeamSheet, line: PlayerSheet, name: str) -> RosterLine:
    position = line.position
    if rules.position(sheet, line) is None:
        position = _("%(position)s (off the list)") % {"position": position}
    losses = tuple(what for what, _cost in line.history if what.startswith("-"))
    return RosterLine(
        number=line.number,
        name=name,
        position=position,
        characteristics=[_characteristic(line, each) for each, _value in line.profile],
        starting_skills=line.starting_skills,
        gained_skills=line.gained_skills,
        misses_next_match=line.misses_next,
        niggling_injuries=line.niggling,
        characteristic_losses=[f"-1 {what[1:]}" for what in losses],
        deeds=[line.deed(key) for key in rules.book.deeds],
        star_player_points=line.spp,
        level=rules.book.level_for(line.spp).title,
        cost=line.cost,
        counts_in_value=not line.misses_next,
    )


def _characteristic(line: PlayerSheet, name: str) -> Characteristic:
    value, start = line.characteristic(name), line.starting_characteristic(name)
    mark = Mark.IMPROVED if value > start else Mark.INJURED if value < start else Mark.NONE
    return Characteristic(name=name, value=value, mark=mark)


def _rerolls(rules: Ruleset, sheet: TeamSheet, value: Figure) -> GoodsLine:
    total = _total(value.terms, "value.rerolls", "value.trophy_reroll")
    return GoodsLine(name=_("Re-rolls"), number=rerolls(rules, sheet), price=sheet.reroll_cost, total=total)


def _fans(rules: Ruleset, sheet: TeamSheet, value: Figure) -> GoodsLine:
    total = _total(value.terms, *FANS)
    each = rules.book.creation.fan_factor_value if total else None
    return GoodsLine(name=_("Fan factor"), number=fan_factor(rules, sheet), price=each, total=total)


def _staff(rules: Ruleset, sheet: TeamSheet) -> list[GoodsLine]:
    """Every kind that the list may have, so that there is a line to write on, and a free necromancer."""
    team_list = rules.team_list(sheet)
    lines = []
    for staff in rules.book.staff.values():
        count = sheet.staff_count(staff.key)
        if count or staff.key != "apothecary" or team_list.apothecary:
            name = staff.name if staff.maximum == 1 else staff.plural
            lines.append(GoodsLine(name=name, number=count, price=staff.price, total=count * staff.price))
    if team_list.necromancer:
        lines.append(GoodsLine(name=_("Necromancer, free"), number=1))
    return lines


def _value_terms(sheet: TeamSheet, value: Figure) -> list[ValueTerm]:
    counted = len(sheet.available)
    players = _("Players (%(counted)d of %(all)d)") if counted < len(sheet.players) else _("Players (%(counted)d)")
    terms = value.terms
    found = [
        ValueTerm(name=players % {"counted": counted, "all": len(sheet.players)}, amount=_total(terms, *PLAYERS)),
        ValueTerm(name=_("Re-rolls"), amount=_total(terms, "value.rerolls", "value.trophy_reroll")),
        ValueTerm(name=_("Fan factor"), amount=_total(terms, *FANS)),
        ValueTerm(name=_("Staff"), amount=_total(terms, "value.staff")),
        ValueTerm(name=_("Treasury"), amount=_total(terms, "value.treasury")),
    ]
    if held := _total(terms, "value.inducement", "value.inducement_named"):
        found.append(ValueTerm(name=_("Inducements"), amount=held))
    rest = value.amount - sum(term.amount for term in found)
    return [*found, ValueTerm(name=_("Other"), amount=rest)] if rest else found


def _total(terms: Iterable[Term], *ids: str) -> int:
    return sum(term.amount for term in terms if term.id in ids)
