"""What this room's templates draw again and again: a line of a table or a list stays as it is until its teams play.

What is kept goes by all that is in the line, and by what the reader's page words it by.
"""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from competitions.standings.fixture_list import ShownFixture
from competitions.standings.table_page import ShownLine

register = template.Library()


@register.simple_tag
def table_line(line: ShownLine, why: bool) -> SafeString:
    """A line of the whole table, with the reason for its place or without, drawn once for all who see the very same."""
    return drawn_line(line, bool(why), get_language())


@lru_cache(maxsize=2048)
def drawn_line(line: ShownLine, why: bool, language: str | None) -> SafeString:
    """A line in a language."""
    return render_to_string("competitions/standings/_table_line.html", {"line": line, "why": why})


@register.simple_tag
def fixture_line(fixture: ShownFixture, named: bool, show_round: bool, edit: bool) -> SafeString:
    """A line of a list of fixtures, drawn once for all who see the very same, in a language and a time zone."""
    zone = timezone.get_current_timezone_name()
    return drawn_fixture(fixture, bool(named), bool(show_round), bool(edit), get_language(), zone)


@lru_cache(maxsize=2048)
def drawn_fixture(
    fixture: ShownFixture, named: bool, show_round: bool, edit: bool, language: str | None, zone: str
) -> SafeString:
    """A fixture in a language and a time zone, which must be those that are active."""
    told = {"fixture": fixture, "named": named, "show_round": show_round, "edit": edit}
    return render_to_string("competitions/standings/_fixture_line.html", told)
