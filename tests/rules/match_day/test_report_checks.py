"""A match report: a correct one passes, and each problem is found with its place and a remedy."""

from dataclasses import replace

import pytest

from rules.match_day.report_checks import check_report
from rules.sheet.match import InducedLine, Injury, MatchPlayed, PlayerLine, Result, SideReport, Stage, Terms
from rules.sheet.sheet import counts
from rules.words.words import say_violation
from tests.rules.build import AWAY, PBBL, played
from tests.rules.reports import FAIR, found, home, with_result


def test_a_report_that_adds_up_has_no_problems() -> None:
    assert check_report(PBBL, FAIR) == ()


def test_an_empty_report_of_a_goalless_match_has_no_problems() -> None:
    assert check_report(PBBL, played()) == ()


@pytest.mark.rules("M4")
@pytest.mark.parametrize(
    ("score", "id", "words"),
    [
        (3, "report.no_scorer", "1 missing"),
        (5, "report.no_scorer", "3 missing"),
        (1, "report.too_many_scorers", "1 too many"),
        (0, "report.too_many_scorers", "2 too many"),
    ],
)
def test_touchdowns_must_add_up_to_the_score(score: int, id: str, words: str) -> None:
    match = home(score=score)
    assert found(match) == [("home.score", id)]
    assert words in say_violation(check_report(PBBL, match)[0].violation)


@pytest.mark.rules("G6")
def test_touchdowns_of_hired_players_count_towards_the_score() -> None:
    griff = InducedLine(kind="star", name="Griff Oberwald", deeds=counts(touchdowns=1))
    assert found(home(score=3, induced=(griff,), bought=("star",))) == []


@pytest.mark.rules("M3")
@pytest.mark.parametrize("score", [-1, 21, 1_000_000])
def test_a_score_has_limits(score: int) -> None:
    assert ("home.score", "report.score") in found(home(score=score))


@pytest.mark.rules("M4")
@pytest.mark.parametrize(
    ("what", "count", "allowed"),
    [
        ("completions", 40, True),
        ("completions", 41, False),
        ("interceptions", 20, True),
        ("interceptions", 21, False),
        ("interceptions", -1, False),
        ("completions", -1, False),
    ],
)
def test_a_players_numbers_have_limits(what: str, count: int, allowed: bool) -> None:
    lines = (*FAIR.reports.home.lines, PlayerLine(player=2, deeds=((what, count),)))
    problem = [("home.players.2." + what, "report.out_of_bounds")]
    assert found(home(lines=lines)) == ([] if allowed else problem)


@pytest.mark.rules("M4")
@pytest.mark.parametrize("what", ["touchdowns", "casualties"])
def test_negative_touchdowns_cannot_balance_others(what: str) -> None:
    lines = (
        PlayerLine(player=1, deeds=counts(**{"touchdowns": 2, "casualties": 1, what: 3})),
        PlayerLine(player=2, deeds=((what, -1),)),
    )
    assert ("home.players.2." + what, "report.out_of_bounds") in found(home(lines=lines))


def test_a_player_cannot_be_listed_twice() -> None:
    lines = (
        PlayerLine(player=1, deeds=counts(touchdowns=1, casualties=1)),
        PlayerLine(player=1, deeds=counts(touchdowns=1, casualties=1)),
    )
    assert found(home(lines=lines)) == [("home.players.1", "report.listed_twice")]
    took_part = (*FAIR.reports.home.took_part, 1)
    assert found(home(took_part=took_part)) == [("home.took_part", "report.listed_twice")]


def test_a_player_who_did_something_or_was_injured_took_part() -> None:
    assert found(home(took_part=(2, 3, 4, 5, 6))) == [
        ("home.players.1", "report.did_not_take_part"),
        ("home.injuries.2", "report.did_not_take_part"),
        ("away.injuries.1", "report.hurt_by_idle"),
    ]


def test_only_players_who_could_play_took_part() -> None:
    took_part = (*FAIR.reports.home.took_part, 99, AWAY + 1)
    assert found(home(took_part=took_part)) == [
        ("home.took_part", "report.unknown_player"),
        ("home.took_part", "report.other_team"),
    ]


def test_hired_players_are_of_a_kind_that_was_hired() -> None:
    induced = (InducedLine(kind="star", name="Griff Oberwald"), InducedLine(kind="ogre", name="Ogre"))
    assert found(home(induced=induced, bought=("wizard",))) == [
        ("home.induced.1", "report.not_hired"),
        ("home.induced.2", "report.unknown_kind"),
    ]
    assert found(home(induced=induced[:1], bought=None)) == []
    crowd = tuple(InducedLine(kind="mercenary", name="Lineman") for _ in range(17))
    assert found(home(induced=crowd)) == [("home.induced", "report.too_many_induced")]


@pytest.mark.rules("I3")
def test_a_star_hired_by_both_sides_plays_for_neither() -> None:
    morg = (InducedLine(kind="star", name="Morg 'n' Thorg"),)
    assert found(played(SideReport(induced=morg), SideReport(induced=morg))) == [
        ("home.induced.1", "report.star_for_both")
    ]


def test_hired_players_casualties_are_compared_as_a_hint() -> None:
    away = SideReport(induced=(InducedLine(kind="star", name="Varag Ghoul-Chewer"),))
    match = played(SideReport(injuries=(Injury(player=6, casualty=41, by_induced=True),)), away)
    assert found(match) == []
    assert found(match, hints=True) == [("away.induced", "report.induced_casualties")]


@pytest.mark.rules("M1")
@pytest.mark.parametrize(
    ("fame", "problems"),
    [
        ((0, 0), []),
        ((2, 0), []),
        ((0, 2), []),
        ((3, 0), [("home.fame", "report.fame")]),
        ((0, -1), [("away.fame", "report.fame")]),
        ((1, 1), [("home.fame", "report.fame_for_both")]),
    ],
)
def test_fame_is_zero_to_two_and_for_one_side_only(fame: tuple[int, int], problems: list[tuple[str, str]]) -> None:
    assert found(played(fame=fame)) == problems


@pytest.mark.rules("N1", "N2")
@pytest.mark.parametrize(
    ("match", "problems"),
    [
        (with_result(conceded_by="away"), []),
        (with_result(conceded_by="away", conceded_before_kick_off=True), []),
        (with_result(conceded_before_kick_off=True), ["report.nobody_conceded"]),
        (
            with_result((1, 1), conceded_by="away", decided_by="shoot_out", decided_for="home"),
            ["report.conceded_and_decided"],
        ),
        (with_result((1, 1), decided_by="shoot_out", decided_for="away"), []),
        (with_result((1, 1), decided_by="overtime", decided_for="away"), []),
        (with_result((2, 1), decided_by="overtime", decided_for="home"), []),
        (with_result((2, 1), decided_by="overtime", decided_for="away"), ["report.decided_against_score"]),
        (with_result((2, 1), decided_by="shoot_out", decided_for="home"), ["report.decided_against_score"]),
        (with_result((1, 2), decided_by="overtime", decided_for="away"), []),
        (with_result((1, 2), decided_by="overtime", decided_for="home"), ["report.decided_against_score"]),
        (
            with_result((1, 1), conceded_by="away", decided_by="overtime"),
            ["report.conceded_and_decided", "report.decided_by_halves"],
        ),
        (with_result((1, 1), decided_by="overtime"), ["report.decided_by_halves"]),
        (with_result((1, 1), decided_for="home"), ["report.decided_by_halves"]),
        (with_result((1, 1), decided_by="coin", decided_for="home"), ["report.unknown_decision"]),
    ],
)
def test_a_match_ends_in_only_one_way(match: MatchPlayed, problems: list[str]) -> None:
    assert [id for where, id in found(match) if where == "result"] == problems


@pytest.mark.rules("M3")
@pytest.mark.parametrize("stage", ["play_off", "semi_final", "final"])
def test_a_match_that_needs_a_winner_cannot_end_in_a_draw(stage: Stage) -> None:
    terms = Terms(stage=stage)
    level = replace(with_result((1, 1)), terms=terms)
    assert found(level) == [("result", "report.winner_wanted")]
    assert found(replace(level, may_be_level=True)) == []
    for result in (Result(decided_by="overtime", decided_for="away"), Result(conceded_by="home")):
        assert found(replace(level, result=result)) == []
    assert found(replace(with_result((2, 1)), terms=terms)) == []
    assert found(with_result((1, 1))) == []  # league matches end drawn


@pytest.mark.rules("N2")
def test_a_side_in_the_lead_that_concedes_is_a_hint() -> None:
    match = with_result(conceded_by="home")
    assert found(match) == []
    assert found(match, hints=True) == [("result", "report.leader_conceded")]
    assert found(with_result((1, 1), conceded_by="home"), hints=True) == []
