"""Which lists a league plays with, and which skills exclude one another."""

from __future__ import annotations

import pytest

from rules.team.founding import Choice, judge
from rules.team.learning.levels import learnable
from tests.editions.crp.build import crp, team

SLANN = Choice(team_list="Slann", players=("Lineman",) * 11)


@pytest.mark.rules("crp:C9")
def test_a_league_can_do_without_the_later_lists() -> None:
    assert judge(crp(), SLANN).legal
    (violation,) = judge(crp(extra_lists=False), SLANN).violations
    assert (violation.id, violation.rule) == ("founding.list_switched_off", "C9")
    assert len(crp().open_lists) == 24
    assert set(crp().open_lists) - set(crp(extra_lists=False).open_lists) == {"Chaos Pact", "Slann", "Underworld"}


def learns(line_skill: str) -> set[str]:
    sheet = team("Human", "1 Ogre")
    (ogre,) = sheet.players
    ogre = type(ogre)(**{name: getattr(ogre, name) for name in ogre.__slots__} | {"gained_skills": (line_skill,)})
    return {each.key for each in learnable(crp(), sheet, ogre, (3, 3))}


@pytest.mark.rules("crp:G3")
def test_nobody_has_both_grab_and_frenzy() -> None:
    assert {"Grab", "Frenzy"} <= learns("Guard")
    assert "Frenzy" not in learns("Grab") and "Grab" not in learns("Frenzy")
