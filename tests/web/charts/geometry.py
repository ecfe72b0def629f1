"""Reads a picture back: where its elements are, and the boxes of its texts."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from web.charts import Drawing, Picture
from web.charts.drawing import NORMAL, SMALL
from web.charts.pen import width_of

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
SLACK = 0.06
"""Coordinates are written with one decimal."""


@dataclass(frozen=True, slots=True)
class Box:
    """A text with the box around it."""

    words: str
    css: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether two texts share a place."""
        return (
            self.left < other.right - SLACK
            and other.left < self.right - SLACK
            and self.top < other.bottom - SLACK
            and other.top < self.bottom - SLACK
        )


def tree(picture: Picture) -> ElementTree.Element:
    """The picture as a tree. Raises for markup that is not well formed."""
    return ElementTree.fromstring(f"<svg>{picture.body}</svg>")


def places(element: ElementTree.Element) -> Iterator[tuple[float, float]]:
    """The corners of everything that is drawn, crests and hatchings as a whole."""
    for each in element:
        at = {key: float(value) for key, value in each.attrib.items() if NUMBER.fullmatch(value)}
        if each.tag in ("g", "defs"):
            yield from places(each)
        elif each.tag in ("svg", "rect"):
            yield at["x"], at["y"]
            yield at["x"] + at["width"], at["y"] + at["height"]
        elif each.tag == "circle":
            yield at["cx"] - at["r"], at["cy"] - at["r"]
            yield at["cx"] + at["r"], at["cy"] + at["r"]
        elif each.tag == "line":
            yield at["x1"], at["y1"]
            yield at["x2"], at["y2"]
        elif each.tag in ("polyline", "polygon"):
            yield from _pairs(each.attrib["points"])
        elif each.tag == "path" and "transform" not in each.attrib:
            yield from stops(each.attrib["d"])
        elif each.tag == "path":
            x, y = (float(one) for one in NUMBER.findall(each.attrib["transform"]))
            yield x - 8, y - 8
            yield x + 8, y + 8


def stops(d: str) -> Iterator[tuple[float, float]]:
    """Where the parts of a path lead, and the places that its curves bend to: in capitals places, else steps."""
    x = y = 0.0
    for command, written in re.findall("([A-Za-z])([^A-Za-z]*)", d):
        if command in "hz":
            assert written in ("", "0")
            continue
        begin = (0.0, 0.0) if command in "MLC" else (x, y)
        assert begin == (0.0, 0.0) or command in "mcs", f"{command} is not known"
        for across, up in _pairs(written):
            x, y = begin[0] + across, begin[1] + up
            yield x, y


def _pairs(written: str) -> Iterator[tuple[float, float]]:
    numbers = [float(one) for one in NUMBER.findall(written)]
    yield from zip(numbers[::2], numbers[1::2], strict=True)


def texts(picture: Picture, size: int) -> list[Box]:
    """All texts of a picture but those within crests."""
    found = []

    def walk(element: ElementTree.Element) -> None:
        for each in element:
            if each.tag == "g":
                walk(each)
            elif each.tag == "text":
                words, x, y = each.text or "", float(each.attrib["x"]), float(each.attrib["y"])
                share = {"middle": 0.5, "end": 1.0}.get(each.get("text-anchor", ""), 0.0)
                left = x - share * width_of(words, size)
                half = size * 0.45
                found.append(Box(words, each.get("class", ""), left, y - half, left + width_of(words, size), y + half))

    walk(tree(picture))
    return found


def check(drawing: Drawing) -> None:
    """Both pictures are well formed, all numbers are places, and everything is within the view box."""
    for picture, size in ((drawing.wide, NORMAL), (drawing.narrow, SMALL)):
        root = tree(picture)
        assert "nan" not in picture.body.lower().replace("nana", "") and "inf" not in re.sub(
            "[a-z]+inf|inf[a-z]+", "", picture.body
        )
        for x, y in places(root):
            assert math.isfinite(x) and math.isfinite(y)
            assert -SLACK <= x <= picture.width + SLACK and -SLACK <= y <= picture.height + SLACK, (x, y)
        for box in texts(picture, size):
            assert box.left >= -SLACK and box.right <= picture.width + SLACK, box
            assert box.top >= -SLACK and box.bottom <= picture.height + SLACK, box
        assert " style=" not in picture.body


def overlapping(picture: Picture, size: int) -> list[tuple[str, str]]:
    """Pairs of texts that share a place."""
    found = texts(picture, size)
    return [(a.words, b.words) for at, a in enumerate(found) for b in found[at + 1 :] if a.overlaps(b)]


def rows(drawing: Drawing) -> list[tuple[str, ...]]:
    """The rows of the table behind a drawing."""
    return list(drawing.figures.rows)
