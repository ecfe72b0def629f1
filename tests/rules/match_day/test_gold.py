"""Gold and fans after a match (U2-U5, B1, L4, L6, N1, N2): every sum calculated by hand from the book."""

import pytest

from rules.editions import ruleset
from rules.journal import FanFactorChanged, GoldMoved
from rules.match_day.run import Outcome
from rules.sequence.explanations import Figure
from rules.sheet.match import MatchPlayed, Result, SideReport, Terms
from rules.sheet.sheet import TeamSheet
from rules.words.words import say_figure, say_term
from tests.rules.build import PBBL, after, humans, orcs, played, team

WIN, DRAW, LOSS = (1, 0), (1, 1), (0, 1)


def match(
    score: tuple[int, int],
    *,
    fame: tuple[int, int] = (0, 0),
    stage: str = "league",
    home: TeamSheet | None = None,
    away: TeamSheet | None = None,
    **result: object,
) -> MatchPlayed:
    return played(
        SideReport(score=score[0]),
        SideReport(score=score[1]),
        sheets=(home or humans(), away or orcs()),
        fame=fame,
        terms=Terms(stage=stage),
        result=Result(**result),
    )


def figure(outcome: Outcome, step: str) -> Figure:
    found = dict(outcome.figures)[step]
    assert sum(term.amount for term in found.terms) == found.amount
    assert all(term.page for term in found.terms)
    assert say_figure(found)
    return found


@pytest.mark.rules("U2", "L4")
@pytest.mark.parametrize(
    ("die", "fame", "score", "stage", "gold"),
    [
        (1, 0, DRAW, "league", 10_000),
        (6, 0, DRAW, "league", 60_000),
        (4, 1, LOSS, "league", 50_000),
        (4, 2, LOSS, "league", 60_000),
        (4, 0, WIN, "league", 50_000),
        (6, 2, WIN, "league", 90_000),
        (1, 0, WIN, "play_off", 20_000),
        (5, 2, WIN, "semi_final", 160_000),  # (5 + 2 + 1) x 10k x 2
        (5, 0, LOSS, "semi_final", 100_000),
        (1, 1, LOSS, "final", 40_000),
    ],
)
def test_winnings_are_die_and_fame_and_the_win(
    die: int, fame: int, score: tuple[int, int], stage: str, gold: int
) -> None:
    outcome = after(match(score, fame=(fame, 0), stage=stage), home={"winnings": [die]})
    assert figure(outcome, "winnings").amount == gold
    assert GoldMoved(amount=gold, source="winnings", target="treasury") in outcome.entries


@pytest.mark.rules("U2")
@pytest.mark.parametrize(("second", "gold"), [(1, 20_000), (3, 40_000), (6, 70_000)])
def test_the_winners_second_die_counts_even_if_it_is_worse(second: int, gold: int) -> None:
    answers = {"winnings": [4], "winnings_reroll": "reroll", "winnings_reroll.die": [second]}
    winnings = figure(after(match(WIN), home=answers), "winnings")
    assert winnings.amount == gold
    assert say_term(winnings.terms[0]) == f"D6: {second}, re-rolled after a 4"


@pytest.mark.rules("U2")
def test_a_winner_who_keeps_the_die_rolls_no_second_one() -> None:
    answers = {"winnings": [4], "winnings_reroll": "keep", "winnings_reroll.die": [6]}
    outcome = after(match(WIN), home=answers)
    assert figure(outcome, "winnings").amount == 50_000
    assert ("home", "winnings_reroll.die") not in outcome.used


@pytest.mark.rules("U2")
@pytest.mark.parametrize("score", [DRAW, LOSS])
def test_only_the_winner_has_a_second_die(score: tuple[int, int]) -> None:
    answers = {"winnings": [1], "winnings_reroll": "reroll", "winnings_reroll.die": [6]}
    assert figure(after(match(score), home=answers), "winnings").amount == 10_000


@pytest.mark.rules("M3", "U2", "U4")
@pytest.mark.parametrize("how", ["overtime", "shoot_out"])
def test_the_winner_of_overtime_or_shoot_out_wins_for_gold_and_fans(how: str) -> None:
    drawn = match(DRAW, stage="final", decided_by=how, decided_for="home", home=humans(fan_factor=5))
    outcome = after(drawn, home={"winnings": [1], "fan_factor": [5, 6]})
    assert figure(outcome, "winnings").amount == 40_000
    assert FanFactorChanged(change=1) in outcome.entries
    loser = after(drawn, "away", away={"winnings": [1], "fan_factor": [1, 1]})
    assert figure(loser, "winnings").amount == 20_000


@pytest.mark.rules("L6", "L4")
@pytest.mark.parametrize(("stage", "gold"), [("league", 60_000), ("semi_final", 120_000)])
def test_the_blood_bowls_holder_gets_20k_more_doubled_like_the_rest(stage: str, gold: int) -> None:
    holder = humans(trophies=["blood_bowl"])
    assert figure(after(match(DRAW, stage=stage, home=holder), home={"winnings": [4]}), "winnings").amount == gold


@pytest.mark.rules("N2", "L4", "L6")
@pytest.mark.parametrize(
    ("stage", "home_trophies", "away_trophies", "gold"),
    [
        ("league", [], [], 40_000 + 10_000 + 50_000),
        ("league", ["blood_bowl"], [], 60_000 + 10_000 + 50_000),
        ("league", [], ["blood_bowl"], 40_000 + 10_000 + 70_000),
        ("final", [], [], 80_000 + 20_000 + 100_000),
    ],
)
def test_a_concession_hands_the_losers_winnings_over(
    stage: str, home_trophies: list[str], away_trophies: list[str], gold: int
) -> None:
    conceded = match(
        (0, 0),
        stage=stage,
        conceded_by="away",
        home=humans(trophies=home_trophies),
        away=orcs(trophies=away_trophies, fan_factor=3),
    )
    answers = {"winnings": [4], "mvp.2": "2"}
    winner = after(conceded, home=answers, away={"winnings": [5]})
    assert figure(winner, "winnings").amount == gold
    loser = after(conceded, "away", home=answers, away={"winnings": [5]})
    assert figure(loser, "winnings").amount == 0
    assert not any(isinstance(entry, GoldMoved) for entry in loser.entries)


@pytest.mark.rules("N2")
def test_the_losers_fame_counts_in_the_winnings_handed_over() -> None:
    conceded = match((0, 2), fame=(0, 2), conceded_by="away")
    outcome = after(conceded, home={"winnings": [1], "mvp.2": "2"}, away={"winnings": [1]})
    assert figure(outcome, "winnings").amount == 10_000 + 10_000 + 30_000


@pytest.mark.rules("N1")
@pytest.mark.parametrize(("option", "gold"), [("winnings_and_mvp", 0), ("no_penalty", 50_000)])
def test_conceding_before_a_kick_off_costs_the_winnings_or_nothing(option: str, gold: int) -> None:
    rules = ruleset("pbbl-1.10", {"concession_before_kick_off": option})
    conceded = match((0, 0), conceded_by="home", conceded_before_kick_off=True)
    outcome = after(conceded, rules=rules, home={"winnings": [5]})
    assert outcome.done
    assert figure(outcome, "winnings").amount == gold
    winner = after(conceded, "away", rules=rules, away={"winnings": [3], "mvp.2": "1002"})
    assert figure(winner, "winnings").amount == 40_000, "nothing is handed over"


@pytest.mark.rules("N1", "U4")
def test_after_conceding_before_a_kick_off_fan_factor_is_rolled_as_after_any_loss() -> None:
    conceded = match((0, 0), conceded_by="home", conceded_before_kick_off=True, home=humans(fan_factor=4))
    assert after(conceded, home={"fan_factor": [1, 2]}).sheet.fan_factor == 3
    assert after(conceded, home={"fan_factor": [2, 2]}).sheet.fan_factor == 4


def rich(treasury: int, *, bank: int = 0, players: int = 11) -> TeamSheet:
    """Eleven linemen of 550k, and gold for the rest of the value."""
    return team("Human", f"{players} Lineman", treasury=treasury, bank=bank)


def paid(sheet: TeamSheet, house: dict[str, object] | None = None, **answers: object) -> tuple[int, int, int]:
    """Spiralling expenses after winnings of 10k, and treasury and bank after that."""
    rules = ruleset("pbbl-1.10", house or {})
    outcome = after(match(DRAW, home=sheet), rules=rules, home={"winnings": [1], **answers})
    assert outcome.done, (outcome.refused, outcome.questions)
    return figure(outcome, "expenses").amount, outcome.sheet.treasury, outcome.sheet.bank


@pytest.mark.rules("U3")
@pytest.mark.parametrize(
    ("value", "due"),
    [
        (1_000_000, 0),
        (1_490_000, 0),
        (1_500_000, 0),
        (1_500_001, 10_000),
        (1_700_000, 10_000),
        (1_700_001, 20_000),
        (1_720_000, 20_000),  # the book's own example
        (1_900_000, 20_000),
        (1_900_001, 30_000),
        (3_500_000, 100_000),
    ],
)
def test_expenses_are_10k_for_each_200k_or_part_of_it_over_1500k(value: int, due: int) -> None:
    sheet = rich(value - 550_000 - 10_000)
    assert paid(sheet) == (due, value - 550_000 - due, 0)


@pytest.mark.rules("U3")
@pytest.mark.parametrize(
    ("breakpoint", "step", "value", "due"),
    [
        (1_000_000, 100_000, 1_000_000, 0),
        (1_000_000, 100_000, 1_010_000, 10_000),
        (1_000_000, 100_000, 1_720_000, 80_000),
        (2_500_000, 250_000, 2_500_000, 0),
        (2_500_000, 250_000, 2_750_001, 20_000),
        (2_000_000, 50_000, 2_120_000, 30_000),
    ],
)
def test_breakpoint_and_step_are_house_rules(breakpoint: int, step: int, value: int, due: int) -> None:
    house = {"spiralling_breakpoint": breakpoint, "spiralling_step": step}
    assert paid(rich(value - 560_000), house)[0] == due


POOR = {"spiralling_breakpoint": 0, "spiralling_step": 50_000}  # 560k: twelve steps, 120k due


@pytest.mark.rules("U3", "B1")
@pytest.mark.parametrize(
    ("treasury", "bank", "wish", "expected"),
    [
        # value is 550k + treasury + 10k; due 10k for each 50k of it
        (90_000, 50_000, None, (130_000, 0, 20_000)),  # 650k: 130k, the treasury's 100k first
        (90_000, 50_000, 50_000, (130_000, 20_000, 0)),
        (90_000, 50_000, 30_000, (130_000, 0, 20_000)),  # the same as an explicit answer
        (90_000, 50_000, 40_000, (130_000, 10_000, 10_000)),
        (40_000, 70_000, None, (120_000, 0, 0)),  # 600k: 120k due, exactly all there is
        (30_000, 70_000, None, (110_000, 0, 0)),  # 590k: 120k due, 10k written off
        (0, 0, None, (10_000, 0, 0)),  # 560k: 120k due, 110k written off
    ],
)
def test_the_treasury_pays_first_by_default_and_the_rest_is_written_off(
    treasury: int, bank: int, wish: int | None, expected: tuple[int, int, int]
) -> None:
    assert paid(rich(treasury, bank=bank), POOR, expenses_from_bank=wish) == expected


@pytest.mark.rules("U3")
@pytest.mark.parametrize("wish", [-10_000, 60_000, 130_001, "50000", 1.5, True, [10_000]])
def test_the_bank_pays_no_more_than_it_has_and_no_more_than_is_due(wish: object) -> None:
    rules = ruleset("pbbl-1.10", POOR)
    sheet = rich(90_000, bank=50_000)
    outcome = after(match(DRAW, home=sheet), rules=rules, home={"winnings": [1], "expenses_from_bank": wish})
    assert outcome.refused is not None and outcome.refused.label == "expenses_from_bank"
    assert outcome.refused.violations[0].rule == "U3"
    assert outcome.sheet == sheet


@pytest.mark.rules("U3")
def test_the_bank_is_asked_about_only_if_it_has_gold_and_expenses_are_due() -> None:
    for sheet, house in ((rich(90_000), POOR), (rich(90_000, bank=50_000), {})):
        outcome = after(match(DRAW, home=sheet), rules=ruleset("pbbl-1.10", house))
        assert ("home", "expenses_from_bank") not in outcome.used


@pytest.mark.rules("U3", "K7")
def test_expenses_count_recovered_players_but_not_newly_injured_ones() -> None:
    # 11 x 50k + a blitzer of 90k who missed this match + 10k won = 650k: 13 steps of 50k
    back = team("Human", {"position": "Blitzer", "misses_next_game": True}, "11 Lineman", treasury=200_000)
    rules = ruleset("pbbl-1.10", POOR)
    outcome = after(match(DRAW, home=back), rules=rules, home={"winnings": [1], "mvp.1": "2"})
    assert figure(outcome, "expenses").amount == 170_000  # 850k


@pytest.mark.rules("U4")
@pytest.mark.parametrize(
    ("score", "fans", "dice", "change"),
    [
        (WIN, 5, (3, 3), 1),
        (WIN, 6, (3, 3), 0),
        (WIN, 7, (3, 3), 0),
        (WIN, 0, (1, 1), 1),
        (WIN, 12, (6, 6), 0),
        (WIN, 11, (6, 6), 1),
        (LOSS, 7, (3, 3), -1),
        (LOSS, 6, (3, 3), 0),
        (LOSS, 5, (3, 3), 0),
        (LOSS, 0, (1, 1), 0),
        (LOSS, 1, (1, 1), 0),
        (LOSS, 3, (1, 1), -1),
    ],
)
def test_winners_gain_above_and_losers_lose_below_their_fan_factor(
    score: tuple[int, int], fans: int, dice: tuple[int, int], change: int
) -> None:
    outcome = after(match(score, home=humans(fan_factor=fans)), home={"fan_factor": list(dice)})
    assert outcome.sheet.fan_factor == fans + change
    assert figure(outcome, "fan_factor").amount == fans + change
    assert [entry for entry in outcome.entries if isinstance(entry, FanFactorChanged)] == (
        [FanFactorChanged(change=change)] if change else []
    )


@pytest.mark.rules("U4")
def test_fan_factor_is_not_rolled_after_a_draw() -> None:
    outcome = after(match(DRAW, home=humans(fan_factor=5)), home={"fan_factor": None})
    assert outcome.done
    assert "fan_factor" not in dict(outcome.figures)


@pytest.mark.rules("L6", "U4")
def test_the_spike_trophys_point_does_not_count_in_the_roll() -> None:
    holder = humans(fan_factor=6, trophies=["spike"])
    assert after(match(WIN, home=holder), home={"fan_factor": [3, 4]}).sheet.fan_factor == 7
    assert after(match(LOSS, home=holder), home={"fan_factor": [3, 3]}).sheet.fan_factor == 6


@pytest.mark.rules("N2", "U4")
@pytest.mark.parametrize(("fans", "left"), [(5, 4), (1, 0), (0, 0)])
def test_a_team_that_concedes_loses_a_point_without_a_roll_but_not_below_zero(fans: int, left: int) -> None:
    conceded = match((0, 0), conceded_by="home", home=humans(fan_factor=fans))
    outcome = after(conceded, home={"fan_factor": None})
    assert outcome.done
    assert outcome.sheet.fan_factor == left


@pytest.mark.rules("B1", "U5")
@pytest.mark.parametrize(
    ("treasury", "bank", "wish", "expected"),
    [
        # 10k are won first
        (90_000, 0, 100_000, (0, 100_000)),
        (160_000, 40_000, 60_000, (110_000, 100_000)),
        (160_000, 40_000, None, (170_000, 40_000)),
        (160_000, 40_000, 0, (170_000, 40_000)),
        (0, 40_000, -40_000, (50_000, 0)),
        (0, 40_000, -10_000, (20_000, 30_000)),
        (0, 100_000, None, (10_000, 100_000)),
        (123_456, 0, 7, (133_449, 7)),
    ],
)
def test_gold_goes_to_the_bank_and_back(treasury: int, bank: int, wish: int | None, expected: tuple[int, int]) -> None:
    sheet = humans(treasury=treasury, bank=bank)
    outcome = after(match(DRAW, home=sheet), home={"winnings": [1], "bank": wish})
    assert (outcome.sheet.treasury, outcome.sheet.bank) == expected


@pytest.mark.rules("B1")
@pytest.mark.parametrize("wish", [60_001, 171_000, -40_001, "all", 1.0, True, None.__class__, [1]])
def test_the_bank_holds_100k_and_pays_out_what_it_has(wish: object) -> None:
    sheet = humans(treasury=160_000, bank=40_000)
    outcome = after(match(DRAW, home=sheet), home={"winnings": [1], "bank": wish})
    assert outcome.refused is not None and outcome.refused.label == "bank"
    assert outcome.refused.violations[0].rule == "B1"
    assert outcome.sheet == sheet


@pytest.mark.rules("U7")
def test_the_new_team_value_is_the_last_figure() -> None:
    outcome = after(match(DRAW, home=humans(treasury=20_000)), home={"winnings": [3]})
    value = figure(outcome, "value")
    # 4 x 90 + 70 + 7 x 50 + 3 x 50 + 50 + 50
    assert value.amount == 360_000 + 70_000 + 350_000 + 150_000 + 50_000 + 50_000
    assert outcome.step == "done"


@pytest.mark.rules("U2")
@pytest.mark.parametrize("die", [[0], [7], [1, 2], "six", None, [2.0]])
def test_a_die_that_was_never_rolled_is_refused(die: object) -> None:
    outcome = after(match(DRAW), home={"winnings": die})
    assert outcome.refused is not None and outcome.refused.label == "winnings"


def test_the_shared_ruleset_has_the_default_options() -> None:
    assert PBBL.house.changed() == {}
