"""What this room's templates draw often: dice, gold, the report's counts.

For parts that appear hundreds of times on a page, the standard library escapes the text, and it is marked safe once.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from matches.pages.records import Columns, RecordLine
from matches.questions.asking.offers import Offer
from rules.book.book import Book
from rules.book.rows.teams import Position, Star
from rules.words import words
from teams.presentation.presentation import Head
from teams.presentation.skills import ShownSkill, note_of, skill_notes
from teams.templatetags.teams import die, figure
from web.drawing.widgets import widget

register = template.Library()
register.simple_tag(figure)
register.simple_tag(die)


@register.simple_tag
def record_line(line: RecordLine, columns: Columns) -> SafeString:
    """A match of a team's record, with these columns. Cached for all pages that show it."""
    return drawn_record(line, columns, get_language())


@lru_cache(maxsize=4096)
def drawn_record(line: RecordLine, columns: Columns, language: str | None) -> SafeString:
    """A match of a record in a language."""
    return render_to_string("matches/_record_line.html", {"line": line, "columns": columns})


@register.simple_tag
def counts_legend(heads: tuple[Head, ...]) -> SafeString:
    """The meaning of the abbreviations in tables of counts, for readers who cannot hover. Cached."""
    return drawn_legend(heads, get_language())


@lru_cache(maxsize=16)
def drawn_legend(heads: tuple[Head, ...], language: str | None) -> SafeString:
    """The legend in a language."""
    return render_to_string("components/_legend.html", {"terms": heads})


COUNT_CELL = (
    '<td data-label="{label}" data-abbr="{abbr}"><div class="stepper">'
    '<button type="button" class="step" data-step="-1" hidden tabindex="-1" aria-label="{who}, {label}: −1">−</button>'
    "{field}"
    '<button type="button" class="step" data-step="1" hidden tabindex="-1" aria-label="{who}, {label}: +1">+</button>'
    "</div></td>"
)


@register.simple_tag
def count_cells(who: str, cells: Iterable[Mapping[str, str]]) -> SafeString:
    """A player's counts in the report, each with its steps; there are a hundred of them on the page."""
    whose = escape(who)
    return SafeString("".join(_count_cell(whose, cell) for cell in cells))


def _count_cell(whose: str, cell: Mapping[str, str]) -> str:
    drawn = _cell_of(cell["label"], cell["abbr"], cell["most"], filled=bool(cell["value"]))
    return drawn.format(who=whose, name=escape(cell["name"]), value=escape(cell["value"]))


@lru_cache(maxsize=256)
def _cell_of(label: str, abbr: str, most: str, *, filled: bool) -> str:
    """A cell for the count of a deed, with places for ``who``, the ``name`` of the field, and its ``value`` if any."""
    label, abbr = (text.replace("{", "{{").replace("}", "}}") for text in (label, abbr))
    told = {"aria_label": f"{{who}}, {label}", "max": most}
    count = {"min": 0, "placeholder": "0", "autocomplete": "off", "css": ""}
    field = widget("number", "{name}", "{value}" if filled else "", **told, **count)
    return COUNT_CELL.format(who="{who}", field=field, label=escape(label), abbr=escape(abbr))


TABLE_SHIRT = (
    '<button type="button" class="player-shirt"\n'
    '  data-side="{side}" data-who="{who}"{disabled} aria-label="{called}">{drawn}<span>{name}</span><em>{misses}</em>'
    "</button>\n"
)


@register.simple_tag
def table_shirts(side: str, shirts: Iterable[Mapping[str, Any]]) -> SafeString:
    """The players of a side as shirts to tap (`matches.report.table_view`)."""
    return SafeString("".join(_table_shirt(side, shirt) for shirt in shirts))


def _table_shirt(side: str, shirt: Mapping[str, Any]) -> str:
    absent = shirt["absent"]
    return TABLE_SHIRT.format(
        side=side,
        who=escape(shirt["who"]),
        disabled=" disabled" if absent else "",
        called=escape(shirt["called"]) + (",\n  " + escape(_("misses this match")) if absent else ""),
        drawn=shirt["drawn"],
        name=escape(shirt["name"]),
        misses="\n  " + escape(_("misses")) if absent else "",
    )


@register.simple_tag
def star_sheet(book: Book, star: Star, several: bool) -> SafeString:
    """A star player's profile and skills. Cached; named if there is a partner."""
    return drawn_star(book, star, several)


@lru_cache(maxsize=512)
def drawn_star(book: Book, star: Star, several: bool) -> SafeString:
    """A star player's profile and skills, in a language."""
    return _sheet(book, star.name if several else "", star)


@register.simple_tag
def position_sheet(book: Book, team_list: str, name: str) -> SafeString:
    """A position's profile and skills. Cached."""
    return drawn_position(book, book.lists[team_list].position(name))


@lru_cache(maxsize=512)
def drawn_position(book: Book, position: Position) -> SafeString:
    """A position's profile and skills, in a language."""
    return _sheet(book, "", position)


def _sheet(book: Book, name: str, row: Star | Position) -> SafeString:
    skills = [ShownSkill(skill, note_of(book.skills[skill].name)) for skill in row.skills]
    context = {"name": name, "profile": book.written(row.profile), "skills": skills, "doubt": row.doubt}
    return render_to_string("matches/questions/asking/_sheet.html", context)


@register.simple_tag
def offer(kind: str, offered: Offer) -> SafeString:
    """What is offered to a side for a match, without its field: of a ``kind`` with a template. Cached."""
    return drawn_offer(kind, offered, (get_language(), get_script_prefix()))


@lru_cache(maxsize=1024)
def drawn_offer(kind: str, offered: Offer, _for: tuple[str | None, str]) -> SafeString:
    """An offer for pages of a language, with links of a site at a path."""
    drawn = render_to_string(f"matches/questions/asking/_{kind}_offer.html", {"offer": offered})
    return SafeString(drawn.rstrip())


@register.simple_tag
def notes_of_offers(book: Book, team_list: str) -> SafeString:
    """The skills of all players that a team list may hire for a match: its positions and its stars."""
    found = book.lists[team_list]
    positions = (skill for position in found.positions for skill in position.skills)
    return skill_notes(book, (*positions, *(skill for name in found.stars for skill in _all_skills(book, name))))


def _all_skills(book: Book, star: str) -> tuple[str, ...]:
    """The skills of a star player, and of a partner."""
    one = book.stars[star]
    return one.skills + (book.stars[one.pair].skills if one.pair else ())


@register.simple_tag
def place(here: Mapping[str, Any], swap: bool = False) -> SafeString:
    """The mistakes and hints at a place of the report. Most are empty until live hints fill them."""
    if here["wrong"] or here["hints"] or here.get("outcome"):
        return render_to_string("matches/_place.html", {"place": here, "swap": swap})
    out_of_band = ' hx-swap-oob="true"' if swap else ""
    return SafeString(f'<div class="place" id="{escape(here["id"])}"{out_of_band}></div>')


@register.filter
def people(count: int | None) -> str:
    """A number with thousands separators; empty if unknown."""
    return "" if count is None else f"{count:,}"


@register.filter
def k(gp: int | None) -> str:
    """An amount of gold for pages; empty if unknown."""
    return "" if gp is None else words.k(gp)
