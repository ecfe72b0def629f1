"""Inducements as part of the roster (L9): bought at creation, valued at their cost, available in every match."""

from itertools import count
from random import Random
from typing import Any

import pytest

from rules.book.edition import Ruleset
from rules.editions import ruleset
from rules.journal import InducementsEngaged, fold
from rules.match_day.pre_match import prepare
from rules.sequence.codec import decode, encode
from rules.sequence.explanations import RuleBroken
from rules.sheet.match import Pair, Terms
from rules.sheet.sheet import Permanent, TeamSheet, changed
from rules.simulation.bot_coach import Coach
from rules.simulation.simulation import Club, play
from rules.team.founding import found, judge
from rules.team.founding_run import Choice
from rules.team.hired import hired_lines
from rules.team.inducements import Item
from rules.team.value import team_value
from rules.words.words import say_figure, say_violation
from tests.rules.build import Given

EVENT = ruleset(
    "pbbl-1.10",
    {
        "starting_treasury": 1_500_000,
        "permanent_inducements": [
            "mercenary", "star", "wizard", "bloodweiser_babes", "healer", "chirurgeon", "bribe", "halfling_master_chef",
        ],
    },
)  # fmt: skip
PLAYERS = ("Blitzer",) * 2 + ("Lineman",) * 10
WIZARD, CHEF, BABES = Item(kind="wizard"), Item(kind="halfling_master_chef"), Item(kind="bloodweiser_babes", count=2)
GRIFF = Item(kind="star", name="Griff Oberwald")
MERCENARIES = Item(kind="mercenary", position="Catcher", count=2, skills=("Sprint",))


def choice(*items: Item, team_list: str = "Human", players: tuple[str, ...] = PLAYERS, **more: Any) -> Choice:
    return Choice(team_list=team_list, players=players, inducements=items, **more)


def sheet_of(rules: Ruleset, wanted: Choice, first: int = 1) -> TeamSheet:
    ids = count(first)
    return fold(found(rules, wanted, lambda: next(ids)))


def broken(rules: Ruleset, *items: Item, **more: Any) -> list[tuple[str, str]]:
    violations = judge(rules, choice(*items, **more)).violations
    assert all(say_violation(violation) for violation in violations)
    return [(violation.rule, violation.id) for violation in violations]


@pytest.mark.rules("L9")
def test_permanent_inducements_cost_starting_gold_and_count_in_the_value() -> None:
    wanted = choice(WIZARD, BABES)
    founding = judge(EVENT, wanted)
    assert founding.legal
    assert founding.cost.amount == 2 * 90_000 + 10 * 50_000 + 180_000 + 100_000
    assert "180k (1 × wizard) + 100k (2 × Bloodweiser Babe)" in say_figure(founding.cost)
    sheet = sheet_of(EVENT, wanted)
    assert sheet.inducements == (
        Permanent(inducement="wizard", count=1, cost=180_000),
        Permanent(inducement="bloodweiser_babes", count=2, cost=100_000),
    )
    assert (sheet.treasury, team_value(EVENT, sheet).amount) == (540_000, 1_500_000)
    assert founding.team_value == 1_500_000
    assert decode(TeamSheet, encode(sheet)) == sheet


@pytest.mark.rules("L9")
def test_the_cost_of_a_team_names_its_permanent_inducements() -> None:
    cost = judge(EVENT, choice(Item(kind="bribe"), GRIFF, MERCENARIES)).cost
    assert say_figure(cost).endswith(
        "+ 100k (1 × bribe) + 310k (1 × star player: Griff Oberwald) + 300k (2 × mercenary: Catcher (Sprint)) "
        "(C1, p. 17)"
    )


@pytest.mark.rules("L9")
def test_a_team_list_can_have_its_own_price() -> None:
    halflings = choice(CHEF, team_list="Halfling", players=("Halfling",) * 12)
    (entry,) = [one for one in found(EVENT, halflings, count(1).__next__) if isinstance(one, InducementsEngaged)]
    assert entry.price == 100_000


WRONG: list[tuple[tuple[Item, ...], dict[str, Any], list[tuple[str, str]]]] = [
    ((Item(kind="extra_training"),), {}, [("L9", "inducement.not_permanent")]),
    ((Item(kind="card", deck="Good Karma"),), {}, [("L9", "inducement.not_permanent")]),
    ((Item(kind="journeyman", position="Lineman"),), {}, [("L9", "inducement.not_permanent")]),
    ((Item(kind="dragon"),), {}, [("L9", "inducement.not_permanent")]),
    ((Item(kind="wizard", count=0),), {}, [("L9", "inducement.none_of_it")]),
    ((Item(kind="bribe", count=-1),), {}, [("L9", "inducement.none_of_it")]),
    ((Item(kind="wizard", count=2),), {}, [("I4", "inducement.too_many")]),
    ((WIZARD, WIZARD), {}, [("I4", "inducement.too_many")]),
    ((Item(kind="star", name="Morg"),), {}, [("I3", "inducement.not_his_team")]),
    ((GRIFF, GRIFF), {}, [("I3", "inducement.star_once")]),
    ((GRIFF,), {"players": PLAYERS + ("Lineman",) * 4}, [("C1", "founding.too_dear"), ("I3", "inducement.squad_full")]),
    ((Item(kind="mercenary", position="Lizard"),), {}, [("I1", "inducement.no_such_position")]),
    ((Item(kind="mercenary", position="Ogre", count=2),), {}, [("I1", "inducement.position_full")]),
    (
        (Item(kind="mercenary", position="Ogre"),),
        {"players": (*PLAYERS, "Ogre")},  # the one that the list allows
        [("I1", "inducement.position_full")],
    ),
    (
        (Item(kind="healer"),),
        {"team_list": "Undead", "players": ("Zombie",) * 12},
        [("I6", "inducement.no_healer")],
    ),
]


@pytest.mark.rules("L9")
@pytest.mark.parametrize(("items", "more", "wrong"), WRONG)
def test_the_limits_of_inducements_apply_to_the_roster(
    items: tuple[Item, ...], more: dict[str, Any], wrong: list[tuple[str, str]]
) -> None:
    found_wrong = broken(EVENT, *items, **more)
    assert [one for one in found_wrong if one[1] != "founding.too_dear"] == [
        one for one in wrong if one[1] != "founding.too_dear"
    ]
    with pytest.raises(RuleBroken):
        found(EVENT, choice(*items, **more), count(1).__next__)


@pytest.mark.rules("L9")
def test_permanent_inducements_are_off_by_default() -> None:
    plain = ruleset("pbbl-1.10", {"starting_treasury": 1_500_000})
    assert plain.house.choices("permanent_inducements") == ()
    assert broken(plain, WIZARD) == [("L9", "inducement.not_permanent")]


def ready(home: TeamSheet, away: TeamSheet, wish: list[dict[str, Any]] | None = None, **more: Any) -> Any:
    answers = Given({"weather": [3, 4], "fans": [3, 4], "inducements": wish or []}, {"fans": [3, 4]})
    return prepare(EVENT, Terms(), Pair(home=home, away=away), {}, answers, **more)


@pytest.mark.rules("L9", "I3", "I1")
def test_permanent_inducements_are_available_in_every_match_without_cost() -> None:
    home = sheet_of(EVENT, choice(WIZARD, GRIFF, MERCENARIES))
    away = sheet_of(EVENT, choice(team_list="Orc", players=("Lineman",) * 12), 1001)
    for _ in range(2):
        outcome = ready(home, away)
        assert outcome.done, outcome.refused
        assert outcome.state.bought.home == (WIZARD, GRIFF, MERCENARIES)
        assert outcome.state.purchases["home"].bill.amount == 0
        assert outcome.state.sheet("home") == home
        names = [(line.kind, line.name) for line in hired_lines(EVENT, outcome.state.bought).home]
        assert names == [("star", "Griff Oberwald"), ("mercenary", "Catcher"), ("mercenary", "Catcher")]


@pytest.mark.rules("L9", "I4")
def test_permanent_inducements_count_towards_the_limits_of_a_match() -> None:
    home = sheet_of(EVENT, choice(WIZARD, Item(kind="bribe", count=2), GRIFF))
    away = sheet_of(EVENT, choice(team_list="Orc", players=("Lineman",) * 12), 1001)
    assert ready(home, away, [{"kind": "bribe"}]).done
    for wish, id in (
        ([{"kind": "wizard"}], "inducement.too_many"),
        ([{"kind": "bribe", "count": 2}], "inducement.too_many"),
        ([{"kind": "star", "name": "Griff Oberwald"}], "inducement.star_once"),
    ):
        refused = ready(home, away, wish).refused
        assert refused is not None
        assert id in [violation.id for violation in refused.violations]


@pytest.mark.rules("L9", "I3")
def test_a_roster_that_grew_full_does_not_stop_a_match() -> None:
    """A star was bought with twelve players; with sixteen no more players can be hired, but the match can be played."""
    grown = sheet_of(EVENT, choice(GRIFF))
    more = sheet_of(EVENT, choice(players=("Lineman",) * 16, rerolls=0), 501).players[12:]
    full = changed(grown, players=(*grown.players, *more))
    away = sheet_of(EVENT, choice(team_list="Orc", players=("Lineman",) * 12), 1001)
    assert ready(full, away).done
    refused = ready(full, away, [{"kind": "mercenary", "position": "Lineman"}]).refused
    assert refused is not None and "inducement.squad_full" in [violation.id for violation in refused.violations]


@pytest.mark.rules("L9", "I3")
def test_a_star_on_both_rosters_plays_for_neither_and_an_injured_one_cannot_play() -> None:
    home, away = sheet_of(EVENT, choice(GRIFF)), sheet_of(EVENT, choice(GRIFF), 1001)
    outcome = ready(home, away)
    assert outcome.state.barred_stars() == ("Griff Oberwald",)
    hurt = ready(home, away, absent_stars=frozenset({"Griff Oberwald"}))
    assert hurt.done and hurt.state.bought.home == ()


@pytest.mark.rules("L9")
@pytest.mark.parametrize("seed", range(6))
def test_whole_matches_are_played_with_permanent_inducements(seed: int) -> None:
    ids = count(1)
    coach = Coach(Random(seed), EVENT, lambda: next(ids))
    clubs = []
    for wanted in (
        choice(WIZARD, GRIFF, Item(kind="healer"), Item(kind="chirurgeon")),
        choice(Item(kind="bribe", count=3), BABES, team_list="Orc", players=("Lineman",) * 12),
    ):
        entries = found(EVENT, wanted, coach.mint)
        clubs.append(Club(fold(entries), list(entries)))
    standing = [club.sheet.inducements for club in clubs]
    for _ in range(4):
        played = play(Random(seed), EVENT, clubs[0], clubs[1], coach)
        assert played.outcomes.home.done and played.outcomes.away.done
        assert played.match.reports.home.bought is not None and "wizard" in played.match.reports.home.bought
        assert played.match.hired.home >= 1
    assert [club.sheet.inducements for club in clubs] == standing
    assert [fold(club.entries) for club in clubs] == [club.sheet for club in clubs]
