"""League tables as a PDF: portrait, one page for thirty teams and more, results and fixtures behind if they are given.

A function over plain data (`competitions.standings.printed`); the bytes depend on nothing else.
"""

from collections.abc import Iterator, Sequence

from competitions.formats.knock_out.pdf import draw_bracket
from competitions.standings.printed import FixturePrint, RoundPrint, StandingsPrint, StandingsRow
from printing.document import BLACK, Document
from printing.paper import paper_named
from printing.table import Cell, Column, Row, Table, laid_out
from printing.text import Run, Style, wrap
from printing.typefaces import Face

__all__ = ["FixturePrint", "RoundPrint", "StandingsPrint", "StandingsRow", "standings_pdf"]

TITLE = Style(Face.BOLD, 20)
SUBTITLE = Style(Face.REGULAR, 9.5, 0.15)
BOLD = Style(Face.BOLD, 8)
LARGE = Style(Face.BOLD, 9)
FORM = Style(Face.REGULAR, 7)
SECTION = Style(Face.BOLD, 10.5)
TEXT = Style(Face.REGULAR, 7.2, 0.1)
TEXT_LABEL = Style(Face.BOLD, 7.2, 0.1)
NOTE = Style(Face.ITALIC, 6, 0.3)
FOOT = Style(Face.REGULAR, 5.6, 0.4)

LEGEND = "P played, W won, D drawn, L lost, agst against, +/− difference. Form: results in order, the latest last."
LINE = 9.6  # of the text below the table
TALLEST_ROW, USUAL_ROW, LOWEST_ROW = 21.0, 19.0, 15.0
TABLE_HEAD = 22.0
PART_HEAD, GAP = 18.0, 8.0
ALL_TEAMS = "All teams"
FIXTURE = 12.5
ROUND_HEAD = 17.0
GUTTER = 22.0

COLUMNS = (
    Column(heading="#", width=22, align="right", style=BOLD),
    Column(heading="TEAM", width=1, flexible=True, style=LARGE, smallest=6),
    Column(heading="P", width=20, align="center", group="MATCHES"),
    Column(heading="W", width=20, align="center", group="MATCHES"),
    Column(heading="D", width=20, align="center", group="MATCHES"),
    Column(heading="L", width=20, align="center", group="MATCHES"),
    Column(heading="FOR", width=25, align="center", group="TOUCHDOWNS"),
    Column(heading="AGST", width=25, align="center", group="TOUCHDOWNS"),
    Column(heading="+/−", width=27, align="center", group="TOUCHDOWNS", style=BOLD),
    Column(heading="FOR", width=25, align="center", group="CASUALTIES"),
    Column(heading="AGST", width=25, align="center", group="CASUALTIES"),
    Column(heading="+/−", width=27, align="center", group="CASUALTIES", style=BOLD),
    Column(heading="POINTS", width=34, align="center", style=LARGE),
    Column(heading="FORM", width=46, style=FORM),
)


def standings_pdf(
    prints: Sequence[StandingsPrint], *, page_size: str = "A4", title: str = "", language: str = "en"
) -> bytes:
    """These competitions' tables in one portrait document, each on a page of its own.

    `title` names the document in a reader's window; without it, the first competition does. ValueError for an unknown
    page size or for no table at all.
    """
    if not prints:
        raise ValueError("There is no table to print.")
    document = Document(title=title or _title(prints[0]), paper=paper_named(page_size), language=language)
    for standings in prints:
        _draw(document, standings)
    if len(prints) > 1:
        document.open_with_outline()
    return document.finish()


def _title(standings: StandingsPrint) -> str:
    return " – ".join(filter(None, (standings.competition, standings.season, standings.league)))


def _draw(document: Document, standings: StandingsPrint) -> None:
    top = _page(document, standings)
    document.bookmark(standings.competition)
    if standings.bracket is not None:
        y = draw_bracket(document, standings.bracket, top, _words_height(document, standings))
    else:
        y = _draw_tables(document, standings, top)
    y = _draw_words(document, standings, y)
    if standings.rounds:
        _draw_rounds(document, standings, y)


def _page(document: Document, standings: StandingsPrint) -> float:
    """Begin a page with its head and foot; returns where it goes on."""
    document.page(foot=lambda: _foot(document, standings))
    left, right = document.left, document.right
    y = document.top - 17
    document.text(left, y, standings.competition, TITLE, room=right - left, smallest=11)
    y -= 15
    where = " · ".join(filter(None, (standings.season, standings.league)))
    document.text(left, y, where, SUBTITLE, room=(right - left) * 0.66, smallest=7)
    document.text(right, y, standings.as_of, SUBTITLE, align="right", room=(right - left) * 0.3, smallest=6)
    document.rule(left, y - 7, right, y - 7, weight=1.8, grey=BLACK)
    return y - 13


def _foot(document: Document, standings: StandingsPrint) -> None:
    y, room = document.bottom - 8, document.right - document.left
    document.text(document.left, y, standings.competition, FOOT, room=room * 0.6)
    document.text(document.right, y, f"Dugout, page {document.pages}", FOOT, align="right")


def _draw_tables(document: Document, standings: StandingsPrint, top: float) -> float:
    """Draw the table, those of conferences above it, on as few pages as stay readable.

    Returns where the last one goes on.
    """
    parts = [*standings.conferences, (ALL_TEAMS, standings.rows)] if standings.conferences else [("", standings.rows)]
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
        y = _draw_table(document, standings, list(map(_row, rows)), y, height)
    return y


def _draw_table(document: Document, standings: StandingsPrint, rows: Sequence[Row], top: float, height: float) -> float:
    """Draw one table with rows of this height; returns where its last page goes on."""
    columns = laid_out(COLUMNS, document.right - document.left)
    table = Table(document, columns, document.left, height)
    y = table.head(top)
    for place, row in enumerate(rows):
        if y - height < document.bottom:
            table.foot(y)
            y = table.head(_page(document, standings))
        y = table.row(y, Row(row.cells, shaded=place % 2 == 1, ruled=row.ruled))
    table.foot(y)
    return y - GAP


def _row(row: StandingsRow) -> Row:
    who = " · ".join(filter(None, (row.team_list, row.coach)))
    return Row(
        (
            "–" if row.rank is None else str(row.rank),
            Cell((Run(row.team, LARGE),), note=who),
            *map(str, (row.played, row.won, row.drawn, row.lost)),
            *_counts(row.touchdowns_for, row.touchdowns_against, row.touchdown_difference),
            *_counts(row.casualties_for, row.casualties_against, row.casualty_difference),
            str(row.points),
            row.form,
        ),
        ruled=row.line_below,
    )


def _counts(mine: int | None, theirs: int | None, difference: int | None) -> tuple[str, str, str]:
    if difference is None and mine is not None and theirs is not None:
        difference = mine - theirs
    shown = "" if difference is None else f"{difference:+d}".replace("-", "−").replace("+0", "0")
    return "" if mine is None else str(mine), "" if theirs is None else str(theirs), shown


def _words(document: Document, standings: StandingsPrint) -> Iterator[list[Run]]:
    """The lines below the table: how it is made, and whatever was adjusted."""
    paragraphs = [
        ("Points: ", standings.points_scheme),
        ("Level on points: ", standings.tie_breakers),
        *(("", f"• {note}") for note in standings.notes),
        ("", LEGEND if standings.rows else ""),
    ]
    for label, text in paragraphs:
        if text:
            yield from wrap((Run(label, TEXT_LABEL), Run(text, TEXT)), document.right - document.left)


def _words_height(document: Document, standings: StandingsPrint) -> float:
    return LINE * sum(1 for _ in _words(document, standings)) + 8


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
    rounds = [part for each in standings.rounds for part in _parts(each, most)]
    y = top
    for place in range(0, len(rounds), 2):
        pair = rounds[place : place + 2]
        needed = max(map(_round_height, pair))
        headed = 22 if place == 0 else 0
        if y - needed - headed < document.bottom:
            y = _page(document, standings)
        if headed:
            document.text(document.left, y - 12, "Results and fixtures", SECTION)
            y -= headed
        for column, each in enumerate(pair):
            _draw_round(document, each, document.left + column * (width + GUTTER), y, width)
        y -= needed


def _parts(each: RoundPrint, most: int) -> Iterator[RoundPrint]:
    """The round itself, or several where it has more matches than a page has room for."""
    yield RoundPrint(name=each.name, fixtures=each.fixtures[:most], byes=each.byes)
    for place in range(most, len(each.fixtures), most):
        yield RoundPrint(name=f"{each.name} (continued)", fixtures=each.fixtures[place : place + most])


def _round_height(each: RoundPrint) -> float:
    return ROUND_HEAD + FIXTURE * (len(each.fixtures) + bool(each.byes)) + 8


def _draw_round(document: Document, each: RoundPrint, x: float, top: float, width: float) -> None:
    document.text(x, top - 11, each.name, BOLD, room=width)
    document.rule(x, top - 14.5, x + width, top - 14.5, weight=0.7, grey=BLACK)
    table = Table(document, laid_out(FIXTURE_COLUMNS, width), x, FIXTURE)
    y = top - 14.5
    for fixture in each.fixtures:
        y = table.row(y, Row((fixture.home, fixture.score or "v", fixture.away, fixture.note)))
    if each.byes:
        document.text(x + 2.5, y - 9, f"Bye: {', '.join(each.byes)}", NOTE, room=width - 5, smallest=5)


FIXTURE_COLUMNS = (
    Column(heading="HOME", width=1, flexible=True, align="right"),
    Column(heading="SCORE", width=36, align="center", style=BOLD),
    Column(heading="AWAY", width=1, flexible=True),
    Column(heading="NOTE", width=50, align="right", style=NOTE, smallest=4.5),
)
