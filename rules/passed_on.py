"""What a correction does not reach: a player who had gone to another team by then, in a trade or on loan (C8).

That team's books hold him as he came, a fact of its own history; so does his own team's once he is back from a loan.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.correcting import Change, line_changes
from rules.history import Correction, Record, effective
from rules.journal import Entry, PlayerTraded, apply
from rules.sheet import PlayerSheet, TeamSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOn:
    """A player who went otherwise than he would have gone: ``how`` as in his entry, and the figures that differ."""

    player: int
    how: str
    changes: tuple[Change, ...]


def passed_on(records: Sequence[Record], correction: Correction) -> tuple[PassedOn, ...]:
    """The players of a journal whom a correction changes as they stood when they went, each at the last such time.

    Raises ``Impossible`` for a correction that does not fold.
    """
    before = effective(records)
    if not any(isinstance(entry, PlayerTraded) for entry in before):
        return ()
    corrected = Record(seq=max(record.seq for record in records) + 1, fact=correction)
    gone, instead = _as_they_went(before), _as_they_went(effective([*records, corrected]))
    changed = ((entry, tuple(line_changes(line, instead.get(entry)))) for entry, line in gone.items())
    last = {entry.player: PassedOn(player=entry.player, how=entry.how, changes=found) for entry, found in changed}
    return tuple(passed for passed in last.values() if passed.changes)


def _as_they_went(entries: Iterable[Entry]) -> dict[PlayerTraded, PlayerSheet]:
    sheet, gone = TeamSheet(), {}
    for entry in entries:
        line = sheet.player(entry.player) if isinstance(entry, PlayerTraded) else None
        if isinstance(entry, PlayerTraded) and line is not None:
            gone[entry] = line
        sheet = apply(sheet, entry)
    return gone
