"""Imported teams (C9) at the limits: the last allowed value, the first refused one, and its text."""

from dataclasses import replace
from typing import Any

import pytest

from rules.sequence.explanations import Violation
from rules.sheet.sheet import counts
from rules.team.arriving.arrival_checks import Arrival, Veteran
from rules.team.arriving.arrivals import judge
from rules.words.words import say_violation
from tests.rules.build import PBBL
from tests.rules.team.arriving.arrival_builders import OLD_HAND, blitzer, human, off_the_list, squad

LONG = "X" * 99


def violation_texts(violations: tuple[Violation, ...]) -> list[str]:
    return [say_violation(violation) for violation in violations]


EDGES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"players": squad(size=16)}, {"players": squad(size=17)}),
    ({"players": squad(size=1)}, {"players": ()}),
    ({"rerolls": 8}, {"rerolls": 9}),
    ({"fan_factor": 99}, {"fan_factor": 100}),
    ({"staff": (("cheerleader", 99),)}, {"staff": (("cheerleader", 60), ("cheerleader", 40))}),
    ({"treasury": 100_000_000}, {"treasury": 100_000_001}),
    ({"bank": 100_000}, {"bank": 100_001}),
]
PLAYER_EDGES: list[tuple[Veteran, Veteran]] = [
    (blitzer(number=99), blitzer(number=100)),
    (blitzer(number=1), blitzer(number=0)),
    (blitzer(spp=9_999), blitzer(spp=10_000)),
    (blitzer(niggling=20), blitzer(niggling=21)),
    (blitzer(lost=("ST",) * 2), blitzer(lost=("ST",) * 3)),  # 3 begins, 1 is the least
    (blitzer(gained=("+MA",) * 3), blitzer(gained=("+MA",) * 4)),  # 7 begins, 10 is the most
    (off_the_list(cost=1), off_the_list(cost=0)),
    (off_the_list(cost=1_000_000), off_the_list(cost=1_000_001)),
    *(
        (
            off_the_list(profile=tuple((OLD_HAND | {name: last}).items())),
            off_the_list(profile=tuple((OLD_HAND | {name: over}).items())),
        )
        for name in OLD_HAND
        for last, over in ((1, 0), (10, 11))
    ),
    *(
        (blitzer(deeds=((what, 9_999),)), blitzer(deeds=((what, 10_000),)))
        for what in ("completions", "casualties", "mvps")
    ),
]


@pytest.mark.rules("C9", "B1", "C3", "G4")
@pytest.mark.parametrize(
    ("last", "first"),
    [
        *((human(**last), human(**first)) for last, first in EDGES),
        *((human(last), human(first)) for last, first in PLAYER_EDGES),
    ],
)
def test_values_at_the_limit_pass_and_one_more_does_not(last: Arrival, first: Arrival) -> None:
    assert judge(PBBL, last).legal
    assert len(judge(PBBL, first).violations) == 1


@pytest.mark.rules("C9")
@pytest.mark.parametrize(
    ("arrival", "text"),
    [
        (human(players=squad(size=17)), "17 players are too many. (C2, p. 17) Remove players until you have 16."),
        (human(blitzer(number=100)), "100 is not a shirt number. (C9, p. 31) Use a whole number from 1 to 99."),
        (
            human(blitzer(), blitzer()),
            "2 players have the number 4. (C9, p. 31) Give each of them a number of their own.",
        ),
        (human(rerolls=9), "9 team re-rolls: the list allows 0 to 8. (C3, p. 17) Change the number."),
        (
            human(fan_factor=100),
            "A fan factor of 100 is not possible. (C4, p. 17) Enter a whole number from 0 to 99.",
        ),
        (
            human(staff=(("cheerleader", 60), ("cheerleader", 41))),
            "101 × cheerleader is not possible. (C5, p. 18) Enter a whole number from 0 to 99.",
        ),
        (human(staff=((LONG, 100),)), f"100 × {LONG[:40]} is not possible. (C5, p. 18) "),
        (
            human(treasury=-10_000),
            "A treasury of −10k is not possible. (C9, p. 31) Enter an amount from 0 to 100,000k.",
        ),
        (
            human(bank=110_000),
            "A bank of 110k is not possible. (B1, p. 32) Enter an amount from 0 to 100k. Gold above that is lost.",
        ),
        (
            human(blitzer(deeds=counts(touchdowns=-3))),
            "No. 4 cannot have -3 touchdowns. (C9, p. 31) Enter a whole number from 0 to 9999.",
        ),
        (
            human(blitzer(niggling=21)),
            "No. 4 cannot have 21 niggling injuries. (C9, p. 31) Enter a whole number from 0",
        ),
        (human(blitzer(position="")), "No. 4 has no position. (C9, p. 31) Choose a position from the list, or"),
        (
            human(off_the_list(position=LONG, profile=())),
            f"The Human list has no position “{LONG[:40]}”, so no. 9 needs MA, ST, AG, AV, each from 1 to 10. "
            "(C9, p. 31) Enter what the player started with, or choose a position from the list: Lineman, ",
        ),
        (
            human(off_the_list(position=LONG, cost=-5_000)),
            f"“{LONG[:40]}” is not on the list, so no. 9 needs a cost; −5k is not possible. (C9, p. 31) "
            "Enter the price without improvements, up to 1,000k.",
        ),
        (human(blitzer(gained=(LONG,))), f"No. 4: there is no skill called “{LONG[:40]}”. (G3, p. 33) Use the name"),
        (human(blitzer(gained=("Dodge", "Dodge"))), "No. 4 has Dodge more than once. (G3, p. 33) Remove one of them"),
        (
            human(blitzer(lost=(LONG,))),
            f"No. 4: there is no characteristic called “{LONG[:40]}”. (G4, p. 33) Use one of MA, ST, AG, AV.",
        ),
        (
            human(blitzer(gained=("+MA",) * 5)),
            "No. 4 would have MA 12; it must be from 1 to 10. (G4, p. 33) Check the player's gains and losses.",
        ),
    ],
)
def test_a_violation_names_the_player_and_the_allowed_values(arrival: Arrival, text: str) -> None:
    (sentence,) = violation_texts(judge(PBBL, arrival).violations)
    assert sentence.startswith(text)


@pytest.mark.rules("C9")
@pytest.mark.parametrize(
    ("arrival", "text"),
    [
        (
            human(players=squad(size=10)),
            "10 players are fewer than a new team has (11). (C9, p. 31) Journeymen can fill the empty places.",
        ),
        (
            human(*(blitzer(number=number) for number in range(1, 7))),
            "6 × Blitzer is more than the 4 that the list allows now. (C9, p. 31) They stay",
        ),
        (
            human(off_the_list(position=LONG), off_the_list(position=LONG, number=10)),
            f"2 × {LONG[:40]}: not on the Human list. (C9, p. 31) They stay in the team as entered",
        ),
        (
            human(treasury=60),
            "Treasury: 60 gold pieces in total. (C9, p. 31) Check that this is right: for 60k, enter 60 in",
        ),
        (
            human(treasury=60_000_000),
            "Treasury: 60,000k in total. (C9, p. 31) Check that this is right: for 60k, enter 60 in",
        ),
        (human(bank=1), "Bank: 1 gold piece in total. (C9, p. 31) "),
        (
            human(blitzer(spp=6, gained=("Very Long Legs",))),
            "No. 4 has Very Long Legs, which a Blitzer cannot learn here. (G3, p. 33) The player keeps it",
        ),
        (
            human(blitzer(spp=31, gained=("Guard",))),
            "No. 4 has 1 improvement, but 31 SPP give 3 here. (G2, p. 33) The player keeps them",
        ),
        (
            human(blitzer(lost=("AV",) * 3)),
            "No. 4 has AV 5, far from the starting value of 8. (G4, p. 33) The player keeps it",
        ),
    ],
)
def test_the_text_of_each_hint(arrival: Arrival, text: str) -> None:
    (sentence,) = violation_texts(judge(PBBL, arrival).hints)
    assert sentence.startswith(text)


@pytest.mark.rules("C9", "G3", "G4")
@pytest.mark.parametrize(
    "arrival",
    [
        human(*(blitzer(number=number) for number in range(1, 5))),  # as many as the list allows
        human(blitzer(spp=6, gained=("Dodge",))),  # possible here on a double
        human(blitzer(spp=16, gained=("+ST", "+ST"))),  # two points up are possible
        human(blitzer(lost=("ST", "ST"))),  # and two points down
        human(blitzer(niggling=2)),  # no improvement
        human(blitzer(cost=70), treasury=1_000, bank=1_000),  # the list has the cost of a Blitzer
    ],
)
def test_values_that_are_possible_here_give_no_hint(arrival: Arrival) -> None:
    judged = judge(PBBL, arrival)
    assert judged.legal and judged.hints == ()


@pytest.mark.rules("G3")
def test_all_problems_with_a_players_skills_are_reported() -> None:
    one = blitzer(gained=("Juggling", "Guard", "Singing", "Guard"))
    assert [violation.id for violation in judge(PBBL, human(one)).violations] == [
        "elsewhere.no_such_skill",
        "elsewhere.no_such_skill",
        "elsewhere.skill_twice",
    ]
    raised = replace(one, gained=("+MA", "+XX", "+AV"), lost=("YY", "MA"))
    assert [violation.id for violation in judge(PBBL, human(raised)).violations] == [
        "elsewhere.no_such_characteristic",
        "elsewhere.no_such_characteristic",
    ]
