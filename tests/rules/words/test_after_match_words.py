"""After the match: every refusal repeats the answer and lists what is possible; values at the limit pass."""

from typing import Any

import pytest

from rules.journal import (
    GoldMoved,
    Impossible,
    InducementsEngaged,
    PlayerHired,
    PointsEarned,
    Transfer,
    apply,
    transfers,
)
from rules.match_day.roster import MOST_ITEMS
from rules.match_day.run import Outcome
from rules.sheet.match import InducedLine, Injury, PlayerLine, SideReport
from rules.sheet.sheet import TeamSheet, counts
from rules.words.entries import say_feats
from rules.words.words import say_impossible, say_violation
from tests.rules.build import AWAY, after, humans, orcs, played, team
from tests.rules.every_entry import LINEMAN
from tests.rules.team.trade_sheets import BORROWING, MUMMY

LONG = "X" * 99


def post_match_with(sheet: TeamSheet | None = None, **answers: Any) -> Outcome:
    return after(played(sheets=(sheet or humans(treasury=100_000), orcs())), home=answers)


def refusal(outcome: Outcome) -> tuple[str, str]:
    """The refused answer, and the text without the remedy."""
    assert outcome.refused is not None
    (violation,) = outcome.refused.violations
    return outcome.refused.label, say_violation(violation).partition(" (")[0]


@pytest.mark.rules("U6", "C2", "C3")
@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ([{"player": LONG}], f"The Human list has no position “{LONG[:40]}”."),
        ([{"player": "Lineman", "number": LONG}], f"Number {LONG[:20]} is not possible."),
        ([{"player": "Blitzer"}], "The list allows 4 × Blitzer, and the team already has that many."),
        ([{"reroll": 6}], "The team has 3 team re-rolls; the maximum is 8."),
        ([{"reroll": 2}], "This costs 200k, but the treasury has 110k left."),
        ([{LONG: 1}], f"This cannot be read: {{'{LONG[:58]}."),
        ([{"player": 1, LONG: 2}], f"This cannot be read: {{'player': 1, '{LONG[:45]}."),
        ("Lineman", "This must be a list of at most 64 items."),
        ([{"reroll": 0}] * (MOST_ITEMS + 1), "This must be a list of at most 64 items."),
    ],
)
def test_the_refusal_of_a_purchase_repeats_it(wish: Any, text: str) -> None:
    assert refusal(post_match_with(buy=wish)) == ("buy", text)


@pytest.mark.rules("U6", "C8")
@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ([{"staff": LONG}], f"The team does not have this: {LONG[:40]}."),
        ([{"reroll": 4}], "You cannot give up 4 team re-rolls: the team has 3."),
        ([{"player": 99}], "This player is no longer on the roster."),
    ],
)
def test_the_refusal_of_a_release_repeats_it(wish: Any, text: str) -> None:
    assert refusal(post_match_with(release=wish)) == ("release", text)


@pytest.mark.rules("C8")
def test_a_borrowed_player_cannot_be_released() -> None:
    first = str(BORROWING.players[0].player)
    outcome = post_match_with(BORROWING, **{"mvp.1": first, "release": [{"player": MUMMY}]})
    assert refusal(outcome) == ("release", "You cannot release a player who is on loan.")


@pytest.mark.rules("U6")
def test_64_items_are_allowed_and_number_99_is_possible() -> None:
    rich = humans(treasury=2_000_000)
    assert (
        post_match_with(rich, buy=[{"staff": "cheerleader"}] * MOST_ITEMS).sheet.staff_count("cheerleader")
        == MOST_ITEMS
    )
    line = post_match_with(rich, buy=[{"player": "Lineman", "number": 99}]).sheet.player(5001)
    assert line is not None and line.number == 99


@pytest.mark.rules("M4")
def test_a_line_without_points_makes_no_entry() -> None:
    outcome = after(played(SideReport(lines=(PlayerLine(player=2),))))
    assert [entry.player for entry in outcome.entries if isinstance(entry, PointsEarned)] == [1]  # the MVP


def test_every_entry_has_the_step_that_made_it() -> None:
    outcome = post_match_with(bank=1_000, release=[{"player": 12}], buy=[{"staff": "cheerleader"}])
    assert [(entry.kind, step) for entry, step in zip(outcome.entries, outcome.entry_steps, strict=True)] == [
        ("points_earned", "mvp"),
        ("gold_moved", "winnings"),
        ("gold_moved", "bank"),
        ("player_left", "release"),
        ("staff_hired", "buy"),
    ]
    refused = post_match_with(bank=1_000_000)
    assert (refused.side, refused.step, refused.entries, refused.entry_steps) == ("home", "bank", (), ())


@pytest.mark.rules("G1")
def test_a_team_without_players_who_could_play_has_no_mvp() -> None:
    absent_team = team("Human", {"position": "Lineman", "count": 11, "misses_next_game": True})
    outcome = after(played(sheets=(absent_team, orcs())), home={"mvp.1": None})
    assert outcome.done
    assert not any(isinstance(entry, PointsEarned) for entry in outcome.entries)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (PlayerLine(player=1, deeds=counts(touchdowns=1, casualties=2)), "1 touchdown, 2 casualties"),
        (PlayerLine(player=1, deeds=counts(completions=3)), "3 completions"),
        (InducedLine(kind="star", name="Griff Oberwald", deeds=counts(interceptions=1)), "1 interception"),
        (PlayerLine(player=1), ""),
    ],
)
def test_the_text_of_what_a_player_did(line: PlayerLine | InducedLine, text: str) -> None:
    assert say_feats(line) == text


@pytest.mark.rules("U3", "U5", "B1")
def test_the_bank_can_pay_nothing_or_one_gold_piece() -> None:
    """The team value is 1,770k with winnings of 10k: two steps above 1,500k."""
    dear = team("Human", "4 Blitzer", "12 Lineman", rerolls=8, treasury=400_000, bank=50_000)
    outcome = post_match_with(dear, expenses_from_bank=0)
    assert GoldMoved(amount=20_000, source="treasury", target="expenses") in outcome.entries
    assert outcome.sheet.bank == 50_000
    assert post_match_with(dear, expenses_from_bank=1).sheet.bank == 49_999
    assert post_match_with(dear, bank=1).sheet.bank == 50_001
    assert post_match_with(dear, bank=-1).sheet.bank == 49_999
    assert refusal(post_match_with(dear, expenses_from_bank=-1))[0] == "expenses_from_bank"
    assert refusal(post_match_with(dear, bank=50_001))[0] == "bank"


@pytest.mark.rules("J8")
@pytest.mark.parametrize("wish", [6, "6", [6, 6], {"player": 6}])
def test_the_answer_about_raised_players_is_a_list_without_repeats(wish: Any) -> None:
    assert refusal(raising(wish)) == ("raise", "This must be a list of the opponent's dead players, each once.")


@pytest.mark.rules("J8")
@pytest.mark.parametrize("wish", [[7], ["6"], [True], [[6]], [None]])
def test_only_dead_players_rise(wish: Any) -> None:
    assert refusal(raising(wish)) == ("raise", "This player cannot be raised.")


@pytest.mark.rules("J8")
def test_a_player_who_died_after_other_injuries_rises_if_there_is_a_place() -> None:
    hurt = (Injury(player=5, casualty=58, by=AWAY + 1), Injury(player=6, casualty=61, by=AWAY + 1))
    for skeletons in (15, 16):
        undead = team("Undead", f"{skeletons} Skeleton", first_id=AWAY)
        match = played(SideReport(injuries=hurt), sheets=(humans(), undead))
        outcome = after(match, "away", away={"mvp.1": str(AWAY + 5), "raise": [6]})
        if skeletons == 15:
            assert [line.position for line in outcome.sheet.players].count("Zombie") == 1
        else:
            assert refusal(outcome) == ("raise", "The roster is full.")


def raising(wish: Any) -> Outcome:
    undead = team("Undead", "12 Skeleton", first_id=AWAY)
    dead = SideReport(injuries=(Injury(player=6, casualty=61, by=AWAY + 1), Injury(player=7, casualty=58, by=AWAY + 1)))
    return after(played(dead, sheets=(humans(), undead)), "away", away={"mvp.1": str(AWAY + 5), "raise": wish})


def hired(player: int = 50, number: int = 50) -> PlayerHired:
    return PlayerHired(
        player=player, number=number, position="Lineman", profile=LINEMAN, skills=(), cost=50_000, price=0
    )


@pytest.mark.parametrize(
    ("entry", "args"),
    [
        (GoldMoved(amount=100_001, source="treasury", target="bank"), {"purse": "treasury", "missing": 1}),
        (GoldMoved(amount=7, source="bank", target="treasury"), {"purse": "bank", "missing": 7}),
        (GoldMoved(amount=7, source="bank", target="expenses"), {"purse": "bank", "missing": 7}),
        (hired(player=3), {"player": 3}),
        (hired(number=3), {"number": 3}),
        (PointsEarned(player=99, spp=1), {"player": 99}),
        (PointsEarned(player=1, spp=-2), {"what": "spp", "count": -2}),
    ],
)
def test_an_impossible_entry_names_the_reason(entry: Any, args: dict[str, Any]) -> None:
    with pytest.raises(Impossible) as refused:
        apply(humans(treasury=100_000), entry)
    assert refused.value.args_ == args
    assert entry.kind in str(refused.value) and refused.value.id in str(refused.value)
    assert say_impossible(refused.value)


def test_a_team_with_an_empty_treasury_can_lack_gold_in_the_bank() -> None:
    with pytest.raises(Impossible) as refused:
        apply(humans(treasury=0, bank=5), GoldMoved(amount=7, source="bank", target="expenses"))
    assert refused.value.args_ == {"purse": "bank", "missing": 2}


@pytest.mark.rules("L9")
def test_permanent_inducements_are_paid_from_the_treasury() -> None:
    entry = InducementsEngaged(inducement="wizard", count=1, price=180_000)
    assert transfers(entry) == (Transfer(amount=180_000, source="treasury", target="inducements"),)
