"""Sequences that suspend by replay: open questions, replay, refusals, used answers, and the answers of each side."""

from typing import Any

import pytest

from rules.match_day.post_match import post_match
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import Answer, Asking, Key, Question, QuestionChanged, Suspended, face_exists, other
from rules.sheet.match import Injury, PlayerLine, Result, SideReport
from rules.sheet.sheet import counts
from tests.rules.build import AWAY, PBBL, Given, humans, orcs, played, team

STARS = team("Human", {"position": "Blitzer", "spp": 60}, {"position": "Blitzer", "spp": 52}, "10 Lineman")
CONCEDED = played(
    SideReport(score=1, lines=(PlayerLine(player=3, deeds=counts(touchdowns=1)),)),
    SideReport(score=3, lines=(PlayerLine(player=AWAY + 1, deeds=counts(touchdowns=3)),)),
    sheets=(STARS, orcs(treasury=60_000)),
    result=Result(conceded_by="home"),
)
HOME = {"winnings": [4], "defections.1": [5], "defections.2": [2]}
AWAY_ANSWERS = {
    "mvp.1": "1002",
    "mvp.2": "1003",
    "improvements.1001.1.roll": [6, 6],
    "improvements.1001.1.choice": "+ST",
    "winnings": [2],
    "winnings_reroll": "reroll",
    "winnings_reroll.die": [5],
    "fan_factor": [3, 3],
    "buy": [{"player": "Lineman"}],
}


@pytest.fixture(autouse=True)
def all_texts_are_readable() -> None:
    """Most questions here are made up, so they have no texts."""


def run(side: str, home: dict[str, Any], away: dict[str, Any]) -> tuple[Any, dict[Key, Answer]]:
    """A side's post-match with all answers at once, and the recorded answers."""
    outcome = post_match(PBBL, CONCEDED, side, {}, Given(home, away))
    return outcome, {(answer.question.side, answer.question.key): answer for answer in outcome.fresh}


def test_replay_gives_the_same_result_as_answering_at_once() -> None:
    inline, recorded = run("away", HOME, AWAY_ANSWERS)
    assert inline.done
    replayed = post_match(PBBL, CONCEDED, "away", recorded)
    assert replayed.done
    assert (replayed.entries, replayed.sheet, replayed.figures) == (inline.entries, inline.sheet, inline.figures)
    assert replayed.used == set(recorded)
    assert replayed.fresh == ()


def test_with_one_answer_at_a_time_the_sequence_asks_for_the_next() -> None:
    _, recorded = run("away", HOME, AWAY_ANSWERS)
    known: dict[Key, Answer] = {}
    seen: list[str] = []
    while not (outcome := post_match(PBBL, CONCEDED, "away", known)).done:
        question = outcome.questions[0]
        seen.append(f"{question.side} {question.key}")
        known[question.side, question.key] = recorded[question.side, question.key]
    assert seen == [
        "away mvp.1",
        "away mvp.2",
        "away improvements.1001.1.roll",
        "away improvements.1001.1.choice",
        "away winnings",
        "away winnings_reroll",
        "away winnings_reroll.die",
        "home winnings",
        "away fan_factor",
        "away bank",
        "away release",
        "away buy",
        "away buy.1",
    ]


def test_questions_without_a_fixed_order_are_asked_together() -> None:
    outcome = post_match(PBBL, CONCEDED, "away", {})
    assert [question.key for question in outcome.questions] == ["mvp.1", "mvp.2"]
    outcome = post_match(PBBL, CONCEDED, "home", {})
    assert [question.key for question in outcome.questions] == ["defections.1", "defections.2"]


def test_a_waiting_sequence_has_the_sheet_so_far() -> None:
    outcome = post_match(PBBL, CONCEDED, "away", {})
    assert outcome.step == "mvp"
    assert outcome.sheet.players[0].spp == 9
    assert outcome.entries
    assert not outcome.done


@pytest.mark.rules("N2")
def test_the_winner_waits_only_for_the_losers_winnings_roll() -> None:
    mine = dict(AWAY_ANSWERS)
    outcome, _ = run("away", {}, mine)
    assert [(question.side, question.key) for question in outcome.questions] == [("home", "winnings")]
    assert run("away", {"winnings": [4]}, mine)[0].done
    assert run("home", HOME, {})[0].done, "and the loser does not wait"


@pytest.mark.rules("N2")
def test_one_die_answers_both_sequences() -> None:
    _, recorded = run("home", HOME, AWAY_ANSWERS)
    outcome = post_match(PBBL, CONCEDED, "away", recorded, Given({"winnings": [1]}, AWAY_ANSWERS))
    assert outcome.done
    handed = [term for term in dict(outcome.figures)["winnings"].terms if term.id == "winnings.handed_over"]
    assert [term.amount for term in handed] == [40_000]


def test_an_answer_to_another_question_stops_the_run() -> None:
    """The die was changed, so the choice after it belongs to another question."""
    _, recorded = run("away", HOME, AWAY_ANSWERS)
    roll = recorded["away", "improvements.1001.1.roll"]
    changed = recorded | {("away", "improvements.1001.1.roll"): Answer(question=roll.question, value=[1, 2])}
    with pytest.raises(QuestionChanged) as stopped:
        post_match(PBBL, CONCEDED, "away", changed)
    assert stopped.value.recorded.options != stopped.value.asked.options
    assert stopped.value.recorded.key == stopped.value.asked.key == "improvements.1001.1.choice"


def test_a_changed_sum_before_a_decision_stops_the_run_too() -> None:
    _, recorded = run("away", HOME, AWAY_ANSWERS)
    die = recorded["away", "winnings_reroll.die"]
    changed = recorded | {("away", "winnings_reroll.die"): Answer(question=die.question, value=[6])}
    with pytest.raises(QuestionChanged) as stopped:
        post_match(PBBL, CONCEDED, "away", changed)
    assert stopped.value.asked.key == "bank"


def test_answers_that_were_not_asked_for_are_not_among_the_used() -> None:
    _, recorded = run("away", HOME, AWAY_ANSWERS)
    stray = Question(side="away", key="defections.1001", kind="roll", label="defections.1001", dice=(6,))
    outcome = post_match(PBBL, CONCEDED, "away", recorded | {("away", stray.key): Answer(question=stray, value=[1])})
    assert outcome.done
    assert {("away", "defections.1001")} == set(recorded) - outcome.used | {("away", stray.key)}


def test_answers_of_the_other_side_are_not_used_for_this_side() -> None:
    _, recorded = run("away", HOME, AWAY_ANSWERS)
    mirrored = {("home", key): answer for (_, key), answer in recorded.items() if key == "mvp.1"}
    outcome = post_match(PBBL, CONCEDED, "away", mirrored)
    assert [question.key for question in outcome.questions] == ["mvp.1", "mvp.2"]


def test_a_refusal_leaves_the_fielded_sheet_and_no_entries() -> None:
    outcome, _ = run("away", HOME, AWAY_ANSWERS | {"buy": [{"player": "Dragon"}]})
    assert outcome.refused is not None and outcome.refused.label == "buy"
    assert (outcome.sheet, outcome.entries, outcome.figures) == (CONCEDED.sheets.away, (), ())
    assert not outcome.done


def test_player_ids_are_asked_for_and_recorded_like_other_answers() -> None:
    outcome, recorded = run("away", HOME, AWAY_ANSWERS)
    minted = recorded["away", "buy.1"]
    assert minted.question.kind == "mint"
    assert outcome.sheet.player(minted.value).position == "Lineman"


def test_every_question_has_its_own_key() -> None:
    given = Given(HOME, AWAY_ANSWERS)
    for side in ("home", "away"):
        given.asked.clear()
        assert post_match(PBBL, CONCEDED, side, {}, given).done
        keys = [(question.side, question.key) for question in given.asked]
        assert len(set(keys)) == len(keys)


def test_every_question_has_its_rule_and_page() -> None:
    given = Given(HOME, AWAY_ANSWERS)
    post_match(PBBL, CONCEDED, "away", {}, given)
    for question in given.asked:
        assert question.kind == "mint" or (question.page == PBBL.book.pages[question.rule] and question.page > 0)


@pytest.mark.rules("U1")
def test_dead_players_do_not_walk_out() -> None:
    match = played(
        SideReport(injuries=(Injury(player=1, casualty=61, cause="other"),)),
        sheets=(STARS, orcs()),
        result=Result(conceded_by="home"),
    )
    outcome = post_match(PBBL, match, "home", {})
    assert [question.key for question in outcome.questions] == ["defections.2"]


def asking(*answers: tuple[Question, Any]) -> Asking:
    return Asking(answers={(q.side, q.key): Answer(question=q, value=value) for q, value in answers})


def test_each_runs_all_items_as_far_as_possible() -> None:
    table, done = asking(), []

    def step(number: int) -> None:
        if number == 2:
            done.append(number)
        else:
            table.roll("home", f"die.{number}", 6, rule="X", page=1)

    with pytest.raises(Suspended) as suspended:
        table.each([1, 2, 3], step)
    assert [question.key for question in suspended.value.questions] == ["die.1", "die.3"]
    assert done == [2]


def test_suspension_is_not_an_ordinary_exception() -> None:
    """A step that catches Exception by mistake does not swallow a question."""
    assert not issubclass(Suspended, Exception)


@pytest.mark.parametrize(
    ("dice", "value", "id"),
    [
        ((6, 6), [3], "dice_count"),
        ((6, 6), [3, 3, 3], "dice_count"),
        ((6,), [], "dice_count"),
        ((6,), "3", "no_such_face"),
        ((6,), [0], "no_such_face"),
        ((6,), [7], "no_such_face"),
        ((6,), [True], "no_such_face"),
        ((6,), [3.0], "no_such_face"),
        ((68,), [39], "no_such_face"),
        ((68,), [70], "no_such_face"),
        ((6,), {"die": 3}, "no_such_face"),
    ],
)
def test_dice_are_checked_against_their_question(dice: tuple[int, ...], value: Any, id: str) -> None:
    question = Question(side="home", key="x", kind="roll", label="x", dice=dice, rule="U2", page=38)
    with pytest.raises(RuleBroken) as refused:
        asking((question, value)).roll("home", "x", *dice, rule="U2", page=38)
    assert refused.value.violations[0].id == id


def test_a_single_die_can_be_a_plain_number() -> None:
    question = Question(side="home", key="x", kind="roll", label="x", dice=(6,), rule="U2", page=38)
    assert asking((question, 4)).roll("home", "x", 6, rule="U2", page=38) == (4,)


@pytest.mark.parametrize("value", ["c", "", None, 1, ["a"], True])
def test_a_choice_is_one_of_its_options(value: Any) -> None:
    question = Question(side="home", key="x", kind="choose", label="x", options=("a", "b"), rule="U2", page=38)
    with pytest.raises(RuleBroken) as refused:
        asking((question, value)).choose("home", "x", ("a", "b"), rule="U2", page=38)
    assert refused.value.violations[0].id == "not_an_option"


def test_a_refusal_repeats_the_answer_and_cuts_a_long_one() -> None:
    roll = Question(side="home", key="x", kind="roll", label="x", dice=(6, 68), rule="U2", page=38)
    with pytest.raises(RuleBroken) as refused:
        asking((roll, [6, 69])).roll("home", "x", 6, 68, rule="U2", page=38)
    assert (refused.value.label, refused.value.violations[0].args) == ("x", (("face", "69"), ("die", 68)))
    pick = Question(side="home", key="x", kind="choose", label="x", options=("a", "b"), rule="U2", page=38)
    with pytest.raises(RuleBroken) as refused:
        asking((pick, "c" * 99)).choose("home", "x", ("a", "b"), rule="U2", page=38)
    assert refused.value.violations[0].args == (("found", "c" * 60),)


def test_a_d68_has_forty_eight_faces() -> None:
    assert sum(face_exists(face, 68) for face in range(-5, 200)) == 48


def test_the_opponent_of_the_opponent_is_the_same_side() -> None:
    assert other(other("home")) == "home" != other("home")


def test_sequences_do_not_change_what_they_are_given() -> None:
    sheet = humans(treasury=50_000)
    match = played(sheets=(sheet, orcs()))
    answers = Given({"mvp.1": "1", "winnings": [1], "buy": [{"player": "Lineman"}]}, {})
    assert post_match(PBBL, match, "home", {}, answers).done
    assert sheet == humans(treasury=50_000)
    assert match.sheets.home is sheet
