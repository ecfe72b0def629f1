"""What trophies give: the Chaos Cup's gifts, Spike!'s Player of the Year, a minor tournament's gold (L6, L7)."""

from __future__ import annotations

import pytest

from rules.journal import apply
from rules.sequence.explanations import RuleBroken
from rules.sheet.sheet import TeamSheet
from rules.team.gifts import GiftDraw, award_for, check_gift_draw, chosen_gifts, effect_of, gifts_for, most_prize_gold
from rules.words.words import say_figure, say_violation
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
def test_a_mutation_is_cheap_as_a_normal_category_and_expensive_otherwise() -> None:
    chaos = team("Chaos", "4 Chaos Warrior", "8 Beastman")
    assert costs(chaos, 1)["Horns"] == 20_000
    assert costs(humans(), 1)["Horns"] == 30_000
    for sheet in (chaos, humans()):
        assert [costs(sheet, 1)[skill] for skill in ("Hypnotic Gaze", "Stab", "Regeneration")] == [30_000] * 3


@pytest.mark.rules("L6")
def test_a_player_is_offered_only_gifts_that_they_do_not_have() -> None:
    offered = costs(team("Chaos", "4 Chaos Warrior", "8 Beastman"), 12)
    assert "Horns" not in offered  # a Beastman is born with them
    assert "Block" not in offered
    assert len(offered) == len(PBBL.book.skills_in(["Mutation"])) - 1 + 3


@pytest.mark.rules("L6")
def test_gifts_are_permanent_and_use_no_improvement_roll() -> None:
    sheet = humans()
    (gift,) = chosen_gifts(PBBL, sheet, CUP, (3, 7), {3: "", 7: "Stab"})
    line, before = apply(sheet, gift).player(7), sheet.player(7)
    assert (line.skills[-1], line.cost, line.improvements) == ("Stab", before.cost + 30_000, 0)


def refusal(broken: RuleBroken) -> str:
    assert broken.label == "gift"
    return say_violation(broken.violations[0])


@pytest.mark.rules("L6")
@pytest.mark.parametrize(
    ("die", "players", "why"),
    [
        (4, (1, 2, 3, 4), "A D3 cannot roll 4. (L6, p. 41) "),
        (0, (), "A D3 cannot roll 0. (L6, p. 41) "),
        (2, (1,), "2 players get a gift, but you chose 1. (L6, p. 41) "),
        (1, (1, 2), "1 player gets a gift, but you chose 2. (L6, p. 41) "),
        (2, (1, 1), "A player is chosen twice. (L6, p. 41) "),
        (2, (1, 999), "1 chosen player is not on the roster. (L6, p. 41) "),
        (2, (998, 999), "2 chosen players are not on the roster. (L6, p. 41) "),
    ],
)
def test_the_drawn_players_must_fit_the_die(die: int, players: tuple[int, ...], why: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        check_gift_draw(PBBL, humans(), CUP, GiftDraw(die=die, players=players))
    assert refusal(broken.value).startswith(why)


@pytest.mark.rules("L6")
def test_as_many_players_get_gifts_as_the_die_shows_or_as_the_team_has() -> None:
    for die, players in ((1, (7,)), (3, (1, 2, 12))):
        check_gift_draw(PBBL, humans(), CUP, GiftDraw(die=die, players=players))
    pair = team("Human", "2 Lineman")
    check_gift_draw(PBBL, pair, CUP, GiftDraw(die=3, players=(1, 2)))
    with pytest.raises(RuleBroken) as broken:
        check_gift_draw(PBBL, pair, CUP, GiftDraw(die=3, players=(1,)))
    assert refusal(broken.value).startswith("2 players get a gift, but you chose 1.")


@pytest.mark.rules("L6")
@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ({1: "Block"}, "No. 1 cannot take “Block”. (L6, p. 41) "),
        ({2: "X" * 99}, f"No. 2 cannot take “{'X' * 40}”. (L6, p. 41) "),
        ({9: "Stab"}, "A player gets a gift who was not drawn. (L6, p. 41) "),
    ],
)
def test_other_gifts_are_refused(chosen: dict[int, str], why: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        chosen_gifts(PBBL, humans(), CUP, (1, 2), chosen)
    assert refusal(broken.value).startswith(why)


@pytest.mark.rules("L6")
def test_a_player_without_a_gift_does_not_stop_the_others() -> None:
    assert chosen_gifts(PBBL, humans(), CUP, (1, 2, 3), {}) == ()
    taken = chosen_gifts(PBBL, humans(), CUP, (999, 1, 2, 3), {999: "Stab", 1: "", 3: "Stab"})
    assert [(gift.player, gift.skill) for gift in taken] == [(3, "Stab")]


def test_an_unknown_trophy_or_one_without_the_effect_gives_nothing() -> None:
    assert (effect_of(PBBL, "chaos_cup", "gift"), effect_of(PBBL, "spike", "best_player")) == (CUP, SPIKE)
    assert effect_of(PBBL, "spike", "gift") is None
    assert effect_of(PBBL, "nobody", "gift") is None


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
    assert say_figure(figure) == (
        "Prizes of a minor tournament, maximum 120k = 80k (the most that die and FAME can give in a match) "
        "+ 40k (half as much again) (L7, p. 42)"
    )
    assert [(term.rule, term.page) for term in figure.terms] == [("U2", 38), ("L7", 42)]
