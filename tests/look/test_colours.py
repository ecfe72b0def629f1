"""Contrast, calculated from the style sheets: text 4.5 to 1, edges and focus 3 to 1 (WCAG 2.1 AA)."""

import re

import pytest

from tests.look.source import OWN_STATIC

TEXT_ON_GROUND = [
    *[(ink, ground) for ink in ("ink", "ink-soft", "leather", "bad") for ground in ("paper", "sheet", "sheet-deep")],
    *[("chalk", ground) for ground in ("turf-deep", "turf-mown", "hide")],
    ("chalk-soft", "turf-deep"),
    ("brass-ink", "sheet"),
    *[(kind, f"{kind}-ground") for kind in ("good", "wait", "bad", "news")],
    *[("ink", f"{kind}-ground") for kind in ("good", "wait", "bad", "news")],
    ("ink-soft", "bad-ground"),
]
EDGE_ON_GROUND = [(edge, ground) for edge in ("line-strong", "focus") for ground in ("paper", "sheet")]


def luminance(colour: str) -> float:
    """Relative luminance of #rgb or #rrggbb."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def themes() -> dict[str, dict[str, str]]:
    """The colours by name, in light and in dark mode."""
    text = (OWN_STATIC / "theme.css").read_text()
    day, night = text.split("@media (prefers-color-scheme: dark)")
    found = re.compile(r"--([a-z-]+):\s*(#[0-9a-f]{3,6})\b")
    by_day = dict(found.findall(day))
    return {"day": by_day, "night": by_day | dict(found.findall(night.split("@media print")[0]))}


@pytest.mark.parametrize("theme", ["day", "night"])
def test_text_has_enough_contrast(theme: str) -> None:
    colours = themes()[theme]
    poor = [(ink, ground) for ink, ground in TEXT_ON_GROUND if contrast(colours[ink], colours[ground]) < 4.5]
    assert not poor


@pytest.mark.parametrize("theme", ["day", "night"])
def test_edges_and_focus_have_enough_contrast(theme: str) -> None:
    colours = themes()[theme]
    poor = [(edge, ground) for edge, ground in EDGE_ON_GROUND if contrast(colours[edge], colours[ground]) < 3]
    assert not poor


def test_light_and_dark_colours_differ() -> None:
    """Checks that the test reads the style sheet right: dark mode has its own block."""
    assert themes()["day"]["paper"] != themes()["night"]["paper"]


KITS = dict(
    re.findall(
        r"\.kit-a-([a-z]+) \{\s*--kit-a: (#[0-9a-f]{6});\s*--kit-a-ink: #[0-9a-f]{6};",
        (OWN_STATIC / "kits.css").read_text(),
    )
)
INKS = dict(re.findall(r"\.kit-a-([a-z]+) \{[^}]*--kit-a-ink: (#[0-9a-f]{6});", (OWN_STATIC / "kits.css").read_text()))


def test_initials_can_be_read_on_every_kit() -> None:
    assert len(KITS) == 16
    assert {kit for kit, colour in KITS.items() if contrast(colour, INKS[kit]) < 4.5} == set()


def test_every_colour_can_be_the_second_one() -> None:
    second = dict(re.findall(r"\.kit-b-([a-z]+) \{\s*--kit-b: (#[0-9a-f]{6});", (OWN_STATIC / "kits.css").read_text()))
    assert second == KITS
