"""Lines of tables and lists, which templates draw often: a line stays the same until its teams play.

A drawn line is cached under all that is in it, and under the reader's language and time zone.
"""

from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from competitions.standings.columns import COLUMNS, Column
from competitions.standings.fixture_list import ShownFixture
from competitions.standings.view import StandingsRow

register = template.Library()

FORM_CLASSES = {"W": "won", "D": "drawn", "L": "lost", "B": "won", "F": "lost", "C": "lost"}
MARKS = {letter: f'<span class="form-mark form-{name}">{letter}</span>' for letter, name in FORM_CLASSES.items()}


@register.simple_tag
def table_line(row: StandingsRow, columns: Sequence[Column], why: bool) -> SafeString:
    """A line of the whole table, with the reasons for its place or without; drawn once for all readers of the same."""
    return drawn_line(row, len(columns) + len(BESIDE) + bool(why), bool(why), get_language())


BESIDE = ("place", "team", "points", "form")
"""What every table has beside its columns."""


@lru_cache(maxsize=2048)
def drawn_line(row: StandingsRow, span: int, why: bool, language: str | None) -> SafeString:
    """A line in a language; ``span`` counts its cells."""
    return render_to_string("competitions/standings/_table_line.html", {"row": row, "span": span, "why": why})


@register.simple_tag
def figure_cells(row: StandingsRow, columns: Sequence[Column] | str = "") -> SafeString:
    """The cells of a row's figures: those of some columns, or all. A template takes ten times as long."""
    figures = row.figures_of(columns or COLUMNS)
    return SafeString("".join(f'<td class="{column.css}">{escape(figure)}</td>' for column, figure in figures))


@register.filter
def form_marks(form: str) -> SafeString:
    """The letters of a team's form in their colours."""
    return SafeString("".join(MARKS[letter] for letter in form))


@register.simple_tag
def fixture_line(fixture: ShownFixture, named: bool, show_round: bool, edit: bool) -> SafeString:
    """A line of a list of fixtures, drawn once for all readers of the same, in a language and a time zone."""
    zone = timezone.get_current_timezone_name()
    return drawn_fixture(fixture, bool(named), bool(show_round), bool(edit), get_language(), zone)


@lru_cache(maxsize=2048)
def drawn_fixture(
    fixture: ShownFixture, named: bool, show_round: bool, edit: bool, language: str | None, zone: str
) -> SafeString:
    """A fixture in the active language and time zone."""
    told = {"fixture": fixture, "named": named, "show_round": show_round, "edit": edit}
    return render_to_string("competitions/standings/_fixture_line.html", told)
