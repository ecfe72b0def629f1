"""The longest streaks of a scope: matches won, not lost, and lost one after the other, by the teams as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stats.played.everything import PLAYED
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


def streaks_in(scope: Scope, team_list: str = "") -> tuple[Record, ...]:
    """The streaks of a scope, or of the teams of one list. Two queries, three with earlier coaches."""
    matches = PLAYED.of(scope)
    kinds = [each for each in RESULTS if each != UNBEATEN or scope.book.result.may_be_level]
    found = [_longest(each, matches, team_list) for each in kinds]
    return tuple(each for each in found if each is not None)


STREAKS = kept_figure("streaks", streaks_in)


def streaks_of(scope: Scope, team_list: str = "") -> tuple[Record, ...]:
    """The same, kept for all team lists together."""
    return streaks_in(scope, team_list) if team_list else STREAKS.of(scope)


def _longest(kind: str, matches: Iterable[PlayedMatch], team_list: str) -> Record | None:
    succession, runs = Succession(LEAST, grows=True), Runs()
    for match in matches:
        pairs = [pair for pair in match.pairs if not team_list or pair[0].team_list == team_list]
        marks = [_go_on(runs, own, other, spot_of(match), RESULTS[kind]) for own, other in pairs]
        succession.after(mark for mark in marks if mark is not None)
    if not succession.reigns:
        return None
    record = succession.record(f"{STREAK}:{kind}")
    going_on = [mark.who for mark in record.now.marks if runs.get(mark.team, (0,))[0] == mark.value[0]]
    return record._replace(lasting=frozenset(going_on))


def _go_on(runs: Runs, own: PlayedSide, other: PlayedSide, spot: Spot, letters: str) -> Mark | None:
    letter = "w" if own.won else "d" if own.drawn else "l"
    if letter not in letters:
        runs.pop(own.team, None)
        return None
    length, start = runs.get(own.team, (0, spot))
    runs[own.team] = length + 1, start
    return Mark((length + 1,), own.team, spot, other=other.team, start=start)
