"""When reports of the Living Rulebook 1.3 may or must have overtime (LM2), by what the league has agreed on."""

from __future__ import annotations

import pytest

from rules.match_day.report_checks import check_report
from rules.sequence.sequence import Side
from rules.sheet.match import MatchPlayed, Pair, Result, SideReport, Stage, Terms
from tests.editions.lrb_1_3.build import lrb, team


def problems(agreed: str, *, overtime: bool, stage: Stage = "league", conceded_by: Side | None = None) -> set[str]:
    """What is wrong with a match without touchdowns, level unless it was decided in overtime."""
    rules = lrb(overtime_played=agreed)
    sheets = Pair(home=team("Human", "11 Lineman"), away=team("Human", "11 Lineman", first_id=100))
    decided = Result(decided_by="overtime", decided_for="home") if overtime else Result(conceded_by=conceded_by)
    played = MatchPlayed(
        terms=Terms(stage=stage),
        sheets=sheets,
        fame=Pair(home=0, away=0),
        reports=Pair(home=SideReport(), away=SideReport()),
        result=decided,
    )
    return {each.violation.id for each in check_report(rules, played)}


@pytest.mark.rules("lrb-1.3:LM2", "lrb-1.3:§3.10")
@pytest.mark.parametrize("overtime", [True, False])
@pytest.mark.parametrize("agreed", ["as_reported", "one_period"])
def test_a_league_match_can_be_a_draw_or_go_on(agreed: str, overtime: bool) -> None:
    assert problems(agreed, overtime=overtime) == set()


@pytest.mark.rules("lrb-1.3:LM2", "lrb-1.3:§3.10")
def test_no_overtime_where_only_play_offs_have_it() -> None:
    assert problems("play_offs_only", overtime=True) == {"report.no_overtime_here"}
    assert problems("play_offs_only", overtime=False) == set()
    assert problems("play_offs_only", overtime=True, stage="play_off") == set()


@pytest.mark.rules("lrb-1.3:LM2", "lrb-1.3:§3.10")
def test_no_draw_where_every_draw_goes_on_unless_somebody_concedes() -> None:
    assert problems("always", overtime=False) == {"report.winner_wanted"}
    assert problems("always", overtime=True) == set()
    assert problems("always", overtime=False, conceded_by="away") == set()


@pytest.mark.rules("lrb-1.3:LM2")
@pytest.mark.parametrize(
    ("agreed", "offered", "wanted"),
    [
        ("as_reported", True, False),
        ("one_period", True, False),
        ("always", True, True),
        ("play_offs_only", False, False),
    ],
)
def test_the_form_of_a_league_match_offers_overtime_where_there_can_be_some(
    agreed: str, offered: bool, wanted: bool
) -> None:
    rules = lrb(overtime_played=agreed)
    assert rules.book.result.agreed is offered
    assert rules.stage(Terms()).needs_winner is wanted
