"""The players of a team as cards to cut out: shirt, name, characteristics, skills, deeds. Nine on a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from printing.document import Document
from printing.paper import paper_named
from printing.table import CAP_HEIGHT
from printing.text import NO_BREAK, Run, Style, fit, fit_block
from printing.typefaces import ALFA, Face, name_of
from teams.presentation.injury_words import misses_words
from teams.roster.paper import gold_text
from teams.roster.printed import Characteristic, Mark, RosterLine, RosterPrint
from web.crests.drawing import shirt_drawing
from web.crests.paper import HIGH, draw_crest
from web.crests.shirts import SHIRT_HEIGHT, SHIRT_WIDTH

WIDE, HIGH_CARD = 178.5, 249.4
"""63 by 88 mm, as playing cards are, in points."""
ACROSS, DOWN = 3, 3
PAD, BAND, STRIPE = 8.0, 33.0, 2.4
SHIRT = 60.0

TEAM = Style(Face.BOLD, 8, 0.15)
LABEL = Style(Face.BOLD, 6.4, 0.3)
SKILLS = Style(Face.REGULAR, 11)
GAINED = Style(Face.BOLD, 11)
COUNT = Style(Face.BOLD, 9)


def cards_pdf(roster: RosterPrint, *, page_size: str = "A4", title: str = "", language: str = "en") -> bytes:
    """The cards of a team's players in one upright document. ValueError for an unknown page size or no player."""
    if not roster.players:
        raise ValueError("There is no player to print.")
    document = Document(title=title or roster.team, paper=paper_named(page_size), language=language)
    left, top = (document.width - ACROSS * WIDE) / 2, (document.height + DOWN * HIGH_CARD) / 2
    for start in range(0, len(roster.players), ACROSS * DOWN):
        document.page()
        for place, player in enumerate(roster.players[start : start + ACROSS * DOWN]):
            row, column = divmod(place, ACROSS)
            _draw_card(document, roster, player, left + column * WIDE, top - row * HIGH_CARD)
    return document.finish()


def _draw_card(document: Document, roster: RosterPrint, player: RosterLine, x: float, top: float) -> None:
    worn, inner = roster.worn, WIDE - 2 * PAD
    document.frame(x, top - HIGH_CARD, WIDE, HIGH_CARD, weight=0.5, ink=0.6)
    document.box(x + 3, top - 3 - BAND, WIDE - 6, BAND, ink=worn.ground)
    document.box(x + 3, top - 3 - BAND - STRIPE, WIDE - 6, STRIPE, ink=worn.second)
    called = player.name or player.position
    document.text(x + PAD, top - 18, called, Style(Face.SLAB, 11.5, worn.ink), room=inner, smallest=7)
    about = " · ".join(filter(None, (player.position if player.name else "", player.level)))
    document.text(x + PAD, top - 30, about, Style(Face.BOLD, 8.6, worn.ink), room=inner, smallest=6)
    y = top - 3 - BAND - STRIPE - 6
    _draw_shirt(document, roster, player, x + PAD, y)
    _draw_characteristics(document, player, x + PAD + SHIRT + 6, y, inner - SHIRT - 6)
    y -= SHIRT * SHIRT_HEIGHT / SHIRT_WIDTH + 6
    foot = top - HIGH_CARD + 22
    counts = _draw_counts(document, roster, player, x + PAD, foot + 3, inner)
    _draw_skills(document, roster, player, x + PAD, y, inner, y - counts)
    document.rule(x + PAD, foot, x + WIDE - PAD, foot, weight=1.2, ink=worn.first)
    draw_crest(document, worn, x + PAD, foot - 17, 15 / HIGH)
    cost = gold_text(player.cost) if roster.with_costs else ""
    wide = document.text(x + WIDE - PAD, foot - 12, cost, TEAM, align="right")
    document.text(x + PAD + 17, foot - 12, roster.team, TEAM, room=inner - 21 - wide, smallest=5.6)


def _draw_shirt(document: Document, roster: RosterPrint, player: RosterLine, x: float, top: float) -> None:
    crest, number = roster.worn.crest, str(player.number)
    mark = "bandage" if player.misses else ""
    shirt = shirt_drawing(crest, player.cut, number, SHIRT_WIDTH, font=name_of(ALFA), mark=mark)
    high = SHIRT * SHIRT_HEIGHT / SHIRT_WIDTH
    document.drawing(shirt, x, top - high, scale=SHIRT / SHIRT_WIDTH)


def _draw_characteristics(document: Document, player: RosterLine, x: float, top: float, room: float) -> None:
    """A box for each characteristic, in one row or two."""
    found = player.characteristics
    rows = 1 if len(found) <= 4 else 2
    across = -(-len(found) // rows)
    wide, high = room / across, 64.0 / rows
    for place, each in enumerate(found):
        row, column = divmod(place, across)
        middle, y = x + (column + 0.5) * wide, top - 2 - row * high
        document.frame(middle - wide / 2 + 1, y - high + 3, wide - 2, high - 3, weight=0.6, ink=0.45)
        document.text(middle, y - 8, each.name, LABEL, align="center")
        size = 13.0 if rows == 1 else 10.5
        run = fit(_value(each), Style(Face.SLAB, size), wide - 5, 6)
        document.runs(middle, y - (high + 5) / 2 - run.style.size * CAP_HEIGHT / 2, (run,), align="center")


def _value(each: Characteristic) -> str:
    return f"{each.value}{ {Mark.IMPROVED: '↑', Mark.INJURED: '↓'}.get(each.mark, '') }"


def _draw_skills(
    document: Document, roster: RosterPrint, player: RosterLine, x: float, top: float, room: float, high: float
) -> None:
    """Skills, what lasts of injuries, and a missed match, as large as fits."""
    y = top
    for line in fit_block(tuple(_words(roster, player)), room, high, 5):
        size = max(run.style.size for run in line) if line else SKILLS.size
        y -= size * 1.16
        document.runs(x, y, line)


def _words(roster: RosterPrint, player: RosterLine) -> Iterator[Run]:
    items = [(mark, GAINED) for mark in (*player.marks, *player.apart)]
    items += [(skill, SKILLS) for skill in player.starting_skills]
    items += [(f"+{skill}", GAINED) for skill in player.gained_skills]
    items += [(loss.replace("-", "−"), SKILLS) for loss in player.characteristic_losses]
    items += [(f"{count} × {short}" if count > 1 else short, SKILLS) for _sign, short, count in player.conditions]
    items += [(misses_words(player.misses), GAINED)] if player.misses else []
    for place, (text, style) in enumerate(items):
        yield Run(text.replace(" ", NO_BREAK) + (", " if place < len(items) - 1 else ""), style)


def _draw_counts(
    document: Document, roster: RosterPrint, player: RosterLine, x: float, bottom: float, room: float
) -> float:
    """The deeds that the book counts, and the points; returns the height above them."""
    kinds = roster.columns
    counts = list(zip(roster.deeds, player.deeds, strict=False)) if "deeds:*" in kinds else []
    shown = [(short, str(count)) for (short, _full), count in counts]
    if "spp" in kinds and player.star_player_points is not None:
        shown.append((roster.points[0], str(player.star_player_points)))
    if not shown:
        return bottom
    step = room / len(shown)
    for place, (short, count) in enumerate(shown):
        middle = x + (place + 0.5) * step
        document.text(middle, bottom + 14, short, LABEL, align="center", room=step - 1, smallest=4.6)
        document.text(middle, bottom + 3, count, COUNT, align="center")
    return bottom + 24
