"""The latest news on the front page of a league."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.urls import reverse

from competitions.extensions import drawn_ahead, front_page_parts, worked_out_again
from leagues.changes import version_of
from leagues.models import League
from news.listing import kept_list, latest
from web.kept import Kept

PART = "news/_latest.html"


@front_page_parts.add
def latest_news(league: League) -> tuple[Kept, str]:
    """The part, the same for everybody, and its template."""
    return kept_news(league), PART


@drawn_ahead.add
def draw_news(league: League) -> Sequence[str]:
    """Draw the part before its readers, and the list; and give its page for visitors."""
    kept_news(league).draw()
    kept_list(league).draw()
    return (reverse("news:list", args=[league.slug]),)


@worked_out_again.add
def draw_list(league: League, competitions: Collection[int], matches: Collection[int]) -> Sequence[str]:
    """Draw the list once earlier matches are others: who was expected to win, and records, go on from there."""
    if matches:
        kept_list(league).draw()
    return ()


def kept_news(league: League) -> Kept:
    """The latest news of a league."""
    return Kept(
        (PART,),
        version=version_of(league),
        args=("latest", league.pk),
        gather=lambda: {"league": league, "items": latest(league)},
    )
