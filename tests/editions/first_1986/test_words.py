"""How the first edition is said: bonuses of several steps, and experience points."""

from __future__ import annotations

from rules.journal import CharacteristicRaised, PointsEarned, PointsSpent, SkillGained
from rules.words.entries import say_entry
from rules.words.words import say_option
from tests.editions.first_1986.build import BOOK


def test_a_bonus_of_two_steps_is_said_whole() -> None:
    assert say_option("+2 ST", book=BOOK) == "+2 ST"
    assert say_option("+ST", book=BOOK) == "+1 ST"
    raised = CharacteristicRaised(player=3, characteristic="ST", cost=0, change=2, result="10")
    assert say_entry(raised, book=BOOK).endswith(": +2 ST")


def test_points_are_experience() -> None:
    spent = CharacteristicRaised(player=3, characteristic="ST", cost=0, points=10)
    item = SkillGained(player=3, skill="Magic Armour", cost=0, points=10)
    assert say_entry(spent, book=BOOK).endswith(": +1 ST, for 10 EXP")
    assert say_entry(item, book=BOOK).endswith(": Magic Armour, for 10 EXP")
    assert "10 EXP" in say_entry(PointsSpent(player=3, points=10), book=BOOK)
    did = PointsEarned(player=3, spp=4, deeds=(("touchdowns", 1),))
    assert say_entry(did, book=BOOK).endswith(": 4 EXP (1 touchdown)")
    assert say_entry(PointsEarned(player=3, spp=1), book=BOOK).endswith(": 1 EXP for playing")
