"""Team value (V1, V2, L6, L8): what counts, what does not, line by line."""

import pytest

from rules.editions import ruleset
from rules.sequence.explanations import Figure, Term
from rules.sheet.sheet import Permanent, TeamSheet, changed
from rules.team.value import fan_factor, rerolls, team_value
from rules.words.words import say_term
from tests.rules.build import PBBL, humans, team


def parts(sheet: TeamSheet) -> dict[str, int]:
    """The value by kind of line."""
    figure = team_value(PBBL, sheet)
    found: dict[str, int] = {}
    for term in figure.terms:
        found[term.id] = found.get(term.id, 0) + term.amount
    assert figure.amount == sum(found.values())
    return found


@pytest.mark.rules("V1")
@pytest.mark.parametrize(
    ("more", "change"),
    [
        ({}, 0),
        ({"treasury": 60_000}, 60_000),
        ({"bank": 100_000}, 0),
        ({"fan_factor": 7}, 70_000),
        ({"cheerleaders": 2}, 20_000),
        ({"assistant_coaches": 3}, 30_000),
        ({"apothecary": False}, -50_000),
        ({"rerolls": 5}, 100_000),
        ({"trophies": ["chaos_cup"]}, 50_000),
        ({"trophies": ["chaos_cup", "dungeonbowl"]}, 100_000),
        ({"trophies": ["spike"]}, 60_000),  # the re-roll and a point of fan factor
        ({"rerolls": 0, "trophies": ["blood_bowl"]}, -100_000),
    ],
)
def test_every_part_counts_as_the_book_says(more: dict[str, object], change: int) -> None:
    plain = 4 * 90_000 + 70_000 + 7 * 50_000 + 3 * 50_000 + 50_000
    assert team_value(PBBL, humans(**more)).amount == plain + change


@pytest.mark.rules("V1", "K7")
def test_a_player_who_misses_the_next_match_is_listed_with_value_zero() -> None:
    sheet = team("Human", {"position": "Blitzer", "gained": ["Guard"], "misses_next_game": True}, "11 Lineman")
    assert parts(sheet) == {
        "value.absent_player": 0,
        "value.player": 550_000,
        "value.fan_factor": 0,
        "value.treasury": 0,
    }


@pytest.mark.rules("V1", "G5")
@pytest.mark.parametrize(
    ("gained", "cost"),
    [
        ([], 90_000),
        (["Guard"], 110_000),
        (["Dodge"], 120_000),
        (["Guard", "+ST", "+AG", "+MA", "+AV"], 260_000),
    ],
)
def test_improvements_count_with_their_player(gained: list[str], cost: int) -> None:
    assert parts(team("Human", {"position": "Blitzer", "gained": gained}))["value.player"] == cost


@pytest.mark.rules("K2")
def test_injuries_do_not_make_a_player_cheaper() -> None:
    hurt = team("Human", {"position": "Blitzer", "lost": ["-MA", "-AV", "niggling"]})
    assert parts(hurt)["value.player"] == 90_000


@pytest.mark.rules("L8")
def test_free_fan_factor_is_listed_with_value_zero() -> None:
    rules = ruleset("pbbl-1.10", {"free_fan_factor": True})
    figure = team_value(rules, humans(fan_factor=7))
    assert [(term.amount, dict(term.args)) for term in figure.terms if term.id == "value.free_fan_factor"] == [
        (0, {"count": 7})
    ]
    assert figure.amount == team_value(PBBL, humans()).amount


@pytest.mark.rules("L6")
def test_the_spike_trophy_adds_a_point_of_fan_factor() -> None:
    assert fan_factor(PBBL, humans(fan_factor=12, trophies=["spike"])) == 13
    assert fan_factor(PBBL, humans(fan_factor=12)) == 12


@pytest.mark.rules("L6")
def test_trophies_add_rerolls_for_the_match() -> None:
    assert rerolls(PBBL, humans(rerolls=3, trophies=["chaos_cup", "dungeonbowl"])) == 5
    assert rerolls(PBBL, humans(rerolls=3)) == 3


@pytest.mark.rules("L9")
def test_permanent_inducements_count_at_their_cost_with_their_names() -> None:
    bought = (
        Permanent(inducement="bribe", count=2, cost=200_000),
        Permanent(inducement="star", count=1, star="Griff Oberwald", cost=310_000),
        Permanent(inducement="mercenary", count=1, position="Ogre", cost=170_000, skills=("Block", "Tackle")),
    )
    figure = team_value(PBBL, changed(humans(), inducements=bought))
    terms = [term for term in figure.terms if term.rule == "L9"]
    assert [(term.amount, term.page, say_term(term)) for term in terms] == [
        (200_000, 43, "2 × bribe"),
        (310_000, 43, "1 × star player: Griff Oberwald"),
        (170_000, 43, "1 × mercenary: Ogre (Block, Tackle)"),
    ]
    assert figure.amount == team_value(PBBL, humans()).amount + 680_000


@pytest.mark.rules("V1", "V2")
def test_every_line_of_the_sum_has_a_text() -> None:
    sheet = humans(rerolls=2, cheerleaders=3, fan_factor=1, treasury=60_000, trophies=["chaos_cup"])
    lines = [(term.amount, term.rule, say_term(term)) for term in team_value(PBBL, sheet).terms]
    assert lines[0] == (90_000, "V1", "no. 1, Blitzer")
    assert set(lines[12:15]) == {
        (50_000, "V1", "1 × apothecary"),
        (30_000, "V1", "3 × cheerleader"),
        (100_000, "V1", "2 team re-rolls at 50k"),
    }
    assert lines[15:] == [
        (50_000, "V2", "team re-roll of the Chaos Cup"),
        (10_000, "V1", "fan factor 1 at 10k"),
        (60_000, "V1", "gold in the treasury"),
    ]


def test_a_figure_that_does_not_add_up_raises_an_error() -> None:
    with pytest.raises(ValueError, match="add up to 2, not 3"):
        Figure(id="team_value", amount=3, terms=(Term(id="value.treasury", amount=1, rule="V1", page=32),) * 2)
