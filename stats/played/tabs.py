"""The pages of statistics of a league, and of a coach, in the order of their tabs. They are in several wings."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from leagues.books import books_of
from leagues.models import League
from stats.played.coaches import Coach
from web.errors import Text

PAGES: tuple[tuple[str, str, Text], ...] = (
    ("players", "stats:statistics", _("Players")),
    ("teams", "stats:teams", _("Teams")),
    ("coaches", "stats:coaches", _("Coaches")),
    ("lists", "stats:lists", _("Team lists")),
    ("stars", "stats:stars", _("Star players")),
    ("ratings", "stats:ratings", _("Ratings")),
    ("rivalries", "stats:rivalries", _("Rivalries")),
    ("pictures", "stats:league_pictures", _("Pictures")),
)
"""The kinds of pages with their routes and labels."""
OF_FIGURES = ("players", "teams", "coaches", "lists", "stars")
"""The kinds with a choice of season and competition, which they keep from one to the other."""
OF_COACHES: tuple[tuple[str, Text], ...] = (
    ("stats:coach", _("Overview")),
    ("stats:coach_rating", _("Rating")),
    ("stats:coach_dice", _("Dice")),
)
"""The pages of a coach in a league: routes and labels."""


def books_of_coach(league: League, coach: Coach, route: str, edition: str) -> list[dict[str, Any]]:
    """Links to the same page by each book of a league, if it has several; ``edition`` is the present one's key, empty
    for the first. One query then."""
    if not getattr(league, "several_books", True):
        return []
    address = reverse(route, args=[league.slug, coach.key])
    books = [("" if place == 0 else book.key, book.name) for place, book in enumerate(books_of(league))]
    return [
        {"label": name, "url": f"{address}?book={key}" if key else address, "current": key == edition}
        for key, name in books
        if len(books) > 1
    ]


def of_coach(slug: str, coach: Coach, query: str, current: str) -> list[dict[str, Any]]:
    """Links to all pages of a coach; ``current`` is the route of the present one."""
    return [
        {"label": label, "url": reverse(route, args=[slug, coach.key]) + query, "current": route == current}
        for route, label in OF_COACHES
    ]


def hires_stars(league: League) -> bool:
    """Whether there is a page of star players: not in a league whose only book hires none."""
    return getattr(league, "several_books", True) or "star" in league.ruleset.book.inducements


def kinds(league: League, current: str, query: str = "", book: str = "") -> list[dict[str, Any]]:
    """Links to all pages. ``query`` is for those of figures, about the same part of the league; ``book`` for others."""
    hires = hires_stars(league)
    return [
        {
            "label": label,
            "url": reverse(route, args=[league.slug]) + (query if kind in OF_FIGURES else book),
            "current": kind == current,
        }
        for kind, route, label in PAGES
        if hires or kind != "stars"
    ]
