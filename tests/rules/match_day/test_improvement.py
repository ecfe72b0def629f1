"""Improvement (G1-G6, M4): SPP, levels, every roll for several positions, maximums, costs, the MVP."""

from dataclasses import replace

import pytest

from rules.editions import ruleset
from rules.journal import CharacteristicRaised, PointsEarned, SkillGained
from rules.match_day.post_match import post_match
from rules.sheet.match import InducedLine, Injury, Pair, PlayerLine, Result, SideReport, Terms
from rules.sheet.sheet import PlayerSheet, TeamSheet, counts, value_in
from rules.team.hired import barred_stars, hired_count, hired_lines
from rules.team.inducements import Item
from rules.team.learning.levels import learnable
from tests.rules.build import PBBL, Given, after, humans, orcs, played, team


def choices(sheet: TeamSheet, dice: tuple[int, int], number: int = 1) -> tuple[list[str], set[str]]:
    """The characteristics and skill categories that a player can choose from after a roll."""
    line = sheet.numbered(number)
    assert line is not None
    found = tuple(one.key for one in learnable(PBBL, sheet, line, dice))
    skills = [choice for choice in found if not choice.startswith("+")]
    assert not set(skills) & set(line.skills)
    assert "Extraordinary" not in {PBBL.book.skills[skill].category for skill in skills}
    return [choice for choice in found if choice.startswith("+")], {
        PBBL.book.skills[skill].category for skill in skills
    }


RAISES = {10: ["+MA", "+AV"], 11: ["+AG"], 12: ["+ST"]}
POSITIONS = [
    ("Human", "Lineman", {"General"}, {"Agility", "Strength", "Passing"}),
    ("Human", "Catcher", {"General", "Agility"}, {"Strength", "Passing"}),
    ("Human", "Ogre", {"Strength"}, {"General", "Agility", "Passing"}),
    ("Vampire", "Vampire", {"General", "Agility", "Strength"}, {"Passing"}),
    ("Chaos", "Beastman", {"General", "Strength", "Mutation"}, {"Agility", "Passing"}),
    ("Skaven", "Rat Ogre", {"Strength"}, {"General", "Agility", "Passing", "Mutation"}),
    ("Goblin", "Goblin", {"Agility"}, {"General", "Strength", "Passing"}),
]


@pytest.mark.rules("G3")
@pytest.mark.parametrize(("team_list", "position", "normal", "double"), POSITIONS)
@pytest.mark.parametrize("dice", [(first, second) for first in range(1, 7) for second in range(1, 7)])
def test_every_roll_allows_what_the_table_and_the_position_say(
    team_list: str, position: str, normal: set[str], double: set[str], dice: tuple[int, int]
) -> None:
    raises, categories = choices(team(team_list, position), dice)
    assert raises == RAISES.get(sum(dice), [])
    assert categories == (normal | double if dice[0] == dice[1] else normal)


@pytest.mark.rules("G4")
@pytest.mark.parametrize(
    ("position", "history", "dice", "raises"),
    [
        ("Lineman", ["+ST", "+ST"], (6, 6), []),
        ("Lineman", ["+ST"], (6, 6), ["+ST"]),
        ("Lineman", ["+ST", "+ST", "-ST"], (6, 6), ["+ST"]),  # compared by value: a lost point may be regained
        ("Lineman", ["-ST"], (6, 6), ["+ST"]),
        ("Lineman", ["+MA", "+MA"], (4, 6), ["+AV"]),
        ("Lineman", ["+AV", "+AV"], (4, 6), ["+MA"]),
        ("Lineman", ["+MA", "+MA", "+AV", "+AV"], (4, 6), []),
        ("Lineman", ["+AG", "+AG"], (5, 6), []),
        ("Lineman", ["+AG", "-AG", "+AG"], (5, 6), ["+AG"]),
    ],
)
def test_no_characteristic_rises_more_than_two_above_its_start(
    position: str, history: list[str], dice: tuple[int, int], raises: list[str]
) -> None:
    sheet = team("Human", {"position": position, "history": history})
    assert choices(sheet, dice)[0] == raises


@pytest.mark.rules("G4")
@pytest.mark.parametrize(
    ("team_list", "position", "history", "dice", "raises"),
    [
        ("Wood Elf", "Catcher", [], (4, 6), ["+MA", "+AV"]),  # MA 9 -> 10
        ("Wood Elf", "Catcher", ["+MA"], (4, 6), ["+AV"]),  # MA 10 is the most there is
        ("Halfling", "Treeman", [], (4, 6), ["+MA"]),  # AV 10
        ("Halfling", "Treeman", ["-AV"], (4, 6), ["+MA", "+AV"]),
    ],
)
def test_no_characteristic_rises_above_ten(
    team_list: str, position: str, history: list[str], dice: tuple[int, int], raises: list[str]
) -> None:
    assert choices(team(team_list, {"position": position, "history": history}), dice)[0] == raises


@pytest.mark.rules("G2")
@pytest.mark.parametrize(
    ("spp", "title", "rolls"),
    [
        (0, "Rookie", 0),
        (5, "Rookie", 0),
        (6, "Experienced", 1),
        (15, "Experienced", 1),
        (16, "Veteran", 2),
        (30, "Veteran", 2),
        (31, "Emerging Star", 3),
        (50, "Emerging Star", 3),
        (51, "Star Player", 4),
        (75, "Star Player", 4),
        (76, "Super Star", 5),
        (175, "Super Star", 5),
        (176, "Legend", 6),
        (1000, "Legend", 6),
    ],
)
def test_levels_begin_and_end_where_the_book_says(spp: int, title: str, rolls: int) -> None:
    level = PBBL.book.level_for(spp)
    assert (level.title, level.rolls) == (title, rolls)


def improve(spp: int, earns: PlayerLine, **answers: object) -> tuple[PlayerSheet, list[object], list[str]]:
    """A human blitzer with so many SPP after a match: the line, the improvements, and the open questions."""
    sheet = team("Human", {"position": "Blitzer", "spp": spp}, "11 Lineman")
    report = SideReport(score=earns.deed("touchdowns"), lines=(earns,))
    outcome = after(played(report, sheets=(sheet, orcs())), home={"mvp.1": "5", **answers})
    assert outcome.refused is None, outcome.refused
    gained = [entry for entry in outcome.entries if isinstance(entry, (SkillGained, CharacteristicRaised))]
    line = outcome.sheet.player(1)
    assert line is not None
    return line, gained, [question.key for question in outcome.questions]


@pytest.mark.rules("G2")
def test_one_point_below_a_level_gives_no_roll() -> None:
    line, gained, waits = improve(2, PlayerLine(player=1, deeds=counts(touchdowns=1)))
    assert (line.spp, gained, waits) == (5, [], [])


@pytest.mark.rules("G2")
def test_a_level_asks_for_a_roll_and_then_for_a_choice() -> None:
    _, _, waits = improve(3, PlayerLine(player=1, deeds=counts(touchdowns=1)))
    assert waits == ["improvements.1.1.roll"]
    _, _, waits = improve(3, PlayerLine(player=1, deeds=counts(touchdowns=1)), **{"improvements.1.1.roll": [1, 2]})
    assert waits == ["improvements.1.1.choice"]


@pytest.mark.rules("G2", "G5")
def test_two_levels_in_one_match_are_two_rolls_one_after_the_other() -> None:
    answers = {
        "improvements.1.1.roll": [6, 6],
        "improvements.1.1.choice": "+ST",
        "improvements.1.2.roll": [3, 3],
        "improvements.1.2.choice": "Dodge",
    }
    line, gained, waits = improve(5, PlayerLine(player=1, deeds=counts(touchdowns=2, casualties=3)), **answers)
    assert waits == []
    assert gained == [
        CharacteristicRaised(player=1, characteristic="ST", cost=50_000),
        SkillGained(player=1, skill="Dodge", cost=30_000),
    ]
    assert (line.spp, line.improvements, line.cost) == (17, 2, 170_000)


@pytest.mark.rules("G3")
def test_the_same_skill_cannot_be_chosen_twice_in_one_match() -> None:
    answers = {
        "improvements.1.1.roll": [1, 2],
        "improvements.1.1.choice": "Guard",
        "improvements.1.2.roll": [1, 2],
        "improvements.1.2.choice": "Guard",
    }
    sheet = team("Human", {"position": "Blitzer", "spp": 5}, "11 Lineman")
    report = SideReport(score=4, lines=(PlayerLine(player=1, deeds=counts(touchdowns=4)),))
    outcome = after(played(report, sheets=(sheet, orcs())), home={"mvp.1": "5", **answers})
    assert outcome.refused is not None
    assert outcome.refused.violations[0].id == "improvement.known_already"


@pytest.mark.rules("G2")
def test_a_player_without_a_new_level_gets_no_improvement_roll() -> None:
    line, gained, waits = improve(60, PlayerLine(player=1, deeds=counts(touchdowns=1)))
    assert (line.spp, gained, waits) == (63, [], [])


@pytest.mark.rules("G5")
@pytest.mark.parametrize(
    ("position", "dice", "choice", "cost"),
    [
        ("Blitzer", (1, 2), "Tackle", 20_000),
        ("Blitzer", (3, 3), "Tackle", 20_000),  # a Normal category is cheap on a double too
        ("Blitzer", (3, 3), "Dodge", 30_000),
        ("Blitzer", (5, 5), "Dodge", 30_000),
        ("Blitzer", (5, 5), "+MA", 30_000),
        ("Blitzer", (4, 6), "+AV", 30_000),
        ("Blitzer", (5, 6), "+AG", 40_000),
        ("Blitzer", (6, 6), "+ST", 50_000),
        ("Blitzer", (6, 6), "Accurate", 30_000),
        ("Catcher", (1, 2), "Leap", 20_000),
        ("Lineman", (2, 2), "Leap", 30_000),
    ],
)
def test_an_improvement_costs_what_the_table_says(position: str, dice: tuple[int, int], choice: str, cost: int) -> None:
    sheet = team("Human", {"position": position, "spp": 5}, "11 Lineman")
    report = SideReport(score=1, lines=(PlayerLine(player=1, deeds=counts(touchdowns=1)),))
    answers = {"mvp.1": "5", "improvements.1.1.roll": list(dice), "improvements.1.1.choice": choice}
    outcome = after(played(report, sheets=(sheet, orcs())), home=answers)
    line, before = outcome.sheet.player(1), sheet.player(1)
    assert line is not None and before is not None and line.cost == before.cost + cost
    assert line.history == ((choice, cost),)


@pytest.mark.rules("G3", "G4")
@pytest.mark.parametrize(
    ("history", "dice", "choice", "rule", "id"),
    [
        ([], (3, 4), "Leap", "G3", "improvement.only_on_double"),
        ([], (3, 4), "Tentacles", "G3", "improvement.closed_category"),
        ([], (3, 3), "Tentacles", "G3", "improvement.closed_category"),
        ([], (3, 4), "Regeneration", "G3", "improvement.closed_category"),
        ([], (3, 4), "Block", "G3", "improvement.known_already"),
        (["Guard"], (3, 4), "Guard", "G3", "improvement.known_already"),
        ([], (3, 4), "+ST", "G3", "improvement.not_rolled"),
        ([], (5, 6), "+ST", "G3", "improvement.not_rolled"),
        (["+ST", "+ST"], (6, 6), "+ST", "G4", "improvement.at_ceiling"),
        ([], (3, 4), "Juggling", "G3", "improvement.no_such_skill"),
        ([], (3, 4), 7, "G3", "improvement.no_such_skill"),
    ],
)
def test_a_choice_that_is_not_allowed_is_refused_with_the_reason(
    history: list[str], dice: tuple[int, int], choice: object, rule: str, id: str
) -> None:
    sheet = team("Human", {"position": "Blitzer", "spp": 5, "history": history}, "11 Lineman")
    report = SideReport(score=1, lines=(PlayerLine(player=1, deeds=counts(touchdowns=1)),))
    answers = {"mvp.1": "5", "improvements.1.1.roll": list(dice), "improvements.1.1.choice": choice}
    outcome = after(played(report, sheets=(sheet, orcs())), home=answers)
    assert outcome.refused is not None
    assert outcome.refused.label == "improvements.1"
    assert [(violation.rule, violation.id) for violation in outcome.refused.violations] == [(rule, id)]
    assert outcome.sheet == sheet


@pytest.mark.rules("G3")
@pytest.mark.parametrize("dice", [[0, 3], [7, 1], [3], [1, 2, 3], "66", [True, 3], [1.0, 3], None])
def test_dice_that_were_never_rolled_are_refused(dice: object) -> None:
    sheet = team("Human", {"position": "Blitzer", "spp": 5}, "11 Lineman")
    report = SideReport(score=1, lines=(PlayerLine(player=1, deeds=counts(touchdowns=1)),))
    answers = {"mvp.1": "5", "improvements.1.1.roll": dice, "improvements.1.1.choice": "Guard"}
    outcome = after(played(report, sheets=(sheet, orcs())), home=answers)
    assert outcome.refused is not None and outcome.refused.label == "improvements.1"


@pytest.mark.rules("G1")
def test_dead_players_earn_points_but_get_no_improvement_roll() -> None:
    sheet = team("Human", {"position": "Blitzer", "spp": 5}, "11 Lineman")
    report = SideReport(
        score=1,
        lines=(PlayerLine(player=1, deeds=counts(touchdowns=1)),),
        injuries=(Injury(player=1, casualty=61, cause="other"),),
    )
    outcome = after(played(report, sheets=(sheet, orcs())), home={"mvp.1": "1"})
    assert outcome.done
    (gone,) = outcome.sheet.departed
    assert (gone.how, gone.line.spp, gone.line.deed("mvps")) == ("dead", 13, 1)


@pytest.mark.rules("M4")
@pytest.mark.parametrize(
    ("line", "spp"),
    [
        (PlayerLine(player=1, deeds=counts(completions=1)), 1),
        (PlayerLine(player=1, deeds=counts(casualties=1)), 2),
        (PlayerLine(player=1, deeds=counts(interceptions=1)), 2),
        (PlayerLine(player=1, deeds=counts(touchdowns=1)), 3),
        (PlayerLine(player=1, deeds=counts(completions=1, casualties=0, interceptions=1)), 3),
    ],
)
def test_every_action_earns_the_spp_of_the_book(line: PlayerLine, spp: int) -> None:
    outcome = after(played(SideReport(lines=(line,))), home={"mvp.1": "5"})
    assert outcome.sheet.players[0].spp == spp
    earned = outcome.sheet.players[0]
    assert (earned.deed("completions"), earned.deed("interceptions")) == (
        line.deed("completions"),
        line.deed("interceptions"),
    )


@pytest.mark.rules("G6")
def test_hired_players_earn_nothing() -> None:
    griff = InducedLine(kind="star", name="Griff Oberwald", deeds=counts(touchdowns=3))
    outcome = after(played(SideReport(score=3, induced=(griff,))), home={"mvp.1": "induced.1"})
    assert outcome.done
    assert not [entry for entry in outcome.entries if isinstance(entry, PointsEarned)]


@pytest.mark.rules("G1")
@pytest.mark.parametrize("report", [SideReport(), SideReport(induced=(), bought=("bribe", "wizard"))])
@pytest.mark.parametrize("mode", ["random", "coach", "random_survivor"])
def test_a_hired_player_cannot_be_the_mvp_of_a_team_that_hired_none(report: SideReport, mode: str) -> None:
    """What cannot play is nobody who could be drawn: a bribe, a wizard (p33)."""
    rules = ruleset("pbbl-1.10", {"mvp": mode})
    outcome = post_match(rules, played(report), "home", {}, Given({"mvp.1": "induced.1"}))
    assert outcome.refused is not None and outcome.refused.label == "mvp"


ONE_DEAD = SideReport(
    injuries=(Injury(player=2, casualty=61, cause="other"),),
    induced=(InducedLine(kind="mercenary", name="Blitzer"), InducedLine(kind="star", name="Griff Oberwald")),
)


@pytest.mark.rules("G1")
@pytest.mark.parametrize(
    ("mode", "dead", "hired"), [("random", True, True), ("coach", True, True), ("random_survivor", False, False)]
)
def test_which_players_can_be_the_most_valuable_player(mode: str, dead: bool, hired: bool) -> None:
    rules = ruleset("pbbl-1.10", {"mvp": mode})
    sheet = team("Human", {"position": "Blitzer", "misses_next_game": True}, "11 Lineman")
    outcome = post_match(rules, played(ONE_DEAD, sheets=(sheet, orcs())), "home", {}, Given())
    (question,) = outcome.questions
    assert question.kind == ("choose" if mode == "coach" else "draw")
    assert "1" not in question.options, "who misses the match is not eligible"
    assert ("2" in question.options) == dead
    assert ("induced.1" in question.options and "induced.2" in question.options) == hired
    assert "3" in question.options


@pytest.mark.rules("G1")
@pytest.mark.parametrize(("mode", "counted"), [("random", 3), ("coach", 3), ("random_survivor", 0)])
def test_a_hired_player_who_is_not_in_the_report_can_be_the_mvp_too(mode: str, counted: int) -> None:
    rules = ruleset("pbbl-1.10", {"mvp": mode})
    griff = SideReport(induced=(InducedLine(kind="star", name="Griff Oberwald"),))
    match = replace(played(griff), hired=Pair(home=3, away=0))
    (question,) = post_match(rules, match, "home", {}, Given()).questions
    assert sum(option.startswith("induced.") for option in question.options) == counted
    assert len(question.options) == counted + 12


@pytest.mark.rules("G1", "I3")
def test_hired_players_are_counted_from_the_purchases_of_both_sides() -> None:
    home = (
        Item(kind="journeyman", position="Lineman", count=2),
        Item(kind="mercenary", position="Blitzer"),
        Item(kind="star", name="Morg 'n' Thorg"),
        Item(kind="wizard"),
    )
    away = (Item(kind="star", name="Morg 'n' Thorg"), Item(kind="star", name="Grotty"))
    bought = Pair(home=home, away=away)
    assert barred_stars(PBBL, bought) == {"Morg 'n' Thorg"}
    assert hired_count(PBBL, bought) == Pair(home=3, away=2), "a star of both plays for neither, a pair are two"
    assert [line.name for line in hired_lines(PBBL, bought).away] == ["Grotty", "Brick Far'th"]


@pytest.mark.rules("G1")
def test_an_mvp_is_five_points() -> None:
    outcome = after(played(), home={"mvp.1": "6"})
    assert PointsEarned(player=6, spp=5, deeds=counts(mvps=1)) in outcome.entries


@pytest.mark.rules("G1")
@pytest.mark.parametrize("pick", ["99", "1001", "induced.1", "", None, 6])
def test_only_the_offered_players_can_be_the_mvp(pick: object) -> None:
    outcome = after(played(), home={"mvp.1": pick})
    assert outcome.refused is not None and outcome.refused.label == "mvp"


@pytest.mark.rules("N1", "N2", "G1")
@pytest.mark.parametrize(
    ("before_kick_off", "option", "mvps"),
    [
        (False, "winnings_and_mvp", (2, 0)),
        (True, "winnings_and_mvp", (2, 0)),
        (True, "no_penalty", (1, 1)),
        (False, "no_penalty", (2, 0)),
    ],
)
def test_a_team_that_concedes_gives_its_mvp_to_the_opponent(
    before_kick_off: bool, option: str, mvps: tuple[int, int]
) -> None:
    rules = ruleset("pbbl-1.10", {"concession_before_kick_off": option})
    match = played(result=Result(conceded_by="away", conceded_before_kick_off=before_kick_off))
    found = [
        sum(
            isinstance(entry, PointsEarned) and value_in(entry.deeds, "mvps")
            for entry in after(match, side, rules=rules, home={"mvp.2": "2"}).entries
        )
        for side in ("home", "away")
    ]
    assert tuple(found) == mvps


@pytest.mark.rules("L6")
def test_everyone_in_a_blood_bowl_final_counts_as_an_extra_mvp() -> None:
    terms = Terms(stage="final", tournament="blood_bowl")
    report = SideReport(took_part=(1, 2, 12))
    match = played(report, terms=terms, result=Result(decided_by="shoot_out", decided_for="away"))
    home = after(match, home={"mvp.1": "1", "improvements.1.1.roll": [1, 2], "improvements.1.1.choice": "Guard"})
    points = {line.player: line.spp for line in home.sheet.players if line.spp}
    assert points == {1: 10, 2: 5, 12: 5}
    levelled = {"improvements.1001.1.roll": [1, 2], "improvements.1001.1.choice": "Guard"}
    away = after(match, "away", away={"mvp.1": "1001"} | levelled)
    assert [line.spp for line in away.sheet.players] == [10] + [5] * 11


@pytest.mark.rules("L6")
@pytest.mark.parametrize(("stage", "tournament"), [("final", "spike"), ("semi_final", "blood_bowl"), ("league", "")])
def test_other_matches_give_no_extra_mvps(stage: str, tournament: str) -> None:
    terms = Terms(stage=stage, tournament=tournament)
    outcome = after(played(SideReport(score=1), terms=terms), home={"mvp.1": "5"})
    assert sum(line.spp for line in outcome.sheet.players) == 5


def test_the_human_list_is_as_these_tests_expect() -> None:
    assert [line.position for line in humans().players] == ["Blitzer"] * 4 + ["Thrower"] + ["Lineman"] * 7
