"""The records of a scope, worked out from all its matches and lines, and kept until the league changes.

Each is known by a key: what it is about (`MATCH`, `SEASON`, `SUM`), a colon, and what is counted. `stats.records.kinds`
has their names. A match that was conceded before kick-off is no part of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from rules.book.book import Book
from stats.played.everything import PLAYED, settled_among
from stats.played.kept import kept_figure
from stats.played.lines import PlayedLine, lines_in, lines_of
from stats.played.matches import PlayedMatch, PlayedSide
from stats.played.scope import Scope
from stats.records.succession import Mark, Record, Spot, Succession, Value, spot_of

MATCH, SEASON, SUM = "match", "season", "sum"
WIN, SCORE, HURT, GATE, WORTH = "win", "score", "hurt", "gate", "worth"
DEED, POINTS, KILLS, MATCHES, TEAM_MATCHES, TEAM_WINS, LEGEND = (
    "deed", "points", "kills", "matches", "team_matches", "team_wins", "legend",
)  # fmt: skip
LEAST = 2
"""One of something is no record: nearly everybody would share it."""
ANY = -1_000_000
"""Below everything that is counted."""
WITHOUT_LEVELS = 50
"""The points of a legend in a book that has no levels."""
Records = tuple[Record, ...]
Lines = Mapping[int, Sequence[PlayedLine]]
"""The lines of players by their side."""


def legend_of(book: Book) -> tuple[str, int]:
    """The title of the highest level and the points it takes; without a title if the book has no levels."""
    if not book.levels:
        return "", WITHOUT_LEVELS
    return book.levels[-1].title, book.levels[-1].minimum


def records_in(scope: Scope, team_list: str = "") -> Records:
    """All records of a scope; of one team list, those of its teams. Four queries, five with earlier coaches."""
    found = _Book(scope.book, all_time=_all_time(scope), team_list=team_list)
    found.take(PLAYED.of(scope), lines_in(scope))
    return tuple(found.records())


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


class Kept(NamedTuple):
    """Records with their signs by key, and the book as it was after the first matches, which are ``settled``: their row
    ids in order."""

    records: Records
    signs: Mapping[str, str]
    settled: tuple[int, ...]
    known: Known


def _gather(scope: Scope) -> Kept:
    return _after(scope, (), _Book(scope.book, all_time=_all_time(scope)))


def _grow(scope: Scope, before: Kept, new: AbstractSet[int], gone: AbstractSet[int]) -> Kept | None:
    settled = tuple(match.id for match in PLAYED.of(scope)[: len(before.settled)])
    if settled != before.settled or not gone.isdisjoint(settled):
        return None
    book = _Book(scope.book, all_time=_all_time(scope), known=before.known.copy())
    return _after(scope, settled, book, before)


def _after(scope: Scope, known: tuple[int, ...], book: _Book, before: Kept | None = None) -> Kept:
    """The records after all matches of a scope, by a book that knows the first ones."""
    matches = PLAYED.of(scope)
    until = settled_among(scope, matches)
    rest = matches[len(known) :]
    lines: Sequence[PlayedLine] = lines_in(scope) if rest and not known else ()
    if rest and known:
        lines = lines_of(scope, {match.id for match in rest})
    book.take(matches[len(known) : until], lines)
    settled = book.known
    if until < len(matches):
        book = _Book(scope.book, all_time=_all_time(scope), known=settled.copy())
        book.take(matches[until:], lines)
    records, same = tuple(book.records()), {each.key: each for each in before.records} if before is not None else {}
    signs = {
        each.key: before.signs[each.key] if before is not None and same.get(each.key) == each else each.sign
        for each in records
    }
    return Kept(records, signs, tuple(match.id for match in matches[:until]), settled)


def _all_time(scope: Scope) -> bool:
    return scope.season is None and scope.competition is None


RECORDS = kept_figure("records", _gather, grow=_grow)


def records_of(scope: Scope, team_list: str = "") -> Records:
    """The same, kept for all team lists together."""
    return records_in(scope, team_list) if team_list else RECORDS.of(scope).records


def signs_of_records(scope: Scope, team_list: str = "") -> Mapping[str, str]:
    """Their signs by key, as far as they are kept."""
    return {} if team_list else RECORDS.of(scope).signs


NOBODY: Counter[int] = Counter()
Pairs = Sequence[tuple[PlayedSide, PlayedSide]]


class _Book:
    """All records while the matches are gone through."""

    def __init__(self, book: Book, *, all_time: bool, team_list: str = "", known: Known | None = None) -> None:
        self.book, self.all_time, self.team_list = book, all_time, team_list
        self.threshold = legend_of(book)[1]
        self.known = known or Known({}, {}, set())
        self.found, self.sums, self.legends = self.known
        self.kills: Mapping[int, Counter[int]] = {}
        self.lines: Lines = {}

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
            if match.conceded_before_kick_off:
                continue
            pairs = [pair for pair in match.pairs if not self.team_list or pair[0].team_list == self.team_list]
            self._of_teams(match, pairs, spot_of(match))
            self._of_players(match, pairs, spot_of(match))
        self.kills, self.lines = {}, {}

    def records(self) -> Iterator[Record]:
        """What was found, in no particular order."""
        return (each.record(key) for key, each in self.found.items() if each.reigns)

    def _add(self, key: str, marks: Iterable[Mark], *, grows: bool = False) -> None:
        if key not in self.found:
            self.found[key] = Succession(LEAST, grows=grows)
        self.found[key].after(marks)

    def _of_teams(self, match: PlayedMatch, pairs: Pairs, spot: Spot) -> None:
        def marks(value: Callable[[PlayedSide, PlayedSide], Value | None]) -> list[Mark]:
            return [
                Mark(figure, own.team, spot, other=other.team, score=_score(own, other))
                for own, other in pairs
                if (figure := value(own, other)) is not None
            ]

        self._add(f"{MATCH}:{WIN}", marks(_win))
        self._add(f"{MATCH}:{SCORE}", marks(lambda own, other: _one(own.score)))
        if self.book.credited is not None:
            self._add(f"{MATCH}:{HURT}", marks(lambda own, other: _one(own.casualties)))
        if self.book.worth is not None:
            self._add(f"{MATCH}:{WORTH}", marks(lambda own, other: _one(own.team_value)))
        if self.book.with_gate:
            self._add(f"{MATCH}:{GATE}", marks(lambda own, other: _one(match.gate))[:1])
        for what, counts in ((TEAM_MATCHES, lambda side: True), (TEAM_WINS, lambda side: side.won)):
            theirs = [
                Mark(self._sum(f"{SUM}:{what}", own.team, 1), own.team, spot) for own, _other in pairs if counts(own)
            ]
            self._add(f"{SUM}:{what}", theirs, grows=True)

    def _of_players(self, match: PlayedMatch, pairs: Pairs, spot: Spot) -> None:
        kills, reached = self.kills.get(match.id, NOBODY), _Reached(self.found)
        for own, other in pairs:
            for line in self.lines.get(own.id, ()):
                self._of_line(line, spot, reached, kills[line.player or 0], _Against(other.team, _score(own, other)))
        for succession, marks in reached.marks.values():
            succession.after(marks)

    def _of_line(self, line: PlayedLine, spot: Spot, reached: _Reached, kills: int, against: _Against) -> None:
        """What one player did in a match: for it, and added to the sums of the season and of the whole scope."""
        player = line.player or 0
        in_seasons = self.all_time and spot.season is not None
        figures = [(f"{DEED}-{key}", count) for key, count in line.deeds.items()]
        for what, count in (*figures, (POINTS, line.spp), (KILLS, kills)):
            if count:
                reached.add(f"{MATCH}:{what}", (count,), line, spot, against=against)
                reached.add(f"{SUM}:{what}", self._sum(f"{SUM}:{what}", player, count), line, spot)
                if in_seasons:
                    value = self._sum(f"{SEASON}:{what}", (player, spot.season), count)
                    reached.add(f"{SEASON}:{what}", value, line, spot, season=spot.season)
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
    score = _score(own, other)
    return (score[0] - score[1], score[0]) if own.won and score is not None else None


def _score(own: PlayedSide, other: PlayedSide) -> tuple[int, int] | None:
    return None if own.score is None or other.score is None else (own.score, other.score)
