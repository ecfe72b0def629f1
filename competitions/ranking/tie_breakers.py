"""Tie-breakers, one object each: its stored key, its names and how it compares. A league's order is a list of keys.

A tie-breaker splits a tied group of teams into tiers, best first. Teams that it cannot separate stay in one tier and go
to the next tie-breaker. Tiers that it separated are never merged again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import itemgetter

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from competitions.ranking.accounts import Met
from competitions.ranking.amounts import plain, signed
from competitions.ranking.book_words import INJURIES, SCORE, WORTH, filled
from competitions.ranking.tallies import Book, Key
from rules.book.book import Book as RuleBook
from rules.words.words import say_worth
from web.errors import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """Teams that a tie-breaker leaves tied, and the value that they share; None if it could not decide."""

    teams: tuple[Key, ...]
    value: int | None


Measure = Callable[[Key, Book], int | None]
Split = Callable[[Sequence[Key], Book], tuple[Tier, ...]]


def _no_figure(team: Key, book: Book) -> None:
    """For tie-breakers that look at the matches of a group: a team alone has no figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreaker:
    """One way to separate tied teams. To add one, add an object to ``TIE_BREAKERS``: forms, pages and prints read that.

    ``key`` is the stored value, ``name`` reads in the middle of a sentence, ``help`` is added where a commissioner
    chooses. The names of one that ``counts`` the score or injuries are filled with the book's words: read them with
    ``named`` and ``label``. ``measure`` gives a team's own figure: the highest is best, or the lowest with
    ``fewest``. ``among`` replaces it where the matches of the tied teams decide. ``words`` writes a figure for readers.
    """

    key: str
    name: Text
    help: Text = ""
    counts: str = ""
    measure: Measure = _no_figure
    fewest: bool = False
    among: Split | None = None
    words: Callable[[int], str] = plain

    def named(self, book: RuleBook) -> str:
        """The name, in the words of a book."""
        return filled(self.name, book) if self.counts else str(self.name)

    def label(self, book: RuleBook) -> str:
        """The name and the help, as a form offers them."""
        return f"{self.named(book)}: {self.help}" if self.help else self.named(book)

    def split(self, group: Sequence[Key], book: Book) -> tuple[Tier, ...]:
        """Split a tied group into tiers, best first; all stay tied if a team has no figure."""
        if self.among is not None:
            return self.among(group, book)
        figures = {team: figure for team in group if (figure := self.measure(team, book)) is not None}
        return _by_value(group, figures, fewest=self.fewest) if len(figures) == len(group) else _undecided(group)

    def in_words(self, figure: int | None, book: RuleBook) -> str:
        """A figure for readers; a dash for none."""
        if figure is None:
            return "–"
        return say_worth(book, figure) if self.counts == WORTH else self.words(figure)


def _undecided(group: Sequence[Key]) -> tuple[Tier, ...]:
    return (Tier(teams=tuple(group), value=None),)


def _by_value(group: Sequence[Key], values: dict[Key, int], *, fewest: bool = False) -> tuple[Tier, ...]:
    best_first = sorted(group, key=values.__getitem__, reverse=not fewest)
    return tuple(Tier(teams=tuple(teams), value=value) for value, teams in groupby(best_first, key=values.__getitem__))


def sweep(group: Sequence[Key], book: Book) -> tuple[Tier, ...]:
    """Head-to-head by sweep, made once: a team ahead of every other goes first, one behind every other goes last.

    Only matches that were played count; a team is ahead of one that it met more than once if it won more of these
    matches than it lost. A value is the place: the teams between the first and the last share one, and so do all
    others if there is only a first or only a last. They go to the next tie-breaker with this value.
    """
    first = _sweeper(group, book.beat)
    last = _sweeper(group, lambda team, other: book.beat(other, team))
    rest = tuple(team for team in group if team not in (first, last))
    if first is None and last is None:
        return _undecided(group)
    tiers = [(first,) if first is not None else (), rest, (last,) if last is not None else ()]
    return tuple(Tier(teams=teams, value=place) for place, teams in enumerate(filter(None, tiers), start=1))


def _sweeper(teams: Sequence[Key], beat: Callable[[Key, Key], bool]) -> Key | None:
    """The team for which ``beat`` holds against every other; there is at most one."""
    champion = teams[0]
    for other in teams[1:]:
        if not beat(champion, other):
            champion = other
    return champion if all(beat(champion, other) for other in teams if other != champion) else None


def mini_league(group: Sequence[Key], book: Book) -> tuple[Tier, ...]:
    """Head-to-head as a league of the tied teams: their points from the matches with each other."""
    return _among(group, book, itemgetter(2))


def mini_league_difference(group: Sequence[Key], book: Book) -> tuple[Tier, ...]:
    """The difference of the scores in the matches of the tied teams with each other, by the reports."""
    return _among(group, book, itemgetter(3))


def _among(group: Sequence[Key], book: Book, amount: Callable[[Met], int]) -> tuple[Tier, ...]:
    """Split the group by the sum of ``amount`` over the matches that its teams played with each other.

    Nothing is decided unless every two teams have met, and all equally often: a team with fewer of these matches could
    not have earned as much.
    """
    counts = {book.met(*pair)[0] for pair in combinations(group, 2)}
    if len(counts) != 1 or counts == {0}:
        return _undecided(group)
    return _by_value(group, {team: sum(amount(book.met(team, other)) for other in group) for team in group})


def _opponents_points(team: Key, book: Book) -> int:
    """Strength of schedule: the points of each opponent, once for every match played against it.

    Adjustments by a commissioner do not count: they do not tell how hard the opponent is to beat.
    """
    met = ((book.tallies[other], times) for other, (times, *_figures) in book.tallies[team].met.items())
    return sum((tally.points - tally.adjusted) * times for tally, times in met)


RATIO_PARTS = 1_000_000
"""A win ratio is counted in millionths: two different ratios stay different for up to a thousand matches."""


def _win_ratio(team: Key, book: Book) -> int:
    """Matches won divided by matches played (L3, p39), in millionths; 0 before the first match."""
    tally = book.tallies[team]
    return (2 * tally.won * RATIO_PARTS + tally.played) // (2 * tally.played) if tally.played else 0


def _wins_in_words(figure: int) -> str:
    return ngettext("%(wins)s win", "%(wins)s wins", figure) % {"wins": figure}


def _ratio_in_words(figure: int) -> str:
    """A percentage; with four decimals if one does not tell it exactly."""
    return f"{figure / RATIO_PARTS:.1%}" if figure % (RATIO_PARTS // 1000) == 0 else f"{figure / RATIO_PARTS:.4%}"


HEAD_TO_HEAD = TieBreaker(
    key="head_to_head",
    name=_("head-to-head"),
    help=_("a team that beat all the teams tied with it goes first"),
    among=sweep,
)

TIE_BREAKERS = (
    TieBreaker(
        key="points",
        name=_("points"),
        measure=lambda team, book: book.tallies[team].points,
    ),
    HEAD_TO_HEAD,
    TieBreaker(
        key="mini_league",
        name=_("mini-league points"),
        help=_("points from the matches among the tied teams"),
        among=mini_league,
    ),
    TieBreaker(
        key="mini_league_difference",
        name=_("mini-league %(score)s difference"),
        counts=SCORE,
        help=_("from the matches among the tied teams"),
        among=mini_league_difference,
        words=signed,
    ),
    TieBreaker(
        key="touchdown_difference",
        name=_("%(score)s difference"),
        counts=SCORE,
        measure=lambda team, book: book.tallies[team].score_difference,
        words=signed,
    ),
    TieBreaker(
        key="touchdowns",
        name=_("%(scores)s scored"),
        counts=SCORE,
        measure=lambda team, book: book.tallies[team].score_for,
    ),
    TieBreaker(
        key="touchdowns_conceded",
        name=_("fewest %(scores)s conceded"),
        counts=SCORE,
        measure=lambda team, book: book.tallies[team].score_against,
        fewest=True,
    ),
    TieBreaker(
        key="casualty_difference",
        name=_("%(injury)s difference"),
        counts=INJURIES,
        measure=lambda team, book: book.tallies[team].casualty_difference,
        words=signed,
    ),
    TieBreaker(
        key="casualties",
        name=_("%(injuries)s inflicted"),
        counts=INJURIES,
        measure=lambda team, book: book.tallies[team].casualties_for,
    ),
    TieBreaker(
        key="bonuses",
        name=_("bonuses reached"),
        help=_("for scoring, for conceding nothing and for injuries, as if the table gave one point for each"),
        measure=lambda team, book: book.tallies[team].bonuses,
    ),
    TieBreaker(
        key="wins",
        name=_("wins"),
        measure=lambda team, book: book.tallies[team].won,
        words=_wins_in_words,
    ),
    TieBreaker(
        key="win_ratio",
        name=_("win ratio"),
        help=_("matches won divided by matches played"),
        measure=_win_ratio,
        words=_ratio_in_words,
    ),
    TieBreaker(
        key="opponents_points",
        name=_("opponents' points"),
        help=_("how strong the opponents are"),
        measure=_opponents_points,
    ),
    TieBreaker(
        key="team_value",
        name=_("%(worth)s"),
        counts=WORTH,
        help=_("in the latest match, the highest first"),
        measure=lambda team, book: book.tallies[team].team_value,
    ),
    TieBreaker(
        key="concessions",
        name=_("fewest concessions"),
        measure=lambda team, book: book.tallies[team].conceded,
        fewest=True,
    ),
    TieBreaker(
        key="coin_toss",
        name=_("drawn lot"),
        help=_("drawn by the server and saved"),
        measure=lambda team, book: book.coin_tosses.get(team),
    ),
)

_BY_KEY = {tie_breaker.key: tie_breaker for tie_breaker in TIE_BREAKERS}


def tie_breaker_of(key: str) -> TieBreaker:
    """The tie-breaker with this stored key. Raises KeyError."""
    return _BY_KEY[key]


def known_keys() -> tuple[str, ...]:
    """The stored keys of all tie-breakers."""
    return tuple(_BY_KEY)
