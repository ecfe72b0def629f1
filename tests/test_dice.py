"""The dice that tests are given are everybody's dice."""

import uuid
from importlib import import_module

import pytest
from django.utils.crypto import get_random_string

from tests import dice
from web.submission import CommandForm

pytestmark = pytest.mark.once


def test_every_module_that_rolls_has_the_same_dice() -> None:
    known = dice.ROLLING | dice.GUARDED | dice.UNSEEDED
    for name in known:
        import_module(name)
    assert dice.users_of_secrets() == known, "a new one rolls, or keeps a secret: say which"
    dice.give_to_the_rooms()


def test_one_name_gives_the_same_dice_and_another_one_others() -> None:
    def thrown(name: str) -> list[int]:
        dice.DICE.seed(name)
        return [dice.DICE.randbelow(6) for _ in range(30)]

    assert thrown("one") == thrown("one") != thrown("another")
    assert set(thrown("one")) == set(range(6))


def test_identifiers_are_from_a_seed_and_turn_no_dice() -> None:
    def drawn(identifiers: int) -> tuple[list[str], int]:
        dice.seed("one")
        made = [str(uuid.uuid4()) + get_random_string(12) for _ in range(identifiers)]
        return made, dice.DICE.randbelow(10**9)

    first, again, more = drawn(3), drawn(3), drawn(4)
    assert first == again
    assert (first[0], first[1]) == (more[0][:3], more[1])
    assert len(set(more[0])) == 4
    assert CommandForm.base_fields["command_id"].initial == dice.UNLIKE.uuid4
