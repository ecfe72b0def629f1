"""Correcting the past: what other entries for a match long over do to a journal, and what can no longer stand.

The corrected match's own entries are replaced at their place; everything later carries over as a fact. What cannot
follow any more, or is in doubt, is found and put to whoever corrects. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rules.book.edition import Ruleset
from rules.correcting.changes import Change, differences, line_changes
from rules.correcting.findings import (
    COMMISSIONER,
    GRANT,
    KEEP,
    STRIKE,
    Choice,
    Finding,
    is_shared,
    known_doubts,
    rolls_owed,
)
from rules.correcting.replay import Amendments, Replay
from rules.journal import Entry, GoldMoved, fold
from rules.journal.history import END, Correction, Item, Place, Placed, Record, effective, index_of, ordered, placed
from rules.sheet.sheet import PlayerSheet, TeamSheet

__all__ = [
    "COMMISSIONER",
    "GRANT",
    "KEEP",
    "STRIKE",
    "Change",
    "Choice",
    "Corrected",
    "Finding",
    "differences",
    "is_shared",
    "line_changes",
    "restorable",
    "rolls_owed",
    "sheet_before",
    "touches",
    "work_out",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A journal as it would be: the one record to write, the sheet that it makes, and everything found on the way.

    ``left`` are the lines of those who would go to another team, as they would go, by the place of the entry. Entries
    not written yet have the places ``(0, 0)``, ``(0, 1)`` and so on: first the match's own, then the inserted ones.
    """

    correction: Correction
    sheet: TeamSheet
    findings: tuple[Finding, ...]
    left: Mapping[Place, PlayerSheet] = field(default_factory=dict)

    @property
    def undecided(self) -> tuple[Finding, ...]:
        """What waits for a choice."""
        return tuple(finding for finding in self.findings if not finding.choice)


def sheet_before(records: Sequence[Record], own: Collection[Place], before: int = 0) -> TeamSheet:
    """The sheet as it was, by what is true now, before the first of a match's ``own`` entries.

    Where it has none, before the record ``before``, or at the end for 0. Raises ``Impossible``.
    """
    order = placed(records)
    mine = {place for place, entry in order if place in own and not is_shared(entry)}
    starts = (index for index, (place, _) in enumerate(order) if place in mine or (not mine and place[0] == before))
    first = next(starts, len(order))
    return fold(entry for place, entry in order[:first] if place not in own)


def work_out(
    ruleset: Ruleset,
    records: Sequence[Record],
    own: Collection[Place],
    entries: Sequence[Entry],
    choices: Mapping[str, str],
    *,
    before: int = 0,
    restore: Collection[Place] = (),
    amend: Amendments | None = None,
    insert: Placed = (),
) -> Corrected:
    """The journal with ``entries`` in the place of a match's ``own`` ones, and what of later can no longer stand.

    ``choices`` are what was chosen, by the finding's key. ``before`` is the seq of the record before which the entries
    belong where the match has none of its own; 0 is the end. ``restore`` are the places of later entries that earlier
    corrections of this match struck: they are tried again. ``amend`` are the entries by which players came from other
    teams, as they truly came; ``insert`` are those by which they went, where there was none.
    """
    order, amend = ordered(records), amend or {}
    at = _where(order, own, before)
    everything = _with_fresh(order, entries, at, insert)
    touched = {*own, *restore, *amend}
    start = next((index for index, item in enumerate(everything) if not item.place[0] or item.place in touched), None)
    replay = Replay(ruleset=ruleset, choices=choices, amend=amend)
    replay.stand(item for item in everything[:start] if item.counts)
    later = everything[start:] if start is not None else []
    known = [(item.place, item.entry) for item in later if item.counts and item.place[0]]
    replay.known = set(known_doubts(ruleset, replay.sheet, known))
    replay.go([item for item in later if item.place not in own and (item.counts or item.place in restore)])
    return Corrected(
        correction=_correction(replay, order, own, entries, at, restore, insert),
        sheet=replay.sheet,
        findings=tuple(replay.findings),
        left=replay.left,
    )


def restorable(records: Sequence[Record], wrote: Mapping[int, str], match: str) -> frozenset[Place]:
    """The places of later entries that earlier corrections of a match struck, but for those that count again since.

    ``wrote`` names the match that wrote a record, or of which it is a correction, by the record's seq.
    """
    items = {item.place: item for item in ordered(records)}
    corrections = (record.fact for record in records if wrote.get(record.seq) == match)
    struck = {place for fact in corrections if isinstance(fact, Correction) for place in fact.struck}
    gone = [items[place] for place in struck if wrote.get(place[0]) != match and not items[place].counts]
    again = [(wrote.get(item.place[0]), item.entry) for item in items.values() if item.counts]
    return frozenset(item.place for item in gone if (wrote.get(item.place[0], ""), item.entry) not in again)


def touches(records: Sequence[Record], correction: Correction) -> bool:
    """Whether a correction changes anything that counts. Raises ``Impossible`` for one that does not fit."""
    corrected = Record(seq=max((record.seq for record in records), default=0) + 1, fact=correction)
    return effective([*records, corrected]) != effective(records)


def _where(order: Sequence[Item], own: Collection[Place], before: int) -> Place:
    """The place that follows a match's own entries, whether or not it counts; ``END`` where they are the last.

    An entry by which a correction of the match let somebody go home stands where he went, not where the match was.
    """
    mine = (
        index for index, item in enumerate(order) if item.counts and item.place in own and not is_shared(item.entry)
    )
    last = max(mine, default=None)
    if last is None:
        return (before, 0) if before else END
    return order[last + 1].place if last + 1 < len(order) else END


def _with_fresh(order: Sequence[Item], entries: Sequence[Entry], at: Place, insert: Placed) -> list[Item]:
    """All that was recorded with what is new, each where it belongs."""
    found = list(order)
    where = index_of(found, at)
    found[where:where] = [Item((0, nth), entry, entry) for nth, entry in enumerate(entries)]
    for nth, (place, entry) in enumerate(insert, start=len(entries)):
        found.insert(index_of(found, place), Item((0, nth), entry, entry))
    return found


def _correction(
    replay: Replay,
    order: Sequence[Item],
    own: Collection[Place],
    entries: Sequence[Entry],
    at: Place,
    restore: Collection[Place],
    insert: Placed,
) -> Correction:
    """What a replay came to, as the one record to write."""
    gone = set(replay.struck)
    grants = tuple(GoldMoved(amount=gold, source=COMMISSIONER, target=purse) for purse, gold in replay.granted.items())
    struck = [item.place for item in order if item.counts and item.place in own]
    return Correction(
        struck=(*struck, *(place for place in replay.struck if place not in restore and place[0])),
        entries=(*(entry for nth, entry in enumerate(entries) if (0, nth) not in gone), *grants),
        before=at[0],
        before_entry=at[1],
        restored=tuple(item.place for item in order if item.place in restore and item.place not in gone),
        amended=tuple((place, entry) for place, entry in replay.amended.items() if place[0]),
        inserted=tuple(each for nth, each in enumerate(insert, start=len(entries)) if (0, nth) not in gone),
    )
