"""The texts about a report and its injuries have the player's number, the figures and a remedy."""

from dataclasses import replace
from typing import Any

import pytest

from rules.book.edition import Ruleset
from rules.match_day.injury_checks import MOST_INJURIES
from rules.match_day.report_checks import check_report
from rules.sheet.match import InducedLine, Injury, MatchPlayed, PlayedCard, PlayerLine, SideReport, Treatment
from rules.sheet.sheet import TeamSheet, counts
from rules.words.words import say_violation
from tests.rules.build import AWAY, PBBL, humans, orcs, played, team

UNDEAD = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
NURGLE = team("Nurgle", "11 Rotter", "Nurgle Warrior")
LONG = "X" * 99
KEPT_OUT = (PlayedCard(card="Assassin", player=AWAY + 2),)


def problem_texts(match: MatchPlayed, rules: Ruleset = PBBL) -> list[str]:
    """The texts of all problems, with hints, without the rule and the remedy."""
    return [say_violation(problem.violation).partition(" (")[0] for problem in check_report(rules, match)]


def hurt(player: int = 6, casualty: int = 41, *, second: int = 0, cause: str = "other", **treatment: Any) -> Injury:
    return Injury(
        player=player, casualty=casualty, second_casualty=second, cause=cause, treatment=Treatment(**treatment)
    )


def of_injuries(*injuries: Injury, sheet: TeamSheet | None = None, **report: Any) -> list[str]:
    return problem_texts(played(SideReport(injuries=injuries, **report), sheets=(sheet or humans(), orcs())))


def absent(sheet: TeamSheet, number: int) -> TeamSheet:
    return replace(sheet, players=tuple(replace(one, misses=int(one.number == number)) for one in sheet.players))


@pytest.mark.rules("K1", "K4", "K5", "K6", "K7", "K8", "C6", "I6", "I7")
@pytest.mark.parametrize(
    ("injuries", "sheet", "text"),
    [
        ([hurt(12)], absent(humans(), 12), "No. 12 misses this match, so they cannot be injured in it."),
        ([hurt(casualty=79)], humans(), "79 is not a D68 roll: the first digit is 1 to 6, the second 1 to 8."),
        ([hurt(healer=7)], humans(), "7 is not a D6 roll."),
        (
            [hurt(12, second=41, regeneration=1)],
            NURGLE,
            "A second casualty roll is only for players with Decay, and no. 12 does not have it.",
        ),
        ([hurt(regeneration=4)], humans(), "No. 6 does not have Regeneration."),
        (
            [hurt(6, 0, cause="eaten", chirurgeon=True)],
            humans(),
            "No. 6 was eaten, and nothing can bring them back.",
        ),
        (
            [hurt(6, chirurgeon=True), hurt(7, chirurgeon=True)],
            humans(),
            "One chirurgeon treats one injury in a match, and this is the second.",
        ),
        (
            [hurt(7, regeneration=1, healer=2)],
            UNDEAD,
            "This team's healing does not work on no. 7.",
        ),
        ([hurt(card=LONG)], humans(), f"“{LONG[:40]}” is not a card that heals."),
        (
            [hurt(card="Doc Bonesaw", card_roll=7)],
            humans(),
            "“Doc Bonesaw” and a roll of 7 do not go together.",
        ),
        ([hurt(6), hurt(6)], humans(), "No. 6 was injured earlier in this match and had not come back."),
        ([hurt(6, cause=LONG)], humans(), f"“{LONG[:40]}” is not a cause of injury."),
        ([hurt(AWAY + 2)], humans(), "This player plays for the other side."),
        ([hurt(1)], NURGLE, "No. 1 has Decay and needs a second casualty roll."),
        ([hurt(7)], UNDEAD, "No. 7 has Regeneration."),
    ],
)
def test_a_problem_with_an_injury_names_the_player(injuries: list[Injury], sheet: TeamSheet, text: str) -> None:
    assert text in of_injuries(*injuries, sheet=sheet)


@pytest.mark.rules("K1", "K4", "K5", "K6", "I6")
@pytest.mark.parametrize(
    ("injury", "sheet", "rule"),
    [
        (hurt(6, 79), humans(), "K1"),
        (hurt(6, 43, apothecary_reroll=79), humans(), "K4"),
        (hurt(1, 43, second=79), NURGLE, "K6"),
        (hurt(6, healer=7), humans(), "I6"),
        (hurt(7, regeneration=7), UNDEAD, "K5"),
    ],
)
def test_a_wrong_die_is_refused_by_the_rule_that_needs_it(injury: Injury, sheet: TeamSheet, rule: str) -> None:
    problems = check_report(PBBL, played(SideReport(injuries=(injury,)), sheets=(sheet, orcs())))
    assert [problem.violation.rule for problem in problems if "no_such" in problem.violation.id] == [rule]


@pytest.mark.rules("C6", "I6")
@pytest.mark.parametrize(("treatment", "rule"), [({"apothecary_reroll": 11}, "C6"), ({"healer": 2}, "I6")])
def test_a_treatment_that_does_not_work_on_a_player_is_refused_by_its_rule(
    treatment: dict[str, int], rule: str
) -> None:
    """A Vampire team can treat only its Thralls."""
    vampires = team("Vampire", "2 Vampire", "9 Thrall", apothecary=True)
    for player, rules in ((1, [rule]), (3, [])):
        match = played(SideReport(injuries=(hurt(player, **treatment),)), sheets=(vampires, orcs()))
        wrong = [problem.violation for problem in check_report(PBBL, match) if not problem.hint_only]
        assert [violation.rule for violation in wrong] == rules


@pytest.mark.rules("K5", "K8")
def test_no_dice_are_missing_if_none_are_needed() -> None:
    """A failed regeneration roll, a player who is back anyway, and a player who was eaten."""
    for injury in (
        hurt(7, regeneration=1),
        hurt(7, regeneration=6),
        hurt(7, chirurgeon=True),
        hurt(7, 0, cause="eaten"),
    ):
        assert of_injuries(injury, sheet=UNDEAD) == []
    assert of_injuries(hurt(1, 0, cause="eaten"), sheet=NURGLE) == []


@pytest.mark.rules("S5")
def test_a_card_heals_once_and_must_have_been_played() -> None:
    treated = {"card": "Doc Bonesaw", "card_roll": 0}
    twice = (hurt(6, 21, **treated), hurt(7, 21, **treated))
    assert of_injuries(*twice, cards=(PlayedCard(card="Doc Bonesaw"),)) == [
        "“Doc Bonesaw” has already healed a player in this match."
    ]
    assert of_injuries(hurt(6, 21, **treated), cards=()) == ["“Doc Bonesaw” was not played in this match."]


def test_forty_injuries_are_checked() -> None:
    many = tuple(hurt(6) for _ in range(MOST_INJURIES))
    assert len(of_injuries(*many)) == MOST_INJURIES - 1
    assert of_injuries(*many, hurt(6)) == ["41 injuries on one side are too many: at most 40."]


@pytest.mark.rules("M4", "K7", "S5")
@pytest.mark.parametrize(
    ("match", "text"),
    [
        (
            played(SideReport(injuries=(replace(hurt(), by=AWAY + 12),)), sheets=(humans(), absent(orcs(), 12))),
            "The opponent's no. 12 misses this match, and cannot have injured anyone.",
        ),
        (
            played(SideReport(injuries=(replace(hurt(), by=AWAY + 11),)), SideReport(took_part=(AWAY + 1,))),
            "The opponent's no. 11 is not in the list of players who took part.",
        ),
        (
            played(
                SideReport(injuries=(replace(hurt(), by=AWAY + 2),), cards=KEPT_OUT)
            ),
            "The opponent's no. 2 was kept out of this match by a card, and cannot have injured anyone.",
        ),
        (
            played(
                SideReport(cards=KEPT_OUT),
                SideReport(lines=(PlayerLine(player=AWAY + 2),)),
            ),
            "No. 2 was kept out of this match by a card, and cannot have done or suffered anything in it.",
        ),
        (
            played(SideReport(took_part=(12,)), sheets=(absent(humans(), 12), orcs())),
            "No. 12 misses this match, and cannot have done anything in it.",
        ),
        (
            played(SideReport(lines=(PlayerLine(player=5, deeds=counts(completions=1)),), took_part=(1,))),
            "No. 5 is not in the list of players who took part.",
        ),
        (played(SideReport(took_part=(3, 4, 3))), "No. 3 is listed twice."),
        (played(SideReport(lines=(PlayerLine(player=5), PlayerLine(player=5)))), "No. 5 is listed twice."),
        (
            played(SideReport(lines=(PlayerLine(player=5, deeds=counts(casualties=2)),))),
            "No. 5 is credited with 2 injuries, but the report shows 0 that count.",
        ),
        (
            played(SideReport(), SideReport(injuries=(Injury(player=AWAY + 9, casualty=41, by=5),))),
            "No. 5 caused 1 injury that counts for them, but is credited with 0.",
        ),
        (
            played(SideReport(induced=(InducedLine(kind=LONG, name="x"),))),
            f"“{LONG[:40]}” is not a kind of hired player.",
        ),
        (
            played(SideReport(induced=(InducedLine(kind="star", name="Morg 'n' Thorg"),)),
                   SideReport(induced=(InducedLine(kind="star", name="Morg 'n' Thorg"),))),
            "Morg 'n' Thorg was hired by both sides, and so plays for neither.",
        ),
        (played(fame=(3, 0)), "FAME 3 is not possible: it is 0 to 2."),
        (played(SideReport(score=21)), "A score of 21 is not possible: 0 to 20."),
        (played(SideReport(score=3, lines=(PlayerLine(player=1, deeds=counts(touchdowns=1)),))),
         "The score is 3, but the players scored only 1: 2 missing."),
        (played(SideReport(score=1, lines=(PlayerLine(player=1, deeds=counts(touchdowns=3)),))),
         "The score is 1, but players scored 3: 2 too many."),
        (
            played(SideReport(lines=(PlayerLine(player=1, deeds=counts(completions=41)),))),
            "41 completions for one player is not possible: 0 to 40.",
        ),
        (
            played(SideReport(injuries=(Injury(player=6, casualty=41, by_induced=True),)),
                   SideReport(induced=(InducedLine(kind="star", name="Varag Ghoul-Chewer"),))),
            "Hired players caused 1 injury to the opponent, more than they are credited with.",
        ),
    ],
)  # fmt: skip
def test_a_problem_with_a_report_names_the_player_and_the_numbers(match: MatchPlayed, text: str) -> None:
    assert text in problem_texts(match)


@pytest.mark.rules("M3")
def test_a_score_of_twenty_is_the_maximum() -> None:
    assert problem_texts(played(SideReport(score=20, lines=(PlayerLine(player=1, deeds=counts(touchdowns=20)),)))) == []


@pytest.mark.rules("M4")
def test_a_player_who_did_nothing_does_not_need_to_have_taken_part() -> None:
    assert problem_texts(played(SideReport(lines=(PlayerLine(player=5),), took_part=(1,)))) == []
    assert problem_texts(played(SideReport(lines=(PlayerLine(player=5, deeds=counts(completions=1)),)))) == []


@pytest.mark.rules("M4")
def test_the_casualties_of_every_player_are_compared() -> None:
    """An unknown player and a player with correct numbers come before the one with wrong numbers."""
    home = SideReport(
        lines=(
            PlayerLine(player=99, deeds=counts(casualties=1)),
            PlayerLine(player=1, deeds=counts(casualties=1)),
            PlayerLine(player=2, deeds=counts(casualties=1)),
        )
    )
    away = SideReport(injuries=(Injury(player=AWAY + 9, casualty=41, by=1),))
    wrong = [problem.where for problem in check_report(PBBL, played(home, away))]
    assert wrong == ["home.players.99", "home.players.2.casualties"]


@pytest.mark.rules("M4")
def test_too_few_casualties_are_wrong_even_if_some_injuries_are_not_listed() -> None:
    """More casualties than injuries can be correct then, but never fewer."""
    away = SideReport(
        injuries=(Injury(player=AWAY + 9, casualty=41, by=1),),
        induced=(InducedLine(kind="star", name="Varag Ghoul-Chewer"),),
    )
    for casualties, hints in ((0, [False]), (1, []), (2, [True])):
        match = played(SideReport(lines=(PlayerLine(player=1, deeds=counts(casualties=casualties)),)), away)
        assert [problem.hint_only for problem in check_report(PBBL, match)] == hints
