"""What everybody sees on the pages of a league's competitions: for readers, and drawn by workers ahead of them.

After a command in a league, a worker draws the pages that show its results, so that the next reader finds them drawn.
Nothing depends on it: a part that no worker has drawn is drawn by its first reader.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation

from accounts.zones import zone
from competitions.dashboard import front_page, season_page
from competitions.extensions import drawn_ahead
from competitions.models import Competition, Season
from competitions.parts import parts_of
from competitions.standings import competition_page as pages
from competitions.standings.leaders import LENGTH
from jobs.extensions import Errand, errands
from jobs.tasks import send_errand
from leagues.changes import version_of
from leagues.models import League
from web.extensions import command_done
from web.kept import Kept
from web.snapshot_reads import snapshot

FRONT = tuple(
    f"competitions/dashboard/_league_{part}.html" for part in ("lead", "side", "round", "nothing", "main", "seasons")
)
LEAGUE_FIXTURES = "competitions/dashboard/_all_fixtures.html"
STANDINGS = "competitions/standings/"
CHART = f"{STANDINGS}_points_by_round.html"
MOST = 4
"""Of how many competitions of a season the pages are drawn ahead: as many as show their tables on the front page."""
ERRAND = "draw_ahead"


def league_front(league: League, gather: Callable[[], Mapping[str, Any]], marks: Collection[str] = ()) -> Kept:
    """A league's front page; ``gather`` returns what ``front_page.everybodys`` does."""
    return Kept(FRONT, version=version_of(league), args=(league.pk,), gather=gather, marks=marks)


def league_fixtures(league: League, marks: Collection[str] = ()) -> Kept:
    """The next matches and the latest results of a league."""
    return Kept(
        (LEAGUE_FIXTURES,),
        version=version_of(league),
        args=(league.pk,),
        marks=marks,
        gather=lambda: front_page.all_fixtures(league),
    )


def season_shown(season: Season, marks: Collection[str] = ()) -> Kept:
    """A season with the tables of all its competitions."""
    return Kept(
        (season_page.MAIN, season_page.SEASONS),
        version=version_of(season.league),
        args=(season.league.pk, season.number),
        marks=marks,
        gather=lambda: season_page.everybodys(season),
    )


def overview(competition: Competition, marks: Collection[str] = ()) -> Kept:
    """A competition at a glance."""
    parts = (f"{STANDINGS}{part}.html" for part in ("_stylesheet", "_lead", "_overview", "_best_players"))
    return parts_of(competition, *parts, CHART, marks=marks, gather=lambda: pages.overview(competition))


def own_chart(competition: Competition, teams: Sequence[str]) -> Kept:
    """The points by round for the coach of teams with these marks."""
    return parts_of(competition, CHART, args=teams, gather=lambda: pages.points_by_round(competition, teams))


def table(competition: Competition, asked: str = "", marks: Collection[str] = ()) -> Kept:
    """The whole table, now or after the round ``asked`` for."""
    parts = (f"{STANDINGS}{part}.html" for part in ("_table_lead", "_whole_table", "_compare"))
    return parts_of(
        competition, *parts, args=(asked,), marks=marks, gather=lambda: pages.whole_table(competition, asked)
    )


def fixtures(competition: Competition, asked: Sequence[str] = ("", ""), marks: Collection[str] = ()) -> Kept:
    """Fixtures and results; ``asked`` for a round and a team."""
    parts = (f"{STANDINGS}{part}.html" for part in ("_fixtures_heading", "_fixture_lists"))
    return parts_of(
        competition, *parts, args=asked, marks=marks, gather=lambda: pages.fixture_lists(competition, *asked)
    )


def players(competition: Competition, marks: Collection[str] = ()) -> Kept:
    """The best players, list by list."""

    def lists() -> dict[str, Any]:
        hires = bool(competition.book.inducements)
        return {"lists": pages.leader_lists(competition, pages.entrants_of(competition), LENGTH), "hires": hires}

    return parts_of(competition, f"{STANDINGS}_players.html", marks=marks, gather=lists)


@drawn_ahead.add
def pages_ahead(league: League) -> Iterator[Kept]:
    """The front page, the fixtures, the current season, and its first competitions under way."""
    yield league_front(league, lambda: front_page.everybodys(league))
    yield league_fixtures(league)
    season = front_page.current_season(list(league.seasons.select_related("end").order_by("-number")))
    if season is None:
        return
    season.league = league
    yield season_shown(season)
    begun = season.competitions.exclude(state=Competition.State.DRAFT).filter(recorded=False)
    for competition in begun.order_by("pk")[:MOST]:
        competition.season = season
        yield overview(competition)
        yield from () if competition.format.overview is not None else [table(competition)]
        yield fixtures(competition)
        yield players(competition)


def draw_ahead(league: int) -> None:
    """Draw what everybody sees of a league as its first readers would, with its present version as the key."""
    with translation.override(settings.LANGUAGE_CODE), snapshot():
        found = League.objects.select_related("change_counter", "ruleset").filter(pk=league).first()
        if found is None:
            return
        with timezone.override(zone(found.zone)):
            for several in drawn_ahead.call(found):
                for part in several:
                    part.draw()


errands.add(Errand(ERRAND, draw_ahead))


@command_done.add
def send_for_drawing(command: Any, league: League) -> None:
    """Ask for the pages of a league once a command in it is committed."""
    if settings.DRAW_AHEAD:
        transaction.on_commit(lambda: send_errand(ERRAND, league.pk), robust=True)
