"""The hall of fame in an almanac: whom commissioners had chosen by then, drawn as its page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from competitions.models import Season
from printing.text import Run, Style, wrap
from printing.typefaces import ALFA, Face, name_of
from stats.almanac.data import Honoured
from stats.almanac.pages import HEADING, Pages
from stats.honours.page import Card, cards_of
from stats.models import Inductee
from teams.models import Team
from teams.presentation.worn import worn_by
from web.crests.crest import crest_in
from web.crests.drawing import shirt_drawing
from web.crests.paper import HIGH, Worn, draw_crest
from web.crests.shirts import SHIRT_HEIGHT, SHIRT_WIDTH

BRASS = "#c9962b"
NAME = Style(Face.SLAB, 12)
BELOW = Style(Face.REGULAR, 8.4, 0.3)
CITATION = Style(Face.REGULAR, 9.6)
FIGURES = Style(Face.BOLD, 8.8)
LETTER = Style(Face.SLAB, 44)
BAND, STRIPE, FRAME = 62.0, 4.0, 3.0
PICTURE = 42.0
LINE, GAP, PAD = 11.4, 14.0, 10.0


def hall_of(season: Season) -> list[tuple[str, list[Honoured]]]:
    """Who was in the hall before the next season began, in its order, under headings: those of this season first.

    While no season has followed, it is the hall of today, with the figures of each. At most eleven queries.
    """
    league = season.league
    after = (
        league.seasons.filter(number__gt=season.number).order_by("number").values_list("opened_at", flat=True).first()
    )
    rows = league.inductees.all() if after is None else league.inductees.filter(at__lt=after)
    cards = cards_of(league, rows)
    teams = Team.objects.filter(pk__in={card.row.team_id for card in cards} - {None})
    worn = worn_by(teams.only("pk", "crest"))
    told = [(card.row, _honoured(card, worn.get(card.row.team_id or 0, Worn(crest_in(league.crest))), after is None))
            for card in cards]  # fmt: skip
    now = [each for row, each in told if row.at >= season.opened_at]
    before = [each for row, each in told if row.at < season.opened_at]
    parts = [(_("Chosen this season"), now), (_("Chosen before") if now else "", before)]
    return [(heading, several) for heading, several in parts if several]


def _honoured(card: Card, worn: Worn, today: bool) -> Honoured:
    row: Inductee = card.row
    return Honoured(
        name=card.name,
        below=card.plain,
        citation=row.citation,
        figures=card.figures if today else "",
        chosen=_("chosen in %(year)s") % {"year": card.year},
        worn=worn,
        shirt=card.shirt,
        letter=card.letter,
    )


def draw_hall(pages: Pages, parts: Sequence[tuple[str, Sequence[Honoured]]]) -> None:
    """Frames of brass in two columns, each with the colours of who is in it."""
    wide = (pages.width - GAP) / 2
    for place, (heading, several) in enumerate(parts):
        rows = [several[start : start + 2] for start in range(0, len(several), 2)]
        if place == 0:
            pages.begin(_("Hall of fame"), room=24 + _height(rows[0], wide))
        for row in rows:
            high = _height(row, wide)
            pages.need(high + GAP + 20 * bool(heading))
            if heading:
                pages.document.text(pages.document.left, pages.y - 10, heading, HEADING, room=pages.width)
                pages.y -= 18
                heading = ""
            for column, each in enumerate(row):
                _draw(pages, each, pages.document.left + column * (wide + GAP), wide, high)
            pages.y -= high + GAP


def _lines(each: Honoured, wide: float) -> list[list[Run]]:
    return wrap((Run(each.citation, CITATION),), wide - 2 * PAD)


def _height(row: Sequence[Honoured], wide: float) -> float:
    """What the highest of a row takes, so that all of it are alike."""
    return max(BAND + STRIPE + 40 + LINE * len(_lines(each, wide)) + 13 * bool(each.figures) + 18 for each in row)


def _draw(pages: Pages, each: Honoured, x: float, wide: float, high: float) -> None:
    document, top, middle, worn = pages.document, pages.y, x + wide / 2, each.worn
    document.box(x, top - BAND, wide, BAND, ink=worn.ground)
    document.box(x, top - BAND - STRIPE, wide, STRIPE, ink=worn.second)
    document.frame(x, top - high, wide, high, weight=FRAME, ink=BRASS)
    _draw_picture(pages, each, middle, top - BAND / 2)
    y, room = top - BAND - STRIPE - 17, wide - 2 * PAD
    document.text(middle, y, each.name, NAME, align="center", room=room, smallest=8)
    document.text(middle, y - 12, each.below, BELOW, align="center", room=room, smallest=6)
    y -= 28
    for line in _lines(each, wide):
        document.runs(middle, y, line, align="center")
        y -= LINE
    document.text(middle, top - high + 22, each.figures, FIGURES, align="center", room=room, smallest=6)
    document.text(middle, top - high + 10, each.chosen, BELOW, align="center", room=room)


def _draw_picture(pages: Pages, each: Honoured, middle: float, y: float) -> None:
    """A player's shirt, a team's crest, or the first letter of a coach's name, around a place in the middle."""
    document = pages.document
    if each.letter:
        document.text(middle, y - 16, each.letter, replace(LETTER, ink=each.worn.ink), align="center")
    elif each.shirt is not None:
        cut, number = each.shirt
        shirt = shirt_drawing(each.worn.crest, cut, number, SHIRT_WIDTH, font=name_of(ALFA))
        scale = PICTURE / SHIRT_WIDTH
        document.drawing(shirt, middle - PICTURE / 2, y - SHIRT_HEIGHT * scale / 2, scale=scale)
    else:
        draw_crest(document, each.worn, middle - PICTURE / 2, y - PICTURE * HIGH / 2, PICTURE)
