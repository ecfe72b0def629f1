"""The records after a few matches were corrected: only those are worked out again that count what is another now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from django.db.models import Q, QuerySet

from matches.models import Deed, PlayerLine
from stats.played.lines import PlayedLine, lines_in, lines_of
from stats.played.matches import PlayedMatch
from stats.played.scope import Scope
from stats.records.brought import DEED, KILLS, MATCHES, POINTS, SPOT, TEAM_MATCHES, TEAM_WINS, Brought
from stats.records.run import LEAST, LEGEND, MATCH, SEASON, SUM, Known, Run, score_of
from stats.records.succession import MOST_REIGNS, Reign, Succession
from web.prepared import Prepared

FEW = 4
"""If more matches changed, it is quicker to work out all records again."""
ALL = frozenset({SPOT, MATCHES})
"""What touches all records, or takes the lines of all players."""


def corrected(
    scope: Scope,
    matches: Sequence[PlayedMatch],
    again: Sequence[PlayedMatch],
    settled: Mapping[int, Brought],
    known: Known,
    *,
    all_time: bool,
) -> tuple[Known, Mapping[int, Brought]] | None:
    """What is known after these matches and what each of them brought, of which a few are to be read ``again``.

    ``settled`` and ``known`` are the same as before. None if all records must be worked out again.
    """
    if len(again) > FEW:
        return None
    reader = Run(scope.book, all_time=all_time, only=frozenset(), tells=True)
    reader.take(again, lines_of(scope, frozenset(match.id for match in again)))
    brought = reader.brought
    touched = {name for pk, each in brought.items() for name, _digest in each.parts ^ settled[pk].parts}
    if touched & ALL:
        return None
    known = known.copy()
    for match in again:
        _with_its_score(known.found.values(), match)
    if len(again) == 1:
        touched -= _standing(scope, matches, again[0], known, touched, all_time=all_time)
    if touched:
        _work_out(scope, matches, known, touched, all_time=all_time)
    return known, {**settled, **brought}


def _standing(
    scope: Scope,
    matches: Sequence[PlayedMatch],
    match: PlayedMatch,
    known: Known,
    touched: AbstractSet[str],
    *,
    all_time: bool,
) -> set[str]:
    """What is counted of which the corrected ``match`` leaves all records as they are: it is far from them.

    The sums of its players are what they are now after that.
    """
    lines = lines_of(scope, frozenset({match.id}))
    alone = Run(scope.book, all_time=False, only=touched)
    alone.take([match], lines)
    places = {each.public_id: number for number, each in enumerate(matches)}
    sums = _sums_of(matches, {line.player for line in lines if line.player is not None})
    groups = (SUM, SEASON) if all_time else (SUM,)
    found = set()
    for what in touched - {KILLS, TEAM_MATCHES, TEAM_WINS}:
        before = known.sums.get(f"{SUM}:{what}", {})
        changed = {player: of[what] for player, of in sums.items() if of[what] != before.get(player, 0)}
        highest = max((max(now, before.get(who, 0)) for who, now in changed.items()), default=0)
        if (
            _is_far(known.found.get(f"{MATCH}:{what}"), alone.found.get(f"{MATCH}:{what}"), places, match)
            and all(_are_far(known.found.get(f"{group}:{what}"), changed, before, places, match) for group in groups)
            and not (what == POINTS and highest >= alone.threshold)
        ):
            found.add(what)
            _put(known, what, changed, match.season if all_time else None)
    return found


def _sums_of(matches: Sequence[PlayedMatch], players: AbstractSet[int]) -> dict[int, Counter[str]]:
    """What these players did in these matches, but for kills; two queries."""
    counted = {match.id for match in matches if not match.conceded_before_kick_off}
    found: dict[int, Counter[str]] = {player: Counter() for player in players}
    if not found:
        return found
    for match, player, points in _points(sorted(players)):
        found[player][POINTS] += points if match in counted else 0
    for match, player, key, count in _deeds(sorted(players)):
        found[player][f"{DEED}-{key}"] += count if match in counted else 0
    return found


@Prepared
def _points(players: Collection[int]) -> QuerySet[PlayerLine, Any]:
    return PlayerLine.objects.filter(player__in=players).order_by().values_list("side__match", "player", "spp")


@Prepared
def _deeds(players: Collection[int]) -> QuerySet[Deed, Any]:
    rows = Deed.objects.filter(line__player__in=players).order_by()
    return rows.values_list("line__side__match", "line__player", "key", "count")


def _is_far(record: Succession | None, alone: Succession | None, places: Mapping[str, int], match: PlayedMatch) -> bool:
    """Whether neither what a match brought now nor what it brought before is part of the record of a match."""
    if record is not None and any(
        mark.spot.match == match.public_id for reign in record.reigns for mark in reign.marks
    ):
        return False
    if alone is None or not alone.reigns:
        return True
    earlier = _earlier(record, places, match)
    return bool(earlier) and alone.reigns[-1].value < earlier[-1].value


def _are_far(
    record: Succession | None,
    changed: Mapping[int, int],
    before: Mapping[Hashable, int],
    places: Mapping[str, int],
    match: PlayedMatch,
) -> bool:
    """Whether these players, whose sums are others than ``before``, are too far from a record of sums to be part of it.

    A reign whose sum grew began above the one before it: more is not known of how high it stood at the time.
    """
    if record is None or not record.reigns:
        return all(now < LEAST for now in changed.values())
    if any(mark.player in changed for reign in record.reigns for mark in reign.marks):
        return False
    earlier = _earlier(record, places, match)
    if not earlier and len(record.reigns) == MOST_REIGNS:  # there were more before
        return not changed
    more = [now for who, now in changed.items() if now > before.get(who, 0)]
    return not more or (len(earlier) > 1 and (max(more),) <= earlier[-2].value)


def _earlier(record: Succession | None, places: Mapping[str, int], match: PlayedMatch) -> Sequence[Reign]:
    """The reigns that began before a match."""
    if record is None:
        return ()
    return [reign for reign in record.reigns if places[reign.since.match] < places[match.public_id]]


def _put(known: Known, what: str, changed: Mapping[int, int], season: int | None) -> None:
    """Put these sums into what is known, and into that of the ``season``."""
    for player, now in changed.items():
        sums = known.sums.setdefault(f"{SUM}:{what}", {})
        more, sums[player] = now - sums.get(player, 0), now
        if season is not None:
            theirs = known.sums.setdefault(f"{SEASON}:{what}", {})
            theirs[player, season] = theirs.get((player, season), 0) + more


def _work_out(
    scope: Scope, matches: Sequence[PlayedMatch], known: Known, what: AbstractSet[str], *, all_time: bool
) -> None:
    """Put the records of what was counted into what is known."""
    for key in (f"{group}:{each}" for group in (MATCH, SEASON, SUM) for each in what):
        known.found.pop(key, None)
        known.sums.pop(key, None)
    Run(scope.book, all_time=all_time, known=known, only=what).take(matches, _lines_with(scope, what))
    if all_time and POINTS in what:
        _work_out_legends(scope, matches, known)


def _work_out_legends(scope: Scope, matches: Sequence[PlayedMatch], known: Known) -> None:
    """Who rose fastest: nobody's matches count but those of who rose."""
    run = Run(scope.book, all_time=True, only=frozenset({POINTS, MATCHES}))
    points = known.sums.get(f"{SUM}:{POINTS}", {})
    risen = [player for player, sum_of in points.items() if sum_of >= run.threshold]
    run.take(matches, lines_in(scope, Q(player__in=risen)) if risen else ())
    key = f"{SUM}:{LEGEND}"
    known.found.pop(key, None)
    if key in run.found:
        known.found[key] = run.found[key]
    known.legends.clear()
    known.legends.update(run.legends)


def _lines_with(scope: Scope, what: AbstractSet[str]) -> Sequence[PlayedLine]:
    """The lines in which something of it is counted, of some only that; no query for what teams have."""
    deeds = [each.removeprefix(f"{DEED}-") for each in what if each.startswith(f"{DEED}-")]
    wanted = [Q(deeds__key__in=deeds)] if deeds else []
    if POINTS in what:
        wanted.append(~Q(spp=0))
    if KILLS in what:
        killed = PlayerLine.objects.filter(scope.matches("side__match__"), killed_by__isnull=False)
        wanted += [Q(killed_by__isnull=False), Q(player__in=killed.order_by().values("killed_by"))]
    condition = Q()
    for each in wanted:
        condition |= each
    return lines_in(scope, condition) if wanted else ()


def _with_its_score(successions: Iterable[Succession], match: PlayedMatch) -> None:
    """Marks name the score of their match beside their value."""
    scores = {own.team: score_of(own, other) for own, other in match.pairs}
    for each in successions:
        for place, reign in enumerate(each.reigns):
            if any(mark.spot.match == match.public_id and mark.other is not None for mark in reign.marks):
                marks = (
                    mark._replace(score=scores[mark.team])
                    if mark.spot.match == match.public_id and mark.other is not None
                    else mark
                    for mark in reign.marks
                )
                each.reigns[place] = reign._replace(marks=tuple(marks))
