"""Inducements (P2-P5, I1-I11): each kind with its price, limit and violation."""

from typing import Any

import pytest

from rules.editions import ruleset
from rules.sheet.match import Terms
from rules.sheet.sheet import TeamSheet
from rules.team.inducements import Market, Unreadable, parse_items, places, star_names
from rules.team.purchases import judge
from rules.words.words import say_figure, say_violation
from tests.rules.build import PBBL, humans, orcs, team

RICH = 5_000_000


def buy(
    *wishes: dict[str, Any],
    sheet: TeamSheet | None = None,
    gold: int = RICH,
    terms: Terms | None = None,
    house: dict[str, Any] | None = None,
) -> tuple[int, list[tuple[str, str]]]:
    """The bill and the broken rules of a purchase."""
    rules = ruleset("pbbl-1.10", house or {})
    market = Market(ruleset=rules, sheet=sheet or humans(), terms=terms or Terms(), gold=gold)
    purchase = judge(market, parse_items(list(wishes)))
    assert all(say_violation(violation) for violation in purchase.violations)
    assert say_figure(purchase.bill)
    return purchase.bill.amount, [(violation.rule, violation.id) for violation in purchase.violations]


@pytest.mark.rules("I4", "I5", "I6", "I7", "I8", "I9", "I10")
@pytest.mark.parametrize(
    ("kind", "price", "maximum", "rule"),
    [
        ("wizard", 180_000, 1, "I4"),
        ("bloodweiser_babes", 50_000, 2, "I5"),
        ("healer", 50_000, 1, "I6"),
        ("chirurgeon", 50_000, 1, "I7"),
        ("bribe", 100_000, 3, "I8"),
        ("extra_training", 100_000, 4, "I9"),
        ("halfling_master_chef", 300_000, 1, "I10"),
    ],
)
def test_plain_inducements_have_their_price_and_limit(kind: str, price: int, maximum: int, rule: str) -> None:
    assert buy({"kind": kind}) == (price, [])
    assert buy({"kind": kind, "count": maximum}) == (maximum * price, [])
    assert buy({"kind": kind, "count": maximum + 1}) == ((maximum + 1) * price, [(rule, "inducement.too_many")])
    split = [{"kind": kind}] * (maximum + 1)
    assert buy(*split) == ((maximum + 1) * price, [(rule, "inducement.too_many")])
    assert buy({"kind": kind, "count": 0}) == (0, [])


@pytest.mark.rules("I4", "I10")
def test_some_teams_pay_less() -> None:
    assert buy({"kind": "wizard"}, sheet=humans(trophies=["dungeonbowl"]))[0] == 50_000
    assert buy({"kind": "wizard"}, sheet=humans(trophies=["blood_bowl"]))[0] == 180_000
    assert buy({"kind": "halfling_master_chef"}, sheet=team("Halfling", "12 Halfling"))[0] == 100_000


@pytest.mark.rules("I6")
@pytest.mark.parametrize(
    ("team_list", "lineman", "allowed"),
    [
        ("Vampire", "Thrall", True),
        ("Undead", "Skeleton", False),
        ("Nurgle", "Rotter", False),
        ("Human", "Lineman", True),
    ],
)
def test_a_healer_needs_a_team_that_can_have_an_apothecary(team_list: str, lineman: str, allowed: bool) -> None:
    sheet = team(team_list, f"12 {lineman}")
    assert buy({"kind": "healer"}, sheet=sheet)[1] == ([] if allowed else [("I6", "inducement.no_healer")])
    assert buy({"kind": "chirurgeon"}, sheet=sheet)[1] == []


MERCENARY = {"kind": "mercenary", "position": "Lineman"}


@pytest.mark.rules("I1")
@pytest.mark.parametrize(
    ("wish", "bill", "problems"),
    [
        (MERCENARY, 80_000, []),
        (MERCENARY | {"count": 3}, 240_000, []),
        (MERCENARY | {"skills": ["Tackle"]}, 130_000, []),  # the book's own example
        (MERCENARY | {"skills": ["Tackle", "Block"]}, 180_000, []),
        (MERCENARY | {"count": 2, "skills": ["Tackle", "Block"]}, 360_000, []),
        (MERCENARY | {"skills": ["Tackle", "Block", "Fend"]}, 230_000, ["inducement.mercenary_skills"]),
        (MERCENARY | {"skills": ["Tackle", "Tackle"]}, 180_000, ["inducement.mercenary_skill"]),
        (MERCENARY | {"skills": ["Dodge"]}, 130_000, ["inducement.mercenary_skill"]),  # on a double only
        (MERCENARY | {"skills": ["Loner"]}, 130_000, ["inducement.mercenary_skill"]),
        (MERCENARY | {"skills": ["Juggling"]}, 130_000, ["inducement.mercenary_skill"]),
        ({"kind": "mercenary", "position": "Blitzer"}, 120_000, ["inducement.position_full"]),  # four are there
        ({"kind": "mercenary", "position": "Thrower", "skills": ["Pass"]}, 150_000, ["inducement.mercenary_skill"]),
        ({"kind": "mercenary", "position": "Ogre"}, 170_000, []),
        ({"kind": "mercenary", "position": "Ogre", "count": 2}, 340_000, ["inducement.position_full"]),
        ({"kind": "mercenary", "position": "Troll"}, 0, ["inducement.no_such_position"]),
        ({"kind": "mercenary"}, 0, ["inducement.no_such_position"]),
    ],
)
def test_mercenaries_cost_30k_more_and_count_towards_the_limits(
    wish: dict[str, Any], bill: int, problems: list[str]
) -> None:
    assert buy(wish) == (bill, [("I1", id) for id in problems])


@pytest.mark.rules("I1")
def test_a_mercenary_can_take_the_place_of_a_player_who_misses_the_match() -> None:
    absent = team("Human", {"position": "Blitzer", "count": 4, "misses_next_game": True}, "12 Lineman")
    assert buy({"kind": "mercenary", "position": "Blitzer", "count": 4}, sheet=absent)[1] == []
    assert buy({"kind": "mercenary", "position": "Blitzer", "count": 5}, sheet=absent)[1] == [
        ("I1", "inducement.position_full"),
        ("I1", "inducement.squad_full"),
    ]


@pytest.mark.rules("I1", "I3")
@pytest.mark.parametrize(
    ("present", "absent", "mercenaries", "stars", "broken"),
    [
        (14, 0, 2, 0, []),
        (14, 0, 3, 0, ["I1"]),
        (14, 2, 2, 0, []),
        (15, 0, 0, 1, []),
        (16, 0, 0, 1, ["I3"]),
        (15, 0, 1, 1, ["I3"]),
        (14, 2, 1, 1, []),
        (15, 0, 2, 1, ["I1", "I3"]),
    ],
)
def test_the_squad_for_a_match_is_at_most_sixteen(
    present: int, absent: int, mercenaries: int, stars: int, broken: list[str]
) -> None:
    missing = {"position": "Lineman", "count": absent, "misses_next_game": True}
    sheet = team("Human", f"{present} Lineman", *([missing] if absent else []))
    wishes = [{"kind": "mercenary", "position": "Catcher"}] * mercenaries
    wishes += [{"kind": "star", "name": "Griff Oberwald"}] * stars
    assert [rule for rule, _ in buy(*wishes, sheet=sheet)[1]] == broken


@pytest.mark.rules("I2")
@pytest.mark.parametrize(
    ("present", "journeymen", "allowed"), [(12, 1, 0), (11, 1, 0), (10, 1, 1), (10, 2, 1), (8, 3, 3), (0, 11, 11)]
)
def test_journeymen_fill_the_team_to_eleven_who_can_play(present: int, journeymen: int, allowed: int) -> None:
    missing = {"position": "Blitzer", "count": 2, "misses_next_game": True}
    sheet = team("Human", *([f"{present} Lineman"] if present else []), missing)
    bill, problems = buy({"kind": "journeyman", "position": "Lineman", "count": journeymen}, sheet=sheet)
    assert bill == journeymen * 50_000
    assert problems == ([] if journeymen <= allowed else [("I2", "inducement.journeymen")])


@pytest.mark.rules("I2", "I1", "I3")
def test_stars_and_mercenaries_do_not_reduce_the_journeymen() -> None:
    sheet = team("Human", "9 Lineman")
    wishes = [
        {"kind": "star", "name": "Griff Oberwald"},
        {"kind": "mercenary", "position": "Catcher"},
        {"kind": "journeyman", "position": "Lineman", "count": 2},
    ]
    assert buy(*wishes, sheet=sheet)[1] == []


@pytest.mark.rules("I2")
@pytest.mark.parametrize(
    ("team_list", "lineman", "position", "allowed"),
    [
        ("Human", "Lineman", "Catcher", False),
        ("Undead", "Skeleton", "Zombie", True),
        ("Undead", "Skeleton", "Skeleton", True),
        ("Undead", "Skeleton", "Ghoul", False),
        ("Human", "Lineman", "", False),
    ],
)
def test_a_journeyman_plays_in_an_unlimited_position(
    team_list: str, lineman: str, position: str, allowed: bool
) -> None:
    sheet = team(team_list, f"9 {lineman}")
    problems = buy({"kind": "journeyman", "position": position}, sheet=sheet)[1]
    assert problems == ([] if allowed else [("I2", "inducement.journeyman_position")])


@pytest.mark.rules("I2")
def test_a_journeyman_has_no_extra_skills() -> None:
    wish = {"kind": "journeyman", "position": "Lineman", "skills": ["Tackle"]}
    assert buy(wish, sheet=team("Human", "9 Lineman"))[1] == [("I2", "inducement.journeyman_position")]


def star(name: str, **more: Any) -> dict[str, Any]:
    return {"kind": "star", "name": name} | more


@pytest.mark.rules("I3")
@pytest.mark.parametrize(
    ("wishes", "bill", "problems"),
    [
        ([star("Griff Oberwald")], 310_000, []),
        ([star("Griff Oberwald"), star("Mighty Zug")], 490_000, []),
        ([star("Griff Oberwald"), star("Mighty Zug"), star("Zara the Slayer")], 760_000, ["inducement.too_many"]),
        ([star("Griff Oberwald"), star("Griff Oberwald")], 620_000, ["inducement.star_once"]),
        ([star("Griff Oberwald", count=2)], 310_000, ["inducement.star_once"]),
        ([star("Varag Ghoul-Chewer")], 230_000, ["inducement.not_his_team"]),
        ([star("Nobody")], 0, ["inducement.not_his_team"]),
        ([star("")], 0, ["inducement.not_his_team"]),
    ],
)
def test_a_team_can_hire_two_stars_of_its_list_each_once(
    wishes: list[dict[str, Any]], bill: int, problems: list[str]
) -> None:
    assert buy(*wishes) == (bill, [("I3", id) for id in problems])


@pytest.mark.rules("I3")
@pytest.mark.parametrize("name", ["Brick Far'th", "Grotty"])
def test_brick_and_grotty_are_one_star_and_two_players(name: str) -> None:
    (item,) = parse_items([star(name)])
    assert set(star_names(PBBL, item)) == {"Brick Far'th", "Grotty"}
    assert places(PBBL, item) == 2
    squad = team("Orc", "14 Lineman")
    assert buy(star(name), star("Morg 'n' Thorg"), sheet=orcs()) == (720_000, [])
    assert buy(star(name), sheet=squad) == (290_000, [])
    assert buy(star(name), sheet=team("Orc", "15 Lineman"))[1] == [("I3", "inducement.squad_full")]


@pytest.mark.rules("I3")
def test_brick_and_grotty_are_not_hired_twice() -> None:
    assert buy(star("Brick Far'th"), star("Grotty"), sheet=orcs())[1] == [("I3", "inducement.star_once")]


@pytest.mark.rules("P3")
@pytest.mark.parametrize(
    ("gold", "treasury", "from_treasury", "legal"),
    [
        (180_000, 0, 0, True),
        (200_000, 50_000, 0, True),
        (130_000, 50_000, 50_000, True),
        (0, 180_000, 180_000, True),
        (129_999, 50_000, 50_000, False),
        (0, 0, 0, False),
    ],
)
def test_inducement_gold_is_spent_before_the_treasury(
    gold: int, treasury: int, from_treasury: int, legal: bool
) -> None:
    sheet = humans(treasury=treasury, bank=100_000)
    market = Market(ruleset=PBBL, sheet=sheet, terms=Terms(), gold=gold)
    purchase = judge(market, parse_items([{"kind": "wizard"}]))
    assert purchase.from_own == from_treasury
    assert [violation.rule for violation in purchase.violations] == ([] if legal else ["P3"])


@pytest.mark.rules("P5")
@pytest.mark.parametrize("kind", ["wizard", "star", "mercenary", "journeyman"])
def test_a_league_can_switch_off_any_inducement(kind: str) -> None:
    wish = {
        "wizard": {"kind": "wizard"},
        "star": star("Griff Oberwald"),
        "mercenary": {"kind": "mercenary", "position": "Lineman"},
        "journeyman": {"kind": "journeyman", "position": "Lineman"},
    }[kind]
    sheet = team("Human", "9 Lineman")
    assert buy(wish, sheet=sheet)[1] == []
    assert buy(wish, sheet=sheet, house={"excluded_inducements": [kind]})[1] == [("P5", "inducement.excluded")]


@pytest.mark.rules("P4")
@pytest.mark.parametrize(
    ("terms", "house", "problems"),
    [
        (Terms(stage="play_off"), {}, []),
        (Terms(stage="play_off"), {"play_off_inducements": "none"}, [("P4", "inducement.none_in_play_offs")]),
        (Terms(stage="play_off"), {"play_off_inducements": "treasury_only"}, []),
        (Terms(stage="final"), {"play_off_inducements": "none"}, []),
        (
            Terms(stage="final", tournament="minor"),
            {"minor_tournament_inducements": "none"},
            [("P4", "inducement.none_in_play_offs")],
        ),
        (Terms(stage="final", tournament="spike"), {"minor_tournament_inducements": "none"}, []),
    ],
)
def test_without_inducements_nothing_can_be_bought(
    terms: Terms, house: dict[str, Any], problems: list[tuple[str, str]]
) -> None:
    assert buy({"kind": "wizard"}, {"kind": "bribe"}, terms=terms, house=house)[1] == problems
    assert buy(terms=terms, house=house) == (0, [])


@pytest.mark.rules("S1", "S2")
@pytest.mark.parametrize(
    ("mode", "wish", "bill", "problems"),
    [
        ("off", {"kind": "card", "deck": "Good Karma"}, 100_000, ["inducement.no_cards"]),
        ("with", {"kind": "card", "deck": "Good Karma"}, 100_000, []),
        ("with", {"kind": "card", "deck": "Random Events", "count": 2}, 400_000, []),
        ("with", {"kind": "card", "deck": "Tarot"}, 0, ["inducement.no_such_deck"]),
        ("only", {"kind": "card", "deck": "Magic Items"}, 50_000, []),
        ("only", {"kind": "wizard"}, 180_000, ["inducement.cards_only"]),
    ],
)
def test_cards_are_bought_if_the_league_plays_with_them(
    mode: str, wish: dict[str, Any], bill: int, problems: list[str]
) -> None:
    found, violations = buy(wish, house={"special_play_cards": mode})
    assert (found, [id for _, id in violations]) == (bill, problems)


@pytest.mark.rules("P3")
def test_an_unknown_inducement_is_named() -> None:
    assert buy({"kind": "dragon"}) == (0, [("P3", "inducement.unknown")])


@pytest.mark.parametrize(
    ("wish", "id"),
    [
        ("wizard", "inducement.not_a_list"),
        ({"kind": "wizard"}, "inducement.not_a_list"),
        ([{"kind": "wizard"}] * 41, "inducement.not_a_list"),
        (["wizard"], "inducement.unreadable"),
        ([{}], "inducement.unreadable"),
        ([{"kind": 7}], "inducement.unreadable"),
        ([{"kind": None}], "inducement.unreadable"),
        ([{"kind": "wizard", "colour": "blue"}], "inducement.unreadable"),
        ([{"kind": "mercenary", "skills": 5}], "inducement.unreadable"),
        ([{"kind": "mercenary", "skills": None}], "inducement.unreadable"),
        ([{"kind": "mercenary", "skills": "Tackle"}], "inducement.unreadable"),
        ([{"kind": "mercenary", "skills": [5]}], "inducement.unreadable"),
        ([{"kind": "wizard", "count": -1}], "inducement.count"),
        ([{"kind": "wizard", "count": 21}], "inducement.count"),
        ([{"kind": "wizard", "count": "1"}], "inducement.count"),
        ([{"kind": "wizard", "count": True}], "inducement.count"),
        ([{"kind": "wizard", "count": 1.0}], "inducement.count"),
    ],
)
def test_an_unreadable_purchase_is_refused_by_an_id(wish: Any, id: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse_items(wish)
    assert refused.value.id == id
    assert len(refused.value.found) <= 80
