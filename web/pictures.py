"""Uploaded pictures: checked, drawn again by the server and saved as PNG; none of the uploaded bytes is kept."""

from __future__ import annotations

import hashlib
import warnings
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps, UnidentifiedImageError

from web.errors import Message, Refusal

MOST_BYTES = 1_000_000
MOST_PIXELS = 6_250_000
"""A picture of the screen of a large telephone has less. Each pixel takes four bytes or more while it is read."""
MOST_PIXELS_OF_PHOTO = 12_500_000
"""A photo of a telephone (4032 x 3024) has less. A JPEG is read at a smaller size, so it takes less memory."""
LONGEST_SIDE = 8_192
"""A picture of one pixel by millions takes many times the memory and time of a square one to make smaller."""
SIDE = 480
"""The longest side of a saved picture, in pixels."""
FAINT = 16
"""Alpha, of 255, below which a pixel is not seen on any ground."""
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")

TOO_LARGE = Message(
    id="web.picture_too_large",
    text=_("The picture is larger than 1 MB."),
    remedy=_("Save it smaller: {side} pixels are enough for either side."),
)
NO_PICTURE = Message(
    id="web.no_picture",
    text=_("This file is not a readable picture."),
    remedy=_("Upload a PNG, JPEG, WebP or GIF."),
)
TOO_MANY_PIXELS = Message(
    id="web.picture_too_many_pixels",
    text=_("The picture is {width} × {height} pixels, which is too many."),
    remedy=_("Save it smaller: {side} pixels are enough for either side."),
)
NOTHING_SEEN = Message(
    id="web.picture_transparent",
    text=_("Nothing can be seen on this picture: it is transparent."),
    remedy=_("Upload one with something on it."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture as it is saved."""

    image: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        """SHA-256 of its bytes."""
        return hashlib.sha256(self.image).hexdigest()


def redrawn(upload: Any, side: int = SIDE) -> Picture:
    """The picture in an uploaded file, its first frame, upright, at most ``side`` pixels on either side, as a PNG.

    Its size is judged before it is unpacked. Raises ``Refusal`` for what is too large, no picture, or
    transparent all over.
    """
    if upload.size > MOST_BYTES:
        raise Refusal(TOO_LARGE, field="picture", side=side)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(upload.read()), formats=FORMATS) as sent:
                width, height = sent.size
                most = MOST_PIXELS_OF_PHOTO if sent.format == "JPEG" else MOST_PIXELS
                if width * height > most or max(width, height) > LONGEST_SIDE:
                    raise Refusal(TOO_MANY_PIXELS, field="picture", width=width, height=height, side=side)
                drawn = ImageOps.exif_transpose(_smaller(sent, side)).convert("RGBA")
    except (UnidentifiedImageError, Image.DecompressionBombWarning, Image.DecompressionBombError) as why:
        raise Refusal(NO_PICTURE, field="picture") from why
    except (OSError, ValueError, SyntaxError, EOFError, IndexError, TypeError) as why:  # what damaged files raise
        raise Refusal(NO_PICTURE, field="picture") from why
    if not any(drawn.getchannel("A").histogram()[FAINT:]):
        raise Refusal(NOTHING_SEEN, field="picture")
    return _saved(drawn)


def smaller(picture: Picture, side: int) -> Picture:
    """A picture of ours at most ``side`` pixels on either side, in 256 colours: half as many bytes, and a page may have
    twenty of them."""
    with Image.open(BytesIO(picture.image), formats=("PNG",)) as drawn:
        drawn.thumbnail((side, side))
        return _saved(drawn, few_colours=True)


def _saved(drawn: Image.Image, *, few_colours: bool = False) -> Picture:
    fresh = Image.new("RGBA", drawn.size)
    fresh.paste(drawn)  # pixels alone: no comments, places or profiles of the sent file
    if few_colours:
        fresh = fresh.quantize(256, method=Image.Quantize.FASTOCTREE)
    out = BytesIO()
    fresh.save(out, "PNG", optimize=True)
    return Picture(image=out.getvalue(), width=drawn.width, height=drawn.height)


def _smaller(sent: Image.Image, side: int) -> Image.Image:
    """The picture at its saved size. It is made smaller first, since all else that is done to it copies it."""
    sent.draft("RGB", (2 * side, 2 * side))  # a JPEG is then read at half its size, or less
    plain: Image.Image = sent
    if sent.mode.startswith("I"):  # greys of 16 bits: made RGB at once, all above 255 would be white
        plain = sent.convert("I").point(lambda grey: grey * (1 / 257) + 0.5).convert("L")
    elif sent.mode not in ("L", "LA", "RGB", "RGBA"):  # colours of a palette, and of one bit, cannot be mixed
        plain = sent.convert("RGBA")
    plain.thumbnail((side, side))
    return plain
