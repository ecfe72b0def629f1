"""What is wrong in a report (FM1, FX10), besides what all editions check."""

from __future__ import annotations

from rules.match_day import report_checks
from rules.match_day.run import Run
from rules.sequence.explanations import RuleBroken

CHECK = report_checks.made_of(
    match=(report_checks.ended_once, report_checks.first_to_the_score),
    side=(
        report_checks.took_part,
        report_checks.players_lines,
        report_checks.score_has_scorers,
        report_checks.deeds_follow,
        report_checks.check_injuries,
    ),
)


def refuse_bad_report(run: Run) -> None:
    """The sequence does not go on with a report that cannot be (FM1, FX10): what is wrong is named by its part."""
    for problem in CHECK(run.ruleset, run.match):
        if problem.hint_only:
            continue
        side, _, part = problem.where.partition(".")
        if side == run.side:
            raise RuleBroken(part, problem.violation)
        if side == "result":
            raise RuleBroken("score", problem.violation)
