"""The update of the roster (U1, U6, N2): departures, releases, purchases, and every refusal."""

from typing import Any

import pytest

from rules.journal import PlayerHired, PlayerLeft, RerollsBought, RerollsReleased, StaffHired, StaffReleased
from rules.match_day.post_match import post_match
from rules.match_day.run import Outcome
from rules.sheet.match import Injury, PlayerLine, Result, SideReport
from rules.sheet.sheet import TeamSheet, counts
from rules.team.value import team_value
from rules.words.words import say_violation
from tests.rules.build import PBBL, Given, after, humans, orcs, played, team


def update(sheet: TeamSheet, *, buy: Any = None, release: Any = None, bank: Any = None, die: int = 1) -> Outcome:
    """A draw with winnings of 10k (or by the given die), then releases and purchases."""
    answers = {"winnings": [die], "buy": buy, "release": release, "bank": bank}
    return after(played(sheets=(sheet, orcs())), home=answers)


def refusal(outcome: Outcome) -> tuple[str, str, str]:
    assert outcome.refused is not None
    (violation,) = outcome.refused.violations
    assert say_violation(violation)
    assert outcome.entries == ()
    return outcome.refused.label, violation.rule, violation.id


@pytest.mark.rules("U6", "C3")
@pytest.mark.parametrize(
    ("wish", "price", "worth"),
    [
        ([{"player": "Lineman"}], 50_000, 50_000),
        ([{"player": "Ogre"}], 140_000, 140_000),
        ([{"reroll": 1}], 100_000, 50_000),  # double the price, worth the price
        ([{"reroll": 2}], 200_000, 100_000),
        ([{"staff": "cheerleader"}], 10_000, 10_000),
        ([{"staff": "assistant_coach"}, {"staff": "assistant_coach"}], 20_000, 20_000),
        ([{"player": "Lineman"}, {"reroll": 1}, {"staff": "cheerleader"}], 160_000, 110_000),
        ([], 0, 0),
        (None, 0, 0),
    ],
)
def test_the_treasury_pays_for_purchases(wish: Any, price: int, worth: int) -> None:
    sheet = humans(treasury=200_000, bank=50_000)
    outcome = update(sheet, buy=wish)
    assert outcome.done, outcome.refused
    assert outcome.sheet.treasury == 210_000 - price
    assert outcome.sheet.bank == 50_000
    value = dict(outcome.figures)["value"].amount
    assert value == team_value(PBBL, sheet).amount + 10_000 - price + worth


@pytest.mark.rules("U6")
def test_a_new_player_gets_the_lowest_free_number_or_the_one_asked_for() -> None:
    sheet = team("Human", "12 Lineman", treasury=200_000)
    outcome = update(sheet, release=[{"player": 3}], buy=[{"player": "Lineman"}, {"player": "Blitzer", "number": 44}])
    assert [line.number for line in outcome.sheet.players] == [*range(1, 13), 44]
    hired = [entry for entry in outcome.entries if isinstance(entry, PlayerHired)]
    assert [(entry.position, entry.number, entry.player) for entry in hired] == [
        ("Lineman", 3, 5001),
        ("Blitzer", 44, 5002),
    ]


@pytest.mark.rules("U6")
@pytest.mark.parametrize("number", [0, -1, 100, "7", None, True, 7.0])
def test_a_number_must_fit_on_a_shirt(number: object) -> None:
    outcome = update(humans(treasury=200_000), buy=[{"player": "Lineman", "number": number}])
    assert refusal(outcome) == ("buy", "U6", "buy.number")


@pytest.mark.rules("U6")
def test_a_taken_number_is_refused_with_the_player_who_has_it() -> None:
    outcome = update(humans(treasury=200_000), buy=[{"player": "Lineman", "number": 4}])
    assert refusal(outcome) == ("buy", "U6", "buy.number_worn")
    assert outcome.refused is not None
    (worn,) = outcome.refused.violations
    wearer = humans().numbered(4)
    assert wearer is not None
    assert say_violation(worn, names={wearer.player: "Griff"}) == (
        f"Number 4 belongs to Griff, {wearer.position}. (U6, p. 38) Choose a free number from 1 to 99."
    )


@pytest.mark.rules("C2", "C3", "C5", "C6", "U6", "B1")
@pytest.mark.parametrize(
    ("sheet", "wish", "rule", "id"),
    [
        (humans(treasury=30_000), [{"player": "Lineman"}], "U6", "buy.too_dear"),  # 40k after winnings
        (humans(treasury=30_000, bank=100_000), [{"player": "Lineman"}], "U6", "buy.too_dear"),
        (humans(treasury=80_000), [{"reroll": 1}], "U6", "buy.too_dear"),
        (humans(treasury=90_000), [{"reroll": 2}], "U6", "buy.too_dear"),
        (humans(treasury=50_000), [{"player": "Lineman"}, {"staff": "cheerleader"}] * 2, "U6", "buy.too_dear"),
        (humans(treasury=200_000), [{"player": "Blitzer"}], "C2", "buy.position_full"),
        (humans(treasury=200_000), [{"player": "Thrower"}, {"player": "Thrower"}], "C2", "buy.position_full"),
        (team("Human", "16 Lineman", treasury=200_000), [{"player": "Blitzer"}], "C2", "buy.squad_full"),
        (
            team("Human", "15 Lineman", {"position": "Lineman", "misses_next_game": True}, treasury=200_000),
            [{"player": "Blitzer"}],
            "C2",
            "buy.squad_full",
        ),
        (humans(treasury=200_000), [{"player": "Troll"}], "C2", "buy.no_such_position"),
        (humans(treasury=200_000), [{"player": "blitzer"}], "C2", "buy.no_such_position"),
        (humans(treasury=900_000, rerolls=8), [{"reroll": 1}], "C3", "buy.rerolls"),
        (humans(treasury=900_000, rerolls=7), [{"reroll": 2}], "C3", "buy.rerolls"),
        (humans(treasury=900_000), [{"reroll": 0}], "C3", "buy.rerolls"),
        (humans(treasury=900_000), [{"reroll": -1}], "C3", "buy.rerolls"),
        (humans(treasury=900_000), [{"staff": "apothecary"}], "C6", "staff.too_many"),
        (team("Undead", "12 Skeleton", treasury=900_000), [{"staff": "apothecary"}], "C6", "staff.no_apothecary"),
        (humans(treasury=900_000), [{"staff": "wizard"}], "C5", "staff.unknown"),
    ],
)  # fmt: skip
def test_purchases_against_the_rules_are_refused(sheet: TeamSheet, wish: Any, rule: str, id: str) -> None:
    outcome = update(sheet, buy=wish)
    assert refusal(outcome) == ("buy", rule, id)
    assert outcome.sheet == sheet


@pytest.mark.rules("L6", "C3")
def test_a_trophys_reroll_does_not_count_towards_the_limit() -> None:
    sheet = humans(treasury=100_000, rerolls=7, trophies=["chaos_cup"])
    assert update(sheet, buy=[{"reroll": 1}]).sheet.rerolls == 8


@pytest.mark.rules("C2")
def test_newly_injured_players_still_take_a_place() -> None:
    sheet = team("Human", "16 Lineman", treasury=200_000)
    hurt = SideReport(injuries=(Injury(player=1, casualty=43, cause="other"),))
    answers = {"buy": [{"player": "Blitzer"}]}
    assert refusal(after(played(hurt, sheets=(sheet, orcs())), home=answers))[2] == "buy.squad_full"
    dead = SideReport(injuries=(Injury(player=1, casualty=63, cause="other"),))
    assert after(played(dead, sheets=(sheet, orcs())), home=answers).done


@pytest.mark.rules("U6")
@pytest.mark.parametrize(
    ("wish", "entries"),
    [
        ([{"player": 12}], [PlayerLeft(player=12, how="released")]),
        (
            [{"player": 12}, {"player": 1}],
            [PlayerLeft(player=12, how="released"), PlayerLeft(player=1, how="released")],
        ),
        ([{"staff": "apothecary"}], [StaffReleased(staff="apothecary", count=1)]),
        ([{"reroll": 3}], [RerollsReleased(count=3)]),
        ([{"reroll": 1}, {"reroll": 2}], [RerollsReleased(count=1), RerollsReleased(count=2)]),
    ],
)
def test_releases_give_no_refund(wish: Any, entries: list[object]) -> None:
    outcome = update(humans(treasury=50_000), release=wish)
    kinds = (PlayerLeft, StaffReleased, RerollsReleased)
    assert [entry for entry in outcome.entries if isinstance(entry, kinds)] == entries
    assert outcome.sheet.treasury == 60_000


@pytest.mark.rules("U6")
@pytest.mark.parametrize(
    ("wish", "id"),
    [
        ([{"player": 99}], "release.not_on_roster"),
        ([{"player": 1001}], "release.not_on_roster"),
        ([{"player": 12}, {"player": 12}], "release.not_on_roster"),
        ([{"staff": "cheerleader"}], "release.no_such_staff"),
        ([{"staff": "apothecary"}, {"staff": "apothecary"}], "release.no_such_staff"),
        ([{"reroll": 4}], "release.rerolls"),
        ([{"reroll": 0}], "release.rerolls"),
        ([{"reroll": -1}], "release.rerolls"),
        ([{"reroll": 2}, {"reroll": 2}], "release.rerolls"),
    ],
)
def test_a_team_can_release_only_what_it_has(wish: Any, id: str) -> None:
    assert refusal(update(humans(), release=wish)) == ("release", "U6", id)


@pytest.mark.rules("U1", "U6")
def test_the_dead_cannot_be_released() -> None:
    match = played(SideReport(injuries=(Injury(player=6, casualty=66, cause="other"),)))
    assert refusal(after(match, home={"release": [{"player": 6}]}))[2] == "release.not_on_roster"


@pytest.mark.rules("U6")
@pytest.mark.parametrize("label", ["buy", "release"])
@pytest.mark.parametrize(
    ("wish", "id"),
    [
        ("Lineman", "roster.not_a_list"),
        ({"player": "Lineman"}, "roster.not_a_list"),
        (7, "roster.not_a_list"),
        ([{"reroll": 1}] * 65, "roster.not_a_list"),
        (["Lineman"], "roster.unknown_item"),
        ([7], "roster.unknown_item"),
        ([{}], "roster.unknown_item"),
        ([{"players": 1}], "roster.unknown_item"),
        ([{"player": 1, "staff": "cheerleader"}], "roster.unknown_item"),
        ([{"player": None}], "roster.unknown_item"),
        ([{"staff": 1}], "roster.unknown_item"),
        ([{"reroll": "1"}], "roster.unknown_item"),
        ([{"reroll": True}], "roster.unknown_item"),
        ([{"reroll": 1, "number": 7}], "roster.unknown_item"),
    ],
)
def test_unreadable_lists_are_refused(label: str, wish: Any, id: str) -> None:
    outcome = after(played(), home={label: wish})
    assert refusal(outcome) == (label, "U6", id)


@pytest.mark.rules("U6")
def test_players_are_bought_by_position_and_released_by_id() -> None:
    assert refusal(after(played(), home={"buy": [{"player": 7}]}))[2] == "roster.unknown_item"
    assert refusal(after(played(), home={"release": [{"player": "Lineman"}]}))[2] == "roster.unknown_item"


@pytest.mark.rules("U5", "U6")
def test_releases_come_before_purchases_and_the_bank_before_both() -> None:
    sheet = team("Human", "4 Blitzer", "12 Lineman", treasury=0, bank=80_000)
    outcome = update(sheet, bank=-80_000, release=[{"player": 1}], buy=[{"player": "Blitzer"}])
    assert outcome.done, outcome.refused
    assert (outcome.sheet.treasury, outcome.sheet.bank, len(outcome.sheet.players)) == (0, 0, 16)


@pytest.mark.rules("U6")
def test_the_questions_list_what_can_be_released_and_bought() -> None:
    given = Given({"mvp.1": "1", "winnings": [1]}, {})
    post_match(PBBL, played(sheets=(humans(treasury=20_000), orcs())), "home", {}, given)
    args = {question.key: dict(question.args) for question in given.asked}
    assert args["release"] == {f"player.{n}": n for n in range(1, 13)} | {"staff.apothecary": 1, "rerolls": 3}
    assert args["buy"] == {
        "team_list": "Human",
        "treasury": 30_000,
        "room": 4,
        "rerolls": 5,
        "player.Lineman": 9,
        "player.Catcher": 4,
        "player.Thrower": 1,
        "player.Blitzer": 0,
        "player.Ogre": 1,
        "staff.assistant_coach": 1,
        "staff.cheerleader": 1,
    }


@pytest.mark.rules("C3", "U6")
def test_the_purchase_question_tells_what_a_reroll_costs() -> None:
    given = Given({"mvp.1": "1", "winnings": [1]}, {})
    post_match(PBBL, played(sheets=(humans(), orcs())), "home", {}, given)
    told = {question.key: dict(question.told) for question in given.asked if question.told}
    assert told == {"buy": {"reroll_price": 2 * PBBL.book.lists["Human"].reroll_cost}}


def stars(*spp: int) -> TeamSheet:
    """Blitzers with so many SPP, then linemen."""
    return team("Human", *({"position": "Blitzer", "spp": each} for each in spp), "9 Lineman")


def conceding(sheet: TeamSheet, *lines: PlayerLine, result: Result | None = None, **answers: Any) -> Outcome:
    score = sum(line.deed("touchdowns") for line in lines)
    match = played(
        SideReport(score=score, lines=lines),
        SideReport(score=score),
        sheets=(sheet, orcs()),
        result=result or Result(conceded_by="home"),
    )
    return after(match, home=answers)


@pytest.mark.rules("N2")
@pytest.mark.parametrize(("die", "leaves"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_star_walks_out_of_a_team_that_conceded_on_one_to_three(die: int, leaves: bool) -> None:
    outcome = conceding(stars(51, 50), **{"defections.1": [die]})
    assert outcome.done
    assert (PlayerLeft(player=1, how="walked_out") in outcome.entries) == leaves
    assert ("home", "defections.2") not in outcome.used


@pytest.mark.rules("N2")
def test_the_rolls_of_all_stars_are_asked_for_together() -> None:
    outcome = conceding(stars(60, 51, 175))
    assert [question.key for question in outcome.questions] == ["defections.1", "defections.2", "defections.3"]


@pytest.mark.rules("N2")
def test_51_points_reached_in_this_match_are_enough_to_walk_out() -> None:
    improvement = {"improvements.1.4.roll": [1, 2], "improvements.1.4.choice": "Guard"}
    outcome = conceding(stars(48), PlayerLine(player=1, deeds=counts(touchdowns=1)), **improvement)
    assert [question.key for question in outcome.questions] == ["defections.1"]
    outcome = conceding(stars(47), PlayerLine(player=1, deeds=counts(touchdowns=1)))
    assert outcome.done


@pytest.mark.rules("N2")
def test_a_star_who_missed_the_match_can_walk_out_but_a_dead_one_cannot() -> None:
    absent = team("Human", {"position": "Blitzer", "spp": 60, "misses_next_game": True}, "11 Lineman")
    assert [question.key for question in conceding(absent).questions] == ["defections.1"]
    dead = SideReport(injuries=(Injury(player=1, casualty=61, cause="other"),))
    match = played(dead, sheets=(stars(60), orcs()), result=Result(conceded_by="home"))
    assert after(match).done


@pytest.mark.rules("N1", "N2")
def test_players_do_not_leave_the_winner_or_a_team_that_could_not_play_on() -> None:
    assert conceding(stars(60), result=Result(conceded_by="home", conceded_before_kick_off=True)).done
    match = played(sheets=(stars(60), orcs()), result=Result(conceded_by="away"))
    assert after(match, home={"mvp.2": "2"}).done


def test_entries_of_purchases_have_count_and_price() -> None:
    outcome = update(humans(treasury=300_000), buy=[{"staff": "cheerleader"}, {"reroll": 2}])
    assert StaffHired(staff="cheerleader", count=1, price=10_000) in outcome.entries
    assert RerollsBought(count=2, price=200_000) in outcome.entries
