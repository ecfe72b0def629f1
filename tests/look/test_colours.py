"""Contrast, calculated from the style sheets: text 4.5 to 1, edges, lines and focus 3 to 1 (WCAG 2.1 AA)."""

import re
from itertools import product

import pytest

from tests.look.source import OWN_STATIC
from web.crests import kits
from web.crests.kits import LINE, PALETTE, TEXT, contrast

GROUNDS = ("paper", "sheet", "deep")
TEXT_ON_GROUND = [
    *[(ink, ground) for ink in ("ink", "soft", "leather", "bad") for ground in GROUNDS],
    *[("zero", ground) for ground in ("sheet", "deep")],
    *[("chalk", ground) for ground in ("bar", "bar-mown", "board", "hide")],
    *[("chalk-soft", ground) for ground in ("bar", "bar-mown")],
    ("brass-ink", "sheet"),
    *[(kind, f"{kind}-g") for kind in ("good", "wait", "bad", "news")],
    *[("ink", f"{kind}-g") for kind in ("good", "wait", "bad", "news")],
    *[(f"{kind}-ink", kind) for kind in ("won", "drawn", "lost")],
    *[(kind, "sheet") for kind in ("good", "blood")],
    *[("soft", ground) for ground in ("bad-g", "wait-g")],
    ("sheet", "blood"),
]
EDGE_ON_GROUND = [
    *[(edge, ground) for edge in ("strong", "focus") for ground in ("paper", "sheet")],
    ("turf", "sheet"),
]


def themes() -> dict[str, dict[str, str]]:
    """The colours by name, in light and in dark mode."""
    text = (OWN_STATIC / "theme.css").read_text().split("@media print")[0]
    both = re.findall(r"--([a-z-]+):\s*light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\)", text)
    same = dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-f]{6})\b", text))
    return {
        "day": same | {name: day for name, day, _ in both},
        "night": same | {name: night for name, _, night in both},
    }


@pytest.mark.parametrize("theme", ["day", "night"])
def test_text_has_enough_contrast(theme: str) -> None:
    colours = themes()[theme]
    poor = [(ink, ground) for ink, ground in TEXT_ON_GROUND if contrast(colours[ink], colours[ground]) < TEXT]
    assert not poor


@pytest.mark.parametrize("theme", ["day", "night"])
def test_edges_and_focus_have_enough_contrast(theme: str) -> None:
    colours = themes()[theme]
    poor = [(edge, ground) for edge, ground in EDGE_ON_GROUND if contrast(colours[edge], colours[ground]) < LINE]
    assert not poor


def test_light_and_dark_colours_differ() -> None:
    """Checks that the test reads the style sheet right."""
    assert themes()["day"]["paper"] != themes()["night"]["paper"]


def test_the_style_sheet_of_the_kits_is_what_the_palette_gives() -> None:
    assert (OWN_STATIC / "kits.css").read_text() == kits.style_sheet(), "run python -m web.crests.kits"
    assert len(PALETTE) == 16
    assert [name for name, _ in kits.COLOURS] == list(PALETTE)


def styled(name: str, kit: str) -> dict[str, str]:
    """What kits.css sets for a kit class: the declarations by name, those for all first."""
    found = {}
    for selector, rule in re.findall(r"^(.*) { (.*); }$", (OWN_STATIC / "kits.css").read_text(), re.MULTILINE):
        if f".{name}-{kit}" in selector.split(", ") or selector == f'[class*="{name}-"]':
            found |= dict(part.split(": ") for part in rule.split("; "))
    return found


@pytest.mark.parametrize("theme", ["day", "night"])
def test_every_pair_of_colours_can_be_read_and_seen(theme: str) -> None:
    """A page wears the first colour as its ground and line, the second as a line below; a match both as grounds."""
    colours = themes()[theme]
    poor = []
    for one, other in product(PALETTE, repeat=2):
        first, second = styled("kit-a", one), styled("kit-b", other)
        own = first[f"--{theme}"]
        tone = first["--a"] if own == "initial" else own
        if contrast(first["--a"], first["--ai"]) < TEXT or contrast(second["--b"], kits.ink(second["--b"])) < TEXT:
            poor.append((one, other, "ink"))
        poor += [(one, other, on) for on in ("sheet", "deep", "wait-g") if contrast(tone, colours[on]) < LINE]
    assert not poor


def test_the_sheen_of_a_hero_only_adds_contrast() -> None:
    for name, colour in PALETTE.items():
        ink, sheen = kits.ink(colour), styled("kit-a", name)["--sheen"]
        laid = kits.mixed(colour, sheen[:7], round(int(sheen[7:], 16) / 255 * 100))
        assert contrast(laid, ink) >= contrast(colour, ink), name
