"""The fields of a report's form: their names in a match, and their values for a stored report.

``score.home``, ``line.away.12.<deed>``, ``hired.home.1.d68``, ``hired.home.1.by``, ``injury.away.0.cause``,
``took_part.home``, and how it ended, and in which ``order`` it happened. ``hired.home.2.there`` says that a player was
raised in the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from matches.report.form.injury_fields import field_names, injury_values
from matches.report.form.order import ORDER, order_text
from matches.sequence.hired import HIRED, hired_lines, hired_value, raised_line
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import RAISED, InducedLine, Injury, SideReport

MOST_INJURIES = 40
HOW = ("cause", "by")
"""What the form asks about the injury of a hired player, besides the roll, where it depends on it who joins whom."""
ENDING = ("conceded_by", "conceded_before_kick_off", "decided_by", "decided_for", "played_on")

Values = Mapping[str, Any]
"""The value of each field: a text, or a list of texts for tick boxes."""


def joined(state: MatchState, side: Side) -> tuple[InducedLine, ...]:
    """All players who may have played besides the roster: hired, brought by a card, raised in the match."""
    return (*hired_lines(state, side), *raised_line(state, side))


def culprit_values(state: MatchState, side: Side) -> list[str]:
    """The values by which an injury of the opponent names each of these players; one alone needs no number."""
    beside = joined(state, side)
    return [HIRED] if len(beside) == 1 else [hired_value(nth) for nth in range(1, len(beside) + 1)]


def numbers_of(beside: Sequence[InducedLine], induced: Iterable[InducedLine]) -> list[int]:
    """The numbers in the form of a report's hired players: of those who may have been raised it has only some."""
    found, last = list[int](), 0
    for line in induced:
        same = (nth for nth, each in enumerate(beside, start=1) if nth > last and each.name == line.name)
        last = next(same, last + 1)
        found.append(last)
    return found


def numbers_by_side(state: MatchState, sides: Mapping[Side, SideReport]) -> dict[Side, list[int]]:
    """The numbers in the form of the hired players in the report of each side."""
    return {side: numbers_of(joined(state, side), sides[side].induced) for side in SIDES}


class FieldNames:
    """The fields that the report's form of a match has."""

    def __init__(self, state: MatchState) -> None:
        self.players = {side: {str(line.player) for line in state.sheets.of(side).available} for side in SIDES}
        self.hired = {side: numbers(1, len(joined(state, side)) + 1) for side in SIDES}
        self.deeds = {deed.key for deed in state.ruleset.book.reported}
        self.injuries = numbers(0, MOST_INJURIES)
        self.of_injuries = field_names(state.ruleset.book)

    def __contains__(self, name: str) -> bool:
        match name.split("."):
            case [one]:
                return one in (*ENDING, ORDER)
            case ["score" | "took_part", "home" | "away"]:
                return True
            case ["line", "home" | "away" as side, player, count]:
                return player in self.players[side] and count in self.deeds
            case ["hired", "home" | "away" as side, nth, what]:
                return nth in self.hired[side] and what in self.deeds | {"d68", "there", *HOW}
            case ["injury", "home" | "away", index, field]:
                return index in self.injuries and field in self.of_injuries
        return False


def numbers(first: int, end: int) -> frozenset[str]:
    """Numbers as they appear in field names."""
    return frozenset(map(str, range(first, end)))


def values_of(state: MatchState, reported: Reported | None) -> dict[str, Any]:
    """A report as values of the form's fields."""
    if reported is None:
        return {}
    result = reported.result
    values: dict[str, Any] = {
        "conceded_by": result.conceded_by or "",
        "conceded_before_kick_off": "yes" if result.conceded_before_kick_off else "",
        "decided_by": result.decided_by,
        "decided_for": result.decided_for or "",
        ORDER: order_text(reported.order, numbers_by_side(state, {side: reported.sides.of(side) for side in SIDES})),
    }
    for side in SIDES:
        report = reported.sides.of(side)
        values |= {name: str(value) for name, value in _side_values(state, side, reported).items()}
        if report.took_part is not None:
            values[f"took_part.{side}"] = [str(player) for player in report.took_part]
    return values


def _side_values(state: MatchState, side: Side, reported: Reported) -> dict[str, Any]:
    report, theirs = reported.sides.of(side), other(side)
    values: dict[str, Any] = {f"score.{side}": report.score}
    for line in report.lines:
        values |= {f"line.{side}.{line.player}.{deed}": count for deed, count in line.deeds}
    culprits = numbers_of(joined(state, theirs), reported.sides.of(theirs).induced)
    for nth, hired in zip(numbers_of(joined(state, side), report.induced), report.induced, strict=True):
        values |= {f"hired.{side}.{nth}.{deed}": count for deed, count in hired.deeds}
        values[f"hired.{side}.{nth}.d68"] = hired.casualty or ""
        values[f"hired.{side}.{nth}.there"] = "yes" if hired.kind == RAISED else ""
        if hired.casualty:
            row = injury_values(state.ruleset.book, numbered(hired.injury, culprits))
            values |= {f"hired.{side}.{nth}.{field}": row[field] for field in HOW}
    for index, injury in enumerate(report.injuries):
        row = injury_values(state.ruleset.book, numbered(injury, culprits))
        values |= {f"injury.{side}.{index}.{field}": value for field, value in row.items()}
    return values


def numbered(injury: Injury, culprits: Sequence[int]) -> Injury:
    """An injury with the number in the form of the hired player who caused it."""
    if 0 < injury.by_hired <= len(culprits):
        return replace(injury, by_hired=culprits[injury.by_hired - 1])
    return injury
