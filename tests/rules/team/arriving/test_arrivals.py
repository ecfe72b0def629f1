"""Imported teams (C9): violations, hints, the value, and the export to another league."""

from dataclasses import replace
from itertools import count
from random import Random

import pytest

from rules.journal import PlayerBroughtOver, PlayerHired, TeamBroughtOver, fold
from rules.sequence.explanations import RuleBroken, Violation
from rules.sheet.sheet import TeamSheet, counts
from rules.simulation.simulation import season
from rules.team.arriving.arrival_checks import Arrival, Veteran
from rules.team.arriving.arrivals import Judged, arrival_of, entries, judge
from rules.team.value import team_value
from rules.words.words import say_violation
from tests.rules.build import PBBL, after, orcs, played
from tests.rules.team.arriving.arrival_builders import OLD_HAND, blitzer, human, off_the_list, squad


def rules_and_ids(violations: tuple[Violation, ...]) -> list[tuple[str, str]]:
    for violation in violations:
        assert violation.page == PBBL.book.pages[violation.rule]
        assert say_violation(violation)
    return [(violation.rule, violation.id) for violation in violations]


def sheet_of(arrival: Arrival) -> TeamSheet:
    ids = count(1)
    return fold(entries(PBBL, arrival, lambda: next(ids)))


BROKEN: list[tuple[Arrival, list[tuple[str, str]]]] = [
    (human(players=()), [("C9", "elsewhere.nobody")]),
    (human(players=squad(size=17)), [("C2", "founding.too_many_players")]),
    (human(blitzer(number=0)), [("C9", "elsewhere.number")]),
    (human(blitzer(number=100)), [("C9", "elsewhere.number")]),
    (human(blitzer(), blitzer()), [("C9", "elsewhere.number_twice")]),
    (human(blitzer(spp=-1)), [("C9", "elsewhere.count")]),
    (human(blitzer(spp=10_000)), [("C9", "elsewhere.count")]),
    (human(blitzer(niggling=-1)), [("C9", "elsewhere.count")]),
    (human(blitzer(deeds=counts(touchdowns=-3, mvps=-1))), [("C9", "elsewhere.count")] * 2),
    (human(blitzer(position=" ")), [("C9", "elsewhere.no_position")]),
    (human(blitzer(gained=("Juggling",))), [("G3", "elsewhere.no_such_skill")]),
    (human(blitzer(gained=("Block",))), [("G3", "elsewhere.skill_twice")]),
    (human(blitzer(gained=("Dodge", "dodge"))), [("G3", "elsewhere.skill_twice")]),
    (human(blitzer(gained=("+CL",))), [("G4", "elsewhere.no_such_characteristic")]),
    (human(blitzer(lost=("luck", "luck"))), [("G4", "elsewhere.no_such_characteristic")]),
    (human(blitzer(gained=("+MA",) * 4)), [("G4", "elsewhere.out_of_bounds")]),
    (human(blitzer(lost=("ST",) * 3)), [("G4", "elsewhere.out_of_bounds")]),
    (human(off_the_list(profile=())), [("C9", "elsewhere.profile")]),
    (human(off_the_list(profile=(*OLD_HAND.items(), ("MA", 8)))), [("C9", "elsewhere.profile")]),
    (human(off_the_list(profile=tuple((OLD_HAND | {"AV": 11}).items()))), [("C9", "elsewhere.profile")]),
    (human(off_the_list(cost=0)), [("C9", "elsewhere.cost")]),
    (human(off_the_list(cost=-10_000)), [("C9", "elsewhere.cost")]),
    (human(off_the_list(skills=("Juggling",))), [("G3", "elsewhere.no_such_skill")]),
    (human(rerolls=9), [("C3", "founding.rerolls")]),
    (human(rerolls=-1), [("C3", "founding.rerolls")]),
    (human(fan_factor=-1), [("C4", "elsewhere.fan_factor")]),
    (human(fan_factor=100), [("C4", "elsewhere.fan_factor")]),
    (human(staff=(("apothecary", 2),)), [("C6", "staff.too_many")]),
    (human(staff=(("apothecary", 1), ("apothecary", 1))), [("C6", "staff.too_many")]),
    (human(staff=(("cheerleader", -1),)), [("C5", "staff.negative")]),
    (human(staff=(("cheerleader", 100),)), [("C5", "elsewhere.staff")]),
    (human(staff=(("juggler", 1),)), [("C5", "staff.unknown")]),
    (human(treasury=-1), [("C9", "elsewhere.treasury")]),
    (human(treasury=100_000_001), [("C9", "elsewhere.treasury")]),
    (human(bank=-1), [("B1", "elsewhere.bank")]),
    (human(bank=100_001), [("B1", "elsewhere.bank")]),
    (
        Arrival(team_list="Undead", players=(Veteran(number=1, position="Zombie"),), staff=(("apothecary", 1),)),
        [("C6", "staff.no_apothecary")],
    ),
]


@pytest.mark.rules("C9", "B1", "C3", "C6")
@pytest.mark.parametrize(("arrival", "wrong"), BROKEN)
def test_values_that_no_team_can_have_are_refused_by_their_rules(
    arrival: Arrival, wrong: list[tuple[str, str]]
) -> None:
    judged = judge(PBBL, arrival)
    assert rules_and_ids(judged.violations) == wrong
    assert not judged.legal and judged.value is None and judged.hints == ()
    with pytest.raises(RuleBroken) as refused:
        entries(PBBL, arrival, lambda: 1)
    assert (refused.value.label, refused.value.violations) == ("team", judged.violations)


@pytest.mark.rules("C9")
def test_all_broken_rules_are_reported_together() -> None:
    arrival = human(blitzer(spp=-1, gained=("Juggling",)), blitzer(), rerolls=9, bank=100_001)
    assert {id for _, id in rules_and_ids(judge(PBBL, arrival).violations)} == {
        "elsewhere.number_twice", "founding.rerolls", "elsewhere.bank", "elsewhere.count", "elsewhere.no_such_skill",
    }  # fmt: skip


ODD: list[tuple[Arrival, list[tuple[str, str]]]] = [
    (human(), []),
    (human(players=squad(size=3)), [("C9", "elsewhere.few_players")]),
    (human(*(blitzer(number=number) for number in range(1, 7))), [("C9", "elsewhere.over_the_limit")]),
    (human(off_the_list()), [("C9", "elsewhere.off_the_list")]),
    (human(treasury=60, bank=1), [("C9", "elsewhere.few_pieces")] * 2),
    (human(treasury=9_999_999), []),
    (human(treasury=60_000_000), [("C9", "elsewhere.many_pieces")]),
    (human(off_the_list(cost=70)), [("C9", "elsewhere.off_the_list"), ("C9", "elsewhere.few_pieces")]),
    (human(blitzer(spp=6, gained=("Very Long Legs",))), [("G3", "elsewhere.closed_skill")]),
    (human(blitzer(spp=5, gained=("Guard",))), [("G2", "elsewhere.improvements")]),
    (human(blitzer(spp=31, gained=("Guard",))), [("G2", "elsewhere.improvements")]),
    (human(blitzer(spp=31, gained=("+MA", "+MA", "+MA"))), [("G4", "elsewhere.far_from_start")]),
    (human(blitzer(lost=("AV",) * 3)), [("G4", "elsewhere.far_from_start")]),
]


@pytest.mark.rules("C9")
@pytest.mark.parametrize(("arrival", "odd"), ODD)
def test_values_that_only_a_team_with_a_history_can_have_are_hints(
    arrival: Arrival, odd: list[tuple[str, str]]
) -> None:
    judged = judge(PBBL, arrival)
    assert judged.legal
    assert rules_and_ids(judged.hints) == odd


@pytest.mark.rules("C9", "V1", "G5")
def test_the_team_value_follows_the_rules_of_the_edition() -> None:
    """90k and a skill for 20k, one for 30k (Agility is a double's category), ST for 50k; 80k and 20k; ten linemen."""
    arrival = human(
        blitzer(spp=40, gained=("Guard", "Dodge", "+ST")),
        off_the_list(spp=6, gained=("Block",)),
        rerolls=3,
        fan_factor=4,
        staff=(("apothecary", 1), ("cheerleader", 2)),
        treasury=70_000,
        bank=90_000,
    )
    judged: Judged = judge(PBBL, arrival)
    assert judged.value is not None
    assert judged.value.amount == 190_000 + 100_000 + 9 * 50_000 + 150_000 + 40_000 + 70_000 + 70_000
    assert team_value(PBBL, sheet_of(arrival)).amount == judged.value.amount


@pytest.mark.rules("C9", "V1")
def test_a_player_who_misses_the_next_match_does_not_count() -> None:
    here, away = (judge(PBBL, human(blitzer(misses_next=absent))).value for absent in (False, True))
    assert here is not None and away is not None
    assert here.amount - away.amount == 90_000


@pytest.mark.rules("C9")
def test_a_listed_position_starts_with_the_values_of_the_list() -> None:
    one = blitzer(profile=tuple(OLD_HAND.items()), skills=("Catch",), cost=10_000)
    line = sheet_of(human(one)).players[0]
    assert (line.starting_skills, line.cost, dict(line.profile)) == (
        ("Block",), 90_000, {"MA": 7, "ST": 3, "AG": 3, "AV": 8},
    )  # fmt: skip


@pytest.mark.rules("C9")
def test_skills_get_their_names_from_the_book() -> None:
    line = sheet_of(human(blitzer(spp=6, gained=("gUARD",)))).players[0]
    assert line.gained_skills == ("Guard",)


@pytest.mark.rules("C9", "G2")
@pytest.mark.parametrize(("spp", "gained"), [(0, 0), (5, 3), (6, 0), (33, 1), (33, 3), (200, 0), (200, 7)])
def test_earlier_levels_give_no_improvement_rolls(spp: int, gained: int) -> None:
    skills = ("Guard", "Tackle", "Dodge", "Frenzy", "Pro", "Kick", "Mighty Blow")[:gained]
    sheet = sheet_of(human(blitzer(spp=spp, gained=skills)))
    assert sheet.players[0].improvements == PBBL.book.level_for(spp).rolls


@pytest.mark.rules("C9", "G2")
def test_the_first_level_reached_here_brings_one_roll() -> None:
    ids = count(1)
    old = fold(entries(PBBL, human(blitzer(spp=14, gained=("Guard",)), size_of(11)), lambda: next(ids)))
    match = played(sheets=(old, orcs()))
    outcome = after(match, home={"mvp.1": "1", "improvements.1.2.roll": [3, 4], "improvements.1.2.choice": "Tackle"})
    assert outcome.done
    line = outcome.sheet.player(1)
    assert line is not None
    assert (line.spp, line.gained_skills, line.improvements) == (19, ("Guard", "Tackle"), 2)


def size_of(number: int) -> Veteran:
    return Veteran(number=number, position="Lineman")


@pytest.mark.rules("C9", "U6")
def test_a_player_off_the_list_stays_but_the_position_cannot_be_bought() -> None:
    ids = count(1)
    old = fold(entries(PBBL, human(off_the_list(), treasury=200_000), lambda: next(ids)))
    match = played(sheets=(old, orcs()))
    outcome = after(match, home={"release": [{"player": 1}], "buy": [{"player": "Star Catcher"}]})
    assert outcome.refused is not None
    assert [violation.id for violation in outcome.refused.violations] == ["buy.no_such_position"]
    outcome = after(match, home={"buy": [{"player": "Catcher"}]})
    assert outcome.done
    assert [line.position for line in outcome.sheet.players].count("Star Catcher") == 1


@pytest.mark.rules("C9")
def test_the_journal_says_that_the_team_came_from_elsewhere() -> None:
    made = entries(PBBL, human(blitzer()), count(1).__next__)
    assert isinstance(made[0], TeamBroughtOver)
    assert all(isinstance(entry, PlayerBroughtOver) for entry in made[1:])
    assert not any(isinstance(entry, PlayerHired) for entry in made)


@pytest.mark.rules("C9")
@pytest.mark.parametrize("seed", range(4))
def test_teams_of_a_season_arrive_elsewhere_as_they_left(seed: int) -> None:
    """After ten rounds every team arrives with the same value, apart from trophies, and without improvement rolls."""
    lists = ("Human", "Orc", "Skaven", "Undead", "Nurgle", "Chaos")
    clubs = {id(club): club for match in season(Random(seed), PBBL, lists, 10) for club in (match.home, match.away)}
    assert len(clubs) == 6
    for club in clubs.values():
        before = replace(club.sheet, trophies=())
        arrival = arrival_of(PBBL, before)
        judged = judge(PBBL, arrival)
        assert judged.legal, judged.violations
        sheet = sheet_of(arrival)
        assert team_value(PBBL, sheet).amount == team_value(PBBL, before).amount
        assert arrival_of(PBBL, sheet) == arrival
        for was, now in zip(before.players, sheet.players, strict=True):
            assert (was.profile, was.start, was.cost, was.misses_next) == (
                now.profile,
                now.start,
                now.cost,
                now.misses_next,
            )
            assert (was.skills, was.niggling, was.spp) == (now.skills, now.niggling, now.spp)
            assert PBBL.book.level_for(now.spp).rolls == now.improvements


@pytest.mark.rules("C9")
def test_a_full_team_arrives_as_it_left() -> None:
    career = counts(completions=1, touchdowns=2, interceptions=3, casualties=4, mvps=5)
    arrival = human(
        blitzer(spp=7, gained=("Guard",), misses_next=True, deeds=career),
        off_the_list(spp=20, gained=("Block", "+AG"), lost=("MA",), niggling=2, deeds=career),
        rerolls=3,
        fan_factor=4,
        staff=(("apothecary", 1), ("cheerleader", 2)),
        treasury=70_000,
        bank=30_000,
    )
    sheet = sheet_of(arrival)
    assert (sheet.edition, sheet.team_list) == ("pbbl-1.10", "Human")
    assert arrival_of(PBBL, sheet) == arrival
    assert judge(PBBL, arrival).value == team_value(PBBL, sheet)
    line = sheet.players[0]
    assert line.deeds == career
    assert (line.niggling, line.misses_next, line.spp, line.number) == (0, True, 7, 4)
