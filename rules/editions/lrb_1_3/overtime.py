"""No overtime in regular matches of a league that plays it in play-offs only (LM2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.edition import cite
from rules.match_day.report_problem import Problem, SideChecked
from rules.sequence.explanations import Violation


def as_agreed(home: SideChecked) -> Iterator[Problem]:
    """A regular match that was decided in overtime, where the league has none."""
    match = home.match
    if match.terms.stage != "league" or not match.result.decided_by:
        return
    if home.ruleset.house["overtime_played"] == "play_offs_only":
        wrong = Violation(id="report.no_overtime_here", **cite(home.ruleset, "§3.10"))
        yield Problem(where="result", violation=wrong)
