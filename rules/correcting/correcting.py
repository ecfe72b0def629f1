"""Correcting the past: the effect on a journal if an old match gets different entries.

The match's own entries are replaced at their place; all later entries stay as they are. Later entries that become
impossible or doubtful are findings, and the person who corrects decides about each. Nothing is written here.
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
)
from rules.correcting.replay import Amendments, Replay
from rules.journal import Entry, GoldMoved, fold
from rules.journal.history import (
    END,
    Correction,
    Item,
    Journal,
    Place,
    Placed,
    Places,
    Record,
    effective,
    index_of,
    ordered,
)
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
    "sheet_before",
    "changes_history",
    "work_out",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """The result of a correction in one journal: the record to write, the new sheet, and all findings.

    ``left`` are the lines of players at the moment when they go to another team, by the place of the entry. New entries
    have the places ``(0, 0)``, ``(0, 1)`` and so on: first the match's own, then the inserted ones. ``so_far`` is the
    record without the impossible entries about which nobody has decided, as ``sheet`` is: it fits the journal already.
    """

    correction: Correction
    so_far: Correction
    sheet: TeamSheet
    findings: tuple[Finding, ...]
    left: Mapping[Place, PlayerSheet] = field(default_factory=dict)

    @property
    def undecided(self) -> tuple[Finding, ...]:
        """The findings without a choice."""
        return tuple(finding for finding in self.findings if not finding.choice)


def sheet_before(records: Sequence[Record], own: Collection[Place], before: int = 0) -> TeamSheet:
    """The sheet, with all corrections, before the first of a match's ``own`` entries.

    If the match has none: before the record ``before``, which may be struck; at the end for 0. Raises ``Impossible``.
    """
    journal = Journal.of(records)
    order = journal.order
    mine = {item.place for item in order if item.counts and item.place in own and not is_shared(item.entry)}
    starts = (index for index, item in enumerate(order) if (item.place in mine if mine else item.place[0] == before))
    first = next(starts, len(order))
    earlier = [item for item in order[:first] if item.counts]
    if any(item.place in own for item in earlier):
        return fold(item.entry for item in earlier if item.place not in own)
    return journal.sheet_after(first)


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
    """Replaces a match's ``own`` entries with ``entries``, and finds later entries that become impossible.

    ``choices`` are the decisions so far, by the finding's key. ``before`` is the seq of the record before which the
    entries go if the match has none of its own; 0 is the end. ``restore`` are the places of later entries that earlier
    corrections of this match struck: they are tried again. ``amend`` are corrected entries of players who came from
    other teams; ``insert`` are new entries of players who went to other teams.
    """
    journal, amend = Journal.of(records), amend or {}
    order = journal.order
    at = _place_after_own(order, own, before)
    everything = _with_new_entries(order, entries, at, insert)
    touched = {*own, *restore, *amend}
    start = next((index for index, item in enumerate(everything) if not item.place[0] or item.place in touched), None)
    replay = Replay(ruleset=ruleset, choices=choices, amend=amend)
    replay.follow(journal, len(order) if start is None else start)
    later = everything[start:] if start is not None else []
    known = [(item.place, item.entry) for item in later if item.counts and item.place[0]]
    replay.known = set(known_doubts(ruleset, replay.sheet, known))
    replay.fold_checked([item for item in later if item.place not in own and (item.counts or item.place in restore)])
    correction, so_far = (
        _correction(replay, places, order, own, entries, at, restore, insert)
        for places in (replay.struck, [*replay.struck, *replay.left_out])
    )
    return Corrected(
        correction=correction,
        so_far=so_far,
        sheet=replay.sheet,
        findings=tuple(replay.findings),
        left=replay.left,
    )


def restorable(
    records: Sequence[Record], wrote: Mapping[int, str], match: str, rewritten: Mapping[int, int] | None = None
) -> frozenset[Place]:
    """The places of later entries that earlier corrections of a match struck, and that do not count again since.

    ``wrote`` gives, by the seq of a record, the match that wrote it or that it corrects. ``rewritten`` gives, also by
    the seq of a record, the last record that was there when all entries of its match were written again: what was
    struck before then stays struck, as the match now has other entries.
    """
    items = {item.place: item for item in ordered(records)}
    corrections = [record for record in records if isinstance(record.fact, Correction)]
    struck = {place: record.seq for record in corrections for place in _struck_by(record)}
    ours = {place for record in corrections if wrote.get(record.seq) == match for place in _struck_by(record)}
    stale = {place for place in ours if (rewritten or {}).get(place[0], 0) >= struck[place]}
    gone = [items[place] for place in ours - stale if wrote.get(place[0]) != match and not items[place].counts]
    again = [(wrote.get(item.place[0]), item.entry) for item in items.values() if item.counts]
    return frozenset(item.place for item in gone if (wrote.get(item.place[0], ""), item.entry) not in again)


def _struck_by(record: Record) -> Places:
    return record.fact.struck if isinstance(record.fact, Correction) else ()


def changes_history(records: Sequence[Record], correction: Correction) -> bool:
    """Whether a correction changes anything. Raises ``Impossible`` for one that does not fit the journal."""
    corrected = Record(seq=max((record.seq for record in records), default=0) + 1, fact=correction)
    return effective([*records, corrected]) != effective(records)


def _place_after_own(order: Sequence[Item], own: Collection[Place], before: int) -> Place:
    """The place directly after a match's own entries, even if it does not count; ``END`` if they are the last.

    Shared entries do not count: a correction of the match puts the return of a lent player where the return happened.
    """
    mine = (
        index for index, item in enumerate(order) if item.counts and item.place in own and not is_shared(item.entry)
    )
    last = max(mine, default=None)
    if last is None:
        return (before, 0) if before else END
    return order[last + 1].place if last + 1 < len(order) else END


def _with_new_entries(order: Sequence[Item], entries: Sequence[Entry], at: Place, insert: Placed) -> list[Item]:
    """All recorded entries and the new ones, in the order of effect."""
    found = list(order)
    where = index_of(found, at)
    found[where:where] = [Item((0, nth), entry, entry) for nth, entry in enumerate(entries)]
    for nth, (place, entry) in enumerate(insert, start=len(entries)):
        found.insert(index_of(found, place), Item((0, nth), entry, entry))
    return found


def _correction(
    replay: Replay,
    removed: Sequence[Place],
    order: Sequence[Item],
    own: Collection[Place],
    entries: Sequence[Entry],
    at: Place,
    restore: Collection[Place],
    insert: Placed,
) -> Correction:
    """The result of a replay, without the ``removed`` entries, as one record to write.

    Granted gold comes first, as a new entry may spend it.
    """
    gone = set(removed)
    grants = tuple(GoldMoved(amount=gold, source=COMMISSIONER, target=purse) for purse, gold in replay.granted.items())
    struck = [item.place for item in order if item.counts and item.place in own]
    return Correction(
        struck=(*struck, *(place for place in removed if place not in restore and place[0])),
        entries=(*grants, *(entry for nth, entry in enumerate(entries) if (0, nth) not in gone)),
        before=at[0],
        before_entry=at[1],
        restored=tuple(item.place for item in order if item.place in restore and item.place not in gone),
        amended=tuple((place, entry) for place, entry in replay.amended.items() if place[0]),
        inserted=tuple(each for nth, each in enumerate(insert, start=len(entries)) if (0, nth) not in gone),
    )
