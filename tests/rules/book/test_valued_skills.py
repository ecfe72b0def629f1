"""Skills with a value in brackets: found with any value, learned with their own."""

from __future__ import annotations

import pytest

from rules.book.rows.teams import Skill, Skills, without_value
from rules.sheet.sheet import PlayerSheet, TeamSheet
from tests.editions.every import rules_of
from tests.editions.modern import MODERN

BOOK = MODERN.book


@pytest.mark.parametrize(
    ("skill", "bare"),
    [("Loner (4+)", "Loner"), ("Block", "Block"), ("Animosity (all of it)", "Animosity"), ("A ( b", "A ( b")],
)
def test_the_value_stands_in_brackets_at_the_end(skill: str, bare: str) -> None:
    assert without_value(skill) == bare


def test_only_a_skill_with_values_is_found_with_one() -> None:
    assert BOOK.skills["Mighty Hit (+2)"] is BOOK.skills["Mighty Hit"]
    assert "Mighty Hit (+1)" in BOOK.skills and "Block (+1)" not in BOOK.skills
    assert list(BOOK.skills).count("Mighty Hit") == 1 and "Mighty Hit (+1)" not in list(BOOK.skills)
    with pytest.raises(KeyError):
        BOOK.skills["Block (+1)"]
    assert len(Skills({"Pro": Skill(name="Pro", category="General", summary="Helps.", page=1)})) == 1


def test_a_typed_skill_gets_the_value_of_who_learns_it() -> None:
    assert BOOK.skill_called("mighty hit") == "Mighty Hit (+1)"
    assert BOOK.skill_called("mighty hit (+2)") == "Mighty Hit (+2)"
    assert BOOK.skill_called("block") == "Block"
    with pytest.raises(KeyError):
        BOOK.skill_called("block (+1)")


def test_what_it_costs_does_not_depend_on_the_value() -> None:
    rules = rules_of(MODERN)
    sheet = TeamSheet(team_list="Townsfolk")
    line = PlayerSheet(player=1, number=1, position="Bruiser", start=(), profile=(), cost=140_000)
    costs = {rules.learning_cost(sheet, line, f"Mighty Hit{value}") for value in ("", " (+1)", " (+2)")}
    assert costs == {20_000}
