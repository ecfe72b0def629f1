"""Every letter on a page has one of the six sizes of theme.css, and none is smaller than the least of them."""

import re
from collections.abc import Iterator

from tests.look.source import OWN_STATIC

SMALLEST = 15
"""Pixels: what the look allows."""
FIELD = 16
"""Pixels: into a field with smaller letters a phone zooms."""
DRAWN = "is inside a drawing, and grows and shrinks with it"
EXCEPTIONS = {
    ".chart-picture text": DRAWN,
    ".chart-wide .chart-picture text": DRAWN,
    ".board-word": DRAWN,
    ".die-number": DRAWN,
    ".die-small": DRAWN,
    "i.z": "hides the zero behind its dot, which has a size of its own",
}
"""Why these selectors have a size of their own."""
TOKEN = r"var\(--f[1-6]\)"
SIZE = re.compile(rf"{TOKEN}|inherit", re.ASCII)
FONT = re.compile(rf"(?:\d+ )?{TOKEN}(?:/[\d.]+(?:px|rem)?)? var\(--(?:slab|cond|text)\)|inherit", re.ASCII)


def declared() -> Iterator[tuple[str, str, str]]:
    """Selector, property and value of every declaration of a size in the style sheets, those for paper left out."""
    for file in sorted(OWN_STATIC.rglob("*.css")):
        if file.name == "print.css":
            continue
        for place, rule in rules(file.read_text()):
            if "@media print" not in place and not rule.startswith("@"):
                yield from found_in(place, rule)


def found_in(place: str, rule: str) -> Iterator[tuple[str, str, str]]:
    for part in rule.split(";"):
        name, _, value = (word.strip() for word in part.partition(":"))
        if name in ("font", "font-size"):
            yield place.split("{")[-1].strip(), name, value.removesuffix("!important").strip()


def rules(sheet: str) -> Iterator[tuple[str, str]]:
    """What stands within the innermost braces, each with all that leads to it, outermost first."""
    outer: list[str] = []
    for words, brace in re.findall(r"([^{}]*)([{}])", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        if brace == "{":
            outer.append(words)
            continue
        if words.strip():
            yield "{".join(outer), words
        outer.pop()


def test_every_size_is_one_of_the_six() -> None:
    other = {
        selector: value
        for selector, name, value in declared()
        if not (FONT if name == "font" else SIZE).fullmatch(value) and selector not in EXCEPTIONS
    }
    assert other == {}, "use one of --f1 to --f6 of theme.css"


def test_every_exception_is_needed() -> None:
    assert EXCEPTIONS.keys() <= {selector for selector, _, value in declared() if not SIZE.search(value)}


def test_the_six_sizes_are_never_too_small() -> None:
    tokens = re.findall(r"--f([1-6]): ([\d.]+)rem", (OWN_STATIC / "theme.css").read_text())
    assert {number for number, _ in tokens} == set("123456")
    assert min(float(size) for _, size in tokens) * 16 >= SMALLEST


def test_a_phone_does_not_zoom_into_a_field() -> None:
    sizes = dict(re.findall(r"--f([1-6]): ([\d.]+)rem", (OWN_STATIC / "theme.css").read_text().split("@media")[0]))
    fields = re.compile(
        r"\b(?:input|select|textarea)\b(?!\[type=\"(?:checkbox|radio)\"\])[^>+~ ]*$|\.form-(?:control|select)$"
    )
    for selector, _, value in declared():
        if any(fields.search(each.strip()) for each in selector.split(",")) and (token := re.search(r"--f(\d)", value)):
            assert float(sizes[token[1]]) * 16 >= FIELD, selector
