"""Crests as pixels, drawn from their outlines, to see what can be told apart."""

from PIL import Image, ImageChops, ImageDraw, ImageStat

from web.crests.colours import COLOURS
from web.crests.crest import EMBLEMS, Crest
from web.crests.fields import PATTERNS, SHAPES
from web.crests.paths import polygons

FINE = 8
"""A picture is drawn this many times as large, and then made smaller, as a browser smooths edges."""


def drawn(crest: Crest, width: int) -> Image.Image:
    """A crest of this width on a chalk ground."""
    shape, pattern, emblem = SHAPES[crest.shape], PATTERNS[crest.pattern], EMBLEMS[crest.emblem]
    scale = width * FINE / 40
    size = (width * FINE, round(width * 1.2) * FINE)
    fill, rim = crest.inks
    field = Image.new("RGB", size, COLOURS[crest.first].hex)
    field.paste(COLOURS[crest.second].hex, mask=_mask(size, pattern.covers, scale))
    place = (shape.x - 12 * shape.scale, shape.y - 12 * shape.scale)
    solid = _mask(size, emblem.solid, scale, shape.scale, place)
    grown = solid.resize(size)
    for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        step = round(1.2 * shape.scale * scale)
        grown = ImageChops.lighter(grown, ImageChops.offset(solid, way[0] * step, way[1] * step))
    field.paste(rim, mask=grown)
    field.paste(fill, mask=solid)
    field.paste(rim, mask=_mask(size, emblem.detail, scale, shape.scale, place))
    whole = Image.new("RGB", size, "#fffcf4")
    whole.paste(field, mask=_mask(size, shape.outline, scale))
    return whole.resize((width, round(width * 1.2)), Image.Resampling.BOX)


def _mask(
    size: tuple[int, int], data: str, scale: float, own: float = 1, place: tuple[float, float] = (0, 0)
) -> Image.Image:
    mask = Image.new("1", size)
    for outline in polygons(data) if data else []:
        points = [((place[0] + x * own) * scale, (place[1] + y * own) * scale) for x, y in outline]
        ImageDraw.Draw(mask).polygon(points, fill=1)
    return mask


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures of the same size differ: 0 for the same, 1 for black and white."""
    return ImageStat.Stat(ImageChops.difference(one.convert("L"), other.convert("L"))).mean[0] / 255
