"""Who counts in a match that is over: those whom the team's journal has on the roster then, with all corrections.

A correction of an earlier match may say that a player had died or left by then, or never came. What the report of the
later match says of them stays in its lines, so that its page and the team's figures agree with its result. But such a
line is of the kind ``gone`` and names no player: it counts for nobody. Neither do those whom the player killed; and
nobody counts who killed the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from django.db.models import F, Q

from matches.models import Match, MatchSide, PlayerLine
from matches.sequence.lines import hurt_players
from matches.sequence.sequences import MatchState
from rules.journal.history import CORRECTION, Journal
from rules.sequence.sequence import SIDES

WRITES = ("post_match", "correction")
"""The first words of the sources of entries that a match writes once it is over."""
GONE, ROSTER = PlayerLine.Kind.GONE, PlayerLine.Kind.ROSTER


class Written(Protocol):
    """What is read of a row of a journal."""

    seq: int
    kind: str
    source: str
    at: datetime


def rosters(rows: Iterable[Written], journal: Journal, matches: Iterable[Match]) -> dict[int, frozenset[int]]:
    """The players (ids) on a team's roster in each of these matches of it (row ids), which are over.

    ``rows`` are those of the ``journal``, which may have one more correction. Raises ``Impossible``.
    """
    rows, starts = list(rows), dict[int, int]()
    for index, item in enumerate(journal.order):
        starts.setdefault(item.place[0], index)
    found = {}
    for match in matches:
        sheet = journal.sheet_after(_start(rows, starts, match, len(journal.order)))
        found[match.pk] = frozenset(line.player for line in sheet.players)
    return found


def _start(rows: Iterable[Written], starts: Mapping[int, int], match: Match, end: int) -> int:
    """How many entries of a journal come before what a match wrote when it was over.

    If it wrote nothing, before the first record after it. What it wrote before it was annulled and played again does
    not matter.
    """
    sources = {f"{part}:{match.public_id}" for part in WRITES}
    own = [row.seq for row in rows if row.source in sources and match.opened_at and row.at >= match.opened_at]
    mine = [starts[seq] for seq in own if seq in starts]
    if mine:
        return min(mine)
    later = (row.seq for row in rows if row.kind != CORRECTION and match.closed_at and row.at > match.closed_at)
    return next((starts[seq] for seq in later), end)


@dataclass(slots=True)
class Recount:
    """A side of a match, and which of its lines (row ids) count for a player (id) no longer, or again."""

    side: MatchSide
    gone: dict[int, int] = field(default_factory=dict)
    back: dict[int, int] = field(default_factory=dict)


def recounts(here: Mapping[int, frozenset[int]]) -> list[Recount]:
    """What has to change if these are the rosters of these sides (row ids); in the order of their matches."""
    lines: dict[int, list[Any]] = {}
    rows = PlayerLine.objects.filter(side__in=here, kind__in=(ROSTER, GONE)).order_by("pk")
    for side, *line in rows.values_list("side", "pk", "kind", "player", "number"):
        lines.setdefault(side, []).append(line)
    found = []
    sides = MatchSide.objects.filter(pk__in=lines).select_related("match").only("team", "sheet", "match__public_id")
    for side in sides.order_by("match"):
        made, worn = Recount(side), {line["number"]: line["player"] for line in (side.sheet or {}).get("players", ())}
        for pk, kind, player, number in lines[side.pk]:
            who = worn.get(number) if kind == GONE else player
            if who is not None and (kind == GONE) is (who in here[side.pk]):
                (made.back if kind == GONE else made.gone)[pk] = who
        if made.gone or made.back:
            found.append(made)
    return found


def recount(made: Recount) -> Match:
    """Writes what changes in a match, whose version goes up by one; returns the match."""
    side = made.side
    PlayerLine.objects.filter(pk__in=made.gone).update(player=None, kind=GONE, killed_by=None)
    PlayerLine.objects.filter(side__match=side.match_id, killed_by__in=made.gone.values()).update(killed_by=None)
    for pk, player in made.back.items():
        PlayerLine.objects.filter(pk=pk).update(player=player, kind=ROSTER)
    Match.objects.filter(pk=side.match_id).update(version=F("version") + 1)
    match = Match.objects.select_related("league", "ruleset").get(pk=side.match_id)
    if made.back:
        _give_back_killers(match, side, frozenset(made.back.values()))
    return match


def _give_back_killers(match: Match, side: MatchSide, back: frozenset[int]) -> None:
    """These players of a side, and the dead of the other, have their killers by the report again, if both count."""
    concerned = Q(player__in=back) | ~Q(side=side.pk)
    dead = PlayerLine.objects.filter(concerned, side__match=match.pk, kind=ROSTER, died=True, killed_by=None)
    if not dead:
        return
    state = MatchState(match)
    hurts = [hurt for each in SIDES for hurt in hurt_players(state, each).values()]
    killers = {hurt.player: hurt.death.by for hurt in hurts if hurt.death is not None}
    here = set(PlayerLine.objects.filter(side__match=match.pk, kind=ROSTER).values_list("player", flat=True))
    for line in dead:
        if (killer := killers.get(line.player_id or 0)) in here:
            PlayerLine.objects.filter(pk=line.pk).update(killed_by=killer)


def without(lines: Iterable[PlayerLine], players: frozenset[int]) -> None:
    """Makes lines that are not stored yet those of a match in which these players do not count."""
    for line in lines:
        if line.killed_by_id in players:
            line.killed_by = None
        if line.player_id in players and line.kind == ROSTER:
            line.player, line.kind, line.killed_by = None, GONE, None
