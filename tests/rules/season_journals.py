"""Seasons with trades and loans, and for each record the match or trade that wrote it, and when.

A world is played once and then corrected. It has in lists what the application has in rows.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from rules.correcting.across_teams import CorrectedJournals, correct_journals
from rules.correcting.correcting import restorable
from rules.correcting.open_journal import TeamJournal
from rules.journal import Entry, PlayerKilled, fold
from rules.journal.history import Correction, Place, Record, as_true, placed
from rules.sheet.sheet import TeamSheet
from rules.simulation.simulation import Club, season
from rules.team.trades import Offer, Party, end_of_loan, exchange, judge
from tests.rules.team.trade_sheets import FREE, LATER, TODAY, stake

Row = tuple[Entry | Correction, str, int]
"""A fact, what wrote it (``match:3``, ``correction:3``, ``trade:2``, or empty), and when."""


@dataclass
class World:
    """Teams by id, their journals row by row, and the two teams of each trade."""

    journals: dict[int, list[Row]] = field(default_factory=dict)
    trades: dict[int, tuple[int, int]] = field(default_factory=dict)
    clock: Iterable[int] = field(default_factory=count)

    def write(self, team: int, source: str, *facts: Entry | Correction) -> None:
        """Writes records into a team's journal."""
        self.journals.setdefault(team, []).extend((fact, source, next(iter(self.clock))) for fact in facts)

    def records(self, team: int) -> list[Record]:
        """A journal as the rules read it."""
        return [Record(seq=seq, fact=fact) for seq, (fact, _source, _at) in enumerate(self.journals[team], start=1)]

    def sheets(self) -> dict[int, TeamSheet]:
        """The sheets of all teams, with all corrections."""
        return {team: as_true(self.records(team)) for team in self.journals}

    def own(self, team: int, match: str) -> frozenset[Place]:
        """The places of the entries that a match, or its corrections, have in a journal now."""
        mine = self._seqs(team, f"match:{match}", f"correction:{match}")
        return frozenset(place for place, _entry in placed(self.records(team)) if place[0] in mine)

    def entries(self, team: int, match: str) -> tuple[Entry, ...]:
        """What a match wrote when it was played."""
        return tuple(fact for fact, source, _at in self.journals[team] if source == f"match:{match}")  # type: ignore[misc]  # triples

    def matches(self) -> list[str]:
        """All matches that wrote something, in order."""
        sources = (source.partition(":") for rows in self.journals.values() for _fact, source, _at in rows)
        return sorted({name for kind, _colon, name in sources if kind == "match"}, key=int)

    def wrote(self, team: int) -> dict[int, str]:
        """The matches that wrote records, corrections included, by the record's seq."""
        parts = ((seq, source.partition(":")) for seq, (_f, source, _a) in enumerate(self.journals[team], start=1))
        return {seq: name for seq, (kind, _colon, name) in parts if kind in ("match", "correction")}

    def _seqs(self, team: int, *sources: str) -> set[int]:
        return {seq for seq, (_fact, source, _at) in enumerate(self.journals[team], start=1) if source in sources}

    def book(
        self, team: int, match: str, entries: Sequence[Entry] = (), choices: Mapping[str, str] | None = None
    ) -> TeamJournal:
        """A team's journal for a correction of a match."""
        rows = list(enumerate(self.journals[team], start=1))
        wrote = [seq for seq, (_fact, source, _at) in rows if source == f"match:{match}"]
        plain = [seq for seq, (fact, _source, _at) in rows if not isinstance(fact, Correction)]
        return TeamJournal(
            team=team,
            ruleset=FREE,
            records=self.records(team),
            own=self.own(team, match),
            entries=tuple(entries),
            choices=choices or {},
            before=next((seq for seq in plain if wrote and seq > wrote[-1]), 0),
            restore=restorable(self.records(team), self.wrote(team), match),
            trades={seq: int(source[6:]) for seq, (_fact, source, _at) in rows if source.startswith("trade:")},
            stamps={seq: at for seq, (_fact, _source, at) in rows},
        )

    def reached(
        self, match: str, entries: Mapping[int, Sequence[Entry]], choices: Mapping[int, Mapping[str, str]]
    ) -> CorrectedJournals:
        """Corrects a match's entries, with the choices by team and finding."""

        def partner(team: int, trade: int) -> TeamJournal | None:
            if trade not in self.trades:
                return None
            one, other = self.trades[trade]
            there = other if team == one else one
            return self.book(there, match, choices=choices.get(there))

        return correct_journals(
            [self.book(team, match, new, choices.get(team)) for team, new in entries.items()], partner
        )

    def accept(self, match: str, reached: CorrectedJournals) -> None:
        """Writes a correction into every journal that it reaches."""
        for team, worked in reached.worked.items():
            self.write(team, f"correction:{match}", worked.correction)


def decide_findings(
    world: World, match: str, entries: Mapping[int, Sequence[Entry]], chance: random.Random
) -> CorrectedJournals | None:
    """A correction with a random choice for each finding; None if a finding has no choices.

    Before each decision, its record so far must fit the journal.
    """
    choices: dict[int, dict[str, str]] = {}
    for _round in range(400):
        made = world.reached(match, entries, choices)
        undecided = [(team, each) for team, worked in sorted(made.worked.items()) for each in worked.undecided]
        if not undecided:
            return made
        for team in {team for team, _finding in undecided}:
            records, worked = world.records(team), made.worked[team]
            assert as_true([*records, Record(seq=len(records) + 1, fact=worked.so_far)]) == worked.sheet
        for team, finding in undecided:
            if not finding.choices:
                return None
            choices.setdefault(team, {})[finding.key] = chance.choice(finding.choices)
    raise AssertionError("the findings never end")


def season_with_trades(seed: int, lists: Sequence[str], rounds: int, *, trades: bool = True) -> World:
    """A season with trades and loans after every match, in which many borrowed players die; or without ``trades``."""
    chance, world = random.Random(seed), World()
    clubs: dict[int, Club] = {}
    names: dict[int, int] = {}
    seen: dict[int, int] = {}
    loans: dict[int, tuple[int, int, list[int]]] = {}
    for nth, match in enumerate(season(chance, FREE, list(lists), rounds), start=1):
        for side in ("home", "away"):
            club: Club = getattr(match, side)
            team = names.setdefault(id(club), len(names) + 1)
            clubs[team] = club
            post = getattr(match.outcomes, side).entries
            cut = len(club.entries) - len(post)
            deaths = [
                PlayerKilled(player=line.player) for line in club.sheet.players if line.loan and chance.random() < 0.3
            ]
            club.follow(fold(deaths, club.sheet), deaths)
            post = (*post, *deaths)
            world.write(team, "", *club.entries[seen.get(team, 0) : cut])
            world.write(team, f"match:{nth}", *post)
            seen[team] = len(club.entries)
        if trades and len(clubs) > 1:
            _market(chance, world, clubs, loans)
        seen = {team: len(club.entries) for team, club in clubs.items()}
    assert world.sheets() == {team: club.sheet for team, club in clubs.items()}
    return world


def _market(
    chance: random.Random, world: World, clubs: dict[int, Club], loans: dict[int, tuple[int, int, list[int]]]
) -> None:
    for _ in range(4):
        one, other = chance.sample(sorted(clubs), 2)
        ours, theirs = clubs[one], clubs[other]
        gives, takes = stake(chance, ours.sheet), stake(chance, theirs.sheet)
        lends = gives.lends or takes.lends
        offer = Offer(gives=gives, takes=takes, until=LATER if lends else None)
        parties = [Party(name="x", coach=team, sheet=clubs[team].sheet) for team in (one, other)]
        if judge(FREE, offer, parties[0], parties[1], TODAY):
            continue
        trade = len(world.trades) + 1
        world.trades[trade] = (one, other)
        _follow(world, clubs, trade, (one, other), exchange(offer, ours.sheet, theirs.sheet, trade))
        if lends:
            loans[trade] = (one, other, [takes.gold_lent, gives.gold_lent])
    for trade, (one, other, owed) in list(loans.items()):
        if chance.random() < 0.4:
            ended = end_of_loan(trade, clubs[one].sheet, clubs[other].sheet, (owed[0], owed[1]))
            _follow(world, clubs, trade, (one, other), ended.entries)
            owed[:] = [owed[0] - ended.paid[0], owed[1] - ended.paid[1]]
            if not any(owed):
                del loans[trade]


def _follow(
    world: World, clubs: dict[int, Club], trade: int, teams: tuple[int, int], entries: tuple[tuple[Entry, ...], ...]
) -> None:
    for team, written in sorted(zip(teams, entries, strict=True)):
        clubs[team].follow(fold(written, clubs[team].sheet), written)
        world.write(team, f"trade:{trade}", *written)
