"""A journal with corrections: the order of recording, and the order of effect.

A journal is a list of records, numbered by ``seq``. A correction is a record too: it names the entries that it removes
(strikes), the entries that replace them, and their place. So a roster *as known then* and *as true now* are two folds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, takewhile
from typing import Any

from rules.journal import KINDS, Entry, Impossible, fold
from rules.sequence.codec import CodecError, decode, encode
from rules.sheet.sheet import TeamSheet

CORRECTION = "correction"
OF_PLACES = ("amended", "inserted")
MAY_HAVE = {"before_entry", "restored", *OF_PLACES}
Place = tuple[int, int]  # seq of the record, index within it
Places = tuple[Place, ...]
Placed = tuple[tuple[Place, Entry], ...]
END: Place = (0, 0)
SNAPSHOT = 200
"""After so many entries a journal keeps the sheet, so that a long one is not folded from its start again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Strikes entries, and puts others directly before the record ``before``, or at the end for 0.

    ``before_entry`` is the index of the entry within that record. ``restored`` are entries that an earlier correction
    struck: they count again, in their old place. ``amended`` are entries that change but keep their place.
    ``inserted`` are new entries, each directly before its own place, or at the end for ``END``.
    """

    struck: Places
    entries: tuple[Entry, ...]
    before: int = 0
    before_entry: int = 0
    restored: Places = ()
    amended: Placed = ()
    inserted: Placed = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One row of a journal."""

    seq: int
    fact: Entry | Correction


def as_known(records: Sequence[Record], seq: int) -> TeamSheet:
    """The sheet as it was known directly after record ``seq``, without later corrections."""
    return as_true([record for record in records if record.seq <= seq])


def as_true(records: Sequence[Record]) -> TeamSheet:
    """The sheet as it is true now, with all corrections."""
    return fold(effective(records))


def true_until(records: Sequence[Record], seq: int) -> TeamSheet:
    """The sheet directly after record ``seq``, with all corrections.

    An entry that a later correction put at an earlier place counts there.
    """
    late = {record.seq for record in records if record.seq > seq and not isinstance(record.fact, Correction)}
    known = takewhile(lambda item: item.place[0] not in late, ordered(records))
    return fold(item.entry for item in known if item.counts)


def effective(records: Sequence[Record]) -> list[Entry]:
    """All entries that count, in the order of effect. Raises ``Impossible`` as ``ordered`` does."""
    return [entry for _, entry in placed(records)]


def placed(records: Sequence[Record]) -> list[tuple[Place, Entry]]:
    """All entries that count, each with its place in the journal, in the order of effect.

    Raises ``Impossible`` as ``ordered`` does.
    """
    return [(item.place, item.entry) for item in ordered(records) if item.counts]


@dataclass(slots=True, eq=False)
class Item:
    """An entry in the order of effect, equal only to itself. ``counts`` is false for an entry that was struck.

    ``first`` is the entry as it was recorded, before any correction amended it.
    """

    place: Place
    entry: Entry
    first: Entry
    counts: bool = True


class Journal(tuple[Record, ...]):
    """All records of a journal. Their order of effect is worked out once, however often it is asked for."""

    @classmethod
    def of(cls, records: Sequence[Record]) -> Journal:
        """These records as a journal; the same one if they are one already."""
        return records if isinstance(records, cls) else cls(records)

    @cached_property
    def order(self) -> tuple[Item, ...]:
        """All entries in the order of effect. Raises ``Impossible`` as ``ordered`` does."""
        return tuple(_in_order(self))

    @cached_property
    def _snapshots(self) -> dict[int, TeamSheet]:
        """Sheets that were folded already, by the number of entries before them."""
        return {0: TeamSheet()}

    def sheet_after(self, entries: int) -> TeamSheet:
        """The sheet after so many entries of the order, as far as they count; equal to their fold.

        Folds on from the nearest snapshot: there is one every ``SNAPSHOT`` entries, and one at each place asked for.
        Raises ``Impossible``.
        """
        at = max(known for known in tuple(self._snapshots) if known <= entries)  # another thread may add one
        sheet = self._snapshots[at]
        while at < entries:
            to = min(entries, at - at % SNAPSHOT + SNAPSHOT)
            sheet = fold((item.entry for item in self.order[at:to] if item.counts), sheet)
            self._snapshots[to] = sheet
            at = to
        return sheet


def ordered(records: Sequence[Record]) -> Sequence[Item]:
    """All entries ever recorded, including the struck ones, in the order of effect. The items must not be changed.

    Raises ``Impossible`` for a correction that strikes or amends an entry that does not count, restores one that does,
    or names a place that does not exist.
    """
    return records.order if isinstance(records, Journal) else _in_order(records)


def _in_order(records: Iterable[Record]) -> list[Item]:
    order: list[Item] = []
    items: dict[Place, Item] = {}
    for record in records:
        if isinstance(record.fact, Correction):
            _correct(order, items, record.seq, record.fact)
        else:
            item = Item((record.seq, 0), record.fact, record.fact)
            items[item.place] = item
            order.append(item)
    return order


def _correct(order: list[Item], items: dict[Place, Item], seq: int, correction: Correction) -> None:
    """Applies a correction to all entries so far: ``items`` are those of ``order`` by their places."""
    for places, counts in ((correction.struck, True), (correction.restored, False)):
        for place in places:
            if place not in items or items[place].counts is not counts:
                raise Impossible(Entry(), "nothing_to_strike", seq=place[0])
            items[place].counts = not counts
    for place, entry in correction.amended:
        if place not in items or not items[place].counts:
            raise Impossible(Entry(), "nothing_to_strike", seq=place[0])
        items[place].entry = entry
    numbers = count()
    fresh = [Item((seq, next(numbers)), entry, entry) for entry in correction.entries]
    at = _index(order, items, (correction.before, correction.before_entry))
    order[at:at] = fresh
    items.update((item.place, item) for item in fresh)
    for before, entry in correction.inserted:
        item = Item((seq, next(numbers)), entry, entry)
        order.insert(_index(order, items, before), item)
        items[item.place] = item


def _index(order: list[Item], items: Mapping[Place, Item], before: Place) -> int:
    """As ``index_of``, by the items' places: a long order is searched in no time."""
    if before == END:
        return len(order)
    if before not in items:
        raise Impossible(Entry(), "no_such_place", seq=before[0])
    return order.index(items[before])


def index_of(order: Sequence[Item], before: Place) -> int:
    """The index at which to insert an entry before a place; the end for ``END``. Raises ``Impossible``."""
    if before == END:
        return len(order)
    found = next((index for index, item in enumerate(order) if item.place == before), None)
    if found is None:
        raise Impossible(Entry(), "no_such_place", seq=before[0])
    return found


def to_json(fact: Entry | Correction) -> tuple[str, dict[str, Any]]:
    """The kind of a fact and its fields as JSON."""
    if isinstance(fact, Correction):
        data = {
            "struck": [list(place) for place in fact.struck],
            "entries": [list(to_json(entry)) for entry in fact.entries],
            "before": fact.before,
        }
        if fact.before_entry:
            data["before_entry"] = fact.before_entry
        if fact.restored:
            data["restored"] = [list(place) for place in fact.restored]
        for name in OF_PLACES:
            if placed := getattr(fact, name):
                data[name] = [[list(place), *to_json(entry)] for place, entry in placed]
        return CORRECTION, data
    return fact.kind, encode(fact)


def from_json(kind: str, data: Any) -> Entry | Correction:
    """The fact that ``to_json`` wrote. Raises ``CodecError`` for an unknown kind or field, or a wrong type."""
    if kind != CORRECTION:
        return _entry(kind, data)
    if not isinstance(data, dict) or data.keys() - MAY_HAVE != {"struck", "entries", "before"}:
        raise CodecError(f"a correction has struck, entries and before, and may have {', '.join(sorted(MAY_HAVE))}")
    entries = data["entries"]
    if not isinstance(entries, list) or any(not isinstance(entry, list) or len(entry) != 2 for entry in entries):
        raise CodecError("the entries of a correction are pairs of a kind and its fields")
    return Correction(
        struck=decode(Places, data["struck"]),
        entries=tuple(_entry(inner_kind, inner) for inner_kind, inner in entries),
        before=decode(int, data["before"]),
        before_entry=decode(int, data.get("before_entry", 0)),
        restored=decode(Places, data.get("restored", [])),
        amended=_placed(data.get("amended", [])),
        inserted=_placed(data.get("inserted", [])),
    )


def _placed(data: Any) -> Placed:
    """Entries with their places. Each is stored as a place, a kind and the entry's fields."""
    if not isinstance(data, list) or any(not isinstance(each, list) or len(each) != 3 for each in data):
        raise CodecError("the amended and inserted entries of a correction are a place, a kind and its fields each")
    places = decode(Places, [place for place, _kind, _inner in data])
    return tuple(zip(places, (_entry(kind, inner) for _place, kind, inner in data), strict=True))


def _entry(kind: Any, data: Any) -> Entry:
    if not isinstance(kind, str) or kind not in KINDS:
        raise CodecError(f"unknown kind of journal entry: {kind!r}")
    return decode(KINDS[kind], data)
