"""The sums of competitions, kept so that a result costs only what it adds, however many years a league has.

They are kept under the version of a competition's results (`Competition.standings_version`), which every change of a
result raises, with the version of each match that is over, which every change to a match raises. The next reading
compares these with those in the database and reads the matches that came since; if a match changed or left, it adds up
again what its teams did. Matches in their post-match are read with each version, since their lines are not the last
ones, and friendlies each time: they belong to no competition.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from competitions.models import Competition
from competitions.standings.kept_back import keep, kept_now, last_kept
from matches.models import Match, MatchSide
from stats.played.coaches import Tenures, tenures_in
from stats.played.scope import Scope
from stats.tables.sums import NOTHING, Together, Totals, added, replaced
from stats.tables.totals import NONE, read_sums, sums_of, sums_of_teams
from web.prepared import Prepared

KEPT = "sums"
"""The first word of their key in the cache."""
FEW, FEW_CHANGED = 100, 4
"""If more matches came since, or changed, it is quicker to add up all again."""


class Kept(NamedTuple):
    """The sums of the matches in ``versions``, which has the version of each, and those of matches in post-match."""

    versions: Mapping[int, int]
    over: Totals
    going: Totals = NOTHING


def totals_in(scope: Scope) -> Together:
    """The sums of a scope: two queries, or six for what is not in the cache, seven with earlier coaches."""
    return totals_of(scope, competitions_of(scope), tenures_in(scope.league.pk, None))


def totals_of(scope: Scope, competitions: Sequence[Competition], tenures: Tenures) -> Together:
    """The sums of a scope whose competitions are known, with the version of their results, and who coached before."""
    parts = [part for kept in _kept(scope, competitions, tenures) for part in (kept.over, kept.going) if part.matches]
    if scope.friendlies:
        parts.append(read_sums(scope, Q(match__fixture__isnull=True), tenures)[NONE])
    return Together(parts)


def competitions_of(scope: Scope) -> list[Competition]:
    """The competitions of a scope, with the version of their results; one query."""
    rows = Competition.objects.filter(season__league=scope.league.pk)
    if scope.competition is not None:
        rows = rows.filter(pk=scope.competition)
    if scope.season is not None:
        rows = rows.filter(season=scope.season)
    first = scope.league.ruleset.edition
    rows = rows.filter(edition__in=("", first)) if scope.of_first_book else rows.filter(edition=scope.edition)
    return list(rows.only("pk", "public_id", "standings_version").order_by("season__number", "pk"))


def _kept(scope: Scope, competitions: Sequence[Competition], tenures: Tenures) -> list[Kept]:
    found: dict[int, Kept] = kept_now(KEPT, competitions)
    if missing := [row for row in competitions if row.pk not in found]:
        found |= _brought_up_to_date(scope, missing, tenures)
    return [found[row.pk] for row in competitions]


def _brought_up_to_date(scope: Scope, competitions: Sequence[Competition], tenures: Tenures) -> dict[int, Kept]:
    """These competitions by what is kept of earlier versions; four queries, five with earlier coaches, and five
    more for each of which a match changed or left."""
    over, going = _played(competitions)
    kept: dict[int, Kept] = last_kept(KEPT, competitions)
    new = {pk: _since(over[pk], each.versions) for pk, each in kept.items()}
    grown = {pk: matches for pk, matches in new.items() if matches is not None}
    others = {pk: _others(over[pk], kept[pk].versions) for pk in kept if pk not in grown}
    again = _of_their_teams({pk: matches for pk, matches in others.items() if len(matches) <= FEW_CHANGED})
    recent = [*going, *chain(*grown.values())]
    fresh = sums_of(scope, [pk for pk in over if pk not in grown and pk not in again], recent, tenures)
    sums = {pk: fresh[pk] for pk in over}
    sums |= {pk: added(kept[pk].over, fresh[pk]) for pk in grown}
    for pk, each in again.items():
        theirs = sums_of_teams(scope, sorted(each.matches & over[pk].keys()), each.teams, tenures)
        sums[pk] = replaced(kept[pk].over, theirs[pk], each.teams)
    if wrong := [pk for pk in again if sums[pk].matches != len(over[pk])]:  # a match has other teams than it had
        whole = sums_of(scope, wrong, (), tenures)
        sums |= {pk: whole[pk] for pk in wrong}
    found = {pk: Kept(over[pk], sums[pk], fresh[-pk]) for pk in over}
    keep(KEPT, {row: found[row.pk] for row in competitions})
    return found


def _played(competitions: Iterable[Competition]) -> tuple[dict[int, dict[int, int]], list[int]]:
    """The matches that are over by competition, with their versions; and those in a post-match. One query."""
    over: dict[int, dict[int, int]] = {each.pk: {} for each in competitions}
    going: list[int] = []
    for pk, match, version, state in _matches(list(over)):
        if state == Match.State.POST_MATCH:
            going.append(match)
        else:
            over[pk][match] = version
    return over, going


@Prepared
def _matches(competitions: Collection[int]) -> QuerySet[Match, Any]:
    played = Match.objects.filter(fixture__round__competition__in=competitions, state__in=Match.PLAYED).order_by()
    return played.values_list("fixture__round__competition", "pk", "version", "state")


def _since(over: Mapping[int, int], kept: Mapping[int, int]) -> list[int] | None:
    """The matches that came since; None if one of those that are kept changed or left, or if there are many."""
    if not kept.items() <= over.items():
        return None
    new = [match for match in over if match not in kept]
    return new if len(new) <= FEW else None


def _others(over: Mapping[int, int], kept: Mapping[int, int]) -> frozenset[int]:
    """The matches that changed, left or came since."""
    return frozenset(match for match, _version in over.items() ^ kept.items())


class _Again(NamedTuple):
    """Teams whose sums are read again, and all their matches."""

    teams: frozenset[int]
    matches: set[int]


def _of_their_teams(changed: Mapping[int, Collection[int]]) -> dict[int, _Again]:
    """The teams of these matches by competition, with all that they played in it; two queries."""
    if not changed:
        return {}
    teams = frozenset(_teams([*chain(*changed.values())]))
    found = {pk: _Again(teams, set()) for pk in changed}
    for pk, match in _matches_of(list(changed), sorted(teams)):
        found[pk].matches.add(match)
    return found


@Prepared
def _teams(matches: Collection[int]) -> QuerySet[MatchSide, Any]:
    return MatchSide.objects.filter(match__in=matches).order_by().values_list("team", flat=True)


@Prepared
def _matches_of(competitions: Collection[int], teams: Collection[int]) -> QuerySet[MatchSide, Any]:
    rows = MatchSide.objects.filter(match__fixture__round__competition__in=competitions, team__in=teams).order_by()
    return rows.values_list("match__fixture__round__competition", "match")
