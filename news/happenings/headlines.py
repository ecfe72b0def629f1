"""What happened in a league by itself, worked out from the rows of other rooms: nothing of it is stored.

So it follows every correction. Something without a day, as in imported records, is no news. docs/news.md has the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from typing import Any

from django.db.models import Q, QuerySet, Sum

from competitions.models import Holding
from leagues.books import books_of
from leagues.models import League
from matches.models import Match, PlayerLine
from news.happenings.calendar import calendar
from news.happenings.headline import BEST_PLAYER, BIG_WIN, DEATH, LEGEND, RECORD, TROPHY, UPSET, Headline, day_of
from rules.book.book import Book
from stats.played.everything import PLAYED
from stats.played.matches import PlayedMatch, PlayedSide, matches_among
from stats.played.scope import Scope, whole
from stats.ratings import elo
from stats.ratings.courses import RATINGS, TEAMS
from stats.ratings.rating import WIN
from stats.records.book import MATCH, WORTH, legend_of, records_of
from web.prepared import Prepared

BIG = 4
"""By how much a big win is won."""
UNLIKELY = 0.25
"""A win that was expected less than this by the Elo ratings before the match is an upset."""
POORER = 0.75
"""So is one against a team of which the winner had no more than this part of the value."""
ESTABLISHED = 20
"""After so many matches a record is one; before, nearly every match brings some."""
RECENT = 30
"""How many of the latest matches a short list looks at."""


@Prepared
def _latest_matches(league: int) -> QuerySet[Match, int]:
    rows = Match.objects.filter(league=league, state__in=Match.PLAYED, confirmed_at__isnull=False)
    return rows.order_by("-confirmed_at", "-pk").values_list("pk", flat=True)[:RECENT]


def headlines(league: League, *, recent: bool = False) -> list[Headline]:
    """What happened in a league, the latest first.

    ``recent`` looks at the latest matches alone and works out no ratings and records: for a short list on a page that
    must be drawn fast. Nine queries, without those for figures that are kept; for a further book three more.
    """
    found = [*_honours(league), *calendar(league)]
    only = _latest_matches(league.pk) if recent else None
    for place, book in enumerate(books_of(league)):
        scope = whole(league, "" if place == 0 else book.key, friendlies=True)
        matches = PLAYED.of(scope) if only is None else matches_among(scope, only)
        upsets = _expected(league, scope) if only is None else {}
        found += _of_matches(matches, upsets, book)
        alone = recent and not getattr(league, "several_books", True)
        found += _of_players_among(scope, matches) if alone else _of_players(scope, matches, recent=recent)
        found += _records(scope, matches) if only is None else ()
    return sorted(found, key=lambda each: (each.day, each.at, each.key), reverse=True)


def _moment(match: PlayedMatch) -> datetime:
    """When a match was confirmed, if that was on its day; else noon."""
    assert match.when is not None
    if match.confirmed_at is not None and match.confirmed_at.date() == match.when:
        return match.confirmed_at
    return datetime.combine(match.when, time(12), tzinfo=UTC)


# -- results --


def _expected(league: League, scope: Scope) -> Mapping[str, float]:
    """What the ratings gave the winner of each match, by its public id."""
    ratings = RATINGS.of(whole(league, scope.edition))
    won = [
        change for course in ratings.courses[TEAMS, elo.ELO.key].values() for change in course if change.score == WIN
    ]
    return {ratings.matches[change.played].match: change.expected for change in won}


def _of_matches(matches: Iterable[PlayedMatch], expected: Mapping[str, float], book: Book) -> Iterator[Headline]:
    """Upsets and big wins in competitions; a match that is both is an upset. A conceded match is neither."""
    for match in matches:
        pair = next((pair for pair in match.pairs if pair[0].won), None)
        if match.when is None or match.competition is None or match.conceded_by or pair is None:
            continue
        won, lost = pair
        chance, values = expected.get(match.public_id, 1.0), _values(won, lost) if book.worth is not None else None
        upset = chance < UNLIKELY or values is not None
        score = (won.score, lost.score) if won.score is not None and lost.score is not None else None
        if upset or (score is not None and score[0] - score[1] >= BIG):
            yield Headline(
                kind=UPSET if upset else BIG_WIN,
                key=f"match:{match.public_id}",
                day=match.when,
                at=_moment(match),
                team=won.team,
                other=lost.team,
                match=match.public_id,
                score=score,
                chance=round(100 * chance) if chance < UNLIKELY else None,
                values=values,
                edition=book.key,
            )


def _values(won: PlayedSide, lost: PlayedSide) -> tuple[int, int] | None:
    if not won.team_value or not lost.team_value or won.team_value > POORER * lost.team_value:
        return None
    return won.team_value, lost.team_value


def _records(scope: Scope, matches: Sequence[PlayedMatch]) -> Iterator[Headline]:
    """Records of single matches that were broken after the league had played for a while; not those of friendlies.

    That a team is worth more than any before is none: most teams grow.
    """
    places = {match.public_id: place for place, match in enumerate(matches)}
    for record in records_of(whole(scope.league, scope.edition)):
        for reign in record.reigns[1:] if _in_the_news(record.key) else ():
            place, mark = places.get(reign.since.match, 0), reign.marks[0]
            if place >= ESTABLISHED and reign.since.when is not None:
                yield Headline(
                    kind=RECORD,
                    key=f"{record.key}:{reign.since.match}",
                    day=reign.since.when,
                    at=_moment(matches[place]),
                    team=mark.team,
                    player=mark.player,
                    match=reign.since.match,
                    name=record.key,
                    edition=scope.book.key,
                    mark=mark,
                )


def _in_the_news(record: str) -> bool:
    return record.startswith(f"{MATCH}:") and record != f"{MATCH}:{WORTH}"


# -- players --


def _of_players(scope: Scope, matches: Sequence[PlayedMatch], *, recent: bool) -> list[Headline]:
    """Deaths, and players who reached the highest level of the book; one query, two for the latest matches alone."""
    if not matches:
        return []
    title, points = legend_of(scope.book)
    lines = PlayerLine.objects.filter(scope.matches("side__match__"), player__isnull=False)
    wanted = Q(died=True)
    if recent:
        wanted &= Q(side__match__in=[match.id for match in matches])
    if title:
        candidates = lines
        if recent:  # who reached it in these matches earned something in them
            earned = PlayerLine.objects.filter(side__match__in=[match.id for match in matches], spp__gt=0)
            candidates = PlayerLine.objects.filter(player__in=earned.order_by().values("player"))
        great = candidates.order_by().values("player").annotate(total=Sum("spp")).filter(total__gte=points)
        wanted |= Q(player__in=list(great.values_list("player", flat=True)) if recent else great.values("player"))
    return _told(lines.filter(wanted).order_by("pk").values_list(*_LINE), matches, title, points)


_LINE = ("pk", "side__match", "side", "player", "spp", "died", "killed_by")


@Prepared
def _great(matches: Collection[int], points: int) -> QuerySet[PlayerLine, int]:
    """The players who earned something in these matches and have so many points."""
    earned = PlayerLine.objects.filter(side__match__in=matches, spp__gt=0)
    candidates = PlayerLine.objects.filter(player__in=earned.order_by().values("player"))
    great = candidates.order_by().values("player").annotate(total=Sum("spp")).filter(total__gte=points)
    return great.values_list("player", flat=True)


@Prepared
def _lines(league: int, matches: Collection[int], players: Collection[int]) -> QuerySet[PlayerLine, Any]:
    """The deaths in these matches, and what these players did in any."""
    of_league = {"side__match__league": league, "side__match__state__in": Match.PLAYED}
    rows = PlayerLine.objects.filter(player__isnull=False, **of_league)
    return rows.filter(Q(died=True, side__match__in=matches) | Q(player__in=players)).order_by("pk").values_list(*_LINE)


def _of_players_among(scope: Scope, matches: Sequence[PlayedMatch]) -> list[Headline]:
    """The same of these matches alone, for a league with one book; two queries."""
    if not matches:
        return []
    title, points = legend_of(scope.book)
    ids = [match.id for match in matches]
    great = _great(ids, points) if title else []
    return _told(_lines(scope.league.pk, ids, great), matches, title, points)


def _told(lines: Iterable[tuple[Any, ...]], matches: Sequence[PlayedMatch], title: str, points: int) -> list[Headline]:
    by_id = {match.id: (place, match) for place, match in enumerate(matches)}
    rows = list(lines)
    return [*_deaths(rows, by_id), *(_legends(rows, by_id, title, points) if title else ())]


Placed = Mapping[int, tuple[int, PlayedMatch]]
"""Matches by their ids, each with its place in the order of play."""


def _deaths(rows: Sequence[tuple[Any, ...]], matches: Placed) -> Iterator[Headline]:
    for pk, played, side, player, _spp, died, killer in rows:
        _place, match = matches.get(played, (0, None))
        if died and match is not None and match.when is not None:
            own, other = match.pairs[0] if match.home.id == side else match.pairs[1]
            yield Headline(
                kind=DEATH,
                key=f"death:{pk}",
                day=match.when,
                at=_moment(match),
                team=own.team,
                other=other.team,
                player=player,
                killer=killer,
                match=match.public_id,
            )


def _legends(rows: Sequence[tuple[Any, ...]], matches: Placed, title: str, points: int) -> Iterator[Headline]:
    """The match in which the points of a player reached the highest level. Those of matches that are not looked at (the
    oldest, in a short list) come first."""
    earned: dict[int, int] = {}
    for _pk, played, side, player, spp, _died, _killer in sorted(rows, key=lambda row: _place_of(row[1], matches)):
        before = earned.get(player, 0)
        earned[player] = before + spp
        _place, match = matches.get(played, (0, None))
        if before < points <= earned[player] and match is not None and match.when is not None:
            own = match.home if match.home.id == side else match.away
            yield Headline(
                kind=LEGEND,
                key=f"legend:{player}",
                day=match.when,
                at=_moment(match),
                team=own.team,
                player=player,
                match=match.public_id,
                name=title,
            )


def _place_of(match: int, matches: Placed) -> int:
    return matches[match][0] if match in matches else -1


# -- honours --

HONOURS = {Holding.Role.HOLDER.value: TROPHY, Holding.Role.BEST_PLAYER.value: BEST_PLAYER}


@Prepared
def _holdings(league: int) -> QuerySet[Holding, Any]:
    rows = Holding.objects.filter(trophy__league=league, role__in=HONOURS, taken_back_at__isnull=True)
    return rows.values_list("pk", "role", "at", "team", "player", "trophy__name", "trophy__key", "trophy__public_id")


def _honours(league: League) -> Iterator[Headline]:
    """Trophies that were awarded and not revoked; one query."""
    for pk, role, at, team, player, name, key, public_id in _holdings(league.pk):
        yield Headline(
            kind=HONOURS[role], key=f"holding:{pk}", day=day_of(league, at), at=at, team=team, player=player,
            name=name,
            address=(key or public_id,),
        )  # fmt: skip
