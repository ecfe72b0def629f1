"""Goes through matches in their order of play and takes in what they brought to the records.

A match that was conceded before kick-off is no part of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from rules.book.book import Book
from stats.played.lines import PlayedLine
from stats.played.matches import PlayedMatch, PlayedSide
from stats.records.brought import (
    GATE,
    HURT,
    MATCHES,
    POINTS,
    SCORE,
    TEAM_MATCHES,
    TEAM_WINS,
    WIN,
    WORTH,
    Brought,
    Lines,
    brought_by,
    done_in,
)
from stats.records.succession import Mark, Record, Spot, Succession, Value, spot_of

MATCH, SEASON, SUM = "match", "season", "sum"
LEGEND = "legend"
LEAST = 2
"""One of something is no record: nearly everybody would share it."""
ANY = -1_000_000
"""Below everything that is counted."""
WITHOUT_LEVELS = 50
"""The points of a legend in a book that has no levels."""


def legend_of(book: Book) -> tuple[str, int]:
    """The title of the highest level and the points it takes; without a title if the book has no levels."""
    if not book.levels:
        return "", WITHOUT_LEVELS
    return book.levels[-1].title, book.levels[-1].minimum


class Known(NamedTuple):
    """What the book knows after some matches: lines of succession and sums by key, and who is a legend."""

    found: dict[str, Succession]
    sums: dict[str, dict[Hashable, int]]
    legends: set[int]

    def copy(self) -> Known:
        """The same, to go on with."""
        return Known(
            {key: each.copy() for key, each in self.found.items()},
            {key: sums.copy() for key, sums in self.sums.items()},
            self.legends.copy(),
        )


NOBODY: Counter[int] = Counter()
Pairs = Sequence[tuple[PlayedSide, PlayedSide]]


class Run:
    """All records while the matches are gone through, or those of which ``only`` has what is counted.

    ``brought`` is what each match brought (row id), if it ``tells`` that.
    """

    def __init__(
        self,
        book: Book,
        *,
        all_time: bool,
        team_list: str = "",
        known: Known | None = None,
        only: AbstractSet[str] | None = None,
        tells: bool = False,
    ) -> None:
        self.book, self.all_time, self.team_list, self.only, self.tells = book, all_time, team_list, only, tells
        self.brought: dict[int, Brought] = {}
        self.threshold = legend_of(book)[1]
        self.known = known or Known({}, {}, set())
        self.found, self.sums, self.legends = self.known
        self.kills: Mapping[int, Counter[int]] = {}
        self.lines: Lines = {}

    def _wants(self, what: str) -> bool:
        return self.only is None or what in self.only

    def take(self, matches: Iterable[PlayedMatch], lines: Iterable[PlayedLine]) -> None:
        """Go on by these matches, with the lines of them or of more."""
        kills: dict[int, Counter[int]] = defaultdict(Counter)
        theirs: dict[int, list[PlayedLine]] = defaultdict(list)
        for line in lines:
            if line.player is not None:
                theirs[line.side].append(line)
            if line.killed_by is not None:
                kills[line.match][line.killed_by] += 1
        self.kills, self.lines = kills, theirs
        for match in matches:
            if self.tells:
                self.brought[match.id] = brought_by(match, theirs, kills.get(match.id, NOBODY))
            if match.conceded_before_kick_off:
                continue
            pairs = [pair for pair in match.pairs if not self.team_list or pair[0].team_list == self.team_list]
            self._of_teams(match, pairs, spot_of(match))
            self._of_players(match, pairs, spot_of(match))
        self.kills, self.lines = {}, {}

    def records(self) -> Iterator[Record]:
        """What was found, by key."""
        return (each.record(key) for key, each in sorted(self.found.items()) if each.reigns)

    def _of_teams(self, match: PlayedMatch, pairs: Pairs, spot: Spot) -> None:
        def take(what: str, value: Callable[[PlayedSide, PlayedSide], Value | None]) -> None:
            succession = self._succession(f"{MATCH}:{what}")
            marks = [
                Mark(figure, own.team, spot, other=other.team, score=score_of(own, other))
                for own, other in pairs
                if (figure := value(own, other)) is not None and succession.takes(figure)
            ]
            succession.after(marks[:1] if what == GATE else marks)

        for what, value in self._values(match):
            if self._wants(what):
                take(what, value)
        for what, counts in ((TEAM_MATCHES, lambda side: True), (TEAM_WINS, lambda side: side.won)):
            if self._wants(what):
                theirs = [
                    Mark(self._sum(f"{SUM}:{what}", own.team, 1), own.team, spot)
                    for own, _other in pairs
                    if counts(own)
                ]
                self._succession(f"{SUM}:{what}", grows=True).after(theirs)

    def _values(self, match: PlayedMatch) -> Iterator[tuple[str, Callable[[PlayedSide, PlayedSide], Value | None]]]:
        """What is compared of teams in a match."""
        yield WIN, _win
        yield SCORE, lambda own, other: _one(own.score)
        if self.book.credited is not None:
            yield HURT, lambda own, other: _one(own.casualties)
        if self.book.worth is not None:
            yield WORTH, lambda own, other: _one(own.team_value)
        if self.book.with_gate:
            yield GATE, lambda own, other: _one(match.gate)

    def _succession(self, key: str, *, grows: bool = False) -> Succession:
        if key not in self.found:
            self.found[key] = Succession(LEAST, grows=grows)
        return self.found[key]

    def _of_players(self, match: PlayedMatch, pairs: Pairs, spot: Spot) -> None:
        kills, reached = self.kills.get(match.id, NOBODY), _Reached(self.found)
        for own, other in pairs:
            for line in self.lines.get(own.id, ()):
                self._of_line(line, spot, reached, kills[line.player or 0], _Against(other.team, score_of(own, other)))
        for succession, marks in reached.marks.values():
            succession.after(marks)

    def _of_line(self, line: PlayedLine, spot: Spot, reached: _Reached, kills: int, against: _Against) -> None:
        """What one player did in a match: for it, and added to the sums of the season and of the whole scope."""
        player = line.player or 0
        in_seasons = self.all_time and spot.season is not None
        for what, count in done_in(line, kills):
            if what != MATCHES and self._wants(what):
                reached.add(f"{MATCH}:{what}", (count,), line, spot, against=against)
                reached.add(f"{SUM}:{what}", self._sum(f"{SUM}:{what}", player, count), line, spot)
                if in_seasons:
                    value = self._sum(f"{SEASON}:{what}", (player, spot.season), count)
                    reached.add(f"{SEASON}:{what}", value, line, spot, season=spot.season)
        if not self._wants(MATCHES):
            return
        played = self._sum(f"{SUM}:{MATCHES}", player, 1)
        reached.add(f"{SUM}:{MATCHES}", played, line, spot)
        risen = self.all_time and bool(line.spp) and player not in self.legends
        if risen and self.sums[f"{SUM}:{POINTS}"][player] >= self.threshold:
            self.legends.add(player)
            # Fewer is better, and a record is the highest value.
            reached.add(f"{SUM}:{LEGEND}", (-played[0],), line, spot)

    def _sum(self, key: str, who: Any, count: int) -> Value:
        sums = self.sums.setdefault(key, {})
        sums[who] = sums.get(who, 0) + count
        return (sums[who],)


class _Against(NamedTuple):
    team: int
    score: tuple[int, int] | None


class _Reached:
    """The marks of players in one match that take or share a record. Most do not, so no mark is made for them."""

    def __init__(self, found: dict[str, Succession]) -> None:
        self._found = found
        self.marks: dict[str, tuple[Succession, list[Mark]]] = {}

    def add(
        self,
        key: str,
        value: Value,
        line: PlayedLine,
        spot: Spot,
        *,
        against: _Against | None = None,
        season: int | None = None,
    ) -> None:
        """Take in what a player reached."""
        succession = self._found.get(key)
        if succession is None:
            legend = key == f"{SUM}:{LEGEND}"
            grows = not legend and not key.startswith(f"{MATCH}:")
            succession = self._found[key] = Succession(ANY if legend else LEAST, grows=grows)
        if succession.takes(value):
            other, score = against or (None, None)
            made = Mark(
                value, line.team, spot, line.player, line.number, line.position, other=other, score=score, season=season
            )
            self.marks.setdefault(key, (succession, []))[1].append(made)


def _one(figure: int | None) -> Value | None:
    return None if figure is None else (figure,)


def _win(own: PlayedSide, other: PlayedSide) -> Value | None:
    """By how much, then how high; none where no score is known."""
    score = score_of(own, other)
    return (score[0] - score[1], score[0]) if own.won and score is not None else None


def score_of(own: PlayedSide, other: PlayedSide) -> tuple[int, int] | None:
    """The own score and theirs; None where the records do not have it."""
    return None if own.score is None or other.score is None else (own.score, other.score)
