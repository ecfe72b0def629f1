"""Who did what in a match: the deeds that its book counts, and the injuries that its page shows.

From the report while it waits, from the players' lines once it counts. Matches from records have only lines.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from matches.casualty_words import casualty_die, die_of, results_words
from matches.models import PlayerLine
from matches.models.lines import with_deeds
from matches.report.causes import CAUSES
from matches.report.form.fields import joined
from matches.sequence.hired import hired_words, kind_words
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.book.edition import Ruleset
from rules.book.rows.injuries import InjuryField
from rules.book.rows.teams import TeamList
from rules.match_day.casualties import InjuredPlayer, injured_players, results, rolled
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import InducedLine, Injury, facts_of, further
from rules.sheet.match import PlayerLine as ReportedLine
from rules.sheet.sheet import PlayerSheet
from rules.team.hired import is_dead
from teams.presentation.injury_words import misses_words
from teams.presentation.presentation import deed_heads
from teams.presentation.shirts import LIKE_OTHERS, cut_of, mark_of
from web.addresses import address
from web.crests.crest import crest_in
from web.prepared import Prepared

TOGETHER = "\u00a0"
"""Stands between a die and its roll, which stay on one line."""
COLUMNS = ("side", "player", "kind", "name", "number", "position", "died")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLine:
    """One player who did something, ``counts`` under the heads of the sheet. ``kind`` is in words, for hired players
    only."""

    name: str
    number: int | None = None
    position: str = ""
    kind: str = ""
    url: str = ""
    counts: tuple[int, ...] = ()
    died: bool = False
    cut: str = LIKE_OTHERS
    mark: str = ""
    """The cut of the shirt, and what is on it besides the number (`web.crests.shirts`)."""

    @property
    def worn(self) -> str:
        """What is on the shirt: the number, or for a hired player the letter of their kind."""
        return str(self.number or self.kind[:1].upper())

    @property
    def did_something(self) -> bool:
        """Whether the line has any count."""
        return any(self.counts) or self.died


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownInjury:
    """An injury of a side's player: cause, causer, treatment, result."""

    who: str
    result: str
    how: str
    treatment: str
    dead: bool

    @property
    def details(self) -> str:
        """Its cause and treatment, as far as known."""
        return "; ".join(filter(None, (self.how, self.treatment)))


def score_sheets(state: MatchState) -> dict[Side, dict[str, Any]]:
    """Both sides' lines and injuries; empty before there is a report."""
    rows = with_deeds(_lines([row.pk for row in state.sides.values()])) if state.match.counts else []
    return {side: _score_sheet(state, side, rows) for side in SIDES}


@Prepared
def _lines(sides: Collection[int]) -> QuerySet[PlayerLine, Any]:
    return PlayerLine.objects.filter(side__in=sides).order_by("number", "pk").with_deeds(*COLUMNS)


def _score_sheet(state: MatchState, side: Side, rows: list[dict[str, Any]]) -> dict[str, Any]:
    reported = state.reported
    hurts, gone = _hurts(state, side, reported) if reported is not None else {}, list[str]()
    if rows:
        own = [row for row in rows if row["side"] == state.sides[side].pk]
        gone = [row["name"] or row["position"] or _("no name") for row in own if row["kind"] == PlayerLine.Kind.GONE]
        notable = [row for row in own if row["deeds"] or row["died"]]
        notable.sort(key=lambda row: (not row["number"], row["number"] or 0))  # the hired have none, and come last
        lines = [_from_row(state, side, row, hurts) for row in notable]
        others = sum(row["kind"] != PlayerLine.Kind.GONE for row in own if row not in notable)
    else:
        every = from_report(state, side, reported) if reported is not None else []
        lines = [line for line in every if line.did_something]
        others = len(every) - len(lines)
    return {
        "kit": crest_in(state.teams[side].crest),
        "heads": deed_heads(state.match.book.told),
        "lines": lines,
        "others": others,
        "gone": gone,
        "injuries": injuries_of(state, side, reported) if reported is not None else [],
    }


def _from_row(state: MatchState, side: Side, row: dict[str, Any], hurts: Mapping[int, InjuredPlayer]) -> ShownLine:
    team, hurt = state.teams[side], hurts.get(row["player"])
    return ShownLine(
        name=row["name"] or row["position"] or _("no name"),
        number=row["number"],
        position=row["position"] if row["name"] else "",
        kind="" if row["kind"] == PlayerLine.Kind.ROSTER else kind_words(state.match.book, row["kind"]),
        url=address("matches:player", team.public_id, row["player"]) if row["player"] else "",
        counts=tuple(row["deeds"].get(deed.key, 0) for deed in state.match.book.told),
        died=row["died"],
        cut=cut_of(_list_of(state, side), row["position"]),
        mark=mark_of(dead=row["died"], absent=hurt is not None and hurt.misses > 0),
    )


def _list_of(state: MatchState, side: Side) -> TeamList | None:
    """The list of a side's team, which may be the league's own; a match known only from records has no house rules."""
    book = state.ruleset.book if state.match.ruleset is not None else state.match.book
    return book.lists.get(state.teams[side].team_list)


def from_report(state: MatchState, side: Side, reported: Reported) -> list[ShownLine]:
    """The lines of a report that does not count yet."""
    report, sheet = reported.sides.of(side), state.sheets.of(side)
    hurts, team_list = _hurts(state, side, reported), state.ruleset.team_list(sheet)
    roster = [
        _reported_line(state, team_list, line, report.line(line.player), hurts.get(line.player))
        for line in sheet.available
    ]
    return [*roster, *(_hired_line(state.ruleset, line) for line in report.induced)]


def _reported_line(
    state: MatchState, team_list: TeamList, line: PlayerSheet, did: ReportedLine, hurt: InjuredPlayer | None
) -> ShownLine:
    name, died = state.names.get(line.player), hurt is not None and hurt.death is not None
    return ShownLine(
        name=name or line.position,
        number=line.number,
        position=line.position if name else "",
        counts=_counts(state.ruleset, did),
        died=died,
        cut=cut_of(team_list, line.position),
        mark=mark_of(dead=died, absent=hurt is not None and hurt.misses > 0),
    )


def _hired_line(ruleset: Ruleset, line: InducedLine) -> ShownLine:
    kind = kind_words(ruleset.book, line.kind)
    died = is_dead(ruleset, line)
    counted = _counts(ruleset, line)
    return ShownLine(name=line.name, kind=kind, counts=counted, died=died, mark=mark_of(dead=died, absent=False))


def _counts(ruleset: Ruleset, did: ReportedLine | InducedLine) -> tuple[int, ...]:
    return tuple(did.deed(deed.key) for deed in ruleset.book.told)


def _hurts(state: MatchState, side: Side, reported: Reported) -> dict[int, InjuredPlayer]:
    """The injured players of a report by id; nobody if an injury in it is not allowed."""
    report = reported.sides.of(side)
    if not report.injuries:
        return {}
    sheet, facts = state.sheets.of(side), facts_of(state.facts_after, side)
    try:
        hurts = injured_players(state.ruleset, sheet, report.injuries, report.bought, report.cards, facts)
    except RuleBroken:
        return {}
    return {hurt.player: hurt for hurt in hurts}


def injuries_of(state: MatchState, side: Side, reported: Reported) -> list[ShownInjury]:
    """The reported injuries of a side's players, then of its hired players as far as they are recorded."""
    report = reported.sides.of(side)
    theirs = reported.sides.of(other(side)).induced
    hired = (hired_injury(state, line, theirs) for line in report.induced if line.casualty)
    return [*(shown_injury(state, injury, theirs) for injury in report.injuries), *hired]


def hired_injury(state: MatchState, line: InducedLine, theirs: Sequence[InducedLine]) -> ShownInjury:
    """The injury of a hired player in words. Only the final roll is recorded, and sometimes who did it."""
    ruleset, table = state.ruleset, state.ruleset.book.casualty_table
    return ShownInjury(
        who=hired_words(line, ruleset.book),
        result=table.row(line.casualty).name if table.has(line.casualty) else _("not rolled yet"),
        how=how_words(state, line.injury, theirs) if line.by or line.by_hired else "",
        treatment=f"{die_of(table).name}{TOGETHER}{line.casualty}",
        dead=is_dead(ruleset, line),
    )


def shown_injury(state: MatchState, injury: Injury, theirs: Sequence[InducedLine] = ()) -> ShownInjury:
    """One injury in words; ``theirs`` are the hired players in the report of the other side."""
    line = next((line for side in SIDES if (line := state.sheets.of(side).player(injury.player))), None)
    sound = dice_are_sound(state.ruleset, injury, line)
    stands = results(state.ruleset, line, injury) if sound else ()
    nothing = _("no lasting effect") if sound else _("not rolled yet")
    return ShownInjury(
        who=state.who.get(injury.player) or _("a player who is not on the roster"),
        result=results_words(state.ruleset.book, stands) or nothing,
        how=how_words(state, injury, theirs),
        treatment=treatment_words(state.ruleset, injury),
        dead=any(row.dead for row in stands),
    )


def away_words(state: MatchState, injury: Injury) -> str:
    """That a player misses the next match, or several; empty if they do not, or if their dice are not there yet."""
    line = next((line for side in SIDES if (line := state.sheets.of(side).player(injury.player))), None)
    if not dice_are_sound(state.ruleset, injury, line):
        return ""
    return misses_words(max((row.misses for row in results(state.ruleset, line, injury)), default=0))


def dice_are_sound(ruleset: Ruleset, injury: Injury, line: PlayerSheet | None = None) -> bool:
    """Whether the tables have a row for every casualty roll of an injury, and every roll to which one leads is there.

    There is a first roll, unless the player was eaten, or another field says what happened.
    """
    keys = [each.key for each in ruleset.book.injury_fields.values() if each.kind == "casualty"]
    needed = injury.casualty or (injury.cause != "eaten" and not injury.values)
    for key in [*(["casualty"] if needed else []), *(key for key in keys if injury.number(key))]:
        rows = rolled(ruleset, injury, key, line)
        if not rows or rows[-1].leads_to:
            return False
    return True


def how_words(state: MatchState, injury: Injury, theirs: Sequence[InducedLine]) -> str:
    """How an injury came about, and who caused it; ``theirs`` are the hired players of the other side."""
    cause = str(CAUSES.get(injury.cause, injury.cause))
    if injury.by in state.who:
        return _("%(cause)s by %(who)s") % {"cause": cause, "who": state.who[injury.by]}
    if not injury.by_induced:
        return cause
    if not theirs:
        side = next((side for side in SIDES if state.sheets.of(side).player(injury.player)), None)
        theirs = joined(state, other(side)) if side is not None else ()
    place = injury.by_hired or (1 if len(theirs) == 1 else 0)  # a report need not number the only one
    if 0 < place <= len(theirs):
        return _("%(cause)s by %(who)s") % {"cause": cause, "who": theirs[place - 1].name}
    return _("%(cause)s by a hired player") % {"cause": cause}


def treatment_words(ruleset: Ruleset, injury: Injury) -> str:
    """The dice and the treatment of an injury, in words: the rolls, who treated it, what the player's skills did."""
    fields = ruleset.book.injury_fields.values()
    keys = [each.key for each in fields if each.kind == "casualty" and not each.treatment]
    keys = keys if injury.named else ["casualty", *keys]
    rolls = [words for key in keys if (words := _roll_words(ruleset, injury, key))]
    treated = [each for each in fields if each.treatment]
    others = [each for each in fields if not each.treatment and each.kind != "casualty"]
    parts = [f"{casualty_die(ruleset.book).name}{TOGETHER}{' + '.join(rolls)}"] if rolls else []
    parts += [words for each in (*treated, *others) if (words := _field_words(ruleset, injury, each))]
    return ", ".join(parts)


def _roll_words(ruleset: Ruleset, injury: Injury, key: str) -> str:
    """A roll on the casualty tables: the number on the first, then the dice and the number on each further one."""
    if not injury.number(key):
        return ""
    tables = list(ruleset.book.casualty_tables.values())
    more = [(table, injury.number(further(key, table.key))) for table in tables[1:]]
    return ", ".join(
        [str(injury.number(key)), *(f"{die_of(table).name}{TOGETHER}{number}" for table, number in more if number)]
    )


def _field_words(ruleset: Ruleset, injury: Injury, field: InjuryField) -> str:
    """What a field says of an injury; nothing for an empty one, and for the die of a card."""
    value = injury.value(field.key)
    if not value or field.kind == "card_die":
        return ""
    if field.kind == "card":
        die = next((each.key for each in ruleset.book.injury_fields.values() if each.kind == "card_die"), "")
        return f"{value}: {injury.number(die)}" if die and injury.number(die) else str(value)
    said = _roll_words(ruleset, injury, field.key) if field.kind == "casualty" else str(value)
    if field.kind == "choice":
        said = next((_(option.label) for option in field.options if option.key == value), said)
    return _(field.said or field.label).format(value=said, dice="")
