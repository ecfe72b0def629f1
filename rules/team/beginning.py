"""Begins the founding of a team: the steps of the edition, and those of the league's pack around them."""

from __future__ import annotations

from collections.abc import Mapping

from rules.book.edition import Ruleset
from rules.sequence.sequence import Answer, Answerer, Asking, Key
from rules.sheet.sheet import TeamSheet
from rules.team.founding_run import Choice, FoundingRun
from rules.team.packs.giving import steps_with_pack
from rules.team.team_run import Outcome, follow_steps


def begin(
    ruleset: Ruleset, choice: Choice, answers: Mapping[Key, Answer] | None = None, answerer: Answerer | None = None
) -> Outcome:
    """Runs the edition's founding steps for a choice, and those of the league's pack, as far as the answers go.

    Raises ``KeyError`` for a team list or a position that the edition does not have.
    """
    asking = Asking(answers=answers or {}, answerer=answerer)
    run = FoundingRun(ruleset=ruleset, asking=asking, sheet=TeamSheet(), choice=choice)
    return follow_steps(run, steps_with_pack(ruleset))
