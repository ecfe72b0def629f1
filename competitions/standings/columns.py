"""The columns of a table. To add one, add it to ``COLUMNS``: pages, cards, legends and prints read ``columns_of``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from competitions.ranking.amounts import signed
from competitions.ranking.book_words import INJURIES, SCORE, filled, is_counted
from competitions.ranking.lines import Line
from rules.book.book import Book
from web.errors import Text


class Cards(Enum):
    """Whether the small tables on the pages of leagues and seasons have a column."""

    NEVER = "never"
    ALWAYS = "always"
    ROOMY = "roomy"  # in the first table of a page


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Column:
    """A figure of every team. Whole tables, on pages and in prints, have all columns; columns are as wide as they need.

    ``heading`` is short, ``name`` says what it means: it is the title of the abbreviation and stands in the legend. In
    prints the heading is ``print_heading``, under the heading of the ``group``; ``print_name`` explains it below the
    table, unless it is empty. ``width`` is in points. ``counts`` says whether it is about the score or injuries: its
    texts are then filled with the book's words. ``phone``: whether phones show it. The preview of a changed result
    shows those ``previewed`` figures that change.
    """

    key: str
    heading: Text
    name: Text
    value: Callable[[Line], str]
    group: str
    print_heading: str
    print_name: str
    width: float
    counts: str = ""
    bold: bool = False
    cards: Cards = Cards.NEVER
    phone: bool = True
    previewed: bool = False

    @property
    def css(self) -> str:
        """The class of its cells: figures in the middle; some are hidden on phones."""
        return "n" if self.phone else "n no-p"


MATCHES, SCORES, INJURED = "MATCHES", "%(SCORES)s", "%(INJURIES)s"

COLUMNS = (
    Column(
        key="played",
        heading=_("P"),
        name=_("matches played"),
        value=lambda line: str(line.played),
        group=MATCHES,
        print_heading="P",
        print_name="played",
        width=20,
        cards=Cards.ALWAYS,
    ),
    Column(
        key="won",
        heading=_("W"),
        name=_("won"),
        value=lambda line: str(line.won),
        group=MATCHES,
        print_heading="W",
        print_name="won",
        width=20,
        cards=Cards.ROOMY,
    ),
    Column(
        key="drawn",
        heading=_("D"),
        name=_("drawn"),
        value=lambda line: str(line.drawn),
        group=MATCHES,
        print_heading="D",
        print_name="drawn",
        width=20,
        cards=Cards.ROOMY,
    ),
    Column(
        key="lost",
        heading=_("L"),
        name=_("lost"),
        value=lambda line: str(line.lost),
        group=MATCHES,
        print_heading="L",
        print_name="lost",
        width=20,
        cards=Cards.ROOMY,
    ),
    Column(
        key="score_for",
        heading="%(short_score)s+",
        name=_("%(scores)s scored"),
        value=lambda line: str(line.score_for),
        group=SCORES,
        counts=SCORE,
        print_heading="FOR",
        print_name="",
        width=25,
        phone=False,
    ),
    Column(
        key="score_against",
        heading="%(short_score)s−",
        name=_("%(scores)s conceded"),
        value=lambda line: str(line.score_against),
        group=SCORES,
        counts=SCORE,
        print_heading="AGST",
        print_name="against",
        width=25,
        phone=False,
    ),
    Column(
        key="score_difference",
        heading="%(short_score)s±",
        name=_("%(score)s difference"),
        value=lambda line: signed(line.score_difference),
        group=SCORES,
        counts=SCORE,
        print_heading="+/−",
        print_name="difference",
        width=27,
        bold=True,
        cards=Cards.ALWAYS,
        previewed=True,
    ),
    Column(
        key="casualties_for",
        heading="%(short_injury)s+",
        name=_("%(injuries)s inflicted"),
        value=lambda line: str(line.casualties_for),
        group=INJURED,
        counts=INJURIES,
        print_heading="FOR",
        print_name="",
        width=25,
        phone=False,
    ),
    Column(
        key="casualties_against",
        heading="%(short_injury)s−",
        name=_("%(injuries)s suffered"),
        value=lambda line: str(line.casualties_against),
        group=INJURED,
        counts=INJURIES,
        print_heading="AGST",
        print_name="against",
        width=25,
        phone=False,
    ),
    Column(
        key="casualty_difference",
        heading="%(short_injury)s±",
        name=_("%(injury)s difference"),
        value=lambda line: signed(line.casualty_difference),
        group=INJURED,
        counts=INJURIES,
        print_heading="+/−",
        print_name="difference",
        width=27,
        bold=True,
        cards=Cards.ALWAYS,
        previewed=True,
    ),
)
"""In the order of the table. Every table also has place, team, points and form."""


@lru_cache(maxsize=32)
def columns_of(book: Book) -> tuple[Column, ...]:
    """The columns of tables by a book: those whose figures it has, in its words."""
    shown = (column for column in COLUMNS if column.key != "drawn" or book.result.may_be_level)
    return tuple(_worded(column, book) for column in shown if is_counted(column.counts, book))


def _worded(column: Column, book: Book) -> Column:
    if not column.counts:
        return column
    worded = {text: filled(getattr(column, text), book) for text in ("heading", "group")}
    return replace(column, name=_filled_lazily(column.name, book), **worded)


_filled_lazily = lazy(filled, str)
"""Columns are made once for all languages."""


def card_columns(book: Book, roomy: bool) -> tuple[Column, ...]:
    """The columns of a card; ``roomy`` for the only competition on a page."""
    shown = {Cards.ALWAYS, Cards.ROOMY} if roomy else {Cards.ALWAYS}
    return tuple(column for column in columns_of(book) if column.cards in shown)
