"""The figures that tables of statistics show, by the deeds and words of their book: what a book lacks is not there.

To add a figure, add a `Measure` to the tuple of its tables. Pages, sorting and CSV files read `measures_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any

from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competitions.ranking.book_words import INJURIES, SCORE, WORTH, filled, is_counted
from rules.book.book import Book
from rules.words.words import say_earnings
from stats.tables.rows import Row
from web.errors import Text

PLAYERS, TEAMS, COACHES, LISTS, STARS = "players", "teams", "coaches", "lists", "stars"
KINDS = (PLAYERS, TEAMS, COACHES, LISTS, STARS)
OF_SIDES = (TEAMS, COACHES, LISTS)
MATCHES = "matches"
"""The key of matches played: what rates are counted by."""
POINTS = "points"
"""The key of the points that players earn."""
GOLD = "gold"
"""What a figure ``counts`` if only books with gold have it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Measure:
    """A figure of a row. ``key`` is its name in addresses, ``heading`` its short one, ``name`` says what it is.

    ``counts`` says what a book must have (`competitions.ranking.book_words`), whose words fill the texts. A ``rated``
    one is a sum that also makes sense per match. ``leads`` if it is among the choices above the table. ``places`` are
    the decimals that are shown; gold is shown in ``thousands``. Of some rows nothing can be said about a figure that
    ``may_lack``: its value is None.
    """

    key: str
    heading: Text
    name: Text
    value: Callable[[Row], float | None]
    counts: str = ""
    rated: bool = False
    leads: bool = False
    places: int = 0
    thousands: bool = False
    may_lack: bool = False

    @property
    def sort_key(self) -> Callable[[Row], Any]:
        """What rows are sorted by: what is not known counts as 0."""
        return (lambda row: self.value(row) or 0) if self.may_lack else self.value

    def written(self, figure: float | None) -> str:
        """A figure in words; empty if there is none, and for 0, which tables show as a dot."""
        if figure is None:
            return ""
        text = f"{_half_up(figure / 1000, 0)}k" if self.thousands else _half_up(figure, self.places)
        return "" if text in ("0", "0.0", "0k") else text

    @cached_property
    def rate(self) -> Measure:
        """The same per match."""
        return replace(
            self,
            key=f"{self.key}.rate",
            heading=_("per M"),
            name=_per_match(self.name),
            value=lambda row: (self.value(row) or 0) / row.matches if row.matches else None,
            may_lack=True,
            rated=False,
            leads=False,
            places=0 if self.thousands else 1,
        )


def _half_up(figure: float, places: int) -> str:
    """A figure with so many places. A half goes up, as in Django's ``floatformat``, which other pages round with."""
    if isinstance(figure, int):
        return f"{figure:,}"
    return f"{Decimal(repr(figure)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):,}"


_per_match = lazy(lambda name: _("%(what)s per match") % {"what": name}, str)


def _share_won(row: Row) -> float | None:
    return 100 * (row.won + row.drawn / 2) / row.matches if row.matches else None


_PLAYED = Measure(key=MATCHES, heading=_("M"), name=_("Matches"), value=attrgetter("matches"))
_COUNT = Measure(key="teams", heading=_("Teams"), name=_("Teams"), value=lambda row: len(row.teams))
_OF_PLAYERS = (
    Measure(key="kills", heading=_("Kills"), name=_("Kills"), value=attrgetter("kills"), rated=True, leads=True),
    Measure(key="injuries", heading=_("Inj"), name=_("Injuries"), value=attrgetter("hurt"), rated=True, leads=True),
)
_RESULTS = (
    Measure(key="won", heading=_("W"), name=_("Wins"), value=attrgetter("won"), leads=True),
    Measure(key="drawn", heading=_("D"), name=_("Draws"), value=attrgetter("drawn")),
    Measure(key="lost", heading=_("L"), name=_("Losses"), value=attrgetter("lost")),
    Measure(
        key="share", heading=_("Pts %"), name=_("Share of the points (%)"), value=_share_won, leads=True,
        places=1, may_lack=True,
    ),
    Measure(
        key="scored", heading="%(short_score)s+", name=_("%(scores)s scored"), value=attrgetter("scored"),
        counts=SCORE, rated=True, leads=True,
    ),
    Measure(
        key="scored_against", heading="%(short_score)s−", name=_("%(scores)s conceded"),
        value=attrgetter("scored_against"), counts=SCORE, rated=True,
    ),
    Measure(
        key="casualties_for", heading="%(short_injury)s+", name=_("%(injuries)s inflicted"),
        value=attrgetter("casualties"), counts=INJURIES, rated=True, leads=True,
    ),
    Measure(
        key="casualties_against", heading="%(short_injury)s−", name=_("%(injuries)s suffered"),
        value=attrgetter("casualties_against"), counts=INJURIES, rated=True,
    ),
    Measure(key="killed", heading=_("Kills"), name=_("Opponents killed"), value=attrgetter("kills"), rated=True),
    Measure(key="died", heading=_("Killed"), name=_("Own players killed"), value=attrgetter("died"), rated=True),
    Measure(
        key="winnings", heading=_("Gold"), name=_("Winnings"), value=attrgetter("winnings"), counts=GOLD, rated=True,
        thousands=True,
    ),
    Measure(
        key="worth", heading="%(short_worth)s", name=_("Mean %(worth)s"), counts=WORTH,
        value=lambda row: row.value / row.valued if row.valued else None, may_lack=True,
    ),
)  # fmt: skip


@lru_cache(maxsize=128)
def measures_of(book: Book, kind: str) -> tuple[Measure, ...]:
    """The figures of a table by a book, in its words, in the order of the table; matches first."""
    return tuple(_in_words(measure, book) for measure in _of(book, kind) if _has(measure, book))


def _of(book: Book, kind: str) -> Iterator[Measure]:
    yield _PLAYED
    if kind in (COACHES, LISTS, STARS):
        yield _COUNT
    if kind in OF_SIDES:
        yield from _RESULTS
        yield from (replace(each, leads=False) for each in _deeds(book, but={book.scoring.key, _credited(book)}))
        yield _points(book, leads=False)
        return
    yield from _deeds(book)
    if kind == PLAYERS:
        yield _points(book, leads=True)
    yield from (each for each in _OF_PLAYERS if each.key not in book.deeds)


def _deeds(book: Book, but: set[str] | None = None) -> Iterator[Measure]:
    """A figure for each deed of the book. Its key is the deed's, unless another figure has that name."""
    for deed in book.told:
        if deed.key in (but or ()):
            continue
        key = f"deed-{deed.key}" if deed.key in (MATCHES, POINTS, "teams", "name") else deed.key
        yield Measure(
            key=key,
            heading=deed.short,
            name=capfirst(deed.many),
            value=lambda row, deed=deed.key: row.deeds.get(deed, 0),  # type: ignore[misc]  # a default binds the loop's deed
            rated=True,
            leads=True,
        )


def _credited(book: Book) -> str:
    return book.credited.key if book.credited is not None else ""


def _points(book: Book, *, leads: bool) -> Measure:
    called = book.points_called
    return Measure(
        key=POINTS, heading=called.short, name=_(called.name), value=attrgetter("points"), rated=True, leads=leads
    )


def _has(measure: Measure, book: Book) -> bool:
    if measure.counts == GOLD:
        return book.with_costs
    if measure.key == "drawn":
        return book.result.may_be_level
    return is_counted(measure.counts, book)


_filled_lazily = lazy(lambda text, book: capfirst(filled(text, book)), str)
"""Measures are made once for all languages."""


_earned_lazily = lazy(lambda book: say_earnings(book, gettext), str)


def _in_words(measure: Measure, book: Book) -> Measure:
    if measure.counts == GOLD:
        return replace(measure, name=_earned_lazily(book))
    if measure.counts == WORTH and book.worth is not None:
        measure = replace(measure, thousands=book.worth.unit == "gp")
    if measure.counts not in (SCORE, INJURIES, WORTH):
        return measure
    return replace(measure, heading=filled(measure.heading, book), name=_filled_lazily(measure.name, book))


def first_measure(measures: tuple[Measure, ...]) -> Measure:
    """What a table is sorted by if the reader says nothing: the first that leads."""
    return next((each for each in measures if each.leads), measures[0])
