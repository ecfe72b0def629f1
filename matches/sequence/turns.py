"""Whose turn it is in matches whose pre-match or post-match is open."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import prefetch_related_objects

from matches.models import Match, MatchSide
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Side
from web.errors import Refusal

AT_ONE = (Match.State.PRE_MATCH, Match.State.POST_MATCH)
"""Where a match is at a sequence."""


def sides_asked(matches: Collection[int]) -> dict[int, frozenset[Side]]:
    """The sides that are asked something in these matches' sequences, by the match's id; at most three queries.

    A match is left out whose sequence cannot be run, and one that is at no sequence.
    """
    if not matches:
        return {}
    rows = MatchSide.objects.filter(match__in=matches, match__state__in=AT_ONE, sheet__isnull=False)
    sides: dict[int, dict[Side, MatchSide]] = {}
    at_one: dict[int, Match] = {}
    for row in rows.select_related("team", "match__ruleset"):
        sides.setdefault(row.match_id, {})[row.side] = row
        at_one[row.match_id] = row.match
    prefetch_related_objects(list(at_one.values()), "answers")
    prefetch_related_objects([match for match in at_one.values() if match.state == Match.State.POST_MATCH], "reports")
    asked: dict[int, frozenset[Side]] = {}
    for match in at_one.values():
        state = MatchState(match)
        state.sides = sides[match.pk]
        if len(state.sides) == 2 and (match.state == Match.State.PRE_MATCH or state.report):
            try:
                asked[match.pk] = frozenset(question.side for question in state.questions())
            except Refusal:
                continue
    return asked
