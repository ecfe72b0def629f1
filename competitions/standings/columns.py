"""The columns of a table. To add one, add it to ``COLUMNS``: pages, cards, legends and prints all read that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext_lazy as _

from competitions.ranking.amounts import signed
from competitions.ranking.lines import Line
from web.errors import Text


class Cards(Enum):
    """Whether the small tables on the pages of leagues and seasons have a column."""

    NEVER = "never"
    ALWAYS = "always"
    ROOMY = "roomy"  # if a competition is the only one on the page, and not on phones


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A figure of every team. Whole tables, on pages and in prints, have all columns; columns are as wide as they need.

    ``heading`` is short, ``name`` says what it means: it is the title of the abbreviation and stands in the legend. In
    prints the heading is ``print_heading``, under the heading of the ``group``; ``print_name`` explains it below the
    table, unless it is empty. ``width`` is in points. The preview of a changed result shows those ``previewed`` figures
    that change.
    """

    key: str
    heading: Text
    name: Text
    value: Callable[[Line], str]
    group: str
    print_heading: str
    print_name: str
    width: float
    bold: bool = False
    cards: Cards = Cards.NEVER
    previewed: bool = False

    @property
    def css(self) -> str:
        """The class of its cells: figures align right; a roomy one is hidden on phones."""
        return "num roomy" if self.cards is Cards.ROOMY else "num"


MATCHES, TOUCHDOWNS, CASUALTIES = "MATCHES", "TOUCHDOWNS", "CASUALTIES"

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
        key="touchdowns_for",
        heading="TD+",
        name=_("touchdowns scored"),
        value=lambda line: str(line.touchdowns_for),
        group=TOUCHDOWNS,
        print_heading="FOR",
        print_name="",
        width=25,
    ),
    Column(
        key="touchdowns_against",
        heading="TD−",
        name=_("touchdowns conceded"),
        value=lambda line: str(line.touchdowns_against),
        group=TOUCHDOWNS,
        print_heading="AGST",
        print_name="against",
        width=25,
        cards=Cards.ROOMY,
    ),
    Column(
        key="touchdown_difference",
        heading="TD±",
        name=_("touchdown difference"),
        value=lambda line: signed(line.touchdown_difference),
        group=TOUCHDOWNS,
        print_heading="+/−",
        print_name="difference",
        width=27,
        bold=True,
        cards=Cards.ALWAYS,
        previewed=True,
    ),
    Column(
        key="casualties_for",
        heading="Cas+",
        name=_("casualties inflicted"),
        value=lambda line: str(line.casualties_for),
        group=CASUALTIES,
        print_heading="FOR",
        print_name="",
        width=25,
    ),
    Column(
        key="casualties_against",
        heading="Cas−",
        name=_("casualties suffered"),
        value=lambda line: str(line.casualties_against),
        group=CASUALTIES,
        print_heading="AGST",
        print_name="against",
        width=25,
    ),
    Column(
        key="casualty_difference",
        heading="Cas±",
        name=_("casualty difference"),
        value=lambda line: signed(line.casualty_difference),
        group=CASUALTIES,
        print_heading="+/−",
        print_name="difference",
        width=27,
        bold=True,
        cards=Cards.ALWAYS,
        previewed=True,
    ),
)
"""In the order of the table. Every table also has place, team, points and form."""


def card_columns(roomy: bool) -> tuple[Column, ...]:
    """The columns of a card; ``roomy`` for the only competition on a page."""
    shown = {Cards.ALWAYS, Cards.ROOMY} if roomy else {Cards.ALWAYS}
    return tuple(column for column in COLUMNS if column.cards in shown)
