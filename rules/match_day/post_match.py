"""The post-match sequence of one side (p38): the edition's steps, run from the top with the stored answers."""

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
    """Runs a side's post-match sequence as far as the answers go.

    ``answers`` are those of both sides, by (side, key): after a concession, the sequence asks the loser too. Raises
    ``QuestionChanged``.
    """
    return follow(ruleset, ruleset.edition.after(match.terms), match, side, answers, answerer)
