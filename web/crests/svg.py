"""Crests and shirts as SVG. A page has the drawing of each once, as a symbol, and uses it wherever it is shown.

The id of a drawing says all that is drawn, so a part of a page that is kept for everybody can use a symbol without
knowing the page: ``symbols`` adds those that are used, by their ids (``web.crests.middleware``).
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString

from web.crests.colours import BLOOD, COLOURS, DARK, LIGHT
from web.crests.crest import EMBLEMS, Crest, crest_of_id
from web.crests.fields import HEIGHT, PATTERNS, SHAPES, WIDTH
from web.crests.shirts import (
    BANDAGE,
    CUTS,
    SHIRT_HEIGHT,
    SHIRT_PATTERNS,
    SHIRT_WIDTH,
    SKULL,
    number_at,
    patch_of,
)

EDGE = "var(--edge,#111)"
BOX = f"0 0 {WIDTH} {HEIGHT}"
SHIRT_BOX = f"0 0 {SHIRT_WIDTH} {SHIRT_HEIGHT}"
RIM = 2.4
"""How wide the line under an emblem is, in its own box: half of it is seen around the emblem."""


def drawing(crest: Crest) -> str:
    """What is inside the symbol of a crest."""
    shape, pattern, emblem = SHAPES[crest.shape], PATTERNS[crest.pattern], EMBLEMS[crest.emblem]
    ground, (fill, rim) = COLOURS[crest.first].hex, crest.inks
    x, y = (round(each - 12 * shape.scale, 2) for each in (shape.x, shape.y))
    covers = f'<path d="{pattern.covers}" fill="{COLOURS[crest.second].hex}"/>' if pattern.covers else ""
    detail = f'<path d="{emblem.detail}" fill="{rim}" fill-rule="evenodd"/>' if emblem.detail else ""
    return (
        f'<g clip-path="url(#clip-{crest.shape})"><path d="M0 0h40v48H0z" fill="{ground}"/>{covers}</g>'
        f'<g transform="translate({x:g} {y:g}) scale({shape.scale:g})"><path d="{emblem.solid}" fill="{fill}"'
        f' stroke="{rim}" stroke-width="{RIM:g}" stroke-linejoin="round" paint-order="stroke"/>{detail}</g>'
        f'<path d="{shape.outline}" fill="none" stroke="{EDGE}" stroke-width="2.4"/>'
    )


def shirt_id(cut: str, pattern: str, first: str, second: str) -> str:
    """Names the drawing of a shirt in a page."""
    return f"shirt-{cut}-{pattern}-{first}-{second}"


def shirt_drawing(cut: str, pattern: str, first: str, second: str) -> str:
    """What is inside the symbol of a shirt without a number."""
    shape, worn, ground = CUTS[cut], SHIRT_PATTERNS[pattern], COLOURS[first].hex
    covers = f'<path d="{worn.covers}" fill="{COLOURS[second].hex}"/>' if worn.covers else ""
    patch = f'<path d="{patch_of(cut)}" fill="{ground}"/>' if worn.patch else ""
    return (
        f'<g clip-path="url(#clip-shirt-{cut})"><path d="M0 0h40v48H0z" fill="{ground}"/>{covers}{patch}</g>'
        f'<path d="{shape.collar}{shape.lines}" fill="none" stroke="#111" stroke-width="1.4"/>'
        f'<path d="{shape.outline}" fill="none" stroke="{EDGE}" stroke-width="1.8" stroke-linejoin="round"/>'
    )


def _marks() -> dict[str, str]:
    band, pad, holes = BANDAGE
    bone, sockets = SKULL
    return {
        "shirt-bandage": f'<path d="{band}" fill="{LIGHT}" stroke="{DARK}" stroke-width="1.4" stroke-linejoin="round"/>'
        f'<path d="{pad}" fill="{BLOOD}"/><path d="{holes}" fill="{LIGHT}"/>',
        "shirt-skull": f'<path d="{bone}" fill="{LIGHT}" stroke="{DARK}" stroke-width="1.6" stroke-linejoin="round"/>'
        f'<path d="{sockets}" fill="{DARK}" fill-rule="evenodd"/>',
    }


MARKS = _marks()


@lru_cache(maxsize=4096)
def symbol(name: str) -> tuple[str, str]:
    """The symbol with this id, and the id of the outline that it is clipped by; empty for what is not ours."""
    if name in MARKS:
        return f'<symbol id="{name}" viewBox="{SHIRT_BOX}">{MARKS[name]}</symbol>', ""
    if name.startswith("emblem-"):
        return (_emblem(name), "") if name.removeprefix("emblem-") in EMBLEMS else ("", "")
    if crest := crest_of_id(name):
        return f'<symbol id="{name}" viewBox="{BOX}">{drawing(crest)}</symbol>', crest.shape
    word, *parts = name.split("-")
    known: tuple[Container[str], ...] = (CUTS, SHIRT_PATTERNS, COLOURS, COLOURS)
    if word == "shirt" and len(parts) == len(known) and all(a in b for a, b in zip(parts, known, strict=True)):
        cut, pattern, first, second = parts
        inside = shirt_drawing(cut, pattern, first, second)
        return f'<symbol id="{name}" viewBox="{SHIRT_BOX}">{inside}</symbol>', f"shirt-{cut}"
    return "", ""


def _emblem(name: str) -> str:
    """An emblem alone, in the colour of the text around it."""
    found = EMBLEMS[name.removeprefix("emblem-")]
    detail = f'<path d="{found.detail}" fill="var(--behind,#fff)" fill-rule="evenodd"/>' if found.detail else ""
    return f'<symbol id="{name}" viewBox="-1 -1 26 26"><path d="{found.solid}" fill="currentColor"/>{detail}</symbol>'


def symbols(names: Iterable[str]) -> str:
    """All symbols with these ids for one page, with the outlines that they need; empty if none is ours."""
    return _symbols(tuple(sorted(set(names))))


@lru_cache(maxsize=512)
def _symbols(names: tuple[str, ...]) -> str:
    drawn = [found for found in map(symbol, names) if found[0]]
    if not drawn:
        return ""
    clips = "".join(
        f'<clipPath id="clip-{each}"><path d="{_outline(each)}"/></clipPath>'
        for each in sorted({b for _a, b in drawn if b})
    )
    return (
        '<svg class="drawn-once" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        f"{clips}{''.join(a for a, _b in drawn)}</defs></svg>"
    )


def _outline(clip: str) -> str:
    return SHAPES[clip].outline if clip in SHAPES else CUTS[clip.removeprefix("shirt-")].outline


@lru_cache(maxsize=4096)
def used(crest: Crest, width: int, label: str = "") -> SafeString:
    """A crest of this width in px, 1.2 times as high. ``label`` only where no name stands beside it."""
    seen = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return SafeString(
        f'<svg class="crest" width="{width}" height="{round(width * 1.2)}" focusable="false" {seen}>'
        f'<use href="#{crest.id}"/></svg>'
    )


@lru_cache(maxsize=256)
def used_emblem(key: str, width: int) -> SafeString:
    """An emblem alone, this many px wide and high, in the colour of the text around it."""
    return SafeString(
        f'<svg class="emblem" width="{width}" height="{width}" focusable="false" aria-hidden="true">'
        f'<use href="#emblem-{key}"/></svg>'
    )


@lru_cache(maxsize=8192)
def used_shirt(crest: Crest, cut: str, number: str, width: int, mark: str = "", label: str = "") -> SafeString:
    """A shirt of this width in px with a number. ``mark`` is "", "bandage" or "skull", which stands for the number."""
    seen = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    name = shirt_id(cut, crest.shirt, crest.first, crest.second)
    written = "" if mark == "skull" or not number else _number(cut, number, COLOURS[crest.first].ink)
    marked = f'<use href="#shirt-{mark}"/>' if mark else ""
    height = round(width * SHIRT_HEIGHT / SHIRT_WIDTH)
    return SafeString(
        f'<svg class="jersey" viewBox="{SHIRT_BOX}" width="{width}" height="{height}"'
        f' focusable="false" {seen}><use href="#{name}"/>{written}{marked}</svg>'
    )


def _number(cut: str, number: str, ink: str) -> str:
    size, y = number_at(cut, number)
    return f'<text x="20" y="{y}" text-anchor="middle" font-size="{size}" fill="{ink}">{escape(number)}</text>'


@lru_cache(maxsize=1024)
def standalone(crest: Crest, width: int = WIDTH) -> str:
    """A crest as an SVG file of its own, with a dark edge."""
    clip = f'<clipPath id="clip-{crest.shape}"><path d="{SHAPES[crest.shape].outline}"/></clipPath>'
    inside = drawing(crest).replace(EDGE, "#111")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{BOX}" width="{width}" height="{round(width * 1.2)}">'
        f"{clip}{inside}</svg>"
    )
