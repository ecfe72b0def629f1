"""An uploaded picture costs little, whatever its shape, and is saved upright."""

import time
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from web.errors import Refusal
from web.pictures import NO_PICTURE, NOTHING_SEEN, TOO_MANY_PIXELS, redrawn

pytestmark = pytest.mark.once

MOMENT = 2.0
"""Seconds of processor time; a picture of 1 x 15,900,000 pixels took 3.7 s."""
BROWN = (139, 69, 19)
UPRIGHT = 0x0112
"""The tag of EXIF that says how a camera was held."""


def sent(size: tuple[int, int], kind: str = "PNG", mode: str = "L", **saved: object) -> SimpleUploadedFile:
    out = BytesIO()
    drawn = Image.new(mode, size, 1)
    if "A" in drawn.getbands():
        drawn.putalpha(255)
    drawn.save(out, kind, **saved)
    return SimpleUploadedFile("cup", out.getvalue())


@pytest.mark.parametrize("size", [(1, 15_900_000), (15_900_000, 1), (1, 8_193), (3_000, 3_000)])
def test_a_picture_of_too_many_pixels_or_too_long_a_side_is_refused_unread(size: tuple[int, int]) -> None:
    before = time.process_time()
    upload = sent(size)
    made = time.process_time() - before
    with pytest.raises(Refusal) as refused:
        redrawn(upload)
    assert refused.value.message is TOO_MANY_PIXELS
    assert f"{size[0]} × {size[1]} pixels" in refused.value.text
    assert time.process_time() - before - made < 0.2


@pytest.mark.parametrize(
    ("size", "kind", "mode"),
    [
        ((2_500, 2_500), "PNG", "RGBA"),
        ((2_500, 2_500), "PNG", "P"),
        ((2_500, 2_500), "PNG", "I;16"),
        ((2_500, 2_500), "GIF", "P"),
        ((2_500, 2_500), "WEBP", "RGBA"),
        ((4_032, 3_024), "JPEG", "RGB"),
        ((4_032, 3_024), "JPEG", "CMYK"),
        ((4_032, 3_024), "JPEG", "L"),
        ((8_192, 762), "PNG", "1"),
        ((1, 8_192), "PNG", "LA"),
    ],
)
def test_the_largest_pictures_are_saved_small_in_a_moment(size: tuple[int, int], kind: str, mode: str) -> None:
    before = time.process_time()
    saved = redrawn(sent(size, kind, mode))
    assert time.process_time() - before < MOMENT
    assert max(saved.width, saved.height) == 480
    with Image.open(BytesIO(saved.image)) as shown:
        assert (shown.format, shown.mode, shown.size) == ("PNG", "RGBA", (saved.width, saved.height))


@pytest.mark.parametrize("faint", [0, 5])
def test_a_picture_on_which_nothing_can_be_seen_is_refused(faint: int) -> None:
    out = BytesIO()
    Image.new("RGBA", (300, 300), (*BROWN, faint)).save(out, "PNG")
    with pytest.raises(Refusal) as refused:
        redrawn(SimpleUploadedFile("cup", out.getvalue()))
    assert refused.value.message is NOTHING_SEEN


def test_a_grey_picture_of_sixteen_bits_stays_grey() -> None:
    out = BytesIO()
    Image.new("I;16", (60, 60), 128 * 257).save(out, "PNG")
    with Image.open(BytesIO(redrawn(SimpleUploadedFile("cup", out.getvalue())).image)) as shown:
        assert shown.getpixel((30, 30)) == (128, 128, 128, 255)


def test_a_small_picture_keeps_its_size_and_colours() -> None:
    out = BytesIO()
    Image.new("RGB", (30, 20), BROWN).quantize(4).save(out, "PNG")
    saved = redrawn(SimpleUploadedFile("cup", out.getvalue()))
    with Image.open(BytesIO(saved.image)) as shown:
        assert shown.size == (30, 20)
        assert all(abs(one - other) < 30 for one, other in zip(shown.getpixel((5, 5)), (*BROWN, 255), strict=True))


@pytest.mark.parametrize(("kind", "mode"), [("JPEG", "RGB"), ("PNG", "P"), ("WEBP", "RGB")])
def test_a_picture_of_a_camera_that_was_held_sideways_is_saved_upright(kind: str, mode: str) -> None:
    exif = Image.Exif()
    exif[UPRIGHT] = 6
    saved = redrawn(sent((1_000, 500), kind, mode, exif=exif.tobytes()))
    assert (saved.width, saved.height) == (240, 480)
    with Image.open(BytesIO(saved.image)) as shown:
        assert not shown.getexif()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
@pytest.mark.parametrize("length", [10, 60])
def test_a_picture_that_is_cut_off_is_refused(kind: str, length: int) -> None:
    whole = sent((300, 300), kind, "P" if kind in ("PNG", "GIF") else "RGB").read()
    with pytest.raises(Refusal) as refused:
        redrawn(SimpleUploadedFile("cup", whole[:length]))
    assert refused.value.message is NO_PICTURE
