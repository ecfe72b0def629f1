"""A correct report for tests, and the problems of others."""

from dataclasses import replace

from rules.match_day.report_checks import check_report
from rules.sheet.match import Injury, MatchPlayed, PlayerLine, Result, SideReport, Treatment
from rules.sheet.sheet import counts
from rules.words.words import say_violation
from tests.rules.build import AWAY, PBBL, played

FAIR = played(
    SideReport(
        score=2,
        lines=(
            PlayerLine(player=1, deeds=counts(touchdowns=2, casualties=1)),
            PlayerLine(player=5, deeds=counts(completions=3)),
        ),
        injuries=(Injury(player=6, casualty=43, by=AWAY + 1), Injury(player=7, casualty=12, cause="crowd")),
        took_part=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    ),
    SideReport(
        score=1,
        lines=(PlayerLine(player=AWAY + 1, deeds=counts(touchdowns=1, casualties=1)),),
        injuries=(Injury(player=AWAY + 9, casualty=61, treatment=Treatment(apothecary_reroll=31), by=1),),
    ),
    fame=(1, 0),
)


def found(match: MatchPlayed, *, hints: bool = False) -> list[tuple[str, str]]:
    """Place and id of every problem, either the hints or the others."""
    problems = [problem for problem in check_report(PBBL, match) if problem.hint_only == hints]
    for problem in problems:
        assert say_violation(problem.violation, names={1: "Griff"})
        assert problem.violation.page == PBBL.book.pages[problem.violation.rule]
    return [(problem.where, problem.violation.id) for problem in problems]


def home(**changes: object) -> MatchPlayed:
    """The correct match with another home report."""
    report = replace(FAIR.reports.home, **changes)
    return replace(FAIR, reports=replace(FAIR.reports, home=report))


def with_result(score: tuple[int, int] = (2, 1), **result: object) -> MatchPlayed:
    """The correct match with another result; the scorers fit the score."""
    reports = replace(
        FAIR.reports,
        home=replace(
            FAIR.reports.home,
            score=score[0],
            lines=(PlayerLine(player=1, deeds=counts(touchdowns=score[0], casualties=1)),),
        ),
        away=replace(
            FAIR.reports.away,
            score=score[1],
            lines=(PlayerLine(player=AWAY + 1, deeds=counts(touchdowns=score[1], casualties=1)),),
        ),
    )
    return replace(FAIR, reports=reports, result=Result(**result))
