"""The order of a journal: what was recorded, and what took effect.

A journal is a list of records, each with its ``seq``. A correction is a record of its own: it names the entries that
it strikes, those that replace them, and their place. So a roster *as known then* and *as true now* are two folds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from rules.codec import CodecError, decode, encode
from rules.journal import KINDS, Entry, Impossible, fold
from rules.sheet import TeamSheet

CORRECTION = "correction"
Place = tuple[int, int]  # seq of the record, index within it
Places = tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Strikes entries and puts others in their place: directly before the record ``before``, or at the end for 0.

    ``restored`` are entries that an earlier correction struck: they count again, where they stood.
    """

    struck: Places
    entries: tuple[Entry, ...]
    before: int = 0
    restored: Places = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One row of a journal."""

    seq: int
    fact: Entry | Correction


def as_known(records: Sequence[Record], seq: int) -> TeamSheet:
    """The sheet as it was known when record ``seq`` had just been written."""
    return as_true([record for record in records if record.seq <= seq])


def as_true(records: Sequence[Record]) -> TeamSheet:
    """The sheet as it is true now, corrections taken into account."""
    return fold(effective(records))


def true_until(records: Sequence[Record], seq: int) -> TeamSheet:
    """The sheet that stood when record ``seq`` had been written, by what is true now.

    What a correction put at an earlier place counts there, though it was recorded later.
    """
    late = {record.seq for record in records if record.seq > seq and not isinstance(record.fact, Correction)}
    known = takewhile(lambda item: item.place[0] not in late, ordered(records))
    return fold(item.entry for item in known if item.counts)


def effective(records: Sequence[Record]) -> list[Entry]:
    """All entries that count, in the order in which they took effect. Raises as ``placed`` does."""
    return [entry for _, entry in placed(records)]


def placed(records: Sequence[Record]) -> list[tuple[Place, Entry]]:
    """All entries that count, each with its place in the journal, in the order in which they took effect.

    Raises as ``ordered`` does.
    """
    return [(item.place, item.entry) for item in ordered(records) if item.counts]


@dataclass(slots=True)
class Item:
    """An entry at its place in the order of effect; one that was struck does not count."""

    place: Place
    entry: Entry
    counts: bool = True


def ordered(records: Sequence[Record]) -> list[Item]:
    """All entries ever recorded, the struck ones too, in the order in which they took effect.

    Raises ``Impossible`` for a correction that strikes what does not count, restores what does, or would stand before
    what is not there.
    """
    order: list[Item] = []
    for record in records:
        if isinstance(record.fact, Correction):
            _correct(order, record.seq, record.fact)
        else:
            order.append(Item((record.seq, 0), record.fact))
    return order


def _correct(order: list[Item], seq: int, correction: Correction) -> None:
    items = {item.place: item for item in order}
    for places, counts in ((correction.struck, True), (correction.restored, False)):
        for place in places:
            if place not in items or items[place].counts is not counts:
                raise Impossible(Entry(), "nothing_to_strike", seq=place[0])
            items[place].counts = not counts
    at = next((index for index, item in enumerate(order) if item.place[0] == correction.before), len(order))
    if correction.before and at == len(order):
        raise Impossible(Entry(), "no_such_place", seq=correction.before)
    order[at:at] = [Item((seq, index), entry) for index, entry in enumerate(correction.entries)]


def to_json(fact: Entry | Correction) -> tuple[str, dict[str, Any]]:
    """The kind of a fact and its fields as JSON."""
    if isinstance(fact, Correction):
        data = {
            "struck": [list(place) for place in fact.struck],
            "entries": [list(to_json(entry)) for entry in fact.entries],
            "before": fact.before,
        }
        if fact.restored:
            data["restored"] = [list(place) for place in fact.restored]
        return CORRECTION, data
    return fact.kind, encode(fact)


def from_json(kind: str, data: Any) -> Entry | Correction:
    """The fact that ``to_json`` wrote. Raises ``CodecError`` for an unknown kind or field or a wrong type."""
    if kind != CORRECTION:
        return _entry(kind, data)
    if not isinstance(data, dict) or data.keys() - {"restored"} != {"struck", "entries", "before"}:
        raise CodecError("a correction has struck, entries and before, and may have restored")
    entries = data["entries"]
    if not isinstance(entries, list) or any(not isinstance(entry, list) or len(entry) != 2 for entry in entries):
        raise CodecError("the entries of a correction are pairs of a kind and its fields")
    return Correction(
        struck=decode(Places, data["struck"]),
        entries=tuple(_entry(inner_kind, inner) for inner_kind, inner in entries),
        before=decode(int, data["before"]),
        restored=decode(Places, data.get("restored", [])),
    )


def _entry(kind: Any, data: Any) -> Entry:
    if not isinstance(kind, str) or kind not in KINDS:
        raise CodecError(f"unknown kind of journal entry: {kind!r}")
    return decode(KINDS[kind], data)
