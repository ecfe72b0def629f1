"""The sixteen colours that teams and leagues wear, and what can be read and seen on them.

A team stores the names of two colours. `static/dugout/kits.css` gives each name its classes, since the content policy
refuses style attributes: `kit-a-NAME` for the first colour and `kit-b-NAME` for the second. They set

- `--a` and `--b`, the colours themselves, for grounds and shirts; `--ai`, the ink that is read on the first
- `--s`, the line tone of the first colour: as near to it as can be seen on sheets and in rows; `--day` and `--night`
  where that is not the colour itself
- `--sheen` and `--dim`, what the hero lays over the first colour, and how it draws the ghost of a crest on it: both
  make its ink easier to read, never harder

Run `python -m web.crests.kits` after a change: it writes the file. A test compares them.
"""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import gettext_lazy as _

PALETTE = {
    "crimson": "#ae1f2b",
    "rust": "#a4481c",
    "gold": "#dba722",
    "moss": "#55701f",
    "turf": "#1f6b3f",
    "teal": "#0f6b6a",
    "sky": "#7fb8e6",
    "navy": "#1d3a78",
    "violet": "#5b3a9b",
    "plum": "#7d2463",
    "pink": "#ea92b8",
    "brown": "#6b4226",
    "bone": "#e4d8b4",
    "chalk": "#fafafa",
    "steel": "#8d97a0",
    "black": "#1b1b1f",
}
"""The colours by name, in the order of forms. The names are what teams and leagues store."""
COLOURS = [
    ("crimson", _("crimson")),
    ("rust", _("rust")),
    ("gold", _("gold")),
    ("moss", _("moss")),
    ("turf", _("turf")),
    ("teal", _("teal")),
    ("sky", _("sky")),
    ("navy", _("navy")),
    ("violet", _("violet")),
    ("plum", _("plum")),
    ("pink", _("pink")),
    ("brown", _("brown")),
    ("bone", _("bone")),
    ("chalk", _("chalk")),
    ("steel", _("steel")),
    ("black", _("black")),
]
"""The names in words, as choices of a form."""
WHITE, BLACK = "#ffffff", "#1b1b1f"
TEXT, LINE = 4.5, 3.0
"""The contrast that text and lines need (WCAG 2.1, AA)."""
DAY_GROUNDS = ("#fffcf4", "#f1e9d6", "#f8eac2")
NIGHT_GROUNDS = ("#19211b", "#222c25", "#372b0e")
"""What lines are drawn on: sheet, the sorted column, the reader's own row (`theme.css`)."""
STYLE_SHEET = Path(__file__).resolve().parents[2] / "static" / "dugout" / "kits.css"


def classes(first: str, second: str) -> str:
    """The classes of an element that wears two colours."""
    return f"kit-a-{first} kit-b-{second}"


def luminance(colour: str) -> float:
    """The relative luminance of #rrggbb, 0 to 1."""
    parts = [part / 255 for part in _parts(colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink(colour: str) -> str:
    """The ink that is read on a colour: white if it has enough contrast, else black."""
    return WHITE if contrast(colour, WHITE) >= TEXT else BLACK


def line_tone(colour: str, *, night: bool = False) -> str:
    """The colour darkened by day, or lightened by night, until a line of it can be seen on every ground."""
    towards, grounds = (WHITE, NIGHT_GROUNDS) if night else ("#000000", DAY_GROUNDS)
    for percent in range(101):
        tone = mixed(colour, towards, percent)
        if all(contrast(tone, ground) >= LINE for ground in grounds):
            return tone
    raise AssertionError(f"{towards} is not seen on {grounds}")


def mixed(colour: str, other: str, percent: int) -> str:
    """A colour with so many percent of another one."""
    pairs = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * percent / 100):02x}" for one, two in pairs)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))


def style_sheet() -> str:
    """What `static/dugout/kits.css` contains."""
    lines = [
        "/* .kit-*: the colours of teams and leagues; web/crests/kits.py writes this file and explains the names. */"
    ]
    inked = ", ".join(f".kit-a-{name}" for name, colour in PALETTE.items() if ink(colour) == BLACK)
    tones = "--s: light-dark(var(--day, var(--a)), var(--night, var(--a)))"
    on_dark = f"--ai: {WHITE}; --sheen: #00000014; --dim: brightness(0.25)"
    lines += [
        f'[class*="kit-a-"] {{ {on_dark}; --day: initial; --night: initial; {tones}; }}',
        f"{inked} {{ --ai: {BLACK}; --sheen: #ffffff26; --dim: brightness(0.25) invert(1); }}",
    ]
    for name, colour in PALETTE.items():
        worn = {"--a": colour, "--day": line_tone(colour), "--night": line_tone(colour, night=True)}
        own = "; ".join(f"{each}: {tone}" for each, tone in worn.items() if each == "--a" or tone != colour)
        lines.append(f".kit-a-{name} {{ {own}; }}")
    lines += [f".kit-b-{name} {{ --b: {colour}; }}" for name, colour in PALETTE.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    STYLE_SHEET.write_text(style_sheet())
