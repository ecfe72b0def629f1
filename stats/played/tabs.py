"""The pages of statistics of a league, in the order of their tabs. Their tables are in several wings."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from web.errors import Text

PAGES: tuple[tuple[str, str, Text], ...] = (
    ("players", "stats:statistics", _("Players")),
    ("teams", "stats:teams", _("Teams")),
    ("coaches", "stats:coaches", _("Coaches")),
    ("lists", "stats:lists", _("Team lists")),
    ("stars", "stats:stars", _("Star players")),
    ("ratings", "stats:ratings", _("Ratings")),
    ("rivalries", "stats:rivalries", _("Rivalries")),
)
"""The kinds of pages with their routes and labels."""
OF_FIGURES = ("players", "teams", "coaches", "lists", "stars")
"""The kinds with a choice of season and competition, which they keep from one to the other."""


def kinds(slug: str, current: str, query: str = "", book: str = "") -> list[dict[str, Any]]:
    """Links to all pages. ``query`` is for those of figures, about the same part of the league; ``book`` for others."""
    return [
        {
            "label": label,
            "url": reverse(route, args=[slug]) + (query if kind in OF_FIGURES else book),
            "current": kind == current,
        }
        for kind, route, label in PAGES
    ]
