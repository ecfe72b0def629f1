"""A poster of a bracket and its final, in landscape: the league's colours, the bracket, and the final large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from competitions.formats.knock_out.pdf import BracketPrint, SidePrint, draw_bracket
from competitions.prints.standings_pdf import StandingsPrint
from printing.document import Document
from printing.paper import A4, Paper
from printing.text import Style
from printing.typefaces import Face
from web.crests.paper import HIGH, Worn, draw_crest

TITLE = Style(Face.SLAB, 32)
SUBTITLE = Style(Face.BOLD, 12)
NAME = Style(Face.SLAB, 19)
SCORE = Style(Face.SLAB, 34)
LABEL = Style(Face.BOLD, 11, 0.2)
FOOT = Style(Face.REGULAR, 7, 0.35)
BAND, STRIPE, FINAL = 74.0, 5.0, 104.0
"""In points on A4: the heights of the band at the top, of the stripe below it, and of the final at the foot."""


def poster_pdf(standings: StandingsPrint, paper: Paper, *, language: str = "en") -> bytes:
    """The poster of a drawn bracket on a sheet of this size, in landscape. ValueError for a table without a bracket."""
    bracket = standings.bracket
    if bracket is None:
        raise ValueError("There is no bracket to print.")
    sheet = paper.turned if paper.width < paper.height else paper
    scale = sheet.width / A4.height
    view = standings.view
    document = Document(title=f"{view.competition} – {view.season}", paper=sheet, language=language)
    document.page()
    top = _band(document, standings, scale)
    document.bottom += FINAL * scale
    draw_bracket(document, bracket, top - 10 * scale, 0, scale=scale)
    document.bottom -= FINAL * scale
    _final(document, bracket, standings.league, scale)
    _foot(document, standings.notes if bracket.champion else (), scale)
    return document.finish()


def _scaled(style: Style, scale: float, ink: str | float | None = None) -> Style:
    return replace(style, size=style.size * scale, ink=style.ink if ink is None else ink)


def _band(document: Document, standings: StandingsPrint, scale: float) -> float:
    """The league's colours from edge to edge, with its crest and the competition's name. Returns the height below."""
    view, league = standings.view, standings.league
    high, left = BAND * scale, document.left
    bottom = document.height - high
    document.box(0, bottom, document.width, high, ink=league.ground)
    document.box(0, bottom - STRIPE * scale, document.width, STRIPE * scale, ink=league.second)
    crest = 46 * scale
    draw_crest(document, league, left, bottom + (high - crest * HIGH) / 2, crest)
    left += crest + 14 * scale
    room = document.right - left
    title = _scaled(TITLE, scale, league.ink)
    document.text(left, bottom + 34 * scale, view.competition, title, room=room, smallest=14)
    where = " · ".join(filter(None, (view.season, view.league, standings.book, standings.as_of)))
    document.text(left, bottom + 14 * scale, where, _scaled(SUBTITLE, scale, league.ink), room=room, smallest=7)
    return bottom - STRIPE * scale


def _final(document: Document, bracket: BracketPrint, league: Worn, scale: float) -> None:
    """Both sides of the final with crest and name around the score, and the champion above them."""
    middle, base = document.width / 2, document.bottom + 10 * scale
    line = base + 88 * scale
    document.rule(document.left, line, document.right, line, weight=1.4 * scale, ink=league.first)
    heading = bracket.champion or bracket.rounds[-1][0]
    style = _scaled(NAME if bracket.champion else LABEL, scale)
    room = document.right - document.left
    document.text(middle, line - 5 * scale - style.size, heading, style, align="center", room=room)
    sides = [*bracket.final.sides, SidePrint(name="", known=False)][:2]
    scores = [side.score for side in sides]
    score = " – ".join(scores) if all(scores) else _("v")
    wide = document.text(middle, base + 20 * scale, score, _scaled(SCORE, scale), align="center")
    for way, side in ((-1, sides[0]), (1, sides[1])):
        x = middle + way * (wide / 2 + 22 * scale)
        crest = 44 * scale
        if side.worn is not None:
            draw_crest(document, side.worn, x if way > 0 else x - crest, base + 4 * scale, crest)
        x += way * (crest + 12 * scale)
        room = document.right - x if way > 0 else x - document.left
        style = _scaled(NAME, scale, 0.0 if side.known else 0.4)
        document.text(
            x, base + 24 * scale, side.name, style, align="left" if way > 0 else "right", room=room, smallest=9
        )


def _foot(document: Document, notes: Sequence[str], scale: float) -> None:
    """Below all: what scores do not show, such as a shoot-out, on one line; and who printed it."""
    low = document.bottom - 10
    wide = document.text(document.right, low, "Dugout", FOOT, align="right")
    room = document.right - document.left - wide - 12
    document.text(document.left, low, " · ".join(notes), _scaled(FOOT, scale), room=room, smallest=5)
