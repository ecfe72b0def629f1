"""A correction across several teams: it follows players who went to another team, in a trade or on loan.

The entry with which a player joins a team holds the player as they left the other team. If a correction changes that,
the entry is amended, and all later entries of the new team are checked. A player who would not have left the old team
never came to the new one; a player who returns from a loan returns as they were there. Nothing is written here.
Source: PBBL 1.10, L1, C8 (p39, p31).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.book.edition import Ruleset
from rules.correcting.correcting import Corrected, work_out
from rules.journal import Entry, PlayerJoined, PlayerLost, PlayerTraded, fold
from rules.journal.history import END, Correction, Item, Place, Record, ordered
from rules.sheet.sheet import AWAY, BORROWED, RETURNED, PlayerSheet, TeamSheet, changed

Way = tuple[int, int, bool]
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


Partner = Callable[[int, int], TeamJournal | None]
"""Finds the journal of the other team of a trade, by this team's id and the trade's id; None if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AffectedPlayer:
    """A player whom a correction changes in another team's journal: ``giver`` and ``taker`` are team ids.

    ``before`` and ``after`` are the player's lines on joining, None if they never came; ``back`` marks the return from
    a loan.
    """

    player: int
    giver: int
    taker: int
    back: bool
    before: PlayerSheet | None
    after: PlayerSheet | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedJournals:
    """The result of a correction in every journal that it changes, by team id, and the affected players.

    ``lost`` are players whom it should change but cannot: the other team's journal has no entry with which they joined.
    """

    worked: Mapping[int, Corrected]
    affected: tuple[AffectedPlayer, ...]
    lost: tuple[AffectedPlayer, ...]

    def whereabouts(self) -> dict[int, int]:
        """The team id that each affected player is with in the end, as far as these journals tell."""
        found: dict[int, int] = {}
        for player in {each.player for each in self.affected}:
            ended = {team: _end(worked.sheet, player) for team, worked in self.worked.items()}
            last = max(ended, key=lambda team: ended[team])
            if ended[last]:
                found[player] = last
        return found


def _end(sheet: TeamSheet, player: int) -> int:
    """How certain it is that a player ended with a team: 3 on its roster, 2 lost while on loan, 1 gone, 0 never."""
    if sheet.player(player) is not None:
        return 3
    gone = (each.line.loan for each in sheet.departed if each.line.player == player and each.how not in AWAY)
    return next((2 if loan else 1 for loan in gone), 0)


def correct_journals(books: Iterable[TeamJournal], partner: Partner) -> CorrectedJournals:
    """Works out a correction in the given journals, and in all others that it then changes."""
    spread = _Spread(books, partner)
    spread.run()
    return CorrectedJournals(
        worked=spread.worked,
        affected=tuple(spread.affected.values()),
        lost=tuple(spread.lost.values()),
    )


class _OpenBook:
    """A journal in progress: the moves out of it and into it, and what other journals say about the moves into it."""

    def __init__(self, book: TeamJournal) -> None:
        self.book = book
        self.leaves: dict[Place, Way] = {}
        self.arrivals: dict[Way, Item] = {}
        self._read(ordered(book.records))
        self.never: dict[Place, Entry | None] = {
            item.place: None for item in self.arrivals.values() if item.place in book.restore
        }
        self.amend: dict[Place, Entry | None] = dict(self.never)
        self.insert: dict[Way, tuple[Place, Entry]] = {}
        self.before = _Standing.of(book.records, self.leaves)
        self.after = self.before

    def _read(self, order: Iterable[Item]) -> None:
        loans: dict[int, int] = {}
        for item in order:
            entry, seq = item.first, item.place[0]
            if isinstance(entry, PlayerTraded):
                trade = self.book.trades.get(seq) or loans.get(entry.player, 0)
                self.leaves[item.place] = (trade, entry.player, entry.how == RETURNED)
            elif isinstance(entry, (PlayerJoined, PlayerLost)):
                player = entry.line.player if isinstance(entry, PlayerJoined) else entry.player
                back = isinstance(entry, PlayerLost) or entry.how == RETURNED
                self.arrivals[self.book.trades.get(seq, 0), player, back] = item
                if isinstance(entry, PlayerJoined) and entry.how == BORROWED:
                    loans[player] = entry.line.loan

    def work(self) -> Corrected:
        """Works out the correction with what the other journals say."""
        book, insert = self.book, tuple(self.insert.values())
        worked = work_out(
            book.ruleset,
            book.records,
            book.own,
            book.entries,
            book.choices,
            before=book.before,
            restore=book.restore,
            amend=self.amend,
            insert=insert,
        )
        fresh = {(0, nth): way for nth, way in enumerate(self.insert, start=len(book.entries))}
        ways = self.leaves | fresh
        left = {ways[place]: line for place, line in worked.left.items() if place in ways}
        self.after = _Standing(left=left, sheet=worked.sheet)
        return worked

    def may_stand(self, item: Item) -> bool:
        """Whether an entry counts, or will be tried again."""
        return item.counts or item.place in self.book.restore

    def after_record(self, stamp: Any) -> Place:
        """The place before the first record after a moment; ``END`` if there is none."""
        stamps = self.book.stamps
        plain = (record.seq for record in self.book.records if not isinstance(record.fact, Correction))
        return next(((seq, 0) for seq in plain if stamps[seq] > stamp), END)


@dataclass(slots=True)
class _Standing:
    """The state of a journal: the line of each player who left, by move, and the final sheet."""

    left: dict[Way, PlayerSheet]
    sheet: TeamSheet

    @classmethod
    def of(cls, records: Sequence[Record], leaves: Mapping[Place, Way]) -> _Standing:
        """The state with all corrections so far."""
        left: dict[Way, PlayerSheet] = {}
        going: list[Entry] = []
        sheet = TeamSheet()
        for item in ordered(records):
            if not item.counts:
                continue
            if item.place in leaves:
                sheet, way = fold(going, sheet), leaves[item.place]
                if (line := sheet.player(way[1])) is not None:
                    left[way] = line
                going = []
            going.append(item.entry)
        return cls(left=left, sheet=fold(going, sheet))

    def fate(self, loan: int, player: int) -> Fate:
        """What happened to a player whom the team borrowed."""
        if (line := self.left.get((loan, player, True))) is not None:
            return line
        here = self.sheet.player(player)
        if here is not None and here.loan == loan:
            return HERE
        gone = (each for each in self.sheet.departed if each.line.player == player and each.line.loan == loan)
        return next((each.how for each in gone if each.how not in AWAY), None)


class _Spread:
    """All journals in progress, worked out again until none changes another."""

    def __init__(self, books: Iterable[TeamJournal], partner: Partner) -> None:
        self.open = {book.team: _OpenBook(book) for book in books}
        self.worked: dict[int, Corrected] = {}
        self.affected: dict[tuple[int, Way], AffectedPlayer] = {}
        self.lost: dict[tuple[int, Way], AffectedPlayer] = {}
        self._partner = partner
        self._waiting = deque(self.open)

    def run(self) -> None:
        """Works out all waiting journals. Earlier moves settle first, so each move is followed once or twice."""
        while self._waiting:
            giver = self.open[self._waiting.popleft()]
            self.worked[giver.book.team] = giver.work()
            self._tell(giver)

    def _tell(self, giver: _OpenBook) -> None:
        before, after = giver.before, giver.after
        ways = {*before.left, *after.left, *giver.leaves.values()}
        for way in sorted(way for way in ways if not way[2]):
            self._went(giver, way, before.left.get(way), after.left.get(way))
        for trade, player, back in sorted(giver.arrivals):
            if not back and (trade, player) in _borrowed(giver):
                way = (trade, player, True)
                self._went_home(giver, way, before.fate(trade, player), after.fate(trade, player))

    def _went(self, giver: _OpenBook, way: Way, before: PlayerSheet | None, after: PlayerSheet | None) -> None:
        """A player goes for good, or on loan."""
        same = _same(before, after)
        taker = self._taker(giver, way, look=not same)
        if same:
            return self._as_it_was(taker, giver, way)
        item = taker.arrivals.get(way) if taker is not None else None
        if taker is None or item is None or not taker.may_stand(item) or not isinstance(item.first, PlayerJoined):
            return self._lose(giver, way, before, after)
        first = item.first
        entry: Entry | None = None
        if after is not None:
            entry = PlayerJoined(line=changed(after, loan=first.line.loan), how=first.how)
        return self._amend(giver, way, taker, entry, before, after)

    def _went_home(self, giver: _OpenBook, way: Way, before: Fate, after: Fate) -> None:
        """A borrowed player goes home, or never does."""
        same = _same(before, after)
        lender = self._taker(giver, way, look=not same)
        if same:
            return self._as_it_was(lender, giver, way)
        item = lender.arrivals.get(way) if lender is not None else None
        if lender is None or (item is not None and not lender.may_stand(item)):
            return self._lose(giver, way, before, after)
        if item is None:
            return None  # the loan is still running
        if after == HERE and way not in giver.insert:
            place = giver.after_record(lender.book.stamps[item.place[0]])
            giver.insert[way] = (place, PlayerTraded(player=way[1], how=RETURNED))
            return self._again(giver)
        entry: Entry | None = None
        if isinstance(after, PlayerSheet):
            entry = PlayerJoined(line=changed(after, loan=0), how=RETURNED)
        elif after is not None:
            entry = PlayerLost(player=way[1], how=after)
        return self._amend(giver, way, lender, entry, before, after)

    def _taker(self, giver: _OpenBook, way: Way, *, look: bool) -> _OpenBook | None:
        """The journal of the other team of a trade; with ``look`` false, only if it is already open."""
        known = next((each for each in self.open.values() if each is not giver and way in each.arrivals), None)
        if known is not None or not look:
            return known
        book = self._partner(giver.book.team, way[0])
        if book is None:
            return None
        if book.team not in self.open:
            self.open[book.team] = _OpenBook(book)
        return self.open[book.team]

    def _lose(self, giver: _OpenBook, way: Way, before: Fate, after: Fate) -> None:
        self.lost[giver.book.team, way] = _affected(giver, way, 0, before, after)

    def _amend(
        self, giver: _OpenBook, way: Way, taker: _OpenBook, entry: Entry | None, before: Fate, after: Fate
    ) -> None:
        self.lost.pop((giver.book.team, way), None)
        self.affected[giver.book.team, way] = _affected(giver, way, taker.book.team, before, after)
        place = taker.arrivals[way].place
        if taker.book.team not in self.worked or place not in taker.amend or taker.amend[place] != entry:
            taker.amend[place] = entry
            self._again(taker)

    def _as_it_was(self, taker: _OpenBook | None, giver: _OpenBook, way: Way) -> None:
        """Nothing changes in this move; earlier amendments of it are undone."""
        self.affected.pop((giver.book.team, way), None)
        self.lost.pop((giver.book.team, way), None)
        item = taker.arrivals.get(way) if taker is not None else None
        if taker is None or item is None:
            return
        said = dict(taker.amend)
        if item.place in taker.never:
            taker.amend[item.place] = None
        else:
            taker.amend.pop(item.place, None)
        if taker.amend != said:
            self._again(taker)

    def _again(self, book: _OpenBook) -> None:
        if book.book.team not in self._waiting:
            self._waiting.append(book.book.team)


def _same(before: Fate, after: Fate) -> bool:
    """Whether a player moved in the same state; shirt numbers do not matter, as the new team may change them."""
    one, other = (changed(fate, number=0) if isinstance(fate, PlayerSheet) else fate for fate in (before, after))
    return one == other


def _affected(giver: _OpenBook, way: Way, taker: int, before: Fate, after: Fate) -> AffectedPlayer:
    lines = [line if isinstance(line, PlayerSheet) else None for line in (before, after)]
    return AffectedPlayer(
        player=way[1], giver=giver.book.team, taker=taker, back=way[2], before=lines[0], after=lines[1]
    )


def _borrowed(book: _OpenBook) -> set[tuple[int, int]]:
    """The loans on which players came to a team, each with the player's id."""
    firsts = ((way, item.first) for way, item in book.arrivals.items())
    return {(way[0], way[1]) for way, first in firsts if isinstance(first, PlayerJoined) and first.how == BORROWED}
