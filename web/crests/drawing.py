"""Crests and shirts as drawings of ReportLab, for prints: the same outlines as on pages."""

from __future__ import annotations

from reportlab.graphics.shapes import Drawing, Group, Path, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, FILL_NON_ZERO

from web.crests.colours import BLOOD, COLOURS, DARK, LIGHT
from web.crests.crest import EMBLEMS, Crest
from web.crests.fields import HEIGHT, PATTERNS, SHAPES, WIDTH
from web.crests.paths import steps
from web.crests.shirts import BANDAGE, CUTS, SHIRT_HEIGHT, SHIRT_PATTERNS, SHIRT_WIDTH, SKULL, number_at, patch_of
from web.crests.svg import RIM

EDGE = "#111111"


def crest_drawing(crest: Crest, width: float) -> Drawing:
    """A crest of ``width`` points, 1.2 times as high, with a black edge."""
    shape, pattern, emblem = SHAPES[crest.shape], PATTERNS[crest.pattern], EMBLEMS[crest.emblem]
    fill, rim = crest.inks
    drawing, whole = _upright(width, WIDTH, HEIGHT)
    whole.add(_clipped(shape.outline, crest, pattern.covers))
    x, y = (each - 12 * shape.scale for each in (shape.x, shape.y))
    charge = Group(transform=(shape.scale, 0, 0, shape.scale, x, y))
    charge.add(_outline(emblem.solid, line=rim, width=RIM, fill=rim))
    charge.add(_outline(emblem.solid, fill=fill))
    if emblem.detail:
        charge.add(_outline(emblem.detail, fill=rim, even_odd=True))
    whole.add(charge)
    whole.add(_outline(shape.outline, line=EDGE, width=2.4))
    return drawing


def shirt_drawing(crest: Crest, cut: str, number: str, width: float, *, font: str, mark: str = "") -> Drawing:
    """A shirt of ``width`` points with a number in ``font``; ``mark`` is "", "bandage" or "skull"."""
    shape, worn = CUTS[cut], SHIRT_PATTERNS[crest.shirt]
    drawing, whole = _upright(width, SHIRT_WIDTH, SHIRT_HEIGHT)
    patch = patch_of(cut) if worn.patch else ""
    whole.add(_clipped(shape.outline, crest, worn.covers, patch))
    whole.add(_outline(shape.collar + shape.lines, line=EDGE, width=1.4))
    whole.add(_outline(shape.outline, line=EDGE, width=1.8))
    if number and mark != "skull":
        size, y = number_at(cut, number)
        ink = HexColor(COLOURS[crest.first].ink)
        text = Group(transform=(1, 0, 0, -1, 0, 2 * y))  # letters stand on their feet in a box that is turned over
        text.add(String(SHIRT_WIDTH / 2, y, number, fontName=font, fontSize=size, fillColor=ink, textAnchor="middle"))
        whole.add(text)
    if mark == "bandage":
        band, pad, holes = BANDAGE
        whole.add(_outline(band, line=DARK, width=1.4, fill=LIGHT))
        whole.add(_outline(pad, fill=BLOOD))
        whole.add(_outline(holes, fill=LIGHT))
    if mark == "skull":
        bone, sockets = SKULL
        whole.add(_outline(bone, line=DARK, width=1.6, fill=LIGHT))
        whole.add(_outline(sockets, fill=DARK, even_odd=True))
    return drawing


def _upright(width: float, box_width: float, box_height: float) -> tuple[Drawing, Group]:
    """A drawing, and a group in it in which y goes down, as in SVG."""
    scale = width / box_width
    drawing = Drawing(width, box_height * scale)
    whole = Group(transform=(scale, 0, 0, -scale, 0, box_height * scale))
    drawing.add(whole)
    return drawing, whole


def _clipped(outline: str, crest: Crest, covers: str, patch: str = "") -> Group:
    ground = HexColor(COLOURS[crest.first].hex)
    group = Group(_outline(outline, clips=True), Rect(0, 0, WIDTH, HEIGHT, fillColor=ground, strokeColor=None))
    if covers:
        group.add(_outline(covers, fill=COLOURS[crest.second].hex))
    if patch:
        group.add(_outline(patch, fill=COLOURS[crest.first].hex))
    return group


def _outline(
    data: str, *, fill: str = "", line: str = "", width: float = 0, even_odd: bool = False, clips: bool = False
) -> Path:
    path = Path(
        isClipPath=int(clips),
        autoclose="svg",
        fillMode=FILL_EVEN_ODD if even_odd else FILL_NON_ZERO,
        fillColor=HexColor(fill) if fill else None,
        strokeColor=HexColor(line) if line else None,
        strokeWidth=width,
        strokeLineJoin=1,
    )
    for kind, points in steps(data):
        numbers = [each for point in points for each in point]
        if kind == "M":
            path.moveTo(*numbers)
        elif kind == "L":
            path.lineTo(*numbers)
        elif kind == "C":
            path.curveTo(*numbers)
        else:
            path.closePath()
    return path
