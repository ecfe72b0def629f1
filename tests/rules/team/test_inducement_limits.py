"""Several inducements together: limits, permanent inducements, cards, and the texts of refusals."""

from typing import Any

import pytest

from rules.editions import ruleset
from rules.sheet.match import Terms
from rules.sheet.sheet import Permanent, TeamSheet, changed
from rules.team.inducements import MOST_ITEMS, MOST_OF_A_KIND, Item, Market, Unreadable, parse_items, permanent_counts
from rules.team.purchases import judge, permanent_problems
from rules.words.words import say_figure, say_violation
from tests.rules.build import PBBL, humans, team

RICH = 5_000_000
BUDGET = {"special_play_cards": "budget", "card_budget": 100_000}
LONG = "X" * 99
KARMA = {"kind": "card", "deck": "Good Karma"}  # 100k


def market(sheet: TeamSheet | None = None, house: dict[str, Any] | None = None, **more: Any) -> Market:
    rules = ruleset("pbbl-1.10", house or {})
    return Market(ruleset=rules, sheet=sheet or humans(), **{"terms": Terms(), "gold": RICH} | more)


def refused(where: Market, *wishes: dict[str, Any]) -> list[str]:
    """The texts of a purchase's violations, without the remedies."""
    purchase = judge(where, parse_items(list(wishes)))
    return [say_violation(violation).partition(" (")[0] for violation in purchase.violations]


def ids(where: Market, *wishes: dict[str, Any]) -> list[str]:
    return [violation.id for violation in judge(where, parse_items(list(wishes))).violations]


def mercenary(position: str, **more: Any) -> dict[str, Any]:
    return {"kind": "mercenary", "position": position} | more


def permanent(kind: str, count: int = 1, **more: Any) -> Permanent:
    return Permanent(inducement=kind, count=count, cost=100_000, **more)


@pytest.mark.rules("I1", "I2", "I3", "P3", "S1")
@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ({"kind": LONG}, f"There is no inducement called “{LONG[:40]}”."),
        (mercenary(LONG), f"The list has no position “{LONG[:40]}”."),
        (mercenary("Lineman", skills=[LONG]), f"A mercenary Lineman cannot have {LONG[:40]}: only skills of"),
        (
            mercenary("Lineman", skills=["Block", "Tackle", "Fend"]),
            "3 extra skills are too many for a mercenary: at most 2.",
        ),
        (mercenary("Ogre", count=2), "The list allows 1 × Ogre, and the team already has that many who can play."),
        ({"kind": "star", "name": LONG}, f"{LONG[:40]} does not play for Human teams."),
        ({"kind": "star", "name": "Griff Oberwald", "count": 2}, "Griff Oberwald can be hired only once."),
        ({"kind": "bribe", "count": 4}, "4 × bribe: at most 3."),
        ({"kind": "card", "deck": LONG}, f"There is no deck called “{LONG[:40]}”."),
    ],
)
def test_a_refusal_names_the_wish_and_the_limit(wish: dict[str, Any], text: str) -> None:
    (texts,) = refused(market(house={"special_play_cards": "with"}), wish)
    assert texts.startswith(text)


@pytest.mark.rules("I3")
def test_a_long_star_name_is_cut_in_every_text() -> None:
    wish = {"kind": "star", "name": LONG}
    texts = refused(market(absent_stars=frozenset({LONG})), wish | {"count": 0}, wish)
    assert texts == [
        f"{LONG[:40]} does not play for Human teams.",
        f"{LONG[:40]} can be hired only once.",
        f"{LONG[:40]} does not play for Human teams.",
        *[f"{LONG[:40]} is dead or injured, and this league does not waive it."] * 2,
        f"{LONG[:40]} can be hired only once.",
    ]


@pytest.mark.rules("I2")
def test_the_refusal_of_a_journeyman_lists_the_allowed_positions() -> None:
    where = market(team("Undead", "9 Skeleton"))
    (violation,) = judge(where, parse_items([{"kind": "journeyman", "position": "Ghoul"}])).violations
    assert say_violation(violation).endswith("Choose from: Skeleton, Zombie.")
    assert refused(where, {"kind": "journeyman", "position": "Zombie", "count": 3}) == [
        "3 journeymen are too many: this team can hire 2, to have eleven who can play."
    ]


@pytest.mark.rules("I6")
def test_the_refusal_of_a_healer_names_the_list() -> None:
    assert refused(market(team("Undead", "12 Skeleton")), {"kind": "healer"}) == [
        "Undead teams cannot hire a healer, because they cannot have an apothecary."
    ]


@pytest.mark.rules("I1")
def test_every_mercenary_in_the_list_is_checked() -> None:
    wrong = mercenary("Lineman", skills=["Juggling"])
    for first in ({"kind": "wizard"}, mercenary("Troll"), mercenary("Catcher")):
        assert "inducement.mercenary_skill" in ids(market(), first, wrong)


@pytest.mark.rules("I1", "I2")
def test_mercenaries_and_journeymen_in_a_position_count_together() -> None:
    """A Human list allows four Catchers, a Halfling list sixteen Halflings, with journeymen and mercenaries."""
    two = mercenary("Catcher", count=2)
    assert ids(market(), two, two) == []
    assert ids(market(), two, mercenary("Catcher", count=3)) == ["inducement.position_full", "inducement.squad_full"]
    few = market(team("Halfling", "9 Halfling"))
    journeymen = {"kind": "journeyman", "position": "Halfling", "count": 2}
    assert ids(few, journeymen, mercenary("Halfling", count=5)) == []
    assert ids(few, journeymen, mercenary("Halfling", count=6)) == ["inducement.position_full", "inducement.squad_full"]
    assert ids(few, journeymen, mercenary("Treeman", count=2)) == []


@pytest.mark.rules("I2", "I3")
def test_journeymen_take_places_in_the_squad() -> None:
    few = market(team("Human", "9 Lineman"))
    journeymen = {"kind": "journeyman", "position": "Lineman", "count": 2}
    assert ids(few, journeymen, mercenary("Catcher", count=3), mercenary("Thrower", count=2)) == []
    griff = {"kind": "star", "name": "Griff Oberwald"}
    assert ids(few, journeymen, mercenary("Catcher", count=3), mercenary("Thrower", count=2), griff) == [
        "inducement.squad_full"
    ]


@pytest.mark.rules("I1")
def test_a_bill_lists_a_mercenarys_skills() -> None:
    bill = judge(market(), parse_items([mercenary("Lineman", skills=["Block", "Tackle"])])).bill
    assert "180k (1 × mercenary: Lineman (Block, Tackle))" in say_figure(bill)


@pytest.mark.rules("L9")
def test_permanent_inducements_are_counted_by_kind_and_take_places() -> None:
    sheet = changed(
        humans(),
        inducements=(
            permanent("mercenary", 2, position="Catcher"),
            permanent("wizard"),
            permanent("mercenary", position="Ogre"),
            permanent("star", star="Griff Oberwald"),
        ),
    )
    where = market(sheet)
    assert permanent_counts(where) == (("mercenary", 3), ("wizard", 1), ("star", 1))
    assert where.room == 16 - 12 - 4
    assert market(sheet, absent_stars=frozenset({"Griff Oberwald"})).room == 16 - 12 - 3
    assert market(team("Human", "16 Lineman")).room == 0
    assert market(changed(team("Human", "16 Lineman"), inducements=sheet.inducements)).room == 0


@pytest.mark.rules("L9")
def test_an_inducement_that_cannot_be_permanent_is_refused_and_a_long_kind_is_cut() -> None:
    (violation,) = permanent_problems(market(), [Item(kind=LONG)])
    assert say_violation(violation).startswith(
        f"In this league, this inducement cannot be part of a roster: {LONG[:40]}. (L9"
    )


def test_a_list_has_at_most_forty_items_with_those_on_the_roster() -> None:
    wish = {"kind": "wizard"}
    assert len(parse_items([wish] * MOST_ITEMS)) == MOST_ITEMS
    assert len(parse_items([wish] * (MOST_ITEMS - 3), permanent=3)) == MOST_ITEMS - 3
    with pytest.raises(Unreadable):
        parse_items([wish] * (MOST_ITEMS - 2), permanent=3)
    assert parse_items([wish | {"count": MOST_OF_A_KIND}])[0].count == MOST_OF_A_KIND
    assert parse_items(None) == ()


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("wizard", "'wizard'"),
        (["wizard"], "'wizard'"),
        ([{"kind": "wizard", "count": -7}], "-7"),
        ([{"kind": "mercenary", "skills": [5]}], "{'kind': 'mercenary', 'skills': [5]}"),
    ],
)
def test_a_refusal_repeats_an_unreadable_value(wish: Any, found: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_items(wish)
    assert refusal.value.found == found
    assert str(refusal.value) == f"{refusal.value.id}: {found}"


@pytest.mark.rules("P4", "S2")
def test_without_inducements_a_card_budget_still_buys_cards() -> None:
    closed = {"terms": Terms(stage="play_off"), "gold": 0}
    none = {"play_off_inducements": "none"}
    fans = humans(treasury=200_000)
    assert ids(market(fans, BUDGET | none, **closed), KARMA) == []
    assert ids(market(fans, BUDGET | none, **closed), KARMA, {"kind": "wizard"}) == ["inducement.none_in_play_offs"]
    assert ids(market(fans, BUDGET | none, **closed), {"kind": "wizard"}) == ["inducement.none_in_play_offs"]
    assert ids(market(fans, {"special_play_cards": "with"} | none, **closed), KARMA) == ["inducement.none_in_play_offs"]


@pytest.mark.rules("S2")
def test_cards_are_paid_only_from_their_budget() -> None:
    where = market(humans(treasury=500_000), BUDGET, gold=0)
    purchase = judge(where, parse_items([KARMA, {"kind": "wizard"}]))
    assert (purchase.violations, purchase.bill.amount, purchase.from_own) == ((), 280_000, 180_000)
    assert refused(where, KARMA, KARMA) == ["These cards cost 200k, but the budget for cards is 100k."]


@pytest.mark.rules("P3")
def test_a_purchase_that_costs_too_much_is_refused_with_the_amounts() -> None:
    assert refused(market(humans(treasury=50_000), gold=100_000), {"kind": "wizard"}) == [
        "The inducements cost 180k; you have 100k of inducement gold and 50k in the treasury."
    ]


@pytest.mark.rules("I3")
@pytest.mark.parametrize("name", ["Brick Far'th", "Grotty"])
def test_a_pair_of_stars_cannot_be_hired_if_one_is_absent(name: str) -> None:
    sheet = team("Orc", "12 Lineman")
    where = market(sheet, {"star_injuries_waived": False}, absent_stars=frozenset({"Grotty"}))
    assert refused(where, {"kind": "star", "name": name}) == [
        "Grotty is dead or injured, and this league does not waive it."
    ]
    assert PBBL.source("stars")["page"] == 35
