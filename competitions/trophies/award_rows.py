"""The awards of a season and its competitions, from the matches' rows: read and cached."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Min, QuerySet, Sum
from django.utils.translation import gettext_lazy as _

from competitions.cache_keys import CACHE_SECONDS, key_of
from competitions.models import Competition, Season, Tie
from competitions.standings.conferences import conferences_in
from competitions.standings.kept_matches import Played, played_in
from competitions.standings.ladders import order_shown
from competitions.standings.leaders import KILLS
from competitions.standings.player_totals import KILLED, summed, totals_of_all
from competitions.standings.standings import Standings, standings_of_all
from competitions.trophies.awards import (
    BEST_ROOKIE,
    Award,
    ConferenceAwards,
    Deeds,
    Finish,
    player_awards,
    team_awards,
)
from competitions.trophies.deaths import Death, deaths_in
from competitions.trophies.final_places import like_divisions
from matches.models import POINTS, Match, MatchSide, PlayerLine
from rules.book.book import Book
from rules.journal import TeamBroughtOver
from teams.models import JournalEntry, Player
from web.errors import Text
from web.prepared import Prepared

BROUGHT = "brought_over"
"""How a player with an experienced imported team joined: they are no rookie."""
BATCH = 12


def player_award_names(books: Iterable[Book]) -> dict[str, Text]:
    """The names of the awards to players by these books, by key, in their order; of the first book that has one."""
    books = list(books)
    deeds = [deed for book in books[::-1] for deed in book.told]
    done = {deed.key: deed.award for deed in deeds if deed.award and not deed.awarded}
    kills = {KILLS: _("Most kills")} if KILLS not in {deed.key for deed in deeds} else {}
    given = {deed.key: deed.award for deed in deeds if deed.award and deed.awarded}
    points = next((book.points_called.many for book in books), "")
    rookie = _("Best rookie, by %(points)s") % {"points": _(points)} if points else ""
    return {**done, **kills, **given, BEST_ROOKIE: rookie}


def books_in(season: Season, competitions: Iterable[Competition]) -> list[Book]:
    """The books of a season's competitions, each once; its league's if there is none."""
    return list(dict.fromkeys(season.book_of(each.edition) for each in competitions)) or [season.book]


class SeasonAwards(NamedTuple):
    """Awards by the id of each finished competition; the players' awards of the season; its deaths; and those of
    conferences by the id of their competition."""

    competitions: Mapping[int, tuple[Award, ...]]
    players: tuple[Award, ...]
    deaths: tuple[Death, ...]
    conferences: Mapping[int, tuple[ConferenceAwards, ...]] = MappingProxyType({})


def awards_of_season(
    season: Season,
    competitions: Sequence[Competition] | None = None,
    tables: Mapping[int, Standings] | None = None,
    past: int | None = None,
) -> SeasonAwards:
    """A season's current awards, those of players from the cache: at most twelve queries besides its tables',
    and five for each ladder that is not cached.

    ``competitions`` are all of the season's, ``tables`` theirs by id, and ``past`` is ``versions_before`` the season,
    for callers that have them already.
    """
    if competitions is None:
        competitions = list(season.competitions.order_by("pk"))
    over = [each for each in competitions if each.state == Competition.State.FINISHED]
    tables = standings_of_all(over) if tables is None else tables
    of_teams, of_conferences = awards_by_tables(over, tables)
    return SeasonAwards(of_teams, *_of_players(season, competitions, past), of_conferences)


def _of_players(
    season: Season, competitions: Sequence[Competition], past: int | None
) -> tuple[tuple[Award, ...], tuple[Death, ...]]:
    key = _cache_key(season, competitions, versions_before(season) if past is None else past)
    kept: tuple[tuple[Award, ...], tuple[Any, ...]] | None = cache.get(key)
    if kept is not None:
        return kept[0], tuple(map(Death._make, kept[1]))
    keys = [key for key in player_award_names(books_in(season, competitions)) if key != BEST_ROOKIE]
    played = played_in(competitions)
    awards = player_awards(deeds_of(season, competitions, played, kills=KILLS in keys), keys)
    deaths = deaths_in(season, competitions, played)
    cache.set(key, (awards, tuple(map(tuple, deaths))), CACHE_SECONDS)  # plain ones are written in a tenth of the time
    return awards, deaths


def _cache_key(season: Season, competitions: Sequence[Competition], past: int) -> str:
    """The cache key: the versions of all tables that awards depend on; earlier seasons show who is a rookie."""
    parts = sorted(f"{each.public_id}:{each.standings_version}" for each in competitions)
    return key_of("awards", season.pk, sha256("|".join([*parts, str(past)]).encode()).hexdigest())


def with_versions(seasons: QuerySet[Season]) -> QuerySet[Season]:
    """Seasons with ``versions``, which rises with every change to their tables (None where they have none)."""
    return seasons.annotate(versions=Sum("competitions__standings_version"))


def versions_before(season: Season, seasons: Sequence[Season] | None = None) -> int:
    """A number that rises with every change to the tables of a league's earlier seasons; no query if its ``seasons``
    come from ``with_versions``."""
    if seasons is None:
        seasons = list(with_versions(Season.objects.filter(league=season.league_id)))
    return sum(each.versions or 0 for each in seasons if each.number < season.number)


def awards_by_tables(
    over: Sequence[Competition], tables: Mapping[int, Standings]
) -> tuple[dict[int, tuple[Award, ...]], dict[int, tuple[ConferenceAwards, ...]]]:
    """The awards to teams by the id of each finished competition, and those in its conferences, by ``tables``.

    One query, five for each ladder that is not cached, and one if there are conferences that never meet.
    """
    divided = like_divisions(over, tables)
    return _of_teams(over, tables, divided), _of_conferences(over, tables, divided)


def _of_teams(
    over: Sequence[Competition], tables: Mapping[int, Standings], divided: Collection[int]
) -> dict[int, tuple[Award, ...]]:
    knock_outs = {each.pk for each in over if each.format.eliminates}
    finals = _finals(knock_outs) if knock_outs else {}
    found = {}
    for each in over:
        if each.pk in finals:
            found[each.pk] = team_awards(finals[each.pk], spoon=False)
        elif each.format.lists_order and tables[each.pk].rounds:
            found[each.pk] = team_awards(Finish(team, place) for place, team in enumerate(order_shown(each), 1))
        else:
            table = tables[each.pk]
            lines = table.lines if table.rounds and each.pk not in divided else ()
            found[each.pk] = team_awards(Finish(int(line.team), line.rank) for line in lines if line.rank)
    return {competition: awards for competition, awards in found.items() if awards}


def _of_conferences(
    over: Sequence[Competition], tables: Mapping[int, Standings], divided: Collection[int]
) -> dict[int, tuple[ConferenceAwards, ...]]:
    """A wooden spoon is among them only where the table of all teams has none."""
    found = {}
    for each in over:
        table = tables[each.pk]
        parts = conferences_in(each, table) if table.rounds else ()
        of_all = [(name, [Finish(int(line.team), line.rank) for line in lines if line.rank]) for name, lines in parts]
        found[each.pk] = tuple(
            ConferenceAwards(name, team_awards(finishes, spoon=each.pk in divided))
            for name, finishes in of_all
            if finishes
        )
    return {competition: awards for competition, awards in found.items() if awards}


def _finals(competitions: Collection[int]) -> dict[int, list[Finish]]:
    """The first two places of knock-outs with a decided final."""
    rows = Tie.objects.filter(competition__in=competitions, third_place=False).order_by("round", "number")
    last = {row.competition_id: row for row in rows}
    found = {}
    for competition, final in last.items():
        sides = (final.home_id, final.away_id)
        if final.winner_id is not None:
            beaten = [team for team in sides if team is not None and team != final.winner_id]
            found[competition] = [Finish(final.winner_id, 1), *(Finish(team, 2) for team in beaten)]
    return found


def deeds_of(
    season: Season, competitions: Sequence[Competition], played: Played | None = None, *, kills: bool
) -> list[Deeds]:
    """What the best players did in a season's matches that count, with their ``kills`` or without; without friendlies.

    They are all who did something more often than others, and the best rookies: enough for every award.
    ``competitions`` are all of the season's, ``played`` their matches, if they are known. The team is the one that the
    player is with today.
    """
    totals = summed(totals_of_all(competitions, played).values())
    killed = totals.pop(KILLED, {})
    if kills and killed:
        totals[KILLS] = killed
    points = totals.get(POINTS, {})
    rookies = _rookies(season, points)
    found = {player for counts in totals.values() for player in _most(counts)} | rookies
    teams = dict(_teams(list(found)))
    return [
        Deeds(
            player=player,
            team=teams[player],
            counts={key: counts[player] for key, counts in totals.items() if player in counts},
            spp=points.get(player, 0),
            rookie=player in rookies,
        )
        for player in sorted(found)
    ]


def _most(counts: Mapping[int, int]) -> list[int]:
    """The players with the highest count."""
    most = max(counts.values(), default=0)
    return [player for player, count in counts.items() if count == most]


def _rookies(season: Season, points: Mapping[int, int]) -> set[int]:
    """Players in their first season here who have not played elsewhere; only the best of them are needed.

    ``points`` are those of all who have any.
    """
    seen = set(_seen(season.league_id, season.number))
    new = sorted((player for player in points if player not in seen), key=points.__getitem__, reverse=True)
    while new:
        lowest = points[new[:BATCH][-1]]
        batch = [player for player in new if points[player] >= lowest]
        brought = _brought(season, batch)
        if rookies := {player for player in batch if player not in brought}:
            return rookies
        new = new[len(batch) :]
    return set()


@Prepared
def _seen(league: int, season: int) -> QuerySet[PlayerLine, Any]:
    """The players in a league's matches before a season, by its number."""
    earlier = PlayerLine.objects.filter(
        player__isnull=False,
        side__match__state__in=Match.PLAYED,
        side__match__fixture__round__competition__season__league=league,
        side__match__fixture__round__competition__season__number__lt=season,
    )
    return earlier.order_by().values_list("player", flat=True).distinct()


@Prepared
def _imported(league: int) -> QuerySet[JournalEntry, Any]:
    rows = JournalEntry.objects.filter(team__league=league, seq=1, kind=TeamBroughtOver.kind)
    return rows.order_by().values_list("pk", flat=True)[:1]


@Prepared
def _teams(players: Collection[int]) -> QuerySet[Player, Any]:
    return Player.objects.filter(pk__in=players).values_list("pk", "team")


def _brought(season: Season, players: Sequence[int]) -> set[int]:
    """The players who came with an imported team, by the sheets of their first matches.

    Two queries; one if no team was imported. Such a team's journal begins with that.
    """
    if not _imported(season.league_id):
        return set()
    lines = PlayerLine.objects.filter(
        player__in=players,
        side__match__fixture__round__competition__season=season,
        side__match__state__in=Match.PLAYED,
    )
    first = lines.order_by().values("player").annotate(first=Min("side")).values("first")
    sheets = MatchSide.objects.filter(pk__in=first).order_by().values_list("sheet", flat=True)
    there = (line for sheet in sheets for line in (sheet or {}).get("players", ()))
    return {line["player"] for line in there if line.get("joined") == BROUGHT}.intersection(players)
