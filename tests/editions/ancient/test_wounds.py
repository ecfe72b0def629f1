"""Wounds that last several matches, lead to a second table, and are settled by a die after the match; marks; stars."""

import random
from dataclasses import replace

import pytest

from rules.book.edition import Ruleset
from rules.journal import CharacteristicRaised, MarksChosen, PlayerInjured, PlayerKilled, fold, injured
from rules.match_day.casualties import injured_players
from rules.match_day.post_match import post_match
from rules.match_day.report_checks import check_report
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import Answer, Question, Side
from rules.sheet.match import Injury, MatchPlayed, Pair, PlayerLine, SideReport, Terms, with_values
from rules.sheet.sheet import PlayerSheet, TeamSheet, counts
from rules.simulation.simulation import season
from rules.team.founding import found
from rules.team.founding_run import Choice
from rules.team.profile import figure, written
from rules.words.entries import say_entry
from rules.words.words import say_violation
from tests.editions.ancient import ANCIENT
from tests.editions.every import rules_of

RULES: Ruleset = rules_of(ANCIENT)
BOOK = RULES.book


def answer_to(question: Question, dice: tuple[int, ...] = (2, 3)) -> Answer:
    """The first players of a pick that must be made, these dice, and nothing else."""
    if question.kind == "roll":
        return Answer(question=question, value=list(dice[: len(question.dice)]))
    least = getattr(question.form, "least", 0)
    options = getattr(question.form, "options", ())
    return Answer(question=question, value=list(options[:least]) if least else None)


def team(first: int = 0, dice: tuple[int, ...] = (2, 3)) -> TeamSheet:
    """Eleven tribesmen, of whom the first two were rolled as stars."""
    ids = iter(range(first + 1, first + 12))
    choice = Choice(team_list="Tribesmen", players=("Tribesman",) * 11)
    return fold(found(RULES, choice, lambda: next(ids), lambda question: answer_to(question, dice)))


def wound(casualty: int, player: int = 5, **values: int) -> Injury:
    return with_values(
        Injury(player=player, casualty=casualty, cause="other"),
        {key.replace("_heads", "-heads"): value for key, value in values.items()},
    )


def played(home: TeamSheet, *injuries: Injury) -> MatchPlayed:
    """A match that the away side won by three goals."""
    scorer = PlayerLine(player=101, deeds=counts(goals=3))
    return MatchPlayed(
        terms=Terms(),
        sheets=Pair(home=home, away=team(100)),
        fame=Pair(home=0, away=0),
        reports=Pair(home=SideReport(injuries=injuries), away=SideReport(score=3, lines=(scorer,))),
    )


def after(match: MatchPlayed, die: int = 1, side: Side = "home") -> TeamSheet:
    outcome = post_match(RULES, match, side, {}, lambda question: answer_to(question, (die, die)))
    assert outcome.done, outcome.refused or outcome.questions
    return outcome.sheet


def line_of(sheet: TeamSheet, player: int = 5) -> PlayerSheet:
    line = sheet.player(player)
    assert line is not None
    return line


def test_a_broken_leg_is_a_limp_for_some_matches_and_then_nothing() -> None:
    sheet = team()
    seen = []
    sheet = after(played(sheet, wound(4)))
    for _ in range(6):
        line = line_of(sheet)
        seen.append((line.misses, line.condition("limp"), figure(BOOK, line, "MA"), line.characteristic("MA")))
        sheet = after(played(sheet))
    assert seen == [(2, 5, 3, 4), (1, 4, 3, 4), (0, 3, 3, 4), (0, 2, 3, 4), (0, 1, 3, 4), (0, 0, 4, 4)]


def test_a_head_wound_needs_a_roll_on_the_second_table() -> None:
    with pytest.raises(RuleBroken) as refused:
        injured_players(RULES, team(), [wound(11)])
    assert "The roll on the table “Head wounds” is missing" in say_violation(refused.value.violations[0], book=BOOK)
    with pytest.raises(RuleBroken) as refused:
        injured_players(RULES, team(), [wound(11, casualty_heads=37)])
    assert "37 cannot be rolled on the table “Head wounds”" in say_violation(refused.value.violations[0], book=BOOK)
    (hurt,) = injured_players(RULES, team(), [wound(11, casualty_heads=45)])
    assert (hurt.results, hurt.misses, hurt.conditions) == (("head", "skull"), 3, (("dazed", 1),))
    (lost,) = injured_players(RULES, team(), [wound(11, casualty_heads=66)])
    assert lost.changes == (("TS", -2),)
    assert injured(5, misses=3, changes=lost.changes) == PlayerInjured(player=5, misses=3, lost=("TS", "TS"))


def test_herbs_cure_and_poison_costs_a_match_more() -> None:
    assert injured_players(RULES, team(), [wound(3, herbs=6)])[0].results == ()
    assert injured_players(RULES, team(), [wound(3, herbs=5)])[0].misses == 2
    assert injured_players(RULES, team(), [wound(3, poisoned=1)])[0].misses == 3
    assert injured_players(RULES, team(), [wound(7, poisoned=1)])[0].misses == 1
    with pytest.raises(RuleBroken, match=r"injuries\.1"):
        injured_players(RULES, team(), [wound(3, herbs=7)])


def test_a_die_after_the_match_decides_about_the_dead() -> None:
    match = played(team(), wound(12))
    waiting = post_match(RULES, match, "home", {})
    assert [question.key for question in waiting.questions] == ["fate.5"]
    assert after(match, die=4).player(5) is None
    assert line_of(after(match, die=5)).misses == 4
    dead = post_match(RULES, match, "home", {}, lambda question: answer_to(question, (1, 1)))
    assert PlayerKilled(player=5) in dead.entries


def test_losses_below_the_lowest_value_are_kept_and_made_good_first() -> None:
    sheet = team()
    for _ in range(3):
        sheet = after(
            played(replace(sheet, players=tuple(replace(line, misses=0) for line in sheet.players)), wound(3))
        )
    line = line_of(sheet)
    assert (line.characteristic("CS"), figure(BOOK, line, "CS")) == (0, 1)
    better = fold([CharacteristicRaised(player=5, characteristic="CS", cost=0)], sheet)
    assert figure(BOOK, line_of(better), "CS") == 1
    again = fold([CharacteristicRaised(player=5, characteristic="CS", cost=0)], better)
    assert figure(BOOK, line_of(again), "CS") == 2


def test_a_mark_changes_what_a_player_is_as_long_as_it_stays() -> None:
    sheet = fold([MarksChosen(player=5, marks=("guard", "kicker"))], team())
    line = line_of(sheet)
    assert (figure(BOOK, line, "MA"), figure(BOOK, line, "TH"), written(BOOK, line, "CL")) == (3, 2, "7")
    assert line.profile == line.start
    entry = MarksChosen(player=5, marks=("guard", "kicker"))
    assert say_entry(entry, book=BOOK, names={5: "Ugh"}) == "Ugh plays as Guard, Kicker"
    assert say_entry(MarksChosen(player=5), book=BOOK, names={5: "Ugh"}) == "Ugh plays as a plain player"


def test_the_stars_of_a_new_team_are_rolled() -> None:
    assert [line.characteristic("CS") for line in team().players[:3]] == [4, 4, 3]
    assert [line.characteristic("CL") for line in team(dice=(1, 1)).players[:3]] == [9, 9, 7]


def test_a_match_ends_with_the_third_goal() -> None:
    match = played(team())
    assert check_report(RULES, match) == ()
    longer = replace(match, reports=Pair(home=match.reports.home, away=replace(match.reports.away, score=4)))
    assert check_report(RULES, longer)


def test_seasons_have_wounds_of_all_kinds_and_every_sheet_is_the_fold_of_its_journal() -> None:
    results: set[str] = set()
    for seed in range(4):
        matches = list(season(random.Random(seed), RULES, ["Tribesmen", "Hillfolk"] * 2, 12))
        for each in matches:
            for side in ("home", "away"):
                report, sheet = each.match.reports.of(side), each.match.sheets.of(side)
                hurts = injured_players(RULES, sheet, report.injuries, report.bought, report.cards)
                results |= {result for hurt in hurts for result in hurt.results}
        for club in {id(club): club for each in matches for club in (each.home, each.away)}.values():
            assert fold(club.entries) == club.sheet
    assert {row.key for row in BOOK.casualties} <= results
