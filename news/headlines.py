"""What happened in a league by itself, worked out from the rows of other rooms: nothing of it is stored.

So it follows every correction. Something without a day, as in imported records, is no news. docs/news.md has the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Q, Sum

from accounts.zones import zone
from competitions.models import Competition, Holding, Season
from leagues.books import books_of
from leagues.models import League, LogEntry
from matches.models import Match, PlayerLine
from rules.book.book import Book
from stats.played.everything import PLAYED
from stats.played.matches import PlayedMatch, PlayedSide, matches_in
from stats.played.scope import Scope, whole
from stats.ratings import elo
from stats.ratings.courses import RATINGS, TEAMS
from stats.ratings.rating import WIN
from stats.records.book import MATCH, RECORDS, WORTH, legend_of
from stats.records.succession import Mark

DEATH, LEGEND, UPSET, BIG_WIN, TROPHY, BEST_PLAYER = "death", "legend", "upset", "big_win", "trophy", "best_player"
RECORD = "record"
SEASON_BEGUN, SEASON_OVER, STARTED, FINISHED = "season_begun", "season_over", "started", "finished"
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
A_MOMENT = timedelta(microseconds=1)
OF_COMPETITIONS = {"competitions.started": STARTED, "competitions.finished": FINISHED}
"""The kinds of entries in a league's log that say when a competition began and ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """Something that happened, on a day, as ids and numbers. ``key`` stays the same as long as it is true.

    ``at`` sorts what happened on one day. ``match`` is a public id, ``score`` that of ``team`` and ``other``. ``name``
    is what a competition, season, trophy or level is called, ``address`` what its page needs. ``chance`` is what the
    ratings gave the winner in percent, ``values`` what winner and loser were worth by the book ``edition``, if one of
    them made it an upset. A record has its key in the book of records as ``name``, and the ``mark`` that was reached.
    """

    kind: str
    key: str
    day: date
    at: datetime
    team: int | None = None
    other: int | None = None
    player: int | None = None
    killer: int | None = None
    match: str = ""
    score: tuple[int, int] | None = None
    name: str = ""
    address: tuple[Any, ...] = ()
    chance: int | None = None
    values: tuple[int, int] | None = None
    edition: str = ""
    mark: Mark | None = None


def headlines(league: League, *, recent: bool = False) -> list[Headline]:
    """What happened in a league, the latest first.

    ``recent`` looks at the latest matches alone and works out no ratings and records: for a short list on a page that
    must be drawn fast. Nine queries, without those for figures that are kept; for a further book three more.
    """
    found = [*_honours(league), *_calendar(league)]
    only = _latest_matches(league) if recent else None
    for place, book in enumerate(books_of(league)):
        scope = whole(league, "" if place == 0 else book.key, friendlies=True)
        matches = PLAYED.of(scope) if only is None else matches_in(scope, Q(match__in=only))
        upsets = _expected(league, scope) if only is None else {}
        found += _of_matches(matches, upsets, book)
        found += _of_players(scope, matches, recent=recent)
        found += _records(scope, matches) if only is None else ()
    return sorted(found, key=lambda each: (each.day, each.at, each.key), reverse=True)


def _latest_matches(league: League) -> list[int]:
    rows = Match.objects.filter(league=league, state__in=Match.PLAYED, confirmed_at__isnull=False)
    return list(rows.order_by("-confirmed_at", "-pk").values_list("pk", flat=True)[:RECENT])


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
    for record in RECORDS.of(whole(scope.league, scope.edition)):
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
    by_id = {match.id: (place, match) for place, match in enumerate(matches)}
    columns = ("pk", "side__match", "side", "player", "spp", "died", "killed_by")
    rows = list(lines.filter(wanted).order_by("pk").values_list(*columns))
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


# -- honours, seasons and competitions --

HONOURS = {Holding.Role.HOLDER.value: TROPHY, Holding.Role.BEST_PLAYER.value: BEST_PLAYER}


def _honours(league: League) -> Iterator[Headline]:
    """Trophies that were awarded and not revoked; one query."""
    rows = Holding.objects.filter(trophy__league=league, role__in=HONOURS, taken_back_at__isnull=True)
    columns = ("pk", "role", "at", "team", "player", "trophy__name", "trophy__key", "trophy__public_id")
    for pk, role, at, team, player, name, key, public_id in rows.values_list(*columns):
        yield Headline(
            kind=HONOURS[role], key=f"holding:{pk}", day=_day(league, at), at=at, team=team, player=player,
            name=name,
            address=(key or public_id,),
        )  # fmt: skip


def _calendar(league: League) -> Iterator[Headline]:
    """Seasons and competitions that began and ended, without those that are known from records alone; two queries."""
    columns = ("number", "name", "state", "opened_at", "end__at")
    of_each = ("competitions__public_id", "competitions__name", "competitions__state", "competitions__recorded")
    seasons: dict[int, tuple[Any, ...]] = {}
    competitions: dict[int, list[tuple[Any, ...]]] = {}
    for row in Season.objects.filter(league=league).order_by("number").values_list(*columns, *of_each):
        seasons[row[0]] = row[: len(columns)]
        competitions.setdefault(row[0], []).append(row[len(columns) :])
    logged = list(
        LogEntry.objects.filter(league=league, kind__in=OF_COMPETITIONS)
        .order_by("id")
        .values_list("kind", "at", "args")
    )
    again: dict[str, datetime] = {}
    """When a season began that has a competition of the same name as an earlier one."""
    for number, name, state, opened, ended in reversed(seasons.values()):
        if competitions[number][0][0] is not None and all(recorded for *_rest, recorded in competitions[number]):
            continue
        yield _dated(league, SEASON_BEGUN, f"season:{league.pk}.{number}", opened, name, (number,))
        if state == Season.State.CLOSED and ended is not None:
            yield _dated(league, SEASON_OVER, f"season_end:{league.pk}.{number}", ended, name, (number,))
        theirs = [
            each for each in logged if opened <= each[1] < again.get(each[2].get("competition"), each[1] + A_MOMENT)
        ]
        yield from _of_competitions(league, competitions[number], theirs)
        again |= {each[1]: opened for each in competitions[number]}


def _of_competitions(
    league: League, rows: Iterable[tuple[Any, ...]], logged: Sequence[tuple[str, datetime, Any]]
) -> Iterator[Headline]:
    """When the competitions of a season began and ended, as the log says last; nothing that is not so any more."""
    last = {(OF_COMPETITIONS[kind], args.get("competition")): at for kind, at, args in logged}
    for public_id, name, state, recorded in rows:
        if public_id is None or recorded or state == Competition.State.DRAFT:
            continue
        true_now = (STARTED, FINISHED) if state == Competition.State.FINISHED else (STARTED,)
        for kind in true_now:
            if (kind, name) in last:
                yield _dated(league, kind, f"{kind}:{public_id}", last[kind, name], name, (public_id,))


def _dated(league: League, kind: str, key: str, at: datetime, name: str, address: tuple[Any, ...]) -> Headline:
    return Headline(kind=kind, key=key, day=_day(league, at), at=at, name=name, address=address)


def _day(league: League, at: datetime) -> date:
    """The day of a moment where the league plays."""
    return at.astimezone(zone(league.zone)).date()
