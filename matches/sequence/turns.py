"""Whose turn it is in matches with an open pre-match or post-match."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import prefetch_related_objects

from matches.models import Match, MatchSide
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Side
from web.errors import Refusal

IN_SEQUENCE = (Match.State.PRE_MATCH, Match.State.POST_MATCH)
"""The states in which a match runs a sequence."""


def sides_asked(matches: Collection[int]) -> dict[int, frozenset[Side]]:
    """The sides with an open question in these matches, by the match's id; at most three queries.

    Leaves out matches without an open sequence and matches whose sequence cannot run.
    """
    if not matches:
        return {}
    rows = MatchSide.objects.filter(match__in=matches, match__state__in=IN_SEQUENCE, sheet__isnull=False)
    sides: dict[int, dict[Side, MatchSide]] = {}
    open_ones: dict[int, Match] = {}
    for row in rows.select_related("team", "match__ruleset"):
        sides.setdefault(row.match_id, {})[row.side] = row
        open_ones[row.match_id] = row.match
    prefetch_related_objects(list(open_ones.values()), "answers")
    prefetch_related_objects(
        [match for match in open_ones.values() if match.state == Match.State.POST_MATCH], "reports"
    )
    asked: dict[int, frozenset[Side]] = {}
    for match in open_ones.values():
        state = MatchState(match)
        state.sides, state.rows = sides[match.pk], list(match.answers.all())
        if match.state == Match.State.POST_MATCH:
            state.reports = list(match.reports.all())
        if len(state.sides) == 2 and (match.state == Match.State.PRE_MATCH or state.report):
            try:
                asked[match.pk] = state.turn
            except Refusal:
                continue
    return asked
