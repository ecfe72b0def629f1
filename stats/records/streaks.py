"""The longest streaks of a scope: matches won, not lost, and lost one after the other, by the teams as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from stats.played.everything import PLAYED, settled_among
from stats.played.kept import kept_figure
from stats.played.matches import PlayedMatch, PlayedSide
from stats.played.scope import Scope
from stats.records.succession import Mark, Record, Spot, Succession, spot_of

STREAK = "streak"
WON, UNBEATEN, LOST = "won", "unbeaten", "lost"
RESULTS: Mapping[str, str] = {WON: "w", UNBEATEN: "wd", LOST: "l"}
"""The results that go on with a streak of each kind."""
LEAST = 2
Runs = dict[int, tuple[int, Spot]]
"""How long each team's present streak is, and where it began."""


class Known(NamedTuple):
    """The lines of succession by kind of streak after some matches, and each team's present streak of that kind."""

    found: dict[str, Succession]
    runs: dict[str, Runs]

    def copy(self) -> Known:
        """The same, to go on with."""
        found = {kind: each.copy() for kind, each in self.found.items()}
        return Known(found, {kind: each.copy() for kind, each in self.runs.items()})

    def records(self) -> tuple[Record, ...]:
        """The streaks that somebody holds."""
        return tuple(
            each.record(f"{STREAK}:{kind}")._replace(lasting=_lasting(each, self.runs[kind]))
            for kind, each in self.found.items()
            if each.reigns
        )


Seen = tuple[Spot, tuple[tuple[int, str], ...]]
"""What streaks see of a match: where it was, and each team with its result."""


class Kept(NamedTuple):
    """The streaks, and what was known after the first matches, which are ``settled``: by row id in their order."""

    records: tuple[Record, ...]
    settled: Mapping[int, Seen]
    known: Known


def streaks_in(scope: Scope, team_list: str = "") -> tuple[Record, ...]:
    """The streaks of a scope, or of the teams of one list. Two queries, three with earlier coaches."""
    known = _nothing(scope)
    _go_through(known, PLAYED.of(scope), team_list)
    return known.records()


def _gather(scope: Scope) -> Kept:
    return _after(scope, {}, _nothing(scope))


def _grow(scope: Scope, before: Kept, new: AbstractSet[int], gone: AbstractSet[int]) -> Kept | None:
    matches = PLAYED.of(scope)[: len(before.settled)]
    if [match.id for match in matches] != list(before.settled):
        return None
    # Most corrections change no result.
    if any(match.id in new and _seen(match) != before.settled[match.id] for match in matches):
        return None
    return _after(scope, before.settled, before.known.copy())


def _after(scope: Scope, done: Mapping[int, Seen], known: Known) -> Kept:
    """The streaks after all matches of a scope, by what is known after the first ones."""
    matches = PLAYED.of(scope)
    until = max(settled_among(scope, matches), len(done))
    _go_through(known, matches[len(done) : until])
    now = known
    if until < len(matches):
        now = known.copy()
        _go_through(now, matches[until:])
    return Kept(now.records(), {**done, **{each.id: _seen(each) for each in matches[len(done) : until]}}, known)


def _seen(match: PlayedMatch) -> Seen:
    return spot_of(match), tuple((own.team, _letter(own)) for own in match.sides)


STREAKS = kept_figure("streaks", _gather, grow=_grow, goes_back=True)


def streaks_of(scope: Scope, team_list: str = "") -> tuple[Record, ...]:
    """The same, kept for all team lists together."""
    return streaks_in(scope, team_list) if team_list else STREAKS.of(scope).records


def _nothing(scope: Scope) -> Known:
    kinds = [each for each in RESULTS if each != UNBEATEN or scope.book.result.may_be_level]
    return Known({kind: Succession(LEAST, grows=True) for kind in kinds}, {kind: {} for kind in kinds})


def _go_through(known: Known, matches: Iterable[PlayedMatch], team_list: str = "") -> None:
    for match in matches:
        pairs = [pair for pair in match.pairs if not team_list or pair[0].team_list == team_list]
        for kind, succession in known.found.items():
            marks = [_go_on(known.runs[kind], own, other, spot_of(match), RESULTS[kind]) for own, other in pairs]
            succession.after(mark for mark in marks if mark is not None)


def _lasting(succession: Succession, runs: Runs) -> frozenset[tuple[int, int | None, int | None]]:
    """The holders whose streak goes on."""
    marks = succession.reigns[-1].marks
    return frozenset(mark.who for mark in marks if runs.get(mark.team, (0,))[0] == mark.value[0])


def _letter(side: PlayedSide) -> str:
    return "w" if side.won else "d" if side.drawn else "l"


def _go_on(runs: Runs, own: PlayedSide, other: PlayedSide, spot: Spot, letters: str) -> Mark | None:
    if _letter(own) not in letters:
        runs.pop(own.team, None)
        return None
    length, start = runs.get(own.team, (0, spot))
    runs[own.team] = length + 1, start
    return Mark((length + 1,), own.team, spot, other=other.team, start=start)
