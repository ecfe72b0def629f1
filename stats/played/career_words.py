"""What players did in all their matches that count, in a few words: for gravestones and frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.models import POINTS, Match, PlayerLine
from matches.models.lines import PlayerLines, totals_in
from rules.book.book import Book
from web.prepared import Prepared

TOGETHER = "\u00a0"
"""Between a number and its word, so that they stay on one line."""
DOT = f" ·{TOGETHER}"
"""Between figures. A line breaks before the dot, not behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """A player's matches and what they did in them by key, points too; shirt and position of the last match."""

    matches: int = 0
    counts: Counter[str]
    number: int | None = None
    position: str = ""
    dead: bool = False

    def words(self, book: Book) -> str:
        """Matches, points and deeds in the order in which the book's reports tell them."""
        words = [ngettext("%(count)d match", "%(count)d matches", self.matches) % {"count": self.matches}]
        figures = [(self.counts[POINTS], book.points_called.short)]
        figures += [(self.counts[deed.key], deed.short) for deed in book.told]
        return DOT.join([*words, *(f"{count}{TOGETHER}{_(short)}" for count, short in figures if count)])


def _of(players: Collection[int]) -> PlayerLines:
    return PlayerLine.objects.filter(player__in=players, side__match__state__in=Match.PLAYED)


@Prepared
def _sums(players: Collection[int]) -> QuerySet[PlayerLine, Any]:
    return _of(players).sums("player")


@Prepared
def _lines(players: Collection[int]) -> QuerySet[PlayerLine, Any]:
    return _of(players).order_by("pk").values_list("player", "number", "position", "died")


def careers_of(players: Collection[int]) -> Callable[[int], Career]:
    """The careers of these players by id; two queries."""
    wanted = sorted(players)
    totals = {player: counts for (player,), counts in totals_in(_sums(wanted)).items()} if wanted else {}
    matches: Counter[int] = Counter()
    last: dict[int, tuple[int | None, str]] = {}
    dead = set()
    for player, number, position, died in _lines(wanted) if wanted else ():
        matches[player] += 1
        last[player] = number, position
        dead |= {player} if died else set()

    def career(player: int) -> Career:
        number, position = last.get(player, (None, ""))
        counts: Mapping[str, int] = totals.get(player, {})
        return Career(
            matches=matches[player],
            counts=Counter(counts),
            number=number,
            position=position,
            dead=player in dead,
        )

    return career
