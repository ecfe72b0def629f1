"""The roster of the Living Rulebook 1.3 on paper: its rating in points, and what things cost in gold."""

from __future__ import annotations

import pytest

from rules.editions.lrb_1_3 import EDITION
from teams.models import TeamState
from teams.roster.pdf import roster_pdf
from teams.roster.prints import roster_print
from tests.editions.league import founded
from tests.leagues.cast import create_cast
from tests.printing.reading import page_texts


@pytest.mark.django_db
@pytest.mark.rules("lrb-1.3:LV1")
def test_the_rating_is_made_of_points_and_goods_of_gold() -> None:
    team = founded(EDITION, create_cast()).teams[0]
    printed = roster_print(team, TeamState.objects.get(team=team))
    names = [term.name for term in printed.value_terms]
    assert [name.split(" ", 1)[1] for name in names] == ["at list prices", "star player points of all players"]
    assert sum(term.amount for term in printed.value_terms) == 100
    assert printed.rerolls is not None and printed.rerolls.total == printed.rerolls.number * 40_000
    assert printed.fan_factor is not None and printed.fan_factor.total == printed.fan_factor.number * 10_000
    text = " ".join(page_texts(roster_pdf([printed]))[0].split())
    assert "k: thousands of gold pieces" in text and "does not count" not in text, "absent players count (LV4)"
