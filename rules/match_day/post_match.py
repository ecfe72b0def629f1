"""The post-match sequence of one side (p38): the edition's steps, run from the top with the answers that there are."""

from __future__ import annotations

from collections.abc import Mapping

from rules.book.edition import Ruleset
from rules.match_day.run import Outcome, follow
from rules.sequence.sequence import Answer, Answerer, Key, Side
from rules.sheet.match import MatchPlayed


def post_match(
    ruleset: Ruleset,
    match: MatchPlayed,
    side: Side,
    answers: Mapping[Key, Answer],
    answerer: Answerer | None = None,
) -> Outcome:
    """How far a side's post-match sequence comes.

    ``answers`` are those of both sides, by (side, key): a concession asks the loser too. Raises ``QuestionChanged``.
    """
    return follow(ruleset, ruleset.edition.post_match, match, side, answers, answerer)
