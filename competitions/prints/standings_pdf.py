"""League tables as a PDF: portrait, one page for thirty teams and more, then results and fixtures if there are any.

A function over plain data: the bytes depend on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from functools import partial

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from competitions.formats.knock_out.pdf import BracketPrint, draw_bracket
from competitions.standings.fixture_list import ShownFixture
from competitions.standings.rounds import ShownRound
from competitions.standings.view import StandingsRow, StandingsView
from matches.models import Match
from printing.document import BLACK, Document
from printing.paper import paper_named
from printing.table import BODY, Cell, Column, Row, Table, laid_out
from printing.text import Run, Style, wrap
from printing.typefaces import Face
from web.crests.paper import Worn, draw_head, icon_of

TITLE = Style(Face.SLAB, 18)
SUBTITLE = Style(Face.REGULAR, 10.5, 0.1)
BOLD = Style(Face.BOLD, 9.4)
LARGE = Style(Face.BOLD, 10.8)
FORM = Style(Face.BOLD, 8.4)
SECTION = Style(Face.SLAB, 10.5)
TEXT = Style(Face.REGULAR, 8.6, 0.1)
TEXT_LABEL = Style(Face.BOLD, 8.6, 0.1)
NOTE = Style(Face.ITALIC, 7.2, 0.25)
FOOT = Style(Face.REGULAR, 6.6, 0.35)

LINE = 10.6  # of the text below the table
TALLEST_ROW, USUAL_ROW, LOWEST_ROW = 21.0, 19.0, 15.0
TABLE_HEAD, HEAD = 22.0, 68.0
PART_HEAD, GAP = 18.0, 8.0
ALL_TEAMS = "All teams"
FIXTURE = 12.5
ROUND_HEAD, BETWEEN = 17.0, 8.0
GUTTER = 22.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPrint:
    """A competition on paper: its table, or a ``bracket`` in its place; ``as_of`` says how far the competition is.

    ``book`` is named if it is not the first one of its league. ``worn`` is what each team wears, by its id, and
    ``league`` what the league does.
    """

    view: StandingsView
    as_of: str
    notes: Sequence[str] = ()
    bracket: BracketPrint | None = None
    book: str = ""
    worn: Mapping[int, Worn] = field(default_factory=dict)
    league: Worn = field(default_factory=Worn)


def standings_pdf(
    prints: Sequence[StandingsPrint], *, page_size: str = "A4", title: str = "", language: str = "en"
) -> bytes:
    """The tables of these competitions in one upright document, each on a page of its own; brackets lie, if they fit.

    `title` names the document; without it, the first competition does. Raises ValueError for an unknown page size or
    if there is no table.
    """
    if not prints:
        raise ValueError("There is no table to print.")
    upright = paper_named(page_size)
    paper = upright.turned if all(each.bracket and each.bracket.across for each in prints) else upright
    document = Document(title=title or _title(prints[0]), paper=paper, language=language)
    for standings in prints:
        draw_standings(document, standings, partial(document.bookmark, standings.view.competition))
    if len(prints) > 1:
        document.open_with_outline()
    return document.finish()


def _title(standings: StandingsPrint) -> str:
    return " – ".join(filter(None, (standings.view.competition, standings.view.season, standings.view.league)))


def draw_standings(
    document: Document, standings: StandingsPrint, begun: Callable[[], None], *, top: float | None = None
) -> float:
    """Draw a table or a bracket on pages of its own, or a small table from ``top`` down. Returns the height below.

    ``begun`` is called once its first page has begun.
    """
    if top is not None and standings.bracket is None and top - _height(document, standings) >= document.bottom:
        top = _head(document, standings, top)
    else:
        top = _page(document, standings)
    begun()
    if standings.bracket is not None:
        y = draw_bracket(document, standings.bracket, top, _words_height(document, standings))
    else:
        y = _draw_tables(document, standings, top)
    y = _draw_words(document, standings, y)
    if standings.view.rounds:
        _draw_rounds(document, standings, y)
        return document.bottom
    return y


def _height(document: Document, standings: StandingsPrint) -> float:
    """The height that a table takes at most, with its head and its words."""
    view = standings.view
    lines = len(view.rows) + sum(len(each.rows) for each in view.conferences)
    parts = TABLE_HEAD + PART_HEAD + GAP
    return HEAD + lines * TALLEST_ROW + (1 + len(view.conferences)) * parts + _words_height(document, standings)


def _page(document: Document, standings: StandingsPrint) -> float:
    """Begin a page with its head and foot; returns the height below the head."""
    document.page(foot=lambda: _foot(document, standings))
    return _head(document, standings, document.top)


def _head(document: Document, standings: StandingsPrint, top: float) -> float:
    """The name of the competition, and below it the season and how far it is; returns the height below."""
    left, right = document.left, document.right
    y = draw_head(document, standings.league, standings.view.competition, style=TITLE, top=top) - 13
    where = " · ".join(filter(None, (standings.view.season, standings.view.league, standings.book)))
    document.text(left, y, where, SUBTITLE, room=(right - left) * 0.66, smallest=7)
    document.text(right, y, standings.as_of, SUBTITLE, align="right", room=(right - left) * 0.3, smallest=6)
    return y - 9


def _foot(document: Document, standings: StandingsPrint) -> None:
    y, room = document.bottom - 8, document.right - document.left
    document.text(document.left, y, standings.view.competition, FOOT, room=room * 0.6)
    document.text(document.right, y, f"Dugout, page {document.pages}", FOOT, align="right")


def _draw_tables(document: Document, standings: StandingsPrint, top: float) -> float:
    """Draw the table, below those of conferences, on as few pages as stay readable; returns the height below it."""
    view = standings.view
    parts = [(each.name, each.rows) for each in view.conferences]
    parts.append((ALL_TEAMS if parts else "", view.rows))
    heads = sum(TABLE_HEAD + (PART_HEAD + GAP if name else 0) for name, _rows in parts)
    words = _words_height(document, standings)
    height = (top - heads - words - document.bottom) / max(1, sum(len(rows) for _name, rows in parts))
    height = min(TALLEST_ROW, height) if height >= LOWEST_ROW else USUAL_ROW
    y = top
    for name, rows in parts:
        if name:
            if y - PART_HEAD - TABLE_HEAD - height < document.bottom:
                y = _page(document, standings)
            document.text(document.left, y - 12, name, SECTION, room=document.right - document.left, smallest=6)
            y -= PART_HEAD
        y = _draw_table(document, standings, [_row(standings, row) for row in rows], y, height)
    return y


def _legend(view: StandingsView) -> str:
    explained = dict.fromkeys(f"{each.print_heading} {each.print_name}" for each in view.columns if each.print_name)
    return f"{', '.join(explained)}. Form: results in order, the latest last."


def _columns(view: StandingsView) -> tuple[Column, ...]:
    return (
        Column(heading="#", width=22, align="right", style=BOLD),
        Column(heading="TEAM", width=1, flexible=True, style=LARGE, smallest=6),
        *(
            Column(
                heading=column.print_heading,
                width=column.width,
                align="center",
                group=column.group,
                style=BOLD if column.bold else BODY,
            )
            for column in view.columns
        ),
        Column(heading="POINTS", width=34, align="center", style=LARGE),
        Column(heading="FORM", width=46, style=FORM),
    )


def _draw_table(document: Document, standings: StandingsPrint, rows: Sequence[Row], top: float, height: float) -> float:
    """Draw one table with rows of this height; returns the height below it."""
    columns = laid_out(_columns(standings.view), document.right - document.left)
    table = Table(document, columns, document.left, height, standings.league.first)
    y = table.head(top)
    for place, row in enumerate(rows):
        if y - height < document.bottom:
            table.foot(y)
            y = table.head(_page(document, standings))
        y = table.row(y, Row(row.cells, shaded=place % 2 == 1, ruled=row.ruled))
    table.foot(y)
    return y - GAP


def _row(standings: StandingsPrint, row: StandingsRow) -> Row:
    who = " · ".join(filter(None, (row.team.team_list, row.team.coach)))
    worn = standings.worn.get(row.team.id) or Worn(row.team.crest.crest)
    team = Cell((Run(row.team.name, LARGE),), note=who, icon=icon_of(worn))
    return Row((row.place or "–", team, *row.figures, row.points, row.form), ruled=row.cut is not None)


def _words(document: Document, standings: StandingsPrint) -> Iterator[list[Run]]:
    """The lines below the table: how it is made, and the notes."""
    paragraphs = [
        ("Points: ", standings.view.points_scheme),
        ("Ranked by: ", standings.view.tie_breakers),
        *(("", f"• {note}") for note in standings.notes),
        ("", _legend(standings.view) if standings.view.rows else ""),
    ]
    for label, text in paragraphs:
        if text:
            yield from wrap((Run(label, TEXT_LABEL), Run(text, TEXT)), document.right - document.left)


def _words_height(document: Document, standings: StandingsPrint) -> float:
    return LINE * sum(1 for _line in _words(document, standings)) + 8


def _draw_words(document: Document, standings: StandingsPrint, top: float) -> float:
    y = top
    for line in _words(document, standings):
        if y - LINE < document.bottom:
            y = _page(document, standings)
        y -= LINE
        document.runs(document.left, y, line)
    return y - 8


def _draw_rounds(document: Document, standings: StandingsPrint, top: float) -> None:
    """Results and fixtures, two rounds side by side; a pair of rounds stays together on its page."""
    width = (document.right - document.left - GUTTER) / 2
    most = int((document.height * 0.7) / FIXTURE)
    rounds = [part for each in standings.view.rounds for part in _parts(each, most)]
    y = top
    for place in range(0, len(rounds), 2):
        pair = rounds[place : place + 2]
        needed = max(map(_round_height, pair))
        headed = 22 if place == 0 else 0
        if y - (needed - BETWEEN) - headed < document.bottom:
            y = _page(document, standings)
        if headed:
            document.text(document.left, y - 12, "Results and fixtures", SECTION, room=width)
            y -= headed
        for column, each in enumerate(pair):
            _draw_round(document, standings.view, each, document.left + column * (width + GUTTER), y, width)
        y -= needed


def _parts(each: ShownRound, most: int) -> Iterator[ShownRound]:
    """The round itself, or several if it has more matches than fit on a page."""
    yield replace(each, fixtures=each.fixtures[:most])
    for place in range(most, len(each.fixtures), most):
        yield replace(each, name=f"{each.name} (continued)", fixtures=each.fixtures[place : place + most], byes=[])


def _round_height(each: ShownRound) -> float:
    return ROUND_HEAD + FIXTURE * (len(each.fixtures) + bool(each.byes)) + BETWEEN


def _draw_round(document: Document, view: StandingsView, each: ShownRound, x: float, top: float, width: float) -> None:
    document.text(x, top - 11, each.name, BOLD, room=width)
    document.rule(x, top - 14.5, x + width, top - 14.5, weight=0.7, ink=BLACK)
    table = Table(document, laid_out(FIXTURE_COLUMNS, width), x, FIXTURE)
    y = top - 14.5
    for fixture in each.fixtures:
        away = fixture.away.name if fixture.away else ""
        score, note = _score(fixture), fixture_note(fixture, view.zone)
        y = table.row(y, Row((fixture.home.name, score, away, note)))
    if each.byes:
        byes = ", ".join(team.name for team in each.byes)
        document.text(x + 2.5, y - 9, f"Bye: {byes}", NOTE, room=width - 5, smallest=5)


def _score(fixture: ShownFixture) -> str:
    return f"{fixture.score[0]} – {fixture.score[1]}" if fixture.score is not None else "v"


def fixture_note(fixture: ShownFixture, where: tzinfo) -> str:
    """How a match ended, if the score does not show it; that it was not played; or, while it is not, the day agreed."""
    if fixture.conceded_by:
        return _("home conceded") if fixture.conceded_by == "home" else _("away conceded")
    if fixture.note:
        return fixture.note if fixture.state in Match.PLAYED else _("not played")
    if fixture.score is None and fixture.agreed_for is not None:
        return date_format(timezone.localtime(fixture.agreed_for, where), "j M")
    return ""


FIXTURE_COLUMNS = (
    Column(heading="HOME", width=1, flexible=True, align="right"),
    Column(heading="SCORE", width=36, align="center", style=BOLD),
    Column(heading="AWAY", width=1, flexible=True),
    Column(heading="NOTE", width=50, align="right", style=NOTE, smallest=5),
)
