"""How many players a new draft can ask for: as many as there is gold for, within the limit of those who are alike."""

import pytest

from rules.sequence.forms import Good
from rules.team.redraft import hireable

SNOTLING, TROLL = Good(key="Snotling", price=15_000, most=10), Good(key="Troll", price=115_000, most=2)


@pytest.mark.parametrize(
    ("gold", "spare", "players"),
    [
        pytest.param(14_000, 5, 0, id="too little gold"),
        pytest.param(45_000, 5, 3, id="three of the cheapest"),
        pytest.param(1_000_000, 5, 9, id="two others make room for two more: five, two, two"),
        pytest.param(100_000, 0, 0, id="as many as others already, and no gold for another"),
        pytest.param(115_000, 0, 1, id="another"),
        pytest.param(130_000, 0, 2, id="another, and one beside them"),
        pytest.param(1_000_000, -10, 2, id="too many of them stay: only others"),
    ],
)
def test_no_more_players_are_asked_for_than_gold_and_limit_allow(gold: int, spare: int, players: int) -> None:
    assert hireable((TROLL, SNOTLING), gold, {"Snotling"}, spare) == players


def test_without_a_limit_the_cheapest_are_counted() -> None:
    assert hireable((TROLL, SNOTLING), 280_000, (), 0) == 11, "ten for 15k, one for 115k"
