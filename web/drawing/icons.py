"""Which of the two sprites has an icon: a first visit takes only the small one, with what most pages show."""

from __future__ import annotations

FOLDER = "vendor/bootstrap-icons-1.13.2"
OFTEN = frozenset(
    {
        "caret-down-fill",
        "caret-up-fill",
        "circle",
        "clipboard-check",
        "envelope",
        "flag",
        "funnel",
        "hourglass-split",
        "journal-text",
        "list",
        "list-ol",
        "search",
    }
)


def sprite_of(name: str) -> str:
    """The file with this icon, by its path below the static files. `script/vendor` writes both."""
    return f"{FOLDER}/{'icons' if name in OFTEN else 'seldom'}.svg"
