"""Whose turn it is in matches whose pre-match or post-match is open."""

from __future__ import annotations

from collections.abc import Collection

from leagues.errors import Refusal
from matches.models import Match, MatchSide
from matches.sequences import Table
from rules.sequence import Side


def sides_asked(matches: Collection[int]) -> dict[int, frozenset[Side]]:
    """The sides that are asked something in these matches' sequences, by the match's id; at most four queries.

    A match is left out whose sequence cannot be run, and one that is at no sequence.
    """
    if not matches:
        return {}
    at_one = Match.objects.filter(pk__in=matches, state__in=(Match.State.PRE_MATCH, Match.State.POST_MATCH))
    sides: dict[int, dict[Side, MatchSide]] = {}
    for row in MatchSide.objects.filter(match__in=matches, sheet__isnull=False).select_related("team"):
        sides.setdefault(row.match_id, {})[row.side] = row
    asked: dict[int, frozenset[Side]] = {}
    for match in at_one.select_related("ruleset").prefetch_related("answers", "reports"):
        table = Table(match)
        table.sides = sides.get(match.pk, {})
        if len(table.sides) == 2 and (table.report or match.state == Match.State.PRE_MATCH):
            try:
                asked[match.pk] = frozenset(question.side for question in table.questions())
            except Refusal:
                continue
    return asked
