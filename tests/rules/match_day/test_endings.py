"""How a match ends is declared: by time or by a score, level or not, with or without concessions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book.edition import Ruleset
from rules.book.rows.shape import Ending
from rules.match_day import report_checks
from rules.match_day.report_checks import check_report, made_of
from rules.sequence.sequence import Side
from rules.sheet.match import PlayerLine, Result, SideReport
from rules.sheet.sheet import counts
from tests.rules.build import AWAY, PBBL, played

FIRST_TO_THREE = Ending(won_at=3, page=1)
BY_TIME = Ending(halves=2, turns=8, draw=True, page=1)


def problems(ending: Ending, home: int, away: int, conceded_by: Side | None = None, decided: str = "") -> list[str]:
    parts = (report_checks.ended_once, report_checks.first_to_the_score)
    edition = replace(
        PBBL.edition,
        book=replace(PBBL.book, result=ending),
        check_report=made_of(match=parts, side=(report_checks.score_has_scorers,)),
    )
    match = played(
        SideReport(score=home, lines=(PlayerLine(player=1, deeds=counts(touchdowns=home)),)),
        SideReport(score=away, lines=(PlayerLine(player=AWAY + 1, deeds=counts(touchdowns=away)),)),
        result=Result(conceded_by=conceded_by, decided_by=decided, decided_for="home" if decided else None),
    )
    found = check_report(Ruleset(edition=edition, house=PBBL.house), match)
    return [problem.violation.id for problem in found if not problem.hint_only]


@pytest.mark.parametrize(
    ("home", "away", "ids"),
    [
        (3, 1, []),
        (2, 3, []),
        (2, 1, ["report.not_won"]),
        (4, 1, ["report.not_won"]),
        (3, 3, ["report.winner_wanted", "report.not_won"]),
        (1, 1, ["report.winner_wanted", "report.not_won"]),
    ],
)
def test_a_match_that_is_won_at_a_score_ends_with_it_and_is_never_drawn(home: int, away: int, ids: list[str]) -> None:
    assert problems(FIRST_TO_THREE, home, away) == ids


def test_a_match_that_is_played_for_time_ends_with_any_score() -> None:
    assert problems(BY_TIME, 1, 1) == problems(BY_TIME, 5, 2) == []


def test_what_a_book_does_not_know_cannot_be_reported() -> None:
    assert problems(BY_TIME, 2, 1, conceded_by="away") == ["report.no_concession"]
    assert problems(replace(BY_TIME, concede=True), 2, 1, conceded_by="away") == []
    assert problems(BY_TIME, 1, 1, decided="shoot_out") == ["report.unknown_decision"]
    assert problems(replace(BY_TIME, decided_by=("shoot_out",)), 1, 1, decided="shoot_out") == []
