"""How few players a team may have that concedes early, as its book says it."""

import pytest

from matches.report.result_words import few_players
from rules.editions import edition


@pytest.mark.rules("bb2020:N4", "bb2025:N4")
@pytest.mark.parametrize(
    ("key", "few"),
    [("bb2020", "three or fewer"), ("bb2025", "two or fewer"), ("crp", "two or fewer"), ("pbbl-1.10", "two or fewer")],
)
def test_a_report_says_how_few_players_a_team_has_that_concedes_early(key: str, few: str) -> None:
    assert few_players(edition(key).book) == few
