"""An almanac as a PDF: a season as a printed book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count

from django.utils.translation import gettext as _

from competitions.prints.standings_pdf import draw_standings
from printing.document import Document
from printing.paper import paper_named
from printing.text import Run, Style, wrap
from printing.typefaces import Face
from stats.almanac.chapters import draw_chapter, draw_matches, draw_squad
from stats.almanac.data import Almanac
from stats.almanac.hall import draw_hall
from stats.almanac.packing import packed
from stats.almanac.pages import BETWEEN, Pages, contents_pages, draw_contents
from web.crests.paper import Worn, draw_crest

LEAGUE = Style(Face.SLAB, 30)
WORD = Style(Face.BOLD, 13)
SEASON = Style(Face.SLAB, 24)
WHEN = Style(Face.REGULAR, 12, 0.15)
CHAMPION = Style(Face.SLAB, 13)
COMPETITION = Style(Face.BOLD, 10, 0.25)
CREST = 190.0
GROUND = 0.66
"""How much of the cover is in the league's colour."""
CHAMPION_ROW = 36.0


def _unheard(done: int, total: int) -> None: ...


def almanac_pdf(
    almanac: Almanac, *, page_size: str = "A4", language: str = "en", drawn: Callable[[int, int], None] = _unheard
) -> bytes:
    """The book. It is drawn twice: first to learn on which page everything is. ValueError for an unknown page size.

    ``drawn`` is told how many of so many parts of both drawings are done.
    """
    parts = len(almanac.tables) + len(almanac.squads) + len(almanac.matches) + len(almanac.chapters)
    parts += bool(almanac.hall)
    steps = count(1)

    def step() -> None:
        drawn(next(steps), 2 * parts)

    first = _pages(almanac, page_size, language)
    first.document.page()
    _draw_chapters(first, almanac, step)
    more = contents_pages(len(first.contents), first.document)
    lines = [replace(line, page=line.page + more) for line in first.contents]
    del first
    book = _pages(almanac, page_size, language)
    book.document.page()
    book.document.bookmark(almanac.season)
    _draw_cover(book, almanac)
    draw_contents(book, _("Contents"), lines)
    _draw_chapters(book, almanac, step)
    book.document.open_with_outline()
    return book.document.finish()


def _pages(almanac: Almanac, page_size: str, language: str) -> Pages:
    title = f"{almanac.league} – {almanac.season}"
    document = Document(title=title, paper=paper_named(page_size), language=language)
    return Pages(document, almanac.worn, title)


def _draw_chapters(pages: Pages, almanac: Almanac, step: Callable[[], None]) -> None:
    several, y = len(almanac.tables) > 1, 0.0
    for place, table in enumerate(almanac.tables):
        name = table.view.competition
        chapter = _("Final tables") if several and place == 0 else ""
        begun = partial(pages.enter, name, level=int(several), chapter=chapter)
        y = draw_standings(pages.document, table, begun, top=y - BETWEEN if place else None)
        step()
    for place, (squad, stretch) in enumerate(packed(pages, almanac.squads)):
        draw_squad(pages, squad, chapter=_("Teams") if place == 0 else "", stretch=stretch)
        step()
    for place, matches in enumerate(almanac.matches):
        draw_matches(pages, matches, chapter=_("Matches") if place == 0 else "")
        step()
    for each in almanac.chapters:
        draw_chapter(pages, each)
        step()
    if almanac.hall:
        draw_hall(pages, almanac.hall)
        step()


def _draw_cover(pages: Pages, almanac: Almanac) -> None:
    """The league's colours with its crest; below them the season and its champions."""
    document, worn = pages.document, almanac.worn
    middle, edge = document.width / 2, document.height * (1 - GROUND)
    room = document.width - 2 * document.left
    document.box(0, edge, document.width, document.height - edge, ink=worn.ground)
    document.box(0, edge - 8, document.width, 8, ink=worn.second)
    draw_crest(document, worn, middle - CREST / 2, edge + 90, CREST)
    y = document.height - 70
    for line in wrap((Run(almanac.league, replace(LEAGUE, ink=worn.ink)),), room)[:2]:
        document.runs(middle, y, line, align="center")
        y -= LEAGUE.size * 1.2
    document.text(middle, edge + 40, _("Almanac"), replace(LEAGUE, size=22, ink=worn.ink), align="center", room=room)
    y = edge - 48
    document.text(middle, y, almanac.season, SEASON, align="center", room=room, smallest=12)
    document.text(middle, y - 20, almanac.when, WHEN, align="center", room=room)
    y -= 52
    rows = int((y - document.bottom) / CHAMPION_ROW) + 1
    columns = 1 if len(almanac.champions) <= rows else 2
    for place, champion in enumerate(almanac.champions[: rows * columns]):
        column, row = divmod(place, rows)
        x = middle + (column - (columns - 1) / 2) * room / 2
        _draw_champion(document, *champion, x, y - row * CHAMPION_ROW, room / columns - 20)


def _draw_champion(
    document: Document, competition: str, team: str, worn: Worn, middle: float, y: float, room: float
) -> None:
    """The name of a competition, and below it the crest and name of who won it."""
    document.text(middle, y, competition, COMPETITION, align="center", room=room, smallest=6)
    wide = document.text(middle + 10, y - 17, team, CHAMPION, align="center", room=room - 30, smallest=8)
    draw_crest(document, worn, middle + 10 - wide / 2 - 22, y - 22, 16)
