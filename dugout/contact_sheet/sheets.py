"""Puts the pictures of many pages side by side: sheets to look over, and an index with every picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from django.template.loader import render_to_string
from PIL import Image, ImageDraw

from dugout.contact_sheet.pictures import Shot

ON_SHEET = 4
"""Pages on one sheet, each a row of its four pictures."""
HEIGHT, MARGIN, TITLE = 620, 16, 24
"""Pixels: of a picture on a sheet, between pictures, and of the line above them."""
PAPER, INK = "#d9d5c7", "#1d1b16"


def write(shots: Sequence[Shot], without_page: Sequence[str], folder: Path) -> list[Path]:
    """Write `index.html` and the sheets (`sheet-01.png`, ...) into the folder of the pictures; gives the sheets."""
    rows = [(page, list(of_page)) for page, of_page in groupby(shots, key=lambda shot: shot.page)]
    sheets = []
    for number, start in enumerate(range(0, len(rows), ON_SHEET), start=1):
        file = folder / f"sheet-{number:02}.png"
        _sheet([of_page for _page, of_page in rows[start : start + ON_SHEET]]).save(file)
        sheets.append(file)
    index = render_to_string("contact_sheet/index.html", {"rows": rows, "without_page": without_page})
    (folder / "index.html").write_text(index, encoding="utf-8")
    return sheets


def _sheet(rows: Sequence[Sequence[Shot]]) -> Image.Image:
    drawn = [(_title(row[0]), [_small(shot.file) for shot in row]) for row in rows]
    width = max(sum(each.width + MARGIN for each in pictures) for _title, pictures in drawn) + MARGIN
    sheet = Image.new("RGB", (width, len(drawn) * (TITLE + HEIGHT + MARGIN)), PAPER)
    pen = ImageDraw.Draw(sheet)
    for row, (title, pictures) in enumerate(drawn):
        left, top = MARGIN, row * (TITLE + HEIGHT + MARGIN)
        pen.text((left, top + 6), title, fill=INK)
        for picture in pictures:
            sheet.paste(picture, (left, top + TITLE))
            left += picture.width + MARGIN
    return sheet


def _title(shot: Shot) -> str:
    return f"{shot.page.route}   {shot.page.address}"


def _small(file: Path) -> Image.Image:
    with Image.open(file) as picture:
        scale = HEIGHT / max(picture.height, 1)
        return picture.convert("RGB").resize((max(1, round(picture.width * scale)), HEIGHT))
