"""Pages of figures that workers draw ahead of their readers, after a result (`competitions.extensions.drawn_ahead`).

They are drawn when a match has changed, and as long as one is in its post-match. After any other command the next
reader draws them, which takes less than after a result. There are so few of them that they take a worker less than a
second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from django.core.cache import cache
from django.db.models import Count, F, Q, Sum
from django.urls import reverse

from competitions.extensions import drawn_ahead
from competitions.models import Competition
from leagues.changes import version_of
from leagues.models import League
from matches.models import Match, MatchSide
from stats.pictures import views as pictures
from stats.played.scope import Scope
from stats.ratings import views as ratings
from stats.ratings.table import Asked
from stats.records import views as records
from stats.tables import views as tables
from stats.tables.measures import COACHES, PLAYERS, TEAMS
from stats.tables.wanted import Wanted
from teams.selectors import UNFOUNDED
from web.fingerprint import code
from web.kept import Kept

MOST_COMPETITIONS = 2
"""Of how many competitions pages are drawn, here of those under way."""
LATEST_TEAMS = 2
"""Of how many teams the pages are drawn: those of the match that changed last."""
TABLES = (PLAYERS, TEAMS, COACHES)
OF_LEAGUE = ("statistics", "teams", "coaches", "ratings", "records", "streaks", "rivalries", "league_pictures")
OF_TEAM = ("team_record", "team_pictures", "team_rating")
KEPT = 7 * 24 * 3600
"""Seconds."""


@drawn_ahead.add
def draw_figures(league: League) -> Sequence[str]:
    """Draw what everybody sees of a league's figures, and give the pages for visitors; none without a match."""
    matches, key = _matches(league), f"figures-drawn:{league.pk}"
    if not matches or cache.get(key) == matches:
        return ()
    cache.set(key, matches, KEPT)
    competitions = list(islice(_under_way(league), MOST_COMPETITIONS))
    for part in _parts(league, competitions):
        part.draw()
    return tuple(_addresses(league, competitions))


def _matches(league: League) -> str:
    """What changes with every match that counts, or with the league while one of them is in its post-match; empty
    without such a match. One query."""
    rows = Match.objects.filter(league=league, state__in=Match.PLAYED)
    going = Count("pk", filter=Q(state=Match.State.POST_MATCH))
    found = rows.aggregate(count=Count("pk"), versions=Sum("version"), going=going)
    version = version_of(league) if found["going"] else code()
    return f"{found['count']} {found['versions']} {version}" if found["count"] else ""


def _parts(league: League, competitions: Sequence[Competition]) -> Iterator[Kept]:
    for kind in TABLES:
        yield tables.statistics(league, Wanted(kind=kind, chosen={}))
    yield ratings.rated(league, Asked())
    yield records.record_book(league)
    yield pictures.of_league(Scope(league=league))
    for competition in competitions:
        yield pictures.of_competition(competition)


def _addresses(league: League, competitions: Sequence[Competition]) -> Iterator[str]:
    """The pages for visitors: those of these parts, others of the league, and those of the teams that played last."""
    for name in OF_LEAGUE:
        yield reverse(f"stats:{name}", args=[league.slug])
    for competition in competitions:
        yield reverse("stats:competition_pictures", args=[competition.public_id])
    sides = MatchSide.objects.filter(match__league=league, match__state__in=Match.PLAYED)
    sides = sides.exclude(team__state__in=UNFOUNDED)
    sides = sides.order_by(F("match__confirmed_at").desc(nulls_last=True), "-match", "pk")
    for team in sides.values_list("team__public_id", flat=True)[:LATEST_TEAMS]:
        for name in OF_TEAM:
            yield reverse(f"stats:{name}", args=[team])


def _under_way(league: League) -> Iterator[Competition]:
    """The competitions that are played, of the latest season first."""
    rows = Competition.objects.filter(season__league=league, state=Competition.State.RUNNING)
    for competition in rows.select_related("season").order_by("-season__number", "pk")[:MOST_COMPETITIONS]:
        competition.season.league = league
        yield competition
