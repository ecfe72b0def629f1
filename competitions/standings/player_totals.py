"""What each player did in a competition's matches that count, kept so that a result costs only what it adds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import Count, QuerySet

from competitions.models import Competition
from competitions.standings.kept_matches import Played, keep_by_matches, played_in, since_kept
from matches.models import POINTS, Match, PlayerLine
from matches.models.lines import PlayerLines, with_deeds
from web.prepared import Prepared

KILLED = "opponents killed"
"""The key of these in totals: that of a deed has no blank."""
KEPT = "player_totals"
"""The first word of their key in the cache."""
Totals = dict[str, dict[int, int]]
"""By the key of a deed, ``POINTS`` or ``KILLED``: how often each player did it."""


def totals_of(competition: Competition) -> Totals:
    """What each player did in one competition, without those who did nothing."""
    return totals_of_all([competition])[competition.pk]


def totals_of_all(competitions: Sequence[Competition], played: Played | None = None) -> dict[int, Totals]:
    """The totals of several competitions by id; at most five queries for any number.

    ``played`` are their matches, for callers that have read them already.
    """
    played = played_in(competitions) if played is None else played
    since = since_kept(KEPT, competitions, played)
    whole = [pk for pk, each in since.items() if each.value is None]
    lines = PlayerLine.objects.filter(side__match__fixture__round__competition__in=whole)
    lines = lines.filter(side__match__state__in=set(Match.PLAYED) - {Match.State.POST_MATCH})
    counted = _counted(lines, "side__match__fixture__round__competition") if whole else {}
    added = _added([*played.going, *(match for each in since.values() if each.value is not None for match in each.new)])
    found = {
        pk: counted.get(pk, {}) if each.value is None else summed([each.value, *(added[new] for new in each.new)])
        for pk, each in since.items()
    }
    changed = [each for each in competitions if since[each.pk].value is None or since[each.pk].new]
    keep_by_matches(KEPT, played, {each: found[each.pk] for each in changed})
    for match, pk in played.going.items():
        found[pk] = summed([found[pk], added[match]])
    return found


def summed(several: Iterable[Totals]) -> Totals:
    """Several totals added up."""
    first, *others = [*several, {}]
    found: Totals = {key: counts.copy() for key, counts in first.items()}
    for totals in others:
        for key, counts in totals.items():
            so_far = found.setdefault(key, {})
            for player, count in counts.items():
                so_far[player] = so_far.get(player, 0) + count
    return found


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


def _added(matches: Sequence[int]) -> dict[int, Totals]:
    """The totals of each of a few matches; one query."""
    found: dict[int, Totals] = {match: {} for match in matches}
    if not found:
        return found
    for row in with_deeds(_lines(list(matches))):
        totals, player, killer = found[row["side__match"]], row["player"], row["killed_by"]
        if player is not None:
            for key, times in {POINTS: row["spp"], **row["deeds"]}.items():
                _count(totals, key, player, times)
        if killer is not None:
            _count(totals, KILLED, killer, 1)
    return found


@Prepared
def _lines(matches: Collection[int]) -> QuerySet[PlayerLine, Any]:
    lines = PlayerLine.objects.filter(side__match__in=matches).order_by()
    return lines.with_deeds("side__match", "player", "spp", "killed_by")


def _count(totals: Totals, key: str, player: int, times: int) -> None:
    if times:
        counts = totals.setdefault(key, {})
        counts[player] = counts.get(player, 0) + times
