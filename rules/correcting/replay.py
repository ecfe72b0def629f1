"""The replay of a journal for a correction: entry by entry, with a check of each later one.

An impossible entry is left out and becomes a finding; entries that depend on it are left out too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import count

from rules.book.edition import Ruleset
from rules.correcting.findings import (
    COMMISSIONER,
    GRANT,
    KEEP,
    STRIKE,
    Choice,
    Finding,
    is_shared,
    player_of,
)
from rules.journal import (
    Entry,
    GoldMoved,
    Impossible,
    PlayerBroughtOver,
    PlayerHired,
    PlayerJoined,
    PlayerLost,
    PlayerTraded,
    apply,
    fold,
)
from rules.journal.history import Item, Journal, Place
from rules.sequence.explanations import Args
from rules.sheet.sheet import PlayerSheet, TeamSheet, changed

Amendments = Mapping[Place, Entry | None]
"""Corrected entries by their places; None for an entry that has to go."""


class Replay:
    """The state of a replay: the sheet so far, and the findings.

    ``struck`` are the places of removed entries, ``left_out`` those of impossible ones about which nobody has decided,
    ``amended`` the changed entries; ``left`` are the lines of players at the moment when they went to another team.
    """

    def __init__(
        self,
        *,
        ruleset: Ruleset,
        choices: Mapping[str, str],
        amend: Amendments,
    ) -> None:
        self.ruleset, self.choices, self.amend = ruleset, choices, amend
        self.known: Collection[tuple[Place, str]] = ()
        self.sheet = TeamSheet()
        self.findings: list[Finding] = []
        self.struck: list[Place] = []
        self.left_out: list[Place] = []
        self.amended: dict[Place, Entry] = {}
        self.left: dict[Place, PlayerSheet] = {}
        self.granted: dict[str, int] = {}
        self._unhired: set[int] = set()
        self._never_came: set[int] = set()

    def follow(self, journal: Journal, entries: int) -> None:
        """Takes over so many entries from the start of a journal's order, without checks: they cannot change."""
        for index, item in enumerate(journal.order[:entries]):
            if item.counts and isinstance(item.entry, PlayerTraded):
                line = journal.sheet_after(index).player(item.entry.player)
                if line is not None:
                    self.left[item.place] = line
        self.sheet = journal.sheet_after(entries)

    def fold_checked(self, order: Sequence[Item]) -> None:
        """Folds all entries; impossible ones are left out and become findings."""
        for index, item in enumerate(order):
            entry = self._entry_to_fold(
                item, order[index + 1 :] if isinstance(item.entry, (PlayerJoined, PlayerLost)) else ()
            )
            if entry is None:
                self.struck.append(item.place)
                self._never_came.add(player_of(item.entry))
            elif self._fold(item.place, entry) and entry != item.entry:
                self.amended[item.place] = entry

    def _entry_to_fold(self, item: Item, later: Sequence[Item]) -> Entry | None:
        """The entry to fold, amended if needed. A player who joins keeps the old number, or gets a free one."""
        entry = self.amend.get(item.place, item.entry)
        if not isinstance(entry, PlayerJoined):
            return entry
        wanted = item.first.line.number if isinstance(item.first, PlayerJoined) else entry.line.number
        worn = {line.number for line in self.sheet.players}
        if wanted in worn or not isinstance(item.first, PlayerJoined):
            taken = worn | {number for each in later if (number := _number(each.entry))}
            wanted = wanted if wanted not in taken else next(free for free in count(1) if free not in taken)
        return entry if entry.line.number == wanted else replace(entry, line=changed(entry.line, number=wanted))

    def _fold(self, place: Place, entry: Entry) -> bool:
        """Folds an entry unless it is impossible or struck. Returns whether it was folded."""
        try:
            after = apply(self.sheet, entry)
        except Impossible as why:
            return self._handle_impossible(place, entry, why)
        doubts = self.ruleset.edition.findings(self.ruleset, self.sheet, after)
        doubt = next((doubt for doubt in doubts if (place, doubt.id) not in self.known), None)
        choices = (KEEP,) if is_shared(entry) else (KEEP, STRIKE)
        if doubt is not None and self._choose(place, entry, doubt.id, doubt.args, choices=choices) == STRIKE:
            self._strike(place, entry)
            return False
        if isinstance(entry, PlayerTraded) and (line := self.sheet.player(entry.player)) is not None:
            self.left[place] = line
        if isinstance(entry, PlayerJoined):
            self._never_came.discard(entry.line.player)
        self.sheet = after
        return True

    def _handle_impossible(self, place: Place, entry: Entry, why: Impossible) -> bool:
        player = player_of(entry)
        if player in self._never_came or (player in self._unhired and not is_shared(entry)):
            self.struck.append(place)  # it depends on a struck entry
            return False
        why, grant = self._with_gold(entry, why)
        purse, missing = (grant.target, grant.amount) if grant is not None else ("", 0)
        can_strike = isinstance(entry, PlayerTraded) or not is_shared(entry)
        choices: tuple[Choice, ...] = ((GRANT,) if grant is not None else ()) + ((STRIKE,) if can_strike else ())
        args: Args = tuple(why.args_.items())
        choice = self._choose(place, entry, why.id, args, choices=choices, purse=purse, missing=missing)
        if choice == GRANT and grant is not None:
            self.granted[purse] = self.granted.get(purse, 0) + missing
            self.sheet = fold([grant, entry], self.sheet)
        elif choice == STRIKE:
            self._strike(place, entry)
        else:
            self.left_out.append(place)
        if isinstance(entry, PlayerTraded):
            self._never_came.add(player)  # so the player does not come back from there either
        return choice == GRANT

    def _with_gold(self, entry: Entry, why: Impossible) -> tuple[Impossible, GoldMoved | None]:
        """What is wrong with an entry, and the gold with which it is possible; None if gold alone does not help."""
        if why.id != "gold_not_there":
            return why, None
        purse, missing = str(why.args_["purse"]), int(why.args_["missing"])
        grant = GoldMoved(amount=missing, source=COMMISSIONER, target=purse)
        try:
            fold([grant, entry], self.sheet)
        except Impossible as other:
            return other, None
        return why, grant

    def _strike(self, place: Place, entry: Entry) -> None:
        self.struck.append(place)
        if isinstance(entry, PlayerHired):
            self._unhired.add(entry.player)

    def _choose(
        self,
        place: Place,
        entry: Entry,
        id: str,
        args: Args,
        *,
        choices: tuple[Choice, ...],
        purse: str = "",
        missing: int = 0,
    ) -> str:
        finding = Finding(place=place, entry=entry, id=id, args=args, choices=choices, purse=purse, missing=missing)
        chosen = self.choices.get(finding.key, "")
        choice = next((choice for choice in choices if choice == chosen), "")
        self.findings.append(replace(finding, choice=choice))
        return choice


def _number(entry: Entry) -> int:
    """The shirt number of the player who joins with an entry; 0 if none does."""
    if isinstance(entry, PlayerJoined):
        return entry.line.number
    return entry.number if isinstance(entry, (PlayerHired, PlayerBroughtOver)) else 0
