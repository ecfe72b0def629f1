"""Text for a PDF: `pdf_text` cleans everything that people typed; other functions fit it into the space there is.

Nothing in `printing/` reads markup, so a name such as `<img src=...>` is shown as these characters. No code here, and
none that calls it, uses ReportLab's `Paragraph`, which would read such a name as markup.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from printing.direction import shaped
from printing.typefaces import Face, has_glyph, typeface

LONGEST = 2000
REMEMBERED = 40  # characters: names and figures are repeated often, long texts are not
ELLIPSIS = "…"
UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"
NO_BREAK = "\N{NO-BREAK SPACE}"
LEADING = 1.16

_word = re.compile(r"[^ ]+ ?| ")
_spaces = re.compile(r"[^\S\xa0]+")
_piled_marks = re.compile(r"([\u0300-\u036f]{2})[\u0300-\u036f]+")


@dataclass(frozen=True, slots=True)
class Style:
    """A typeface, a size in points, and an ink: a grey from 0 (black) to 1 (white), or a colour as #rrggbb."""

    face: Face = Face.REGULAR
    size: float = 7.5
    ink: float | str = 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """Characters in one style."""

    text: str
    style: Style


def pdf_text(value: object, *, drawn: bool = True) -> str:
    """The text of `value` as a PDF may hold it. Never raises; cleaning a clean text changes nothing.

    - Line breaks, tabs and control characters become single spaces.
    - Invisible formatting characters are removed.
    - Letters are composed; a letter has at most two marks.
    - A character that our typefaces do not have becomes its plain equivalent, or a question mark in a lozenge.
    - A text of more than 2,000 characters ends in an ellipsis.

    With `drawn` false (titles, bookmarks) the PDF reader's own typefaces show it, so every assigned character stays.
    """
    text = str(value)
    if text.isascii() and text.isprintable() and len(text) <= LONGEST and "  " not in text:
        return text
    return _cleaned(text[: LONGEST + 1], drawn)


@lru_cache(maxsize=4096)
def _cleaned(text: str, drawn: bool) -> str:
    if len(text) > LONGEST:
        text = text[: LONGEST - 1] + ELLIPSIS
    text = "".join(map(_admitted, unicodedata.normalize("NFC", text)))
    if drawn:
        text = unicodedata.normalize("NFC", "".join(map(_drawable, text)))
    text = _piled_marks.sub(r"\1", text)
    if drawn:
        text = "".join(map(_drawable, shaped(text)))
    return _spaces.sub(" ", text)


def _admitted(char: str) -> str:
    kind = unicodedata.category(char)
    if kind in ("Cc", "Zl", "Zp"):
        return " "
    if kind == "Cf":
        return ""
    return UNPRINTABLE if kind in ("Cs", "Co", "Cn") else char


def _drawable(char: str) -> str:
    """The character, its plain equivalent, or the parts of that: the first that the typefaces have."""
    for form in (char, unicodedata.normalize("NFKC", char), unicodedata.normalize("NFKD", char)):
        if all(map(_has_glyph, form)):
            return form
    unseen = unicodedata.combining(char) or "\ufe00" <= char <= "\ufe0f"
    return "" if unseen else UNPRINTABLE


def _has_glyph(char: str) -> bool:
    # ReportLab maps glyphs back to characters by four hexadecimal digits: beyond them, copied text would be wrong.
    return char <= "\uffff" and has_glyph(char)


def width(text: str, style: Style) -> float:
    """The width of the text in points."""
    measure = _remembered_width if len(text) <= REMEMBERED else _unit_width
    return measure(text, style.face) * style.size


def _unit_width(text: str, face: Face) -> float:
    advances = typeface(face).advances
    return sum([advances[char] for char in pdf_text(text)])


_remembered_width = lru_cache(maxsize=8192)(_unit_width)


def shorten(text: str, style: Style, room: float) -> str:
    """The text, cut with an ellipsis to at most `room` points; empty if there is no room for the ellipsis."""
    text = pdf_text(text).strip(" ")
    if width(text, style) <= room:
        return text
    left = room - width(ELLIPSIS, style)
    return text[: _letters(text, style, left)].rstrip(" ") + ELLIPSIS if left >= 0 else ""


def _letters(text: str, style: Style, room: float) -> int:
    """How many characters from the start of the text fit into `room` points."""
    advances = typeface(style.face).advances
    for place, char in enumerate(text):
        room -= advances[char] * style.size
        if room < 0:
            return place
    return len(text)


def fit(text: str, style: Style, room: float, smallest: float) -> Run:
    """One line of at most `room` points: first set smaller, down to `smallest`, then cut with an ellipsis."""
    needed = width(text, style)
    if needed > max(room, 0):
        size = max(smallest, int(style.size * room / needed * 10) / 10)
        style = replace(style, size=min(style.size, size))
    return Run(shorten(text, style, room), style)


def wrap(runs: Sequence[Run], room: float, *, most: int | None = None) -> list[list[Run]]:
    """The runs in lines of at most `room` points, broken at spaces, or inside a word that is wider than a line.

    Stops after one line more than `most`: that line shows that the text is longer.
    """
    lines: list[list[Run]] = [[]]
    left = room
    for word in (Run(word, run.style) for run in runs for word in _words(run, room)):
        if width(word.text.rstrip(" "), word.style) > left and lines[-1]:
            lines.append([])
            left = room
        lines[-1].append(word)
        if most is not None and len(lines) > most:
            break
        left -= width(word.text, word.style)
    return [_joined(line) for line in lines]


def _words(run: Run, room: float) -> Iterator[str]:
    for word in _word.findall(pdf_text(run.text)):
        while width(word.rstrip(" "), run.style) > room and len(word) > 1:
            kept = max(1, _letters(word, run.style, room))
            yield word[:kept]
            word = word[kept:]
        yield word


def _joined(line: list[Run]) -> list[Run]:
    """Neighbours with the same style as one run, so that the line needs few operators; no space at the end."""
    joined: list[Run] = []
    for run in line:
        if joined and joined[-1].style == run.style:
            joined[-1] = Run(joined[-1].text + run.text, run.style)
        else:
            joined.append(run)
    if joined:
        joined[-1] = Run(joined[-1].text.rstrip(" "), joined[-1].style)
    return joined


def fit_block(runs: Sequence[Run], room: float, height: float, smallest: float) -> list[list[Run]]:
    """The runs in as many lines as `height` points hold: set smaller step by step, at last cut with an ellipsis.

    All runs shrink by the same factor; `smallest` is the limit for the largest of them.
    """
    size = max((run.style.size for run in runs), default=smallest)
    for step in range(max(1, int((size - smallest) * 2) + 1)):
        current = size - step / 2
        shrunk = [Run(run.text, replace(run.style, size=run.style.size * current / size)) for run in runs]
        most = max(1, int(height / (current * LEADING) + 0.02))
        lines = wrap(shrunk, room, most=most)
        if len(lines) <= most:
            return lines
    return [*lines[: most - 1], _cut(lines[most - 1], room)]


def _cut(line: list[Run], room: float) -> list[Run]:
    """The line with an ellipsis at its end, made shorter if that does not fit."""
    *kept, last = line
    left = room - sum(width(run.text, run.style) for run in kept)
    if kept and left < width(ELLIPSIS, last.style):
        return _cut(kept, room)
    return [*kept, Run(shorten(last.text.rstrip(" ,") + ELLIPSIS, last.style, left), last.style)]
