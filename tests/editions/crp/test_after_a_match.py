"""What is worked out of a match: the scores that count, and which injuries count for the player who caused them."""

from __future__ import annotations

import pytest

from rules.match_day.report_checks import check_report
from rules.sheet.match import Injury, MatchPlayed, Pair, PlayerLine, Result, SideReport, Terms, Treatment, with_values
from rules.sheet.sheet import counts
from tests.editions.crp.build import crp, team


def played(home: SideReport, away: SideReport, result: Result | None = None) -> MatchPlayed:
    sheets = Pair(home=team("Human", "11 Lineman", apothecary=True), away=team("Orc", "11 Lineman", first_id=1000))
    return MatchPlayed(
        terms=Terms(),
        sheets=sheets,
        fame=Pair(home=0, away=0),
        reports=Pair(home=home, away=away),
        result=result or Result(),
    )


@pytest.mark.rules("crp:N3")
@pytest.mark.parametrize(
    ("house", "scores", "counted"),
    [
        ("as_played", (0, 2), (0, 2)),
        ("one_ahead", (0, 2), (3, 2)),
        ("one_ahead", (4, 2), (4, 2)),
        ("one_ahead", (1, 1), (2, 1)),
    ],
)
def test_the_winner_of_a_conceded_match_can_be_put_ahead(
    house: str, scores: tuple[int, int], counted: tuple[int, int]
) -> None:
    match = played(SideReport(score=scores[0]), SideReport(score=scores[1]), Result(conceded_by="away"))
    found = crp(conceded_score=house).counted_scores(match)
    assert (found.home, found.away) == counted


@pytest.mark.rules("crp:N3")
def test_a_match_that_nobody_conceded_counts_as_it_was_played() -> None:
    found = crp(conceded_score="one_ahead").counted_scores(played(SideReport(score=1), SideReport(score=1)))
    assert (found.home, found.away) == (1, 1)


def problems(cause: str, claimed: int, **house: object) -> list[str]:
    hurt = SideReport(injuries=(Injury(player=3, casualty=22, by=1001, cause=cause),))
    lines = (PlayerLine(player=1001, deeds=counts(casualties=claimed)),) if claimed else ()
    found = check_report(crp(**house), played(hurt, SideReport(lines=lines)))
    return [problem.violation.id for problem in found if not problem.hint_only]


@pytest.mark.rules("crp:M4")
@pytest.mark.parametrize("cause", ["foul", "crowd", "weapon"])
def test_only_blocks_count_unless_the_league_counts_all(cause: str) -> None:
    assert problems(cause, 0) == [] and problems("block", 0) != []
    assert problems(cause, 1, casualties_for_spp="all") == []
    assert problems(cause, 0, casualties_for_spp="all") == ["report.casualty_not_credited"]


@pytest.mark.rules("crp:K4", "crp:M4")
def test_a_knock_out_that_an_apothecary_treated_is_no_casualty() -> None:
    knocked_out = with_values(Injury(player=3, casualty=0, by=1001), {"apothecary_knock_out": 1})
    assert not knocked_out.is_casualty and knocked_out.treatment == Treatment()
    report = SideReport(injuries=(knocked_out,), bought=())
    assert [each for each in check_report(crp(), played(report, SideReport())) if not each.hint_only] == []
