"""What confirmed reports tell of injuries: what caused them, and the dice that coaches rolled and typed in.

Dice are known where a table or a treatment takes a single die or one that shows two digits: of dice that are added up,
a report has only the sum. An injury whose result was named has no dice, nor has one of a hired player, of whom only the
last roll is in the report.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from django.db.models import Case, JSONField, OuterRef, Q, QuerySet, Subquery, When

from matches.models import Match, MatchSide, PlayerLine, Report
from matches.report.causes import CAUSES
from matches.sequence.lines import SELF_INFLICTED
from rules.book.book import Book
from rules.sequence.sequence import DIGIT_DICE
from rules.sheet.match import further
from stats.played.kept import kept_figure
from stats.played.scope import Scope
from web.prepared import Prepared

INFLICTED = frozenset(CAUSES) - frozenset(SELF_INFLICTED)
Dice = tuple[tuple[int, int], ...]
"""Single dice, each with its number of faces and the face that came up."""


class Told(NamedTuple):
    """A side of a match (row id of the match) with its team and the casualties that it inflicted.

    ``causes`` are of what its opponent did to it, as far as they are known; ``dice`` those of its players' injuries.
    """

    match: int
    side: str
    team: int
    casualties: int
    causes: tuple[str, ...] = ()
    dice: Dice = ()


def _gather(scope: Scope) -> tuple[Told, ...]:
    return _read(scope)


def _grow(scope: Scope, before: tuple[Told, ...], new: AbstractSet[int], gone: AbstractSet[int]) -> tuple[Told, ...]:
    old = [each for each in before if each.match not in gone]
    return (*old, *(_told(scope, _of_matches(list(new))) if new else ()))


def _read(scope: Scope) -> tuple[Told, ...]:
    return _told(scope, _rows(scope.matches("match__")).iterator(chunk_size=500))


@Prepared
def _of_matches(matches: Collection[int]) -> QuerySet[MatchSide, Any]:
    """The rows of a few matches of a scope."""
    return _rows(Q(match__in=matches, match__state__in=Match.PLAYED))


def _rows(where: Q) -> QuerySet[MatchSide, Any]:
    report = Report.objects.filter(match=OuterRef("match"), state=Report.State.CONFIRMED).values("data")[:1]
    once = Case(When(side="home", then=Subquery(report)), default=None, output_field=JSONField())
    rows = MatchSide.objects.filter(where).order_by().annotate(report=once)
    return rows.values_list("match", "match__state", "side", "team", "casualties", "report")


def _told(scope: Scope, rows: Iterable[Any]) -> tuple[Told, ...]:
    kinds = kinds_of(scope.book)
    found: dict[tuple[int, str], Told] = {}
    hurt: dict[tuple[int, str], Mapping[str, Any]] = {}
    recorded = False
    for match, state, side, team, casualties, data in rows:
        found[match, side] = Told(match, side, team, casualties or 0)
        recorded |= state == Match.State.RECORDED
        if data:
            hurt |= {(match, each): data.get(each) or {} for each in ("home", "away")}
    for key in hurt.keys() & found.keys():
        injuries = hurt[key].get("injuries", ())
        dice = tuple(die for injury in injuries for die in dice_of(injury, kinds))
        found[key] = found[key]._replace(causes=tuple(_causes(injuries)), dice=dice)
    for key, causes in (_of_records(scope) if recorded else {}).items():
        if key in found and key not in hurt:
            found[key] = found[key]._replace(causes=tuple(causes))
    return tuple(found.values())


TOLD = kept_figure("told", _gather, grow=_grow)


def _of_records(scope: Scope) -> dict[tuple[int, str], list[str]]:
    """The deaths whose cause records from elsewhere say, by match and the side that lost the player; one query."""
    dead = PlayerLine.objects.filter(scope.matches("side__match__"), died=True, cause__in=INFLICTED).order_by()
    found: dict[tuple[int, str], list[str]] = {}
    for match, side, cause in dead.values_list("side__match", "side__side", "cause"):
        found.setdefault((match, side), []).append(cause)
    return found


def _causes(injuries: Any) -> Iterator[str]:
    for injury in injuries:
        cause = injury.get("cause", "block")
        if (injury.get("casualty") or injury.get("named")) and cause in INFLICTED:
            yield cause


def kinds_of(book: Book) -> dict[str, int]:
    """The fields of an injury in which one die is typed, by key, each with its number of faces."""
    faces = {table.key: table.dice[0] for table in book.casualty_tables.values() if len(table.dice) == 1}
    first = book.casualty_table.key
    fields = book.injury_fields.values()
    rolls = ["casualty", *(each.key for each in fields if each.kind == "casualty")]
    kinds = {key if table == first else further(key, table): number for key in rolls for table, number in faces.items()}
    return kinds | {each.key: each.faces for each in fields if each.kind in ("die", "card_die")}


def dice_of(injury: Mapping[str, Any], kinds: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """The single dice of a stored injury."""
    if injury.get("named"):
        return
    typed = {**injury, **(injury.get("treatment") or {}), **dict(injury.get("values") or ())}
    for key, faces in kinds.items():
        value = typed.get(key)
        if not isinstance(value, int) or value < 1:
            continue
        digits = DIGIT_DICE.get(faces)
        shown = zip(digits, divmod(value, 10), strict=True) if digits else ((faces, value),)
        yield from ((each, face) for each, face in shown if 1 <= face <= each)
