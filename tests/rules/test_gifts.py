"""What trophies hand out: the Chaos Cup's gifts, Spike!'s Player of the Year, a minor tournament's gold (L6, L7)."""

from __future__ import annotations

import pytest

from rules.explanations import RuleBroken
from rules.gifts import Favoured, award_for, check_favoured, chosen_gifts, effect_of, gifts_for, most_prize_gold
from rules.journal import apply
from rules.sheet import TeamSheet
from rules.words import say_violation
from tests.rules.build import PBBL, humans, team

CUP = effect_of(PBBL, "chaos_cup", "gift")
SPIKE = effect_of(PBBL, "spike", "best_player")
assert CUP is not None
assert SPIKE is not None


def costs(sheet: TeamSheet, player: int) -> dict[str, int]:
    line = sheet.player(player)
    assert line is not None
    return {gift.skill: gift.cost for gift in gifts_for(PBBL, sheet, line, CUP)}


@pytest.mark.rules("L6")
def test_a_mutation_is_cheap_for_whom_it_is_normal_and_dear_for_all_others() -> None:
    chaos = team("Chaos", "4 Chaos Warrior", "8 Beastman")
    assert costs(chaos, 1)["Horns"] == 20_000
    assert costs(humans(), 1)["Horns"] == 30_000
    for sheet in (chaos, humans()):
        assert [costs(sheet, 1)[skill] for skill in ("Hypnotic Gaze", "Stab", "Regeneration")] == [30_000] * 3


@pytest.mark.rules("L6")
def test_nobody_is_offered_what_he_has_or_what_is_no_gift() -> None:
    offered = costs(team("Chaos", "4 Chaos Warrior", "8 Beastman"), 12)
    assert "Horns" not in offered  # a Beastman is born with them
    assert "Block" not in offered
    assert len(offered) == len(PBBL.book.skills_in(["Mutation"])) - 1 + 3


@pytest.mark.rules("L6")
def test_gifts_are_for_good_and_are_no_improvement_rolls() -> None:
    sheet = humans()
    (gift,) = chosen_gifts(PBBL, sheet, CUP, (3, 7), {3: "", 7: "Stab"})
    line, before = apply(sheet, gift).player(7), sheet.player(7)
    assert (line.skills[-1], line.cost, line.improvements) == ("Stab", before.cost + 30_000, 0)


@pytest.mark.parametrize(
    ("die", "players", "why"),
    [
        (4, (1, 2, 3, 4), "A D3 does not show 4"),
        (2, (1,), "2 players are favoured, and 1 chosen"),
        (1, (1, 2), "1 player is favoured, and 2 chosen"),
        (2, (1, 1), "A player is chosen twice"),
        (2, (1, 999), "not on the roster"),
    ],
)
def test_who_is_favoured_is_as_the_die_says(die: int, players: tuple[int, ...], why: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        check_favoured(PBBL, humans(), CUP, Favoured(die=die, players=players))
    assert why in say_violation(broken.value.violations[0])


@pytest.mark.parametrize(("chosen", "why"), [({1: "Block"}, "cannot take “Block”"), ({9: "Stab"}, "was not drawn")])
def test_nothing_else_can_be_had(chosen: dict[int, str], why: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        chosen_gifts(PBBL, humans(), CUP, (1, 2), chosen)
    assert why in say_violation(broken.value.violations[0])


@pytest.mark.rules("L6")
def test_the_player_of_the_year_gains_fan_favourite_once_and_at_the_price_of_a_double() -> None:
    sheet = humans()
    award = award_for(PBBL, sheet.player(3), SPIKE)
    assert (award.skill, award.cost, award.by_roll) == ("Fan Favourite", 30_000, False)
    assert award_for(PBBL, apply(sheet, award).player(3), SPIKE) is None


@pytest.mark.rules("L7")
def test_the_books_own_example_of_a_minor_tournament_is_at_the_limit() -> None:
    figure = most_prize_gold(PBBL)
    assert figure.amount == 80_000 + 40_000
    assert sum(term.amount for term in figure.terms) == figure.amount
