"""What happened in a league by itself, worked out from the rows of other rooms: nothing of it is stored.

So it follows every correction. Something without a day, as in imported records, is no news. docs/news.md has the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime, time
from itertools import takewhile
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet, Sum

from competitions.dashboard.front_page import AT_ONCE, latest_matches
from leagues.books import books_of
from leagues.models import League
from matches.models import Match, PlayerLine
from news.happenings.calendar import calendar
from news.happenings.dated import Dated, Honour, dated_rows
from news.happenings.headline import BIG_WIN, DEATH, LEGEND, RECORD, UPSET, Headline, day_of
from rules.book.book import Book
from stats.played.coaches import UNHANDED
from stats.played.everything import PLAYED
from stats.played.kept import kept_figure
from stats.played.lines import NOTED
from stats.played.matches import PlayedMatch, PlayedSide, matches_among
from stats.played.scope import Scope, whole
from stats.ratings.courses import TEAMS, ratings_of
from stats.ratings.rating import WIN
from stats.records.book import records_of
from stats.records.brought import WORTH
from stats.records.run import MATCH, legend_of
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
assert RECENT <= AT_ONCE


def headlines(league: League, dated: Dated | None = None, *, recent: int = 0) -> list[Headline]:
    """What happened in a league, the latest first; ``dated`` are its rows with moments, if they are known.

    For so many ``recent`` ones it looks at the latest matches alone and works out no ratings and records: for a short
    list on a page that must be drawn fast. Six queries at most; for the whole list two, without those for figures that
    are kept.
    """
    dated = dated_rows(league) if dated is None else dated
    found = [*_honours(league, dated.honours), *calendar(league, dated.logged)]
    only = [pk for pk, at in latest_matches(league)[:RECENT] if at is not None] if recent else None
    for place, book in enumerate(books_of(league)):
        scope = whole(league, "" if place == 0 else book.key, friendlies=True)
        if only is None:
            found += HEADLINES.of(scope).headlines
            found += _records(scope, PLAYED.of(scope))
        else:
            matches = matches_among(scope, only, UNHANDED)  # headlines name no coaches
            found += _of_matches(matches, {}, book)
            found += _of_latest_players(scope, matches, found, recent)
    return sorted(found, key=_when, reverse=True)


def _when(headline: Headline) -> tuple[Any, ...]:
    return headline.day, headline.at, headline.key


class OfMatches(NamedTuple):
    """What happened in matches, the latest last, and the row ids of all of them in their order of play."""

    headlines: Sequence[Headline]
    order: tuple[int, ...]


def _gather(scope: Scope) -> OfMatches:
    return _after(scope, OfMatches((), ()), 0)


def _grow(scope: Scope, before: OfMatches, new: AbstractSet[int], gone: AbstractSet[int]) -> OfMatches:
    """What happened in a match depends on those before it, never on later ones."""
    changed, same = new | gone, 0
    for known, match in zip(before.order, PLAYED.of(scope), strict=False):
        if known != match.id or known in changed:
            break
        same += 1
    return _after(scope, before, same)


def _after(scope: Scope, before: OfMatches, first: int) -> OfMatches:
    """What happened in all matches of a scope, of which that in the first ones is known."""
    matches = PLAYED.of(scope)
    same = {match.public_id for match in matches[:first]}
    known = [each for each in before.headlines if each.match in same]
    expected = _expected(scope, {match.public_id for match in matches[first:]})
    found = [*_of_matches(matches[first:], expected, scope.book), *_of_players(scope, matches, first)]
    return OfMatches(tuple(sorted([*known, *found], key=_when)), tuple(match.id for match in matches))


HEADLINES = kept_figure("headlines", _gather, grow=_grow, goes_back=True)


def _moment(match: PlayedMatch) -> datetime:
    """When a match was confirmed, if that was on its day; else noon."""
    assert match.when is not None
    if match.confirmed_at is not None and match.confirmed_at.date() == match.when:
        return match.confirmed_at
    return datetime.combine(match.when, time(12), tzinfo=UTC)


# -- results --


def _expected(scope: Scope, matches: AbstractSet[str]) -> Mapping[str, float]:
    """What the ratings gave the winner of each of these matches, by its public id."""
    ratings, found = ratings_of(whole(scope.league, scope.edition), TEAMS), {}
    first = next((place for place, match in enumerate(ratings.matches) if match.match in matches), None)
    for course in ratings.courses.values() if first is not None else ():
        for change in takewhile(lambda change: change.played >= (first or 0), reversed(course)):
            if change.score == WIN:
                found[ratings.matches[change.played].match] = change.expected
    return found


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


class Line(NamedTuple):
    """What a player did in a match: by the row ids of their line and side."""

    id: int
    side: int
    player: int
    spp: int
    died: bool
    killed_by: int | None


def _of_players(scope: Scope, matches: Sequence[PlayedMatch], first: int) -> list[Headline]:
    """Deaths, and players who reached the highest level of the book, in all matches but the ``first`` ones."""
    noted = NOTED.of(scope)
    lines = [
        [Line(line.id, line.side, line.player, line.spp, line.died, line.killed_by) for line in noted.get(match.id, ())]
        for match in matches[first:]
    ]
    players, earned = {line.player for each in lines for line in each if line.spp}, dict[int, int]()
    for match in matches[:first]:
        for line in noted.get(match.id, ()):
            if line.player in players:
                earned[line.player] = earned.get(line.player, 0) + line.spp
    return [*_deaths(matches[first:], lines), *_legends(scope, matches[first:], lines, earned)]


_LINE = ("pk", "side", "player", "spp", "died", "killed_by")


@Prepared
def _lines(matches: Collection[int]) -> QuerySet[PlayerLine, Any]:
    """The players who earned something in these matches or died."""
    rows = PlayerLine.objects.filter(Q(died=True) | Q(spp__gt=0), side__match__in=matches, player__isnull=False)
    return rows.order_by("pk").values_list("side__match", *_LINE)


@Prepared
def _earned(league: int, players: Collection[int], matches: Collection[int], points: int) -> QuerySet[PlayerLine, Any]:
    """What those of these players earned in other matches than these who have so many points in all.

    A player's matches are all by one book. Their lines tell quickly who may be among them.
    """
    many = PlayerLine.objects.filter(player__in=players, spp__gt=0).order_by().values("player")
    many = many.annotate(whole=Sum("spp")).filter(whole__gte=points).values("player")
    of_league = {"side__match__league": league, "side__match__state__in": Match.PLAYED}
    rows = PlayerLine.objects.filter(player__in=many, spp__gt=0, **of_league).exclude(side__match__in=matches)
    return rows.order_by().values_list("player").annotate(total=Sum("spp"))


def _of_latest_players(
    scope: Scope, matches: Sequence[PlayedMatch], known: Sequence[Headline], most: int
) -> list[Headline]:
    """The same of these matches, with what their players earned in others; two queries.

    With the ``known`` headlines they are for a list of the ``most`` latest. So nobody looks for legends in matches
    before all of these.
    """
    if not matches:
        return []
    ids = [match.id for match in matches]
    lines: dict[int, list[Line]] = {match: [] for match in ids}
    for match, *line in _lines(ids):
        lines[match].append(Line(*line))
    deaths = [*_deaths(matches, [lines[match] for match in ids])]
    shown = sorted([*known, *deaths], key=_when, reverse=True)[:most]
    if len(shown) == most:
        since = shown[-1].day, shown[-1].at
        late = (place for place, match in enumerate(matches) if match.when and (match.when, _moment(match)) >= since)
        first = next(late, len(matches))
        matches, ids = matches[first:], ids[first:]
    players = sorted({line.player for match in ids for line in lines[match] if line.spp})
    title, points = legend_of(scope.book)
    earned = dict(_earned(scope.league.pk, players, ids, points)) if players and title else {}
    return [*deaths, *_legends(scope, matches, [lines[match] for match in ids], earned)]


def _deaths(matches: Sequence[PlayedMatch], lines: Sequence[Sequence[Line]]) -> Iterator[Headline]:
    for match, theirs in zip(matches, lines, strict=True):
        for line in theirs:
            if line.died and match.when is not None:
                own, other = match.pairs[0] if match.home.id == line.side else match.pairs[1]
                yield Headline(
                    kind=DEATH,
                    key=f"death:{line.id}",
                    day=match.when,
                    at=_moment(match),
                    team=own.team,
                    other=other.team,
                    player=line.player,
                    killer=line.killed_by,
                    match=match.public_id,
                )


def _legends(
    scope: Scope, matches: Sequence[PlayedMatch], lines: Sequence[Sequence[Line]], earned: dict[int, int]
) -> Iterator[Headline]:
    """The match in which the points of a player reached the highest level; ``earned`` is what they had before these."""
    title, points = legend_of(scope.book)
    for match, theirs in zip(matches, lines, strict=True):
        for line in theirs if title else ():
            before = earned.get(line.player, 0)
            earned[line.player] = before + line.spp
            if before < points <= earned[line.player] and match.when is not None:
                own = match.home if match.home.id == line.side else match.away
                yield Headline(
                    kind=LEGEND,
                    key=f"legend:{line.player}",
                    day=match.when,
                    at=_moment(match),
                    team=own.team,
                    player=line.player,
                    match=match.public_id,
                    name=title,
                )


# -- honours --


def _honours(league: League, honours: Iterable[Honour]) -> Iterator[Headline]:
    for each in honours:
        yield Headline(
            kind=each.kind, key=f"holding:{each.id}", day=day_of(league, each.at), at=each.at, team=each.team,
            player=each.player, name=each.name, address=(each.address,),
        )  # fmt: skip
