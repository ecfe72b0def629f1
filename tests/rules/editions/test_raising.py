"""Raised players (J8, J9): who can rise for which team, for free, if there is a place."""

from dataclasses import replace
from typing import Any

import pytest

from rules.book.edition import Ruleset
from rules.editions import ruleset
from rules.journal import PlayerHired, PointsEarned
from rules.match_day.post_match import post_match
from rules.match_day.report_checks import check_report
from rules.match_day.run import Outcome
from rules.sequence.sequence import Answer, Key, QuestionChanged
from rules.sheet.match import InducedLine, Injury, Result, SideReport, Treatment
from rules.sheet.sheet import TeamSheet, counts
from tests.rules.build import AWAY, PBBL, Given, after, humans, orcs, played, team


def undead(players: int = 12, **more: Any) -> TeamSheet:
    return team("Undead", f"{players} Skeleton", first_id=AWAY, **more)


def nurgle(**more: Any) -> TeamSheet:
    """A Beast is 1001, Rotters are 1002 to 1012."""
    return team("Nurgle", "Beast of Nurgle", "11 Rotter", first_id=AWAY, **more)


def killed(player: int, *, casualty: int = 61, cause: str = "block", by: int = AWAY + 1, **more: Any) -> Injury:
    return Injury(player=player, casualty=casualty, cause=cause, by=by, **more)


def raise_dead(raisers: TeamSheet, victims: TeamSheet, *injuries: Injury, wish: Any = None) -> Outcome:
    match = played(SideReport(injuries=injuries), sheets=(victims, raisers))
    return after(match, "away", away={"mvp.1": str(AWAY + 5), "raise": wish})


def is_asked(outcome: Outcome) -> bool:
    return ("away", "raise") in outcome.used


@pytest.mark.rules("J8", "V2")
def test_a_dead_opponent_rises_as_a_zombie_for_free_and_counts_in_full() -> None:
    outcome = raise_dead(undead(), humans(), killed(6), wish=[6])
    (zombie,) = [entry for entry in outcome.entries if isinstance(entry, PlayerHired)]
    assert (zombie.position, zombie.number, zombie.price, zombie.cost, zombie.joined) == (
        "Zombie", 13, 0, 40_000, "raised",
    )  # fmt: skip
    assert dict(outcome.figures)["value"].amount == 12 * 30_000 + 40_000 + 10_000


@pytest.mark.rules("J8")
@pytest.mark.parametrize("cause", ["block", "foul", "crowd", "weapon", "other"])
def test_a_necromancer_raises_players_whatever_the_cause_of_death(cause: str) -> None:
    assert is_asked(raise_dead(undead(), humans(), killed(6, cause=cause, by=0)))


VICTIMS = [
    (team("Human", "Ogre", "11 Lineman"), 1, False),  # ST 5
    (team("Human", {"position": "Lineman", "gained": ["+ST"]}, "11 Lineman"), 1, True),  # ST 4
    (team("Human", {"position": "Lineman", "gained": ["+ST", "+ST"]}, "11 Lineman"), 1, False),
    (team("Goblin", "12 Goblin"), 1, False),  # Stunty
    (team("Undead", "12 Skeleton"), 1, False),  # Regeneration
    (team("Nurgle", "12 Rotter"), 1, True),  # Decay is no matter to a Necromancer
]


@pytest.mark.rules("J8")
@pytest.mark.parametrize(("victims", "player", "may"), VICTIMS)
def test_players_who_are_too_strong_or_have_barred_skills_do_not_rise(
    victims: TeamSheet, player: int, may: bool
) -> None:
    injury = killed(player, second_casualty=61 if victims.team_list == "Nurgle" else 0)
    assert is_asked(raise_dead(undead(), victims, injury)) == may


@pytest.mark.rules("J8", "K8")
def test_living_and_eaten_players_do_not_rise() -> None:
    assert not is_asked(raise_dead(undead(), humans(), killed(6, treatment=Treatment(apothecary_reroll=55))))
    assert not is_asked(raise_dead(undead(), humans(), killed(6, casualty=58)))
    assert not is_asked(raise_dead(undead(), humans(), killed(6, cause="eaten", by=0)))


@pytest.mark.rules("J8")
def test_one_zombie_a_match_by_the_coachs_choice() -> None:
    both = (killed(6), killed(7))
    assert raise_dead(undead(), humans(), *both, wish=[7]).done
    outcome = raise_dead(undead(), humans(), *both, wish=[6, 7])
    assert outcome.refused is not None
    assert (outcome.refused.label, outcome.refused.violations[0].id) == ("raise", "raise.one_zombie")


@pytest.mark.rules("J8")
@pytest.mark.parametrize(
    ("wish", "id"),
    [
        ([8], "raise.not_raisable"),
        (["6"], "raise.not_raisable"),
        ([True], "raise.not_raisable"),
        ([6, 6], "raise.not_a_list"),
        ("6", "raise.not_a_list"),
        ({"6": 1}, "raise.not_a_list"),
    ],
)
def test_only_the_offered_dead_can_rise(wish: Any, id: str) -> None:
    outcome = raise_dead(undead(), humans(), killed(6), wish=wish)
    assert outcome.refused is not None and outcome.refused.violations[0].id == id


@pytest.mark.rules("J8", "U6")
def test_a_full_roster_has_no_place_until_a_player_is_released() -> None:
    outcome = raise_dead(undead(16), humans(), killed(6), wish=[6])
    assert outcome.refused is not None and outcome.refused.violations[0].id == "raise.squad_full"
    match = played(SideReport(injuries=(killed(6),)), sheets=(humans(), undead(16)))
    answers = {"mvp.1": str(AWAY + 5), "raise": [6], "release": [{"player": AWAY + 3}]}
    outcome = after(match, "away", away=answers)
    assert outcome.done
    assert [line.number for line in outcome.sheet.players if line.joined == "raised"] == [3]


@pytest.mark.rules("J8", "J9")
@pytest.mark.parametrize(("raisers", "rule"), [(undead(), "J8"), (nurgle(), "J9")])
def test_a_refusal_names_the_rule_by_which_this_team_raises(raisers: TeamSheet, rule: str) -> None:
    refused = raise_dead(raisers, humans(), killed(6, by=AWAY + 1), wish=[5]).refused
    assert refused is not None
    assert [(one.rule, one.page) for one in refused.violations] == [(rule, PBBL.book.pages[rule])]


def hired_dead(kind: str, name: str, casualty: int = 61) -> SideReport:
    alive = InducedLine(kind="mercenary", name="Lineman")
    return SideReport(induced=(alive, InducedLine(kind=kind, name=name, casualty=casualty)))


@pytest.mark.rules("J8")
@pytest.mark.parametrize(
    ("victims", "kind", "name", "casualty", "may"),
    [
        (humans(), "mercenary", "Lineman", 61, True),
        (humans(), "journeyman", "Lineman 2", 61, True),  # the second of several
        (humans(), "mercenary", "Lineman", 58, False),
        (humans(), "mercenary", "Ogre", 61, False),  # ST 5
        (humans(), "star", "Griff Oberwald", 61, True),
        (humans(), "star", "Mighty Zug", 61, False),  # ST 5
        (humans(), "star", "Count Luthor von Drakenborg", 61, False),  # Regeneration
        (team("Goblin", "12 Goblin"), "journeyman", "Goblin", 61, False),  # Stunty
    ],
)
def test_a_necromancer_can_raise_hired_players(
    victims: TeamSheet, kind: str, name: str, casualty: int, may: bool
) -> None:
    match = played(hired_dead(kind, name, casualty), sheets=(victims, undead()))
    outcome = after(match, "away", away={"mvp.1": str(AWAY + 5), "raise": ["hired.2"]})
    assert outcome.done
    assert is_asked(outcome) == may
    assert [line.position for line in outcome.sheet.players if line.joined == "raised"] == ["Zombie"] * may


@pytest.mark.rules("J8")
def test_only_one_dead_hired_player_rises() -> None:
    report = replace(hired_dead("mercenary", "Lineman"), injuries=(killed(6),))
    match = played(report, sheets=(humans(), undead()))
    for wish, id in ((["hired.1"], "raise.not_raisable"), ([6, "hired.2"], "raise.one_zombie")):
        outcome = after(match, "away", away={"mvp.1": str(AWAY + 5), "raise": wish})
        assert outcome.refused is not None and outcome.refused.violations[0].id == id


@pytest.mark.rules("J9")
def test_other_teams_get_no_rotter_from_a_player_with_the_rot() -> None:
    """The victim joins a Nurgle team (p28); no other list has a Rotter."""
    rotten = team("Human", {"position": "Lineman", "gained": ["Nurgle's Rot"]}, "11 Lineman", first_id=AWAY)
    outcome = raise_dead(rotten, humans(), killed(6), wish=[6])
    assert outcome.done and not is_asked(outcome)


@pytest.mark.rules("J9")
def test_the_rot_does_not_raise_hired_players() -> None:
    match = played(hired_dead("mercenary", "Lineman"), sheets=(humans(), nurgle()))
    assert not is_asked(after(match, "away", away={"mvp.1": str(AWAY + 5)}))


@pytest.mark.rules("J9")
@pytest.mark.parametrize(
    ("hired", "may"),
    [
        ((InducedLine(kind="mercenary", name="Nurgle Warrior"),), True),
        ((InducedLine(kind="journeyman", name="Rotter 2"),), True),
        ((InducedLine(kind="star", name="Max Spleenripper"),), False),
        ((InducedLine(kind="card", name="The Fan"),), False),
        ((), False),
    ],
)
def test_a_player_hired_by_position_spreads_the_rot_too(hired: tuple[InducedLine, ...], may: bool) -> None:
    death = killed(6, by=0, by_induced=True)
    match = played(SideReport(injuries=(death,)), SideReport(induced=hired), sheets=(humans(), nurgle()))
    assert is_asked(after(match, "away", away={"mvp.1": str(AWAY + 5)})) == may


@pytest.mark.rules("J9")
@pytest.mark.parametrize(
    ("cause", "by", "may"),
    [
        ("block", AWAY + 1, True),
        ("foul", AWAY + 2, True),
        ("crowd", AWAY + 1, False),
        ("weapon", AWAY + 1, False),
        ("block", 0, False),
        ("block", 99, False),
    ],
)
def test_the_rot_raises_players_killed_by_a_carrier(cause: str, by: int, may: bool) -> None:
    assert is_asked(raise_dead(nurgle(), humans(), killed(6, cause=cause, by=by))) == may


@pytest.mark.rules("J9")
@pytest.mark.parametrize(("victims", "player", "may"), [*VICTIMS[:-1], (VICTIMS[-1][0], 1, False)])
def test_the_rot_does_not_raise_strong_players_or_those_with_barred_skills(
    victims: TeamSheet, player: int, may: bool
) -> None:
    injury = killed(player, second_casualty=61 if victims.team_list == "Nurgle" else 0)
    assert is_asked(raise_dead(nurgle(), victims, injury)) == may


@pytest.mark.rules("J9")
def test_any_number_of_rotters_can_rise() -> None:
    outcome = raise_dead(nurgle(), humans(), killed(6), killed(7), wish=[7, 6])
    assert [line.position for line in outcome.sheet.players if line.joined == "raised"] == ["Rotter", "Rotter"]


@pytest.mark.rules("J8")
def test_a_human_team_cannot_raise_the_dead() -> None:
    assert not is_asked(raise_dead(team("Human", "12 Lineman", first_id=AWAY), humans(), killed(6)))


@pytest.mark.rules("J8", "K4")
def test_a_refused_injury_of_the_opponent_does_not_stop_this_side() -> None:
    twice = killed(6, treatment=Treatment(apothecary_reroll=99))
    assert raise_dead(undead(), humans(), twice).done
    assert raise_dead(team("Human", "12 Lineman", first_id=AWAY), humans(), twice).done


RISEN = InducedLine(kind="raised", name="Zombie", deeds=counts(touchdowns=1))


def with_zombie(raisers: TeamSheet, *injuries: Injury, zombies: int = 1) -> list[str]:
    """The problems of a report in which one or more Zombies scored for the raising side."""
    report = SideReport(score=zombies, induced=(RISEN,) * zombies)
    match = played(SideReport(injuries=injuries), report, sheets=(humans(), raisers))
    return [problem.violation.id for problem in check_report(PBBL, match) if not problem.hint_only]


ROSE = played(
    SideReport(injuries=(killed(6, cause="crowd", by=0),)),
    SideReport(score=1, induced=(RISEN,)),
    sheets=(humans(), undead()),
)
"""A match in which a Zombie rose for the away side, played on and scored."""


def raised_are(how: str, **options: Any) -> Ruleset:
    return ruleset("pbbl-1.10", {"raised_in_match": how} | options)


@pytest.mark.rules("J8", "G1", "M4")
@pytest.mark.parametrize(("how", "spp"), [("as_roster", 8), ("as_hired", 0), ("none", 0)])
def test_a_zombie_can_play_in_the_match_in_which_it_rose_and_the_house_rules_say_what_it_earns(
    how: str, spp: int
) -> None:
    assert with_zombie(undead(), killed(6, cause="crowd", by=0)) == []
    picks = {"as_roster": "raised.1", "as_hired": "induced.1", "none": str(AWAY + 5)}
    improvement = {"improvements.5001.1.roll": [1, 2], "improvements.5001.1.choice": "Block"}
    given = Given(away={"mvp.1": picks[how], "raise": [6], "winnings": [1], "fan_factor": [1, 1]} | improvement)
    outcome = post_match(raised_are(how), ROSE, "away", {}, given)
    assert outcome.done
    (zombie,) = (line for line in outcome.sheet.players if line.joined == "raised")
    assert (zombie.spp, zombie.deed("touchdowns"), zombie.deed("mvps")) == ((spp, 1, 1) if spp else (0, 0, 0))
    assert (zombie.improvements, "Block" in zombie.skills) == (bool(spp), bool(spp))
    others = sum(line.spp for line in outcome.sheet.players if line is not zombie)
    assert others == (PBBL.book.deeds["mvps"].points if how == "none" else 0)


@pytest.mark.rules("G1")
@pytest.mark.parametrize(("mvp", "kind"), [("random", "draw"), ("coach", "choose"), ("random_survivor", "draw")])
@pytest.mark.parametrize(("how", "raised", "induced"), [("as_roster", 1, 0), ("as_hired", 0, 1), ("none", 0, 0)])
def test_who_rose_in_the_match_can_be_its_mvp_by_every_way_of_awarding_it(
    mvp: str, kind: str, how: str, raised: int, induced: int
) -> None:
    (question,) = post_match(raised_are(how, mvp=mvp), ROSE, "away", {}, Given()).questions
    assert (question.key, question.kind) == ("mvp.1", kind)
    counted = {
        name: sum(option.startswith(f"{name}.") for option in question.options) for name in ("raised", "induced")
    }
    assert counted == {"raised": raised, "induced": 0 if mvp == "random_survivor" else induced}


@pytest.mark.rules("G1", "N2")
def test_both_mvps_of_a_concession_can_fall_on_the_raised() -> None:
    match = replace(ROSE, result=Result(conceded_by="home"))
    improvement = {"improvements.5001.1.roll": [1, 2], "improvements.5001.1.choice": "Block"}
    answers = {"mvp.1": "raised.1", "mvp.2": "raised.1", "raise": [6], "fan_factor": [1, 1]} | improvement
    outcome = after(match, "away", away=answers)
    (zombie,) = (line for line in outcome.sheet.players if line.joined == "raised")
    assert (zombie.spp, zombie.deed("mvps")) == (13, 2)


@pytest.mark.rules("J8")
def test_what_a_zombie_earned_is_lost_if_it_does_not_join() -> None:
    outcome = after(ROSE, "away", away={"mvp.1": "raised.1", "raise": None})
    assert outcome.done
    assert not [entry for entry in outcome.entries if isinstance(entry, PointsEarned)]


@pytest.mark.rules("J8")
def test_a_zombie_needs_a_dead_opponent_and_a_necromancer() -> None:
    assert with_zombie(undead(), killed(6, casualty=41, cause="crowd", by=0)) == ["report.nobody_raised"]
    assert with_zombie(orcs(), killed(6, cause="crowd", by=0)) == ["report.nobody_raised"]
    assert "raise.one_zombie" in with_zombie(undead(), killed(6, cause="crowd", by=0), zombies=2)


def old_answers(offered: dict[str, str], wish: Any) -> dict[Key, Answer]:
    """Answers of the raising side from when these dead players were offered."""
    match = played(SideReport(injuries=(killed(6),)), sheets=(humans(), undead()))
    found = after(match, "away", away={"mvp.1": str(AWAY + 5), "raise": wish})
    answers = {(answer.question.side, answer.question.key): answer for answer in found.fresh}
    now = answers["away", "raise"]
    room = tuple(arg for arg in now.question.args if arg[0] == "room")
    asked_then = replace(now.question, args=(*room, *offered.items()))
    return answers | {("away", "raise"): replace(now, question=asked_then)}


@pytest.mark.rules("J8")
@pytest.mark.parametrize("wish", [[6], None])
def test_an_answer_stays_valid_if_more_dead_are_offered_now(wish: Any) -> None:
    dead = InducedLine(kind="mercenary", name="Lineman", casualty=61)
    match = played(SideReport(injuries=(killed(6),), induced=(dead,)), sheets=(humans(), undead()))
    outcome = post_match(PBBL, match, "away", old_answers({"player.6": "Zombie"}, wish))
    assert outcome.done
    assert [line.position for line in outcome.sheet.players if line.joined == "raised"] == ["Zombie"] * bool(wish)


@pytest.mark.rules("J8")
@pytest.mark.parametrize("offered", [{"player.6": "Zombie", "player.7": "Zombie"}, {"player.6": "Rotter"}])
def test_an_answer_is_another_question_if_other_dead_are_offered_now(offered: dict[str, str]) -> None:
    match = played(SideReport(injuries=(killed(6),)), sheets=(humans(), undead()))
    with pytest.raises(QuestionChanged):
        post_match(PBBL, match, "away", old_answers(offered, [6]))
