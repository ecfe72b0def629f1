"""What the server rolls or draws for a match. Nobody gets a new roll by starting the match again."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from matches.models import Match, MatchAnswer
from rules.sequence.codec import decode
from rules.sequence.sequence import Question
from teams.asking.server_dice import rolled_by_server, still_fits


class ServerRolls:
    """The server's dice for one match, which remember what they showed before."""

    def __init__(self, match: Match) -> None:
        self._match = match

    @cached_property
    def _before(self) -> dict[tuple[str, str, str], list[dict[str, Any]]]:
        """What was rolled before the match was called off, annulled or corrected, and for discarded corrections.

        The newest comes first; by sequence, side and key.
        """
        found: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
        for correction in self._match.corrections.order_by("-pk"):
            for each in correction.removed:
                if each["rolled"]:
                    sequence = each.get("sequence", MatchAnswer.Sequence.POST_MATCH)
                    found.setdefault((sequence, each["side"], each["key"]), []).append(each)
        return found

    def roll(self, question: Question) -> Any:
        """What is rolled or drawn for a question: the same as earlier in this match, if that fits."""
        for earlier in self._before.get((self._match.state, question.side, question.key), ()):
            if still_fits(decode(Question, earlier["question"]), earlier["value"], question):
                return earlier["value"]
        return rolled_by_server(question)
