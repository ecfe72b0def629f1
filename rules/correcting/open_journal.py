"""One team's journal while a correction is worked out, and the players who move in and out of it.

Other teams' corrected journals change the entries with which players join this one. The result says in what state
players now leave it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.book.edition import Ruleset
from rules.correcting.correcting import Corrected, work_out
from rules.journal import Entry, PlayerJoined, PlayerLost, PlayerTraded
from rules.journal.history import END, Correction, Item, Journal, Place, Record, ordered
from rules.sheet.sheet import AWAY, BORROWED, RETURNED, PlayerSheet, TeamSheet

Move = tuple[int, int, bool]
"""A player's move to another team: the trade, the player, and whether it is the return from a loan."""
HERE = "here"
Fate = PlayerSheet | str | None
"""What happened to a borrowed player: the line at the return, how they were lost, ``HERE``, or None if never there."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TeamJournal:
    """A team's journal, and the arguments of ``work_out`` for a correction of it.

    ``trades`` gives the trade that wrote a record, by the record's seq; ``stamps`` order the records of all teams.
    """

    team: int
    ruleset: Ruleset
    records: Sequence[Record]
    own: frozenset[Place] = frozenset()
    entries: tuple[Entry, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    before: int = 0
    restore: frozenset[Place] = frozenset()
    trades: Mapping[int, int] = field(default_factory=dict)
    stamps: Mapping[int, Any] = field(default_factory=dict)


@dataclass(slots=True)
class JournalState:
    """The state of a journal: the line of each player who left, by move, and the final sheet."""

    left: dict[Move, PlayerSheet]
    sheet: TeamSheet

    @classmethod
    def of(cls, records: Sequence[Record], departures: Mapping[Place, Move]) -> JournalState:
        """The state with all corrections so far."""
        journal = Journal.of(records)
        left: dict[Move, PlayerSheet] = {}
        for index, item in enumerate(journal.order):
            if item.counts and item.place in departures:
                move = departures[item.place]
                if (line := journal.sheet_after(index).player(move[1])) is not None:
                    left[move] = line
        return cls(left=left, sheet=journal.sheet_after(len(journal.order)))

    def fate(self, loan: int, player: int) -> Fate:
        """What happened to a player whom the team borrowed."""
        if (line := self.left.get((loan, player, True))) is not None:
            return line
        here = self.sheet.player(player)
        if here is not None and here.loan == loan:
            return HERE
        gone = (each for each in self.sheet.departed if each.line.player == player and each.line.loan == loan)
        return next((each.how for each in gone if each.how not in AWAY), None)


class OpenJournal:
    """A journal in progress: the moves out of it and into it, and what other journals say about the moves into it.

    ``amend`` are the changed entries of players who join, None for a player who never came. ``insert`` are new entries
    of players who go back to their own team after all.
    """

    def __init__(self, journal: TeamJournal) -> None:
        self.journal = journal
        self.departures: dict[Place, Move] = {}
        self.arrivals: dict[Move, Item] = {}
        self._read(ordered(journal.records))
        self._absent: dict[Place, Entry | None] = {
            item.place: None for item in self.arrivals.values() if item.place in journal.restore
        }
        self.amend: dict[Place, Entry | None] = dict(self._absent)
        self.insert: dict[Move, tuple[Place, Entry]] = {}
        self.before = JournalState.of(journal.records, self.departures)
        self.after = self.before

    def _read(self, order: Iterable[Item]) -> None:
        loans: dict[int, int] = {}
        for item in order:
            entry, seq = item.first, item.place[0]
            if isinstance(entry, PlayerTraded):
                trade = self.journal.trades.get(seq) or loans.get(entry.player, 0)
                self.departures[item.place] = (trade, entry.player, entry.how == RETURNED)
            elif isinstance(entry, (PlayerJoined, PlayerLost)):
                player = entry.line.player if isinstance(entry, PlayerJoined) else entry.player
                back = isinstance(entry, PlayerLost) or entry.how == RETURNED
                self.arrivals[self.journal.trades.get(seq, 0), player, back] = item
                if isinstance(entry, PlayerJoined) and entry.how == BORROWED:
                    loans[player] = entry.line.loan

    def work_out(self) -> Corrected:
        """Works out the correction with what the other journals say."""
        journal, insert = self.journal, tuple(self.insert.values())
        worked = work_out(
            journal.ruleset,
            journal.records,
            journal.own,
            journal.entries,
            journal.choices,
            before=journal.before,
            restore=journal.restore,
            amend=self.amend,
            insert=insert,
        )
        fresh = {(0, nth): move for nth, move in enumerate(self.insert, start=len(journal.entries))}
        moves = self.departures | fresh
        left = {moves[place]: line for place, line in worked.left.items() if place in moves}
        self.after = JournalState(left=left, sheet=worked.sheet)
        return worked

    def may_count(self, item: Item) -> bool:
        """Whether an entry counts, or will be tried again."""
        return item.counts or item.place in self.journal.restore

    def clear_amendment(self, place: Place) -> bool:
        """Forgets what other journals said about an arrival. Returns whether that changes anything."""
        earlier = dict(self.amend)
        if place in self._absent:
            self.amend[place] = None
        else:
            self.amend.pop(place, None)
        return self.amend != earlier

    def after_record(self, stamp: Any) -> Place:
        """The place before the first record after a moment; ``END`` if there is none."""
        stamps = self.journal.stamps
        plain = (record.seq for record in self.journal.records if not isinstance(record.fact, Correction))
        return next(((seq, 0) for seq in plain if stamps[seq] > stamp), END)

    def borrowed(self) -> set[tuple[int, int]]:
        """The loans on which players came to the team, each with the player's id."""
        firsts = ((move, item.first) for move, item in self.arrivals.items())
        return {
            (move[0], move[1]) for move, first in firsts if isinstance(first, PlayerJoined) and first.how == BORROWED
        }
