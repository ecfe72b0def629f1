"""What each player did in a competition's matches that count, kept so that a result costs only what it adds.

The totals of matches that are over are kept with the version of each of them, which every change to a match raises. The
next reading compares these versions with those in the database, reads the matches that came since, and counts all of
them again if a match changed or left. Matches in their post-match are read each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Count

from competitions.models import Competition
from competitions.standings.kept_back import keep, last_kept
from matches.models import Match, PlayerLine
from matches.models.lines import PlayerLines

KILLED = "opponents killed"
"""The key of these in totals: that of a deed has no blank."""
KEPT = "player_totals"
"""The first word of their key in the cache."""
FEW = 100
"""If more matches came since, it is quicker to count all again."""

Totals = dict[str, dict[int, int]]
"""By the key of a deed, ``POINTS`` or ``KILLED``: how often each player did it."""


class Kept(NamedTuple):
    """The totals of the matches in ``versions``, which has the version of each."""

    versions: dict[int, int]
    totals: Totals


def totals_of(competition: Competition) -> Totals:
    """What each player did in one competition, without those who did nothing."""
    return totals_of_all([competition])[competition.pk]


def totals_of_all(competitions: Sequence[Competition]) -> dict[int, Totals]:
    """The totals of several competitions by id; at most five queries for any number."""
    over, going = _played(competitions)
    kept: dict[int, Kept] = last_kept(KEPT, competitions)
    new = {pk: _new(over[pk], kept[pk]) for pk in over if pk in kept}
    grown = {pk: matches for pk, matches in new.items() if matches is not None and len(matches) <= FEW}
    whole = [pk for pk in over if pk not in grown]
    lines = PlayerLine.objects.filter(side__match__fixture__round__competition__in=whole)
    lines = lines.filter(side__match__state__in=set(Match.PLAYED) - {Match.State.POST_MATCH})
    counted = _counted(lines, "side__match__fixture__round__competition") if whole else {}
    recent = [*going, *(match for matches in grown.values() for match in matches)]
    added = _counted(PlayerLine.objects.filter(side__match__in=recent), "side__match") if recent else {}
    found = {pk: counted.get(pk, {}) for pk in whole}
    for pk, matches in grown.items():
        found[pk] = summed([kept[pk].totals, *(added.get(match, {}) for match in matches)])
    changed = [each for each in competitions if each.pk in whole or grown[each.pk]]
    keep(KEPT, {each: Kept(over[each.pk], found[each.pk]) for each in changed})
    for match, pk in going.items():
        found[pk] = summed([found[pk], added.get(match, {})])
    return found


def summed(several: Iterable[Totals]) -> Totals:
    """Several totals added up."""
    found: Totals = {}
    for totals in several:
        for key, counts in totals.items():
            so_far = found.setdefault(key, {})
            for player, count in counts.items():
                so_far[player] = so_far.get(player, 0) + count
    return found


def _played(competitions: Iterable[Competition]) -> tuple[dict[int, dict[int, int]], dict[int, int]]:
    """The matches that are over by competition, with their versions; and the competitions of those in a post-match."""
    over: dict[int, dict[int, int]] = {each.pk: {} for each in competitions}
    going: dict[int, int] = {}
    played = Match.objects.filter(fixture__round__competition__in=over, state__in=Match.PLAYED).order_by()
    for pk, match, version, state in played.values_list("fixture__round__competition", "pk", "version", "state"):
        if state == Match.State.POST_MATCH:
            going[match] = pk
        else:
            over[pk][match] = version
    return over, going


def _new(over: dict[int, int], kept: Kept) -> list[int] | None:
    """The matches that came since totals were kept; None if one of those in them changed or left."""
    if not kept.versions.items() <= over.items():
        return None
    return [match for match in over if match not in kept.versions]


def _counted(lines: PlayerLines, by: str) -> dict[int, Totals]:
    """The totals of these lines by a column; two queries."""
    found: dict[int, Totals] = {}
    lines = lines.order_by()
    for (whose, player), count in lines.filter(player__isnull=False).totals(by, "player").items():
        totals = found.setdefault(whose, {})
        for key, times in count.items():
            totals.setdefault(key, {})[player] = times
    kills = lines.filter(killed_by__isnull=False).values_list(by, "killed_by").annotate(Count("pk"))
    for whose, killer, times in kills:
        found.setdefault(whose, {}).setdefault(KILLED, {})[killer] = times
    return found
