"""The match sheet as a PDF: one upright page, both teams with their boxes to tick, to write on at the table.

A function over plain data (``matches.sheet.match_sheet``); the bytes depend on nothing else.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from matches.sheet.match_sheet import MatchSheet, PrintedPlayer, PrintedSide
from printing.document import BLACK, Document, Ink
from printing.paper import paper_named
from printing.table import PADDING, Cell, Column, Row, Table, laid_out
from printing.text import LEADING, Run, Style, width, wrap
from printing.typefaces import Face
from web.crests.paper import HIGH, draw_crest, draw_lines

TITLE = Style(Face.SLAB, 15)
SUBTITLE = Style(Face.REGULAR, 9.6, 0.1)
TEAM = Style(Face.SLAB, 11.5)
SMALL = Style(Face.REGULAR, 8, 0.1)
SMALL_BOLD = Style(Face.BOLD, 8)
BOLD = Style(Face.BOLD, 9)
SCORE = Style(Face.SLAB, 14)
FOOT = Style(Face.REGULAR, 6.4, 0.35)
POSITION = Style(Face.REGULAR, 7.4, 0.25)
SKILLS = Style(Face.REGULAR, 7.6)

TALLEST_ROW, LOWEST_ROW = 17.0, 11.5
SIZES = (6.6, 6.0, 5.4)
"""Of skills that need several lines, the first with which both teams fit on the page; none are ever left out."""
BOX, SCORE_BOX, LINE, CREST = 9.0, 24.0, 9.6, 20.0
MOST_CASUALTIES = 10
CASUALTIES = 12.5 + 2 * TALLEST_ROW
"""The height that lines for notes on casualties should have, with their heading."""
FIELD, BAY_HEAD, BAY, GAP = 24.0, 11.0, 44.0, 4.0
SIDE_HEAD, TABLE_HEAD, AFTER_SIDE = 45.0, 23.0, 12.0
LEGEND, LEGEND_LINE, LEGEND_LINES = 17.0, 7.0, 2
ABOVE_PLACES = 5.0
"""Points between the words about the match and the places to write on."""


def match_sheet_pdf(sheet: MatchSheet, *, page_size: str = "A4", language: str = "en") -> bytes:
    """The sheet of one match. ValueError for an unknown page size."""
    document = Document(title=sheet.title, paper=paper_named(page_size), language=language)
    document.bottom += LEGEND
    y = _page(document, sheet)
    words = sum(len(_wrapped(document, label, text)) for side in sheet.sides for label, text in side.words)
    words += sum(len(_wrapped(document, "", text)) for text in (*sheet.cards, *sheet.agreements))
    places = _places_height(document, sheet)
    fixed = 2 * (SIDE_HEAD + TABLE_HEAD + AFTER_SIDE) + LINE * (words + 2) + 10 + places
    room = y - document.bottom - fixed
    heights = _row_heights(document, sheet, room, room - CASUALTIES if places else room)
    for side in sheet.sides:
        y = _side(document, sheet, side, y, heights[: len(side.players)])
        heights = heights[len(side.players) :]
    for place, text in enumerate(sheet.cards):
        y = _text(document, sheet, "Special play cards: " if place == 0 else "", text, y)
    for place, text in enumerate(sheet.agreements):
        y = _text(document, sheet, "Agreements about play: " if place == 0 else "", text, y)
    if places:
        y = _places(document, sheet, y if y - places >= document.bottom else _page(document, sheet))
    if not any(side.score for side in sheet.sides):
        _casualty_rows(document, sheet, y)
    return document.finish()


def _row_heights(document: Document, sheet: MatchSheet, most: float, wanted: float) -> list[float]:
    """How high the row of each player is: at least what their skills need.

    Together at most `wanted` points if they can be. Else they are as low as they can be, and together at most `most`,
    if that is enough.
    """
    skills = next(each for each in _laid_out(document, sheet) if each.heading == sheet.skills)
    texts = [player.skills for side in sheet.sides for player in side.players]
    needed = [_needed(texts, skills.width - 2 * PADDING, size) for size in SIZES]
    enough = (rows for room in (wanted, most) for rows in needed if sum(max(LOWEST_ROW, each) for each in rows) <= room)
    rows, height = next(enough, needed[-1]), TALLEST_ROW
    while height > LOWEST_ROW and sum(max(height, each) for each in rows) > wanted:
        height -= 0.25
    return [max(height, each) for each in rows]


def _needed(texts: list[str], room: float, size: float) -> list[float]:
    """The height of a row for each text at this size; 0 for one that takes one line."""
    style = replace(SKILLS, size=size)
    lines = [len(list(wrap((Run(text, style),), room))) if text else 1 for text in texts]
    return [2 + count * size * LEADING if count > 1 else 0.0 for count in lines]


def _places_height(document: Document, sheet: MatchSheet) -> float:
    """The height of the places to write on, with the kick-off table above; none once there is a report."""
    if any(side.score for side in sheet.sides):
        return 0.0
    kick_off = LINE * len(_wrapped(document, *sheet.kick_off)) + ABOVE_PLACES if sheet.kick_off[1] else 0
    return kick_off + ABOVE_PLACES + (FIELD + 6 if sheet.fields else 0) + (BAY_HEAD + BAY + 8 if sheet.bays else 0)


def _places(document: Document, sheet: MatchSheet, top: float) -> float:
    """Fields for what is rolled and chosen at the table, and both dugouts; returns the height below."""
    dice, results = sheet.kick_off
    if results:
        top = _text(document, sheet, f"{dice}: ", results, top) - ABOVE_PLACES
    left, room, y = document.left, document.right - document.left, top - ABOVE_PLACES
    if sheet.fields:
        wide = (room + GAP) / len(sheet.fields) - GAP
        for place, name in enumerate(sheet.fields):
            _frame(document, name, left + place * (wide + GAP), y, wide, FIELD)
        y -= FIELD + 6
    if sheet.bays:
        seat = (room - 2 * GAP) / 2
        for place, side in enumerate(sheet.sides):
            x = left + place * (seat + 2 * GAP)
            document.text(x, y - BAY_HEAD + 3, _("Dugout, %(team)s") % {"team": side.team}, SMALL_BOLD, room=seat)
            wide = (seat + GAP) / len(sheet.bays) - GAP
            for bay, name in enumerate(sheet.bays):
                _frame(document, name, x + bay * (wide + GAP), y - BAY_HEAD, wide, BAY, ink=side.worn.first)
        y -= BAY_HEAD + BAY + 8
    return y


def _frame(document: Document, name: str, x: float, top: float, wide: float, high: float, *, ink: Ink = 0.3) -> None:
    """A frame to write in, with its name in the corner."""
    document.frame(x, top - high, wide, high, weight=0.8, ink=ink)
    document.text(x + 3, top - 7.5, name, FOOT, room=wide - 6, smallest=4.6)


def _casualty_rows(document: Document, sheet: MatchSheet, top: float) -> None:
    """Lines for notes on casualties in the rest of the page."""
    rows = min(MOST_CASUALTIES, int((top - 12.5 - document.bottom) / TALLEST_ROW))
    if rows < 2:
        return
    columns = (
        Column(heading="CASUALTY: WHO WAS HURT", width=3, flexible=True),
        Column(heading="BY WHOM, AND HOW", width=3, flexible=True),
        Column(heading=sheet.casualty_die, width=60),
        Column(heading="TREATED", width=2, flexible=True),
    )
    table = Table(document, laid_out(columns, document.right - document.left), document.left, TALLEST_ROW)
    y = table.head(top)
    for _row in range(rows):
        y = table.row(y, Row(("",) * len(columns)))
    table.foot(y)


def _page(document: Document, sheet: MatchSheet) -> float:
    document.page(foot=lambda: _foot(document, sheet))
    left, right = document.left, document.right
    y = document.top - 13
    document.text(left, y, sheet.title, TITLE, room=right - left, smallest=9)
    y = draw_lines(document, sheet.worn, left, right, y - 5) - 9
    facts = " · ".join(filter(None, (sheet.league, sheet.facts)))
    for line in wrap((Run(facts, SUBTITLE),), right - left):
        document.runs(left, y, line)
        y -= 10
    return y


def _foot(document: Document, sheet: MatchSheet) -> None:
    y = document.bottom - 8
    for line in wrap((Run(sheet.legend, FOOT),), document.right - document.left)[:LEGEND_LINES]:
        document.runs(document.left, y, line)
        y -= LEGEND_LINE
    y = document.bottom - LEGEND - 8
    document.text(document.left, y, sheet.title, FOOT, room=300)
    document.text(document.right, y, f"Dugout, page {document.pages}", FOOT, align="right")


def _side(document: Document, sheet: MatchSheet, side: PrintedSide, top: float, heights: list[float]) -> float:
    needed = SIDE_HEAD + TABLE_HEAD + sum(heights[:4])
    if top - needed < document.bottom:
        top = _page(document, sheet)
    y = _side_head(document, sheet, side, top)
    table = Table(document, _laid_out(document, sheet), document.left, LOWEST_ROW, side.worn.first)
    y = table.head(y)
    for place, (player, height) in enumerate(zip(side.players, heights, strict=True)):
        table.row_height = height
        if y - height < document.bottom:
            table.foot(y)
            y = table.head(_page(document, sheet))
        y = table.row(y, Row(_cells(sheet, player), shaded=place % 2 == 1))
    table.foot(y)
    y -= 4
    for label, text in side.words:
        y = _text(document, sheet, f"{label}: ", text, y)
    return y - AFTER_SIDE


def _side_head(document: Document, sheet: MatchSheet, side: PrintedSide, top: float) -> float:
    """Name, score and figures; below them the turns and the re-rolls as boxes to tick."""
    left, right = document.left, document.right
    document.frame(right - SCORE_BOX, top - SCORE_BOX, SCORE_BOX, SCORE_BOX, weight=0.9, ink=BLACK)
    document.text(right - SCORE_BOX / 2, top - 6, "SCORE", FOOT, align="center")
    document.text(right - SCORE_BOX / 2, top - SCORE_BOX + 4, side.score, SCORE, align="center")
    y = top - 11
    beside = left + CREST + 5
    room = right - beside - SCORE_BOX - 8
    draw_crest(document, side.worn, left, top - CREST * HIGH, CREST)
    used = document.text(beside, y, side.team, TEAM, room=room * 0.6, smallest=7)
    document.text(beside + used + 6, y, side.about, SMALL, room=room - used - 6, smallest=5)
    y -= 11
    figures = " · ".join(f"{name} {value}" for name, value in side.figures)
    document.text(beside, y, figures, SMALL, room=room, smallest=5)
    y -= 16
    x = left
    for label, boxes in fitting(_periods(sheet, side), right - left):
        x += document.text(x, y + 2, label, SMALL_BOLD) + 4
        x = _boxes(document, x, y, list(boxes)) + 10
    return y - 4


Boxes = tuple[tuple[str, tuple[str, ...]], ...]


def _periods(sheet: MatchSheet, side: PrintedSide) -> Boxes:
    """The boxes to tick in a match: turns and re-rolls of each half, and turns of overtime."""
    turns = tuple(str(turn) for turn in range(1, sheet.turns + 1))
    fresh = [(side.rerolls_name, side.rerolls), *side.more_rerolls]
    rerolls = tuple((label, ("",) * count) for label, count in fresh if count)
    halves = [period for half in range(1, sheet.halves + 1) for period in ((f"Half {half}", turns), *rerolls)]
    return (*halves, *((("Overtime", turns),) if sheet.overtime and sheet.turns else ()))


def fitting(periods: Boxes, room: float) -> Boxes:
    """The boxes in one line: without those of the second half's re-rolls where there are too many."""
    if sum(width(label, SMALL_BOLD) + 14 + len(boxes) * (BOX + 1.5) for label, boxes in periods) <= room:
        return periods
    return tuple({label: (label, boxes) for label, boxes in periods}.values())


def _boxes(document: Document, x: float, y: float, labels: list[str]) -> float:
    for label in labels:
        document.frame(x, y, BOX, BOX, weight=0.5, ink=0.3)
        if label:
            document.text(x + BOX / 2, y + 2.4, label, FOOT, align="center")
        x += BOX + 1.5
    return x


def _laid_out(document: Document, sheet: MatchSheet) -> tuple[Column, ...]:
    deeds = [name.upper() for name in sheet.deeds]
    columns = [
        Column(heading="#", width=18, align="right", style=BOLD),
        Column(heading="PLAYER", width=130, style=BOLD, smallest=5),
        *(Column(heading=name, width=19, align="center") for name in sheet.characteristics),
        Column(heading=sheet.skills, width=1, flexible=True, style=SKILLS, wraps=True, smallest=4.4),
        Column(heading=sheet.points, width=22, align="center"),
        *(Column(heading=name, width=20, align="center", style=BOLD, group="IN THIS MATCH") for name in deeds),
        Column(heading="NOTE", width=48, style=SKILLS, wraps=True, smallest=4.6, group="IN THIS MATCH"),
    ]
    return laid_out(columns, document.right - document.left)


def _cells(sheet: MatchSheet, player: PrintedPlayer) -> tuple[Cell | str, ...]:
    profile = player.profile or ("",) * len(sheet.characteristics)
    runs = (Run(f"{player.name}  ", BOLD), Run(player.position, POSITION)) if player.name else ()
    name = Cell(runs or (Run(player.position, BOLD),))
    boxes = [Cell(hatched=True)] * len(player.counts) if player.absent else list(player.counts)
    return (player.number, name, *profile, player.skills, player.spp, *boxes, player.note)


def _wrapped(document: Document, label: str, text: str) -> list[list[Run]]:
    return list(wrap((Run(label, SMALL_BOLD), Run(text, SMALL)), document.right - document.left))


def _text(document: Document, sheet: MatchSheet, label: str, text: str, y: float) -> float:
    for line in _wrapped(document, label, text):
        if y - LINE < document.bottom:
            y = _page(document, sheet)
        y -= LINE
        document.runs(document.left, y, line)
    return y
