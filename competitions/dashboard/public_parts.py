"""What everybody sees on the pages of a league's competitions: for readers, and drawn by workers ahead of them.

After a command in a league, a worker draws the pages that show its results, so that the next reader finds them drawn;
where no worker lives, the web server does it in a thread. What shows a new result most was drawn before
(`competitions.dashboard.drawn_at_once`). Nothing depends on it: what is not there yet is drawn by its first reader.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone, translation

from accounts.zones import zone
from competitions.dashboard import first_steps, front_page, season_page
from competitions.dashboard.kept_facts import keep_facts
from competitions.extensions import drawn_ahead, front_page_parts
from competitions.formats.knock_out.page import bracket_parts
from competitions.models import Competition, Season
from competitions.parts import parts_of
from competitions.setup.books import shown_pack
from competitions.standings import competition_page as pages
from competitions.standings.leaders import LENGTH
from jobs.extensions import Errand, errands
from jobs.tasks import run_here, send_errand, workers_live
from leagues.changes import version_of
from leagues.models import League, LeagueBook
from web.drawing.drawing_ahead import draw_for_visitors
from web.drawing.serving import is_serving
from web.extensions import command_done
from web.kept import Kept, kept_values
from web.snapshot_reads import snapshot

FRONT = tuple(
    f"competitions/dashboard/_league_{part}.html" for part in ("lead", "side", "round", "nothing", "main", "seasons")
)
RUN_PARTS = tuple(f"competitions/dashboard/_league_{part}.html" for part in ("start", "run"))
LEAGUE_FIXTURES = "competitions/dashboard/_all_fixtures.html"
STANDINGS = "competitions/standings/"
CHART = f"{STANDINGS}_points_by_round.html"
MOST = 4
"""Of how many competitions of a season the pages are drawn ahead: as many as show their tables on the front page."""
ERRAND = "draw_ahead"


Gather = Callable[[], Mapping[str, Any]]


def front_gathered(league: League) -> Gather:
    """What everybody sees on a league's front page, read once however often it is asked for."""
    return cache(lambda: front_page.everybodys(league))


def league_front(league: League, gathered: Gather, marks: Collection[str] = ()) -> Kept:
    """A league's front page. To draw it also keeps how each team stands, which coaches see of their own teams."""

    def gather() -> Mapping[str, Any]:
        stands_in(league, gathered)
        return gathered()

    return Kept(FRONT, version=version_of(league), args=(league.pk,), gather=gather, marks=marks)


def stands_in(league: League, gathered: Gather) -> Mapping[int, front_page.Stand]:
    """How each team of a league stands that has a coach or is near the top, by its id."""
    versions = {league.pk: version_of(league)}
    return kept_values("stands", versions, lambda _all: {league.pk: gathered()["stands"]})[league.pk]


def run_parts(league: League) -> Kept:
    """What all commissioners of a league see on its front page, and nobody else."""
    return Kept(
        RUN_PARTS, version=version_of(league), args=(league.pk,), gather=lambda: first_steps.commissioners(league)
    )


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
    parts = (f"{STANDINGS}{part}.html" for part in ("_stylesheet", "_lead", "_overview", "_pack", "_best_players"))

    def gather() -> Mapping[str, Any]:
        return {**pages.overview(competition), "pack": shown_pack(competition)}

    return parts_of(competition, *parts, CHART, marks=marks, gather=gather)


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
def draw_pages(league: League) -> Sequence[str]:
    """Draw what everybody sees of a league, and what its commissioners see; and what lists of things to do read of it.

    Gives the pages for visitors.

    On the home page, the last are read in its reader's time zone: that of the site, if they chose none.
    """
    for part in _pages(league):
        part.draw()
    keep_facts(league)
    with timezone.override(None):
        keep_facts(league)
    return tuple(_addresses(league))


def _pages(league: League) -> Iterator[Kept]:
    """The front page, the fixtures, the current season, and its first competitions under way."""
    yield league_front(league, front_gathered(league))
    yield run_parts(league)
    yield league_fixtures(league)
    season, competitions = _under_way(league)
    if season is not None:
        yield season_shown(season)
    for competition in competitions:
        yield overview(competition)
        yield bracket_parts(competition) if competition.format.eliminates else table(competition)
        yield fixtures(competition)
        yield players(competition)


def _addresses(league: League) -> Iterator[str]:
    """The pages that show these parts, for visitors."""
    for name in ("league", "league_fixtures", "competitions"):
        yield reverse(f"competitions:{name}", args=[league.slug])
    season, competitions = _under_way(league)
    if season is not None:
        yield reverse("competitions:season", args=[league.slug, season.number])
    for competition in competitions:
        own = ("competition", "bracket" if competition.format.eliminates else "table", "fixtures", "players")
        for name in own:
            yield reverse(f"competitions:{name}", args=[competition.public_id])


def _under_way(league: League) -> tuple[Season | None, list[Competition]]:
    """The current season, and its first competitions that have begun."""
    season = front_page.current_season(list(league.seasons.select_related("end").order_by("-number")))
    if season is None:
        return None, []
    season.league = league
    begun = season.competitions.exclude(state=Competition.State.DRAFT).filter(recorded=False)
    found = list(begun.order_by("pk")[:MOST])
    for competition in found:
        competition.season = season
    return season, found


def main_parts(league: League, competitions: Collection[int]) -> Iterator[Kept]:
    """The parts that show a new result most: the front page, the current season, and tables of these competitions."""
    yield league_front(league, front_gathered(league))
    yield run_parts(league)
    for part, _template in front_page_parts.call(league):
        yield part
    season, under_way = _under_way(league)
    if season is not None:
        yield season_shown(season)
    for competition in under_way:
        if competition.pk in competitions:
            yield overview(competition)
            yield bracket_parts(competition) if competition.format.eliminates else table(competition)


@contextmanager
def as_readers_see(league: int) -> Iterator[League | None]:
    """A league by its id in one snapshot, in the site's language and the league's time zone; None if it is gone.

    What is drawn inside has the keys under which most readers ask for it.
    """
    with translation.override(settings.LANGUAGE_CODE), snapshot():
        rows = League.objects.select_related("change_counter", "ruleset").filter(pk=league)
        found = rows.annotate(several_books=Exists(LeagueBook.objects.filter(league=OuterRef("pk")))).first()
        with timezone.override(zone(found.zone) if found is not None else None):
            yield found


def draw_ahead(league: int) -> None:
    """Draw what everybody sees of a league as its first readers would, with its present version as the key.

    Then, for a public league, draw the pages of visitors.
    """
    with as_readers_see(league) as found:
        if found is None:
            return
        draw_for_public(found, list(chain.from_iterable(drawn_ahead.call(found))))


def draw_for_public(league: League, addresses: Iterable[str]) -> None:
    """Draw the pages of a league at these addresses for visitors, if the league is public."""
    if league.public:
        with timezone.override(None):
            draw_for_visitors(addresses)


errands.add(Errand(ERRAND, draw_ahead))


@command_done.add
def send_for_drawing(command: Any, league: League) -> None:
    """Have the pages of a league drawn once a command in it is committed: by a worker, if one lives, else here."""
    if settings.DRAW_AHEAD:
        transaction.on_commit(lambda: _draw_soon(league.pk), robust=True)


def _draw_soon(league: int) -> None:
    if is_serving() and not workers_live():
        run_here(ERRAND, league)
    else:
        send_errand(ERRAND, league)
