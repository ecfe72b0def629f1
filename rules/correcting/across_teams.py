"""A correction across several teams: it follows players who went to another team, in a trade or on loan.

The entry with which a player joins a team holds the player as they left the other team. If a correction changes that,
the entry is amended, and all later entries of the new team are checked. A player who would not have left the old team
never came to the new one; a player who returns from a loan returns as they were there. Nothing is written here.
Source: PBBL 1.10, L1, C8 (p39, p31).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rules.correcting.correcting import Corrected
from rules.correcting.open_journal import HERE, Fate, Move, OpenJournal, TeamJournal
from rules.journal import Entry, PlayerJoined, PlayerLost, PlayerTraded
from rules.sheet.sheet import AWAY, RETURNED, PlayerSheet, TeamSheet, changed

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


def correct_journals(journals: Iterable[TeamJournal], partner: Partner) -> CorrectedJournals:
    """Works out a correction in the given journals, and in all others that it then changes."""
    work = _JournalsInProgress(journals, partner)
    work.run()
    return CorrectedJournals(
        worked=work.worked,
        affected=tuple(work.affected.values()),
        lost=tuple(work.lost.values()),
    )


class _JournalsInProgress:
    """All journals in progress, worked out again until none changes another."""

    def __init__(self, journals: Iterable[TeamJournal], partner: Partner) -> None:
        self.open = {journal.team: OpenJournal(journal) for journal in journals}
        self.worked: dict[int, Corrected] = {}
        self.affected: dict[tuple[int, Move], AffectedPlayer] = {}
        self.lost: dict[tuple[int, Move], AffectedPlayer] = {}
        self._partner = partner
        self._waiting = deque(self.open)

    def run(self) -> None:
        """Works out all waiting journals. Earlier moves settle first, so each move is followed once or twice."""
        while self._waiting:
            giver = self.open[self._waiting.popleft()]
            self.worked[giver.journal.team] = giver.work_out()
            self._follow_moves(giver)

    def _follow_moves(self, giver: OpenJournal) -> None:
        """Takes the changes of a journal's players to the journals of the teams they went to."""
        before, after = giver.before, giver.after
        moves = {*before.left, *after.left, *giver.departures.values()}
        for move in sorted(move for move in moves if not move[2]):
            self._follow_out(giver, move, before.left.get(move), after.left.get(move))
        for trade, player, back in sorted(giver.arrivals):
            if not back and (trade, player) in giver.borrowed():
                move = (trade, player, True)
                self._follow_home(giver, move, before.fate(trade, player), after.fate(trade, player))

    def _follow_out(
        self, giver: OpenJournal, move: Move, before: PlayerSheet | None, after: PlayerSheet | None
    ) -> None:
        """Follows a player who goes to another team, for good or on loan."""
        same = _same(before, after)
        taker = self._taker(giver, move, look=not same)
        if same:
            return self._unchanged(taker, giver, move)
        item = taker.arrivals.get(move) if taker is not None else None
        if taker is None or item is None or not taker.may_count(item) or not isinstance(item.first, PlayerJoined):
            return self._lose(giver, move, before, after)
        first = item.first
        entry: Entry | None = None
        if after is not None:
            entry = PlayerJoined(line=changed(after, loan=first.line.loan), how=first.how)
        return self._amend(giver, move, taker, entry, before, after)

    def _follow_home(self, giver: OpenJournal, move: Move, before: Fate, after: Fate) -> None:
        """Follows a borrowed player who goes home, or never does."""
        same = _same(before, after)
        lender = self._taker(giver, move, look=not same)
        if same:
            return self._unchanged(lender, giver, move)
        item = lender.arrivals.get(move) if lender is not None else None
        if lender is None or (item is not None and not lender.may_count(item)):
            return self._lose(giver, move, before, after)
        if item is None:
            return None  # the loan is still running
        if after == HERE and move not in giver.insert:
            place = giver.after_record(lender.journal.stamps[item.place[0]])
            giver.insert[move] = (place, PlayerTraded(player=move[1], how=RETURNED))
            return self._work_out_again(giver)
        entry: Entry | None = None
        if isinstance(after, PlayerSheet):
            entry = PlayerJoined(line=changed(after, loan=0), how=RETURNED)
        elif after is not None:
            entry = PlayerLost(player=move[1], how=after)
        return self._amend(giver, move, lender, entry, before, after)

    def _taker(self, giver: OpenJournal, move: Move, *, look: bool) -> OpenJournal | None:
        """The journal of the other team of a trade; with ``look`` false, only if it is already open."""
        known = next((each for each in self.open.values() if each is not giver and move in each.arrivals), None)
        if known is not None or not look:
            return known
        journal = self._partner(giver.journal.team, move[0])
        if journal is None:
            return None
        if journal.team not in self.open:
            self.open[journal.team] = OpenJournal(journal)
        return self.open[journal.team]

    def _lose(self, giver: OpenJournal, move: Move, before: Fate, after: Fate) -> None:
        self.lost[giver.journal.team, move] = _affected(giver, move, 0, before, after)

    def _amend(
        self, giver: OpenJournal, move: Move, taker: OpenJournal, entry: Entry | None, before: Fate, after: Fate
    ) -> None:
        self.lost.pop((giver.journal.team, move), None)
        self.affected[giver.journal.team, move] = _affected(giver, move, taker.journal.team, before, after)
        place = taker.arrivals[move].place
        if taker.journal.team not in self.worked or place not in taker.amend or taker.amend[place] != entry:
            taker.amend[place] = entry
            self._work_out_again(taker)

    def _unchanged(self, taker: OpenJournal | None, giver: OpenJournal, move: Move) -> None:
        """Nothing changes in this move; earlier amendments of it are undone."""
        self.affected.pop((giver.journal.team, move), None)
        self.lost.pop((giver.journal.team, move), None)
        item = taker.arrivals.get(move) if taker is not None else None
        if taker is not None and item is not None and taker.clear_amendment(item.place):
            self._work_out_again(taker)

    def _work_out_again(self, journal: OpenJournal) -> None:
        if journal.journal.team not in self._waiting:
            self._waiting.append(journal.journal.team)


def _same(before: Fate, after: Fate) -> bool:
    """Whether a player moved in the same state; shirt numbers do not matter, as the new team may change them."""
    one, other = (changed(fate, number=0) if isinstance(fate, PlayerSheet) else fate for fate in (before, after))
    return one == other


def _affected(giver: OpenJournal, move: Move, taker: int, before: Fate, after: Fate) -> AffectedPlayer:
    lines = [line if isinstance(line, PlayerSheet) else None for line in (before, after)]
    return AffectedPlayer(
        player=move[1], giver=giver.journal.team, taker=taker, back=move[2], before=lines[0], after=lines[1]
    )
