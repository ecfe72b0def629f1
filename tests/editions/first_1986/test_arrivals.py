"""An old team of the first edition is brought in as its paper shows it."""

from __future__ import annotations

from itertools import count

import pytest

from rules.journal import fold
from rules.team.arrival_checks import Arrival, Veteran
from rules.team.arrivals import arrival_of, entries, judge
from tests.editions.first_1986.build import first


@pytest.mark.rules("first-1986:FL1", "first-1986:FI9")
def test_a_veteran_has_bonuses_losses_an_item_and_matches_to_miss() -> None:
    rules, ids = first(), count(1)
    old = Veteran(
        number=1, position="Human", spp=7, gained=("+CS", "+CS", "Boots of Speed"), lost=("MA", "MA"), misses=2,
        conditions=(("concussed", 1),), deeds=(("touchdowns", 4),),
    )  # fmt: skip
    others = tuple(Veteran(number=number, position="Human") for number in range(2, 16))
    team = Arrival(team_list="Human", players=(old, *others))
    assert judge(rules, team).legal
    line = fold(entries(rules, team, lambda: next(ids))).players[0]
    assert (line.characteristic("CS"), line.characteristic("MA"), line.misses, line.spp) == (5, 2, 2, 7)
    assert line.skills == ("Boots of Speed",) and line.condition("concussed") == 1 and line.deed("touchdowns") == 4


@pytest.mark.rules("first-1986:FC7")
def test_the_champions_get_their_lines_without_end_wherever_they_join() -> None:
    rules, ids = first(), count(1)
    stars = (Veteran(number=1, position="Skeleton", gained=("+ST",)),)
    sheet = fold(entries(rules, Arrival(team_list="Champions of Death", players=stars), lambda: next(ids)))
    assert [(line.number, line.position, line.endless) for line in sheet.players] == [
        (1, "Skeleton", False), (98, "Skeleton", True), (99, "Zombie", True),
    ]  # fmt: skip
    again = arrival_of(rules, sheet)
    assert [one.number for one in again.players] == [1]
