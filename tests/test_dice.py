"""The dice that tests are given are everybody's dice."""

from importlib import import_module

import pytest

from tests import dice

pytestmark = pytest.mark.once


def test_every_module_that_rolls_has_the_same_dice() -> None:
    for name in dice.ROLLING | dice.GUARDED:
        import_module(name)
    assert dice.users_of_secrets() == dice.ROLLING | dice.GUARDED, "a new one rolls, or keeps a secret: say which"
    dice.give_to_the_rooms()


def test_one_name_gives_the_same_dice_and_another_one_others() -> None:
    def thrown(name: str) -> list[int]:
        dice.DICE.seed(name)
        return [dice.DICE.randbelow(6) for _ in range(30)]

    assert thrown("one") == thrown("one") != thrown("another")
    assert set(thrown("one")) == set(range(6))
