"""Who did what in a match: the touchdowns, casualties, injuries and awards that its page shows.

From the report while it waits, from the players' lines once it counts. Matches from records have only lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.casualty_die import casualty_die
from matches.models import PlayerLine
from matches.sequence.hired import hired_words
from matches.sequence.sequences import MatchState, Reported
from rules.book.edition import Ruleset
from rules.match_day.casualties import injured_players, results
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import SIDES, Side, face_exists
from rules.sheet.match import InducedLine, Injury
from rules.sheet.match import PlayerLine as ReportedLine
from rules.sheet.sheet import PlayerSheet
from rules.team.hired import is_dead

COUNTS = ("touchdowns", "casualties", "completions", "interceptions")
COLUMNS = ("side", "player", "kind", "name", "number", "position", *COUNTS, "mvps", "died")
CAUSES = {
    "block": gettext_lazy("block"),
    "foul": gettext_lazy("foul"),
    "crowd": gettext_lazy("crowd"),
    "weapon": gettext_lazy("weapon"),
    "eaten": gettext_lazy("eaten by a team-mate"),
    "other": gettext_lazy("other"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLine:
    """One player who did something. ``kind`` is in words, for hired players only."""

    name: str
    number: int | None = None
    position: str = ""
    kind: str = ""
    url: str = ""
    touchdowns: int = 0
    casualties: int = 0
    completions: int = 0
    interceptions: int = 0
    mvps: int = 0
    died: bool = False

    @property
    def did_something(self) -> bool:
        """Whether the line has any count."""
        return bool(
            self.touchdowns or self.casualties or self.completions or self.interceptions or self.mvps or self.died
        )


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
    counted = state.match.counts
    lines = PlayerLine.objects.filter(side__in=[row.pk for row in state.sides.values()])
    rows = list(lines.values(*COLUMNS)) if counted else []
    return {side: _score_sheet(state, side, rows) for side in SIDES}


def _score_sheet(state: MatchState, side: Side, rows: list[dict[str, Any]]) -> dict[str, Any]:
    reported = state.reported
    if rows:
        own = [row for row in rows if row["side"] == state.sides[side].pk]
        notable = [row for row in own if any(row[count] for count in (*COUNTS, "mvps", "died"))]
        notable.sort(key=lambda row: (not row["number"], row["number"] or 0))  # the hired have none, and come last
        lines, others = [_from_row(state, side, row) for row in notable], len(own) - len(notable)
    else:
        every = from_report(state, side, reported) if reported is not None else []
        lines = [line for line in every if line.did_something]
        others = len(every) - len(lines)
    return {
        "lines": lines,
        "others": others,
        "injuries": injuries_of(state, side, reported) if reported is not None else [],
    }


def _from_row(state: MatchState, side: Side, row: dict[str, Any]) -> ShownLine:
    team = state.teams[side]
    kind = PlayerLine.Kind(row["kind"])
    return ShownLine(
        name=row["name"] or row["position"] or _("no name"),
        number=row["number"],
        position=row["position"] if row["name"] else "",
        kind="" if kind == PlayerLine.Kind.ROSTER else str(kind.label),
        url=reverse("matches:player", args=[team.public_id, row["player"]]) if row["player"] else "",
        mvps=row["mvps"],
        died=row["died"],
        **{count: row[count] for count in COUNTS},
    )


def from_report(state: MatchState, side: Side, reported: Reported) -> list[ShownLine]:
    """The lines of a report that does not count yet."""
    report, sheet = reported.sides.of(side), state.sheets.of(side)
    dead = {hurt.player for hurt in _hurts(state, side, reported) if hurt.death is not None}
    roster = [_reported_line(state, line, report.line(line.player), line.player in dead) for line in sheet.available]
    return [*roster, *(_hired_line(state.ruleset, line) for line in report.induced)]


def _reported_line(state: MatchState, line: PlayerSheet, did: ReportedLine, died: bool) -> ShownLine:
    name = state.names.get(line.player)
    return ShownLine(
        name=name or line.position,
        number=line.number,
        position=line.position if name else "",
        died=died,
        **{count: did.deed(count) for count in COUNTS},
    )


def _hired_line(ruleset: Ruleset, line: InducedLine) -> ShownLine:
    kind = str(PlayerLine.Kind(line.kind).label) if line.kind in PlayerLine.Kind.values else line.kind
    counts = {count: line.deed(count) for count in COUNTS}
    return ShownLine(name=line.name, kind=kind, died=is_dead(ruleset, line), **counts)


def _hurts(state: MatchState, side: Side, reported: Reported) -> tuple[Any, ...]:
    report = reported.sides.of(side)
    try:
        return injured_players(state.ruleset, state.sheets.of(side), report.injuries, report.bought, report.cards)
    except RuleBroken:
        return ()


def injuries_of(state: MatchState, side: Side, reported: Reported) -> list[ShownInjury]:
    """The reported injuries of a side's players, then of its hired players as far as they are recorded."""
    report = reported.sides.of(side)
    hired = (hired_injury(state.ruleset, line) for line in report.induced if line.casualty)
    return [*(shown_injury(state, injury) for injury in report.injuries), *hired]


def hired_injury(ruleset: Ruleset, line: InducedLine) -> ShownInjury:
    """The injury of a hired player in words. Only the final roll is recorded."""
    sound = face_exists(line.casualty, ruleset.book.casualty_die)
    return ShownInjury(
        who=hired_words(line),
        result=ruleset.book.casualty_for(line.casualty).name if sound else _("not rolled yet"),
        how="",
        treatment=f"{casualty_die(ruleset.book).name} {line.casualty}",
        dead=is_dead(ruleset, line),
    )


def shown_injury(state: MatchState, injury: Injury) -> ShownInjury:
    """One injury in words."""
    sound = dice_are_sound(state.ruleset, injury)
    stands = results(state.ruleset, injury) if sound else ()
    nothing = _("no lasting effect") if sound else _("not rolled yet")
    return ShownInjury(
        who=state.who.get(injury.player) or _("a player who is not on the roster"),
        result=", ".join(result_words(row) for row in stands) or nothing,
        how=_how(state, injury),
        treatment=treatment_words(state.ruleset, injury),
        dead=any(row.dead for row in stands),
    )


def dice_are_sound(ruleset: Ruleset, injury: Injury) -> bool:
    """Whether the table has a row for every casualty roll of an injury."""
    rolls = [injury.casualty, injury.second_casualty, injury.treatment.apothecary_reroll]
    needed = (
        [roll for roll in rolls if roll] if injury.cause == "eaten" else [injury.casualty, *filter(None, rolls[1:])]
    )
    return all(face_exists(roll, ruleset.book.casualty_die) for roll in needed)


def result_words(row: Any) -> str:
    """A row of the casualty table with what it does."""
    effects = []
    if row.niggling:
        effects.append(_("niggling injury"))
    if row.characteristic:
        effects.append(f"−1 {row.characteristic}")
    if row.misses_next:
        effects.append(_("misses the next match"))
    return f"{row.name} ({', '.join(effects)})" if effects else row.name


def _how(state: MatchState, injury: Injury) -> str:
    cause = str(CAUSES.get(injury.cause, injury.cause))
    if injury.by in state.who:
        return _("%(cause)s by %(who)s") % {"cause": cause, "who": state.who[injury.by]}
    return _("%(cause)s by a hired player") % {"cause": cause} if injury.by_induced else cause


def treatment_words(ruleset: Ruleset, injury: Injury) -> str:
    """The dice and the treatment of an injury, in words."""
    treatment, parts = injury.treatment, []
    rolls = [str(roll) for roll in (0 if injury.named else injury.casualty, injury.second_casualty) if roll]
    if rolls:
        parts.append(f"{casualty_die(ruleset.book).name} {' + '.join(rolls)}")
    if treatment.apothecary_reroll:
        parts.append(_("apothecary: %(roll)s") % {"roll": treatment.apothecary_reroll})
    if treatment.apothecary_reserves:
        parts.append(_("apothecary: back to the reserves, injury still counts after the match"))
    if treatment.healer:
        parts.append(_("healer: %(roll)s") % {"roll": treatment.healer})
    if treatment.chirurgeon:
        parts.append(_("chirurgeon: back to the reserves, injury still counts after the match"))
    if treatment.card:
        parts.append(f"{treatment.card}: {treatment.card_roll}" if treatment.card_roll else treatment.card)
    if treatment.regeneration:
        parts.append(_("regeneration: %(roll)s") % {"roll": treatment.regeneration})
    return ", ".join(parts)
