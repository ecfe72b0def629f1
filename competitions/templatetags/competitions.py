"""Lines of tables and lists, which templates draw often: a line stays the same until its teams play.

A drawn line is cached under all that is in it, and under the reader's language and time zone.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from competitions.standings.columns import Column
from competitions.standings.competition_page import LeaderList, ShownLeader
from competitions.standings.fixture_list import ShownFixture
from competitions.standings.view import StandingsRow, Term
from competitions.trophies.deaths import ShownDeath
from leagues.books import books_of
from leagues.models import League
from rules import editions
from rules.book.book import Book
from web.drawing.zeros import dotted
from web.kept import piece

register = template.Library()

FORM_CLASSES = {"W": "won", "D": "drawn", "L": "lost", "B": "won", "F": "lost", "C": "lost"}
MARKS = {letter: f'<span class="form-mark form-{name}">{letter}</span>' for letter, name in FORM_CLASSES.items()}


@register.simple_tag(takes_context=True)
def table_lines(context: Context, rows: Iterable[StandingsRow], columns: Sequence[Column], why: bool) -> SafeString:
    """The lines of the whole table, with the reasons for their places or without; each is drawn once for all readers of
    the same. A loop in a template takes three times as long."""
    kept, span = bool(context.get("kept")), len(columns) + len(BESIDE) + bool(why)
    edition, language = context["competition"].book.key, get_language()
    lines = [(row, drawn_line(row, span, bool(why), kept, edition, language)) for row in rows]
    return SafeString("".join([_for_its_readers(row, line) if row.only_own else line for row, line in lines]))


@register.simple_tag
def death_lines(deaths: Iterable[ShownDeath]) -> SafeString:
    """Deaths in a season, each drawn once: a long season has hundreds, and they do not change."""
    language = get_language()
    return SafeString("".join(drawn_death(death, language) for death in deaths))


@lru_cache(maxsize=2048)
def drawn_death(death: ShownDeath, language: str | None) -> SafeString:
    """A death in a language."""
    return render_to_string("competitions/trophies/_death.html", {"each": death})


@register.simple_tag(takes_context=True)
def small_lines(context: Context, rows: Iterable[StandingsRow], columns: Sequence[Column]) -> SafeString:
    """The lines of a small table."""
    shown, kept, language = tuple(columns), bool(context.get("kept")), get_language()
    lines = [(row, drawn_small_line(row, shown, kept, language)) for row in rows]
    return SafeString("".join([_for_its_readers(row, line) if row.only_own else line for row, line in lines]))


@register.simple_tag
def column_heads(columns: Sequence[Column]) -> SafeString:
    """The heads of a table's columns, drawn once for each language."""
    return drawn_heads(tuple(columns), get_language())


@lru_cache(maxsize=256)
def drawn_heads(columns: tuple[Column, ...], language: str | None) -> SafeString:
    """The heads of these columns in the active language."""
    head = '<th scope="col" class="{}"><abbr title="{}">{}</abbr></th>'
    return format_html_join("", head, ((each.css, each.name, each.heading) for each in columns))


@register.simple_tag
def legend(terms: Iterable[Term]) -> SafeString:
    """What a table's short words mean, drawn once for the same words."""
    return drawn_legend(tuple([(str(each.abbr), str(each.text), each.css) for each in terms]))


@lru_cache(maxsize=256)
def drawn_legend(words: tuple[tuple[str, str, str], ...]) -> SafeString:
    """A legend of these short words with what each means, and the class of each."""
    terms = [{"abbr": abbr, "text": text, "css": css} for abbr, text, css in words]
    return render_to_string("components/_legend.html", {"terms": terms})


@register.filter
def cut(rows: Iterable[StandingsRow]) -> list[StandingsRow]:
    """Those of the rows that have a line across the table below them."""
    return [row for row in rows if row.cut]


@lru_cache(maxsize=4096)
def _for_its_readers(row: StandingsRow, line: SafeString) -> SafeString:
    """A line that only the team's own coach sees."""
    return piece(row.team.mark, line)


BESIDE = ("place", "team", "points", "form")
"""What every table has beside its columns."""


@lru_cache(maxsize=2048)
def drawn_line(row: StandingsRow, span: int, why: bool, kept: bool, edition: str, language: str | None) -> SafeString:
    """A line in a language; ``span`` counts its cells, ``edition`` is the book that names the team lists."""
    told = {"row": row, "span": span, "why": why, "kept": kept, "mine": row.team.mine or row.only_own}
    told["book"] = editions.edition(edition).book
    return render_to_string("competitions/standings/_table_line.html", told)


@lru_cache(maxsize=2048)
def drawn_small_line(row: StandingsRow, columns: tuple[Column, ...], kept: bool, language: str | None) -> SafeString:
    """A line of a small table in a language."""
    told = {"row": row, "columns": columns, "kept": kept, "mine": row.team.mine or row.only_own}
    return render_to_string("competitions/standings/_small_line.html", told)


@register.simple_tag
def figure_cells(row: StandingsRow, columns: Sequence[Column] | str = "") -> SafeString:
    """The cells of a row's figures: those of some columns, or all. A template takes ten times as long."""
    figures = row.figures_of(columns or ())
    return SafeString("".join(f'<td class="{column.css}">{dotted(escape(figure))}</td>' for column, figure in figures))


@register.simple_tag(takes_context=True)
def leader_list(context: Context, listed: LeaderList) -> SafeString:
    """A list of the best players, drawn once until it changes."""
    kept, leaders = bool(context.get("kept")), tuple(listed.leaders)
    return drawn_list(listed.name, listed.short, leaders, kept, get_language())


@lru_cache(maxsize=512)
def drawn_list(name: str, short: str, leaders: tuple[ShownLeader, ...], kept: bool, language: str | None) -> SafeString:
    """A list in the active language."""
    told = {"list": {"name": name, "short": short}, "lines": leader_lines(leaders, kept=kept)}
    return render_to_string("competitions/dashboard/_list.html", told)


def leader_lines(leaders: Iterable[ShownLeader], *, kept: bool) -> SafeString:
    """The lines of a list of the best players; those of the reader's own teams are marked."""
    mine = SafeString(' class="mine"')
    return SafeString(
        "".join(
            f"<tr{mine if each.team.mine else piece(each.team.mark, mine) if kept else ''}>"
            f'<td class="place">{each.rank}</td><th scope="row">{each.name}<small>{each.team.link}</small></th>'
            f'<td class="points">{each.amount}</td></tr>'
            for each in leaders
        )
    )


@register.filter
def form_marks(form: str) -> SafeString:
    """The letters of a team's form in their colours."""
    return SafeString("".join(MARKS[letter] for letter in form))


@register.simple_tag(takes_context=True)
def fixture_line(context: Context, fixture: ShownFixture, named: bool, show_round: bool, edit: bool) -> SafeString:
    """A line of a list of fixtures, drawn once for all readers of the same, in a language and a time zone."""
    kept, zone = bool(context.get("kept")), timezone.get_current_timezone_name()
    return drawn_fixture(fixture, bool(named), bool(show_round), bool(edit), kept, get_language(), zone)


@lru_cache(maxsize=2048)
def drawn_fixture(
    fixture: ShownFixture, named: bool, show_round: bool, edit: bool, kept: bool, language: str | None, zone: str
) -> SafeString:
    """A fixture in the active language and time zone."""
    told = {
        "fixture": fixture,
        "named": named,
        "show_round": show_round,
        "changers": f"runs {fixture.marks}" if edit else fixture.marks,
        "may_change": fixture.mine or (edit and not kept),
        "kept": kept,
    }
    return render_to_string("competitions/standings/_fixture_line.html", told)


@register.simple_tag(takes_context=True)
def match_cards(context: Context, fixtures: Iterable[ShownFixture]) -> SafeString:
    """Matches as cards, each drawn once for all readers of the same, in a language and a time zone."""
    kept, language, zone = bool(context.get("kept")), get_language(), timezone.get_current_timezone_name()
    return SafeString("".join([drawn_card(each, kept, language, zone) for each in fixtures]))


@lru_cache(maxsize=1024)
def drawn_card(fixture: ShownFixture, kept: bool, language: str | None, zone: str) -> SafeString:
    """A match as a card in the active language and time zone."""
    return render_to_string("competitions/dashboard/_match_card.html", {"fixture": fixture, "kept": kept})


@register.simple_tag(takes_context=True)
def competition_card(context: Context, card: Any, grouped: bool) -> SafeString:
    """A competition's card (`competitions.dashboard.front_page.Card`), drawn once for all that it shows."""
    return drawn_competition(SignedCard(_sign_of(card), card), bool(grouped), bool(context.get("kept")), get_language())


class SignedCard:
    """A card that equals others of the same sign."""

    def __init__(self, sign: tuple[Any, ...], card: Any) -> None:
        self.sign, self.card = sign, card

    def __hash__(self) -> int:
        return hash(self.sign)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SignedCard) and self.sign == other.sign


def _sign_of(card: Any) -> tuple[Any, ...]:
    """All that a card shows, and the address of its competition."""
    shown, bracket = card.competition, card.bracket
    of_competition = (shown.public_id, shown.name, shown.state, shown.recorded, shown.group_name, shown.edition)
    ties = (bracket.stage, bracket.pairings, bracket.champion) if bracket else None
    tables = (card.columns, card.rows, tuple(card.conferences), len(card.standings.lines), card.more)
    return (*of_competition, shown.book.key, shown.scheduling, ties, *tables)


@lru_cache(maxsize=128)
def drawn_competition(signed: SignedCard, grouped: bool, kept: bool, language: str | None) -> SafeString:
    """A card in the active language."""
    told = {"card": signed.card, "grouped": grouped, "kept": kept}
    return render_to_string("competitions/dashboard/_card.html", told)


@register.simple_tag
def match_brings(league: League) -> str:
    """What a match brings both teams, as far as a book of the league has it: injuries, points, winnings."""
    books = list(books_of(league))
    gold = [gettext("winnings")] if any("treasury" in book.purses for book in books) else []
    points = dict.fromkeys(gettext(book.points_called.many) for book in books)
    return ", ".join([gettext("injuries"), *points, *gold])


@register.simple_tag
def match_earns(book: Book) -> str:
    """What only a played match earns, as far as its book has it: points of players, winnings or fans."""
    found = [gettext(book.points_called.many)]
    found += [gettext("winnings")] if "treasury" in book.purses else []
    found += [gettext("fans")] if "fan_factor" in book.goods else []
    *first, last = found
    return gettext("%(first)s or %(last)s") % {"first": ", ".join(first), "last": last} if first else last
