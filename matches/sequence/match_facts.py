"""The facts of a match as its row stores them, and those of a team's last match that hold in its next.

``carried`` are facts of earlier matches, ``pre_match`` those stated before the match, and ``home`` and ``away`` those
that each side's post-match stated. A match in which nothing was stated stores nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.models import Match, MatchSide
from rules.book.edition import Ruleset
from rules.match_day.facts import carried
from rules.sequence.codec import decode, encode
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import Fact, Facts
from teams.models import Team

CARRIED, STATED = "carried", "pre_match"


def stored(match: Match, *parts: str) -> Facts:
    """The stored facts of these parts of a match; of all its parts if none are given."""
    found = match.facts
    return tuple(decode(Fact, row) for part in parts or (CARRIED, STATED, *SIDES) for row in found.get(part, ()))


def with_part(held: Mapping[str, Any], **parts: Facts) -> dict[str, Any]:
    """What is stored with these parts in place of the earlier ones, without empty parts."""
    rows = {part: [encode(fact) for fact in facts] for part, facts in parts.items()}
    return {part: facts for part, facts in {**held, **rows}.items() if facts}


def carried_into(ruleset: Ruleset, sides: Sequence[MatchSide]) -> Facts:
    """The facts of both teams' last matches that hold in a match with these sides. No query if no kind lasts."""
    if not any(kind.matches for kind in ruleset.book.facts.values()):
        return ()
    return tuple(fact for row in sides for fact in _carried_by(row.team, row.sheet or {}, row.side))


def _carried_by(team: Team, sheet: Mapping[str, Any], side: Side) -> Facts:
    rows = MatchSide.objects.filter(team=team, match__state=Match.State.CLOSED).select_related("match")
    last = rows.order_by("-match__closed_at", "-pk").first()
    if last is None:
        return ()
    players = [line["player"] for line in sheet.get("players", ())]
    return carried(stored(last.match), last.side, players, to=side)
