"""The journals that a correction of a match may change, in the form that the rules read.

These are the two teams' journals, and those of teams to which a player has moved since by trade or loan (C8). The
latter are read when they are needed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from matches.models import Match, MatchCorrection
from rules.book.edition import Ruleset
from rules.correcting.correcting import is_shared, restorable
from rules.correcting.open_journal import TeamJournal
from rules.journal import Entry, PlayerHired
from rules.journal.history import CORRECTION, Journal, Place, Record, placed
from teams.ledger.facts import as_text, fact_of
from teams.models import JournalEntry, JournalLink, Team
from teams.trading.terms import SOURCE as TRADE
from web.prepared import Prepared

BEFORE, AFTER, CORRECTED = "pre_match", "post_match", "correction"
HELD = 32
"""How many journals a process holds, of some hundred entries each."""


class AffectedJournal:
    """A team's journal, read once for a correction; ``label`` is the team's name in form fields."""

    def __init__(self, correction: MatchCorrection, label: str, team: Team, rules: Ruleset, rows: Rows) -> None:
        self.correction, self.label, self.team, self.rules, self.rows = correction, label, team, rules, rows

    @property
    def match(self) -> Match:
        """The match that is corrected."""
        return self.correction.match

    @property
    def seq(self) -> int:
        """The number of the journal's last entry."""
        return max((row.seq for row in self.rows), default=0)

    @property
    def records(self) -> Journal:
        """The journal as the rules read it."""
        return self.rows.records

    @cached_property
    def own(self) -> frozenset[Place]:
        """The places of this match's entries in the journal, with those of its corrections.

        If the match is annulled, with its purchases too. What an annulment granted before the match was played again
        belongs to that annulment.
        """
        parts = ((BEFORE,) if self.correction.annuls else ()) + (AFTER, CORRECTED)
        name = self.match.public_id
        sources = {f"{part}:{name}" for part in parts}
        mine = [row for row in self.rows if row.source in sources]
        if any(row.kind == CORRECTION for row in mine):
            undone = MatchCorrection.objects.undone_runs().last_accepted([name]).get(name)
            mine = [row for row in mine if undone is None or row.at > undone]
        seqs = {row.seq for row in mine}
        return frozenset(place for place, _entry in placed(self.records) if place[0] in seqs)

    @cached_property
    def old_entries(self) -> tuple[Entry, ...]:
        """Those entries, without moves to or from another team."""
        return tuple(entry for place, entry in placed(self.records) if place in self.own and not is_shared(entry))

    @cached_property
    def before(self) -> int:
        """Where new entries of the match belong: before the first record after it closed.

        Not before a correction: its entries stand where they took effect, if it has any.
        """
        closed, plain = self.match.closed_at, [row for row in self.rows if row.kind != CORRECTION]
        return next((row.seq for row in plain if closed is not None and row.at > closed), 0)

    @cached_property
    def positions(self) -> dict[int, set[str]]:
        """The positions in which each player (id) has ever joined the team, also by entries that count no more."""
        found: dict[int, set[str]] = {}
        for item in self.records.order:
            for entry in (item.first, item.entry):
                if isinstance(entry, PlayerHired):
                    found.setdefault(entry.player, set()).add(entry.position)
        return found

    @property
    def _wrote(self) -> dict[int, str]:
        """The match that wrote each record, by seq. A match's purchases belong to it too, and stay replaced (L1)."""
        parts = ((row.seq, row.source.partition(":")) for row in self.rows)
        return {seq: name for seq, (kind, _colon, name) in parts if kind in (BEFORE, AFTER, CORRECTED)}

    @cached_property
    def _restorable(self) -> frozenset[Place]:
        """The places of entries that this match's corrections struck, and that are tried again."""
        match = self.match.public_id
        if not restorable(self.records, self._wrote, match):
            return frozenset()
        return restorable(self.records, self._wrote, match, self._rewritten())

    def _rewritten(self) -> dict[int, int]:
        """The last record before each record's match was corrected or annulled, by the record's seq.

        A correction leaves a match's purchases as they are.
        """
        last = MatchCorrection.objects.last_accepted(set(self._wrote.values()))
        annulled = MatchCorrection.objects.undone_runs().last_accepted(set(last))
        times = [row.at for row in self.rows]
        found = {}
        for row in self.rows:
            name = self._wrote.get(row.seq, "")
            when = annulled.get(name) if row.source.startswith(f"{BEFORE}:") else last.get(name)
            if when is not None:
                found[row.seq] = self.rows[bisect_right(times, when) - 1].seq
        return found

    def for_rules(self, entries: tuple[Entry, ...], choices: Mapping[str, Any]) -> TeamJournal:
        """The journal with the match's corrected entries and the choices made."""
        trades = ((row.seq, row.source.partition(":")) for row in self.rows)
        return TeamJournal(
            team=self.team.pk,
            ruleset=self.rules,
            records=self.records,
            own=self.own,
            entries=entries,
            choices={key: str(choice) for key, choice in choices.items()},
            before=self.before,
            restore=self._restorable,
            trades={seq: int(name) for seq, (kind, _colon, name) in trades if kind == TRADE and name.isdecimal()},
            stamps={row.seq: row.pk for row in self.rows},
        )


class Row(NamedTuple):
    """An entry of a team's journal as it is stored."""

    pk: int
    team: int
    seq: int
    kind: str
    text: str
    source: str
    at: datetime


class Rows(tuple[Row, ...]):
    """A whole journal as it is stored."""

    @cached_property
    def records(self) -> Journal:
        """The journal as the rules read it."""
        return Journal(Record(seq=row.seq, fact=fact_of(row.kind, row.text)) for row in self)


def rows_of(teams: Iterable[Team]) -> dict[int, Rows]:
    """The journals of teams by the team's id; at most two queries.

    Each process holds those that it read last, since a report under correction is checked again and again while it is
    typed. They are found by the hash of their last entry, which stands for the whole journal.
    """
    wanted = [team.pk for team in teams]
    places = {team: _place_of(chained) for team, chained in _last_hashes(wanted)}
    found = {team: held for team, place in places.items() for held in place[:1]}
    read: dict[int, list[Row]] = {team: [] for team in wanted if team not in found}
    for each in _rows(list(read)) if read else ():
        row = Row._make(each)
        read[row.team].append(row)
    for team, rows in read.items():
        found[team] = Rows(rows)
        places.get(team, []).append(found[team])
    return found


@lru_cache(maxsize=HELD)
def _place_of(chained: str) -> list[Rows]:
    """Where the journal with this hash is held: a list of it, empty before it was read."""
    return []


@Prepared
def _last_hashes(teams: Collection[int]) -> QuerySet[JournalLink, Any]:
    last = JournalLink.objects.filter(team__in=teams, seq=F("team__state_row__seq"))
    return last.order_by("team").values_list("team", "hash")


@Prepared
def _rows(teams: Collection[int]) -> QuerySet[JournalEntry, Any]:
    rows = JournalEntry.objects.filter(team__in=teams).order_by("seq")
    return rows.values_list("pk", "team", "seq", "kind", as_text(), "source", "at")
