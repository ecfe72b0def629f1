"""Before the kick-off (P1-P5, M1, L4): the order of steps, gold by stage, fans, FAME and gate."""

from typing import Any

import pytest

from rules.editions import ruleset
from rules.journal import GoldMoved
from rules.match_day.pre_match import PreMatchOutcome, prepare
from rules.sheet.match import Pair, Terms
from rules.sheet.sheet import TeamSheet
from rules.words.words import say_figure, say_question, say_violation
from tests.rules.build import AWAY, PBBL, Given, humans, orcs, team

WEAK = team("Human", "11 Lineman")  # 550k
STRONG = team("Orc", "12 Lineman", first_id=AWAY, rerolls=5, treasury=200_000)  # 600k + 300k + 200k


def prepared(
    home: dict[str, Any] | None = None,
    away: dict[str, Any] | None = None,
    *,
    sheets: tuple[TeamSheet, TeamSheet] = (WEAK, STRONG),
    terms: Terms | None = None,
    house: dict[str, Any] | None = None,
    given: Given | None = None,
) -> PreMatchOutcome:
    answers = given or Given({"weather": [3, 4], "fans": [3, 4], **(home or {})}, {"fans": [3, 4], **(away or {})})
    rules = ruleset("pbbl-1.10", house or {})
    return prepare(rules, terms or Terms(), Pair(home=sheets[0], away=sheets[1]), {}, answers)


@pytest.mark.rules("P1", "P3", "M1")
def test_the_order_is_weather_stronger_team_weaker_team_fans() -> None:
    given = Given({"weather": [3, 4], "fans": [3, 4]}, {"fans": [3, 4]})
    assert prepared(given=given).done
    assert [(question.side, question.key) for question in given.asked] == [
        ("home", "weather"),
        ("away", "inducements"),
        ("home", "inducements"),
        ("home", "fans"),
        ("away", "fans"),
    ]
    assert all(say_question(question, book=PBBL.book).help.endswith(")") for question in given.asked)


@pytest.mark.rules("P3")
def test_the_weaker_team_waits_until_the_stronger_has_bought() -> None:
    def answer(question: Any) -> Any:
        return (
            None if question.key == "inducements" and question.side == "away" else Given({"weather": [3, 4]})(question)
        )

    outcome = prepare(PBBL, Terms(), Pair(home=WEAK, away=STRONG), {}, answer)
    assert [(question.side, question.key) for question in outcome.questions] == [("away", "inducements")]


@pytest.mark.rules("P3")
def test_teams_of_equal_value_do_not_wait_for_each_other() -> None:
    equal = team("Human", "11 Lineman", first_id=AWAY)
    outcome = prepare(
        PBBL,
        Terms(),
        Pair(home=WEAK, away=equal),
        {},
        lambda question: Given({"weather": [3, 4]})(question) if question.key == "weather" else None,
    )
    assert [(question.side, question.key) for question in outcome.questions] == [
        ("home", "inducements"),
        ("away", "inducements"),
    ]
    assert outcome.state.gold == {"home": 0, "away": 0}


@pytest.mark.rules("P1")
@pytest.mark.parametrize(
    ("dice", "weather"),
    [
        ((1, 1), "sweltering_heat"),
        ((1, 2), "very_sunny"),
        ((1, 3), "nice"),
        ((3, 4), "nice"),
        ((4, 6), "nice"),
        ((5, 6), "pouring_rain"),
        ((6, 6), "blizzard"),
    ],
)
def test_the_dice_decide_the_weather(dice: tuple[int, int], weather: str) -> None:
    assert prepared({"weather": list(dice)}).state.weather == weather


@pytest.mark.rules("P2", "P4")
@pytest.mark.parametrize(
    ("terms", "house", "gold"),
    [
        (Terms(), {}, 550_000),
        (Terms(stage="play_off"), {}, 550_000),
        (Terms(stage="play_off"), {"play_off_inducements": "treasury_only"}, 0),
        (Terms(stage="play_off"), {"play_off_inducements": "none"}, 0),
        (Terms(stage="semi_final"), {}, 0),
        (Terms(stage="final"), {}, 0),
        (Terms(stage="final", tournament="spike"), {"minor_tournament_inducements": "full"}, 0),
        (Terms(stage="final", tournament="minor"), {}, 0),
        (Terms(stage="final", tournament="minor"), {"minor_tournament_inducements": "full"}, 550_000),
        (Terms(stage="semi_final", tournament="minor"), {"minor_tournament_inducements": "none"}, 0),
        (Terms(stage="league", tournament="minor"), {}, 550_000),
    ],
)
def test_the_weaker_team_gets_the_difference_but_not_in_semi_finals_and_finals(
    terms: Terms, house: dict[str, Any], gold: int
) -> None:
    outcome = prepared(terms=terms, house=house)
    assert outcome.state.gold == {"home": gold, "away": 0}


@pytest.mark.rules("P2", "P3")
def test_the_difference_is_fixed_before_a_team_spends_gold() -> None:
    outcome = prepared(away={"inducements": [{"kind": "wizard"}]})
    assert outcome.state.gold["home"] == 550_000
    assert outcome.state.sheet("away").treasury == 20_000


@pytest.mark.rules("P3")
def test_gold_from_the_treasury_is_an_entry_but_inducement_gold_is_not() -> None:
    outcome = prepared(
        {"inducements": [{"kind": "wizard"}, {"kind": "bribe", "count": 2}]}, {"inducements": [{"kind": "wizard"}]}
    )
    assert outcome.done
    assert outcome.state.entries("home") == ()
    assert outcome.state.entries("away") == (GoldMoved(amount=180_000, source="treasury", target="inducements"),)


@pytest.mark.rules("P3")
def test_a_purchase_that_breaks_a_rule_is_refused_as_a_whole() -> None:
    outcome = prepared(away={"inducements": [{"kind": "wizard"}, {"kind": "bribe"}]})
    assert outcome.refused is not None
    assert outcome.refused.label == "inducements"
    assert [violation.rule for violation in outcome.refused.violations] == ["P3"]
    assert not outcome.done


@pytest.mark.rules("P3")
@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("wizard", "The inducements cannot be read: 'wizard'. (P3, p. 35) "),
        ([{"kind": "wizard", "count": "many"}], "'many' is not a number of inducements. (P3, p. 35) "),
        (
            [{"kind": "mercenary", "skills": 7}],
            "This inducement cannot be read: {'kind': 'mercenary', 'skills': 7}.",
        ),
    ],
)
def test_an_unreadable_purchase_is_refused_without_a_crash(wish: Any, text: str) -> None:
    outcome = prepared(away={"inducements": wish})
    assert outcome.refused is not None and outcome.refused.label == "inducements"
    (violation,) = outcome.refused.violations
    assert say_violation(violation).startswith(text)


@pytest.mark.rules("S3")
def test_cards_are_drawn_and_cannot_be_bought_with_inducements() -> None:
    wish = {"inducements": [{"kind": "card", "deck": "Good Karma"}]}
    refused = prepared(away=wish, house={"special_play_cards": "with"}).refused
    assert refused is not None and refused.label == "inducements"
    assert [(violation.rule, violation.id) for violation in refused.violations] == [("S3", "inducement.card_not_drawn")]


def test_the_outcome_has_its_last_step_and_the_used_answers() -> None:
    given = Given({"weather": [3, 4], "fans": [3, 4]}, {"fans": [3, 4]})
    outcome = prepared(given=given)
    assert (outcome.done, outcome.state.step) == (True, "done")
    assert outcome.used == {(question.side, question.key) for question in given.asked}
    waiting = prepare(PBBL, Terms(), Pair(home=WEAK, away=STRONG), {}, lambda question: None)
    assert (waiting.done, waiting.used) == (False, set())


@pytest.mark.rules("M1")
@pytest.mark.parametrize(
    ("home", "away", "fame"),
    [
        ((1, 1), (1, 1), (0, 0)),
        ((3, 4), (3, 3), (1, 0)),
        ((3, 3), (3, 4), (0, 1)),
        ((3, 3), (6, 6), (0, 2)),  # exactly twice as many
        ((3, 3), (5, 6), (0, 1)),
        ((6, 6), (1, 1), (2, 0)),
    ],
)
def test_more_fans_give_fame_one_and_twice_as_many_give_two(
    home: tuple[int, int], away: tuple[int, int], fame: tuple[int, int]
) -> None:
    state = prepared({"fans": list(home)}, {"fans": list(away)}).state
    assert (state.fame("home"), state.fame("away")) == fame
    assert state.fans["home"].amount == sum(home) * 1000


@pytest.mark.rules("M1", "L6")
@pytest.mark.parametrize(("more", "fans"), [({}, 7_000), ({"fan_factor": 5}, 12_000)])
def test_fan_factor_adds_fans(more: dict[str, Any], fans: int) -> None:
    assert prepared(sheets=(humans(**more), STRONG)).state.fans["home"].amount == fans
    spike = humans(trophies=["spike"], **more)
    assert prepared(sheets=(spike, STRONG)).state.fans["home"].amount == fans + 1_000


@pytest.mark.rules("M1", "L4")
@pytest.mark.parametrize(("stage", "gate"), [("league", 16_000), ("semi_final", 32_000), ("final", 32_000)])
def test_the_gate_is_all_fans_and_doubled_in_the_last_stages(stage: str, gate: int) -> None:
    terms = Terms(stage=stage)
    state = prepared({"fans": [1, 1]}, {"fans": [6, 3]}, terms=terms, sheets=(humans(fan_factor=5), orcs())).state
    figure = state.gate()
    assert figure.amount == gate
    assert "fans of the home side" in say_figure(figure)


@pytest.mark.rules("I3")
def test_a_star_hired_by_both_sides_plays_for_neither_and_both_fees_are_lost() -> None:
    rich = orcs(treasury=900_000, fan_factor=3)
    also = orcs(treasury=900_000, first_id=0)
    wish = {"inducements": [{"kind": "star", "name": "Brick Far'th"}, {"kind": "star", "name": "Varag Ghoul-Chewer"}]}
    other = {"inducements": [{"kind": "star", "name": "Grotty"}]}
    state = prepared(other, wish, sheets=(also, rich)).state
    assert state.barred_stars() == ("Brick Far'th", "Grotty")
    assert state.sheet("away").treasury == 900_000 - 520_000
    assert state.sheet("home").treasury == 900_000 + 30_000 - 290_000


@pytest.mark.rules("P3")
def test_the_question_has_the_gold_and_the_limits() -> None:
    given = Given({"weather": [3, 4], "fans": [3, 4]}, {"fans": [3, 4]})
    few = team("Human", "9 Lineman", {"position": "Blitzer", "misses_next_game": True}, treasury=30_000)
    prepared(sheets=(few, STRONG), given=given)
    (question,) = [q for q in given.asked if q.key == "inducements" and q.side == "home"]
    assert dict(question.args) == {
        "gold": 620_000,
        "treasury": 30_000,
        "team_list": "Human",
        "journeymen": 2,
        "room": 7,
        "closed": 0,
    }
