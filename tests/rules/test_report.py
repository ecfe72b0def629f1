"""A match report: what adds up passes, what cannot be is found, named by its place, and says what to do."""

from dataclasses import replace

import pytest

from rules.match import InducedLine, Injury, MatchPlayed, PlayerLine, Result, SideReport, Stage, Terms, Treatment
from rules.report import check_report
from rules.words import say_violation
from tests.rules.build import AWAY, PBBL, humans, orcs, played, team

FAIR = played(
    SideReport(
        score=2,
        lines=(PlayerLine(player=1, touchdowns=2, casualties=1), PlayerLine(player=5, completions=3)),
        injuries=(Injury(player=6, casualty=43, by=AWAY + 1), Injury(player=7, casualty=12, cause="crowd")),
        took_part=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    ),
    SideReport(
        score=1,
        lines=(PlayerLine(player=AWAY + 1, touchdowns=1, casualties=1),),
        injuries=(Injury(player=AWAY + 9, casualty=61, treatment=Treatment(apothecary_reroll=31), by=1),),
    ),
    fame=(1, 0),
)


def found(match: MatchPlayed, *, hints: bool = False) -> list[tuple[str, str]]:
    """Place and id of every problem, only those that are hints or only those that are not."""
    problems = [problem for problem in check_report(PBBL, match) if problem.hint_only == hints]
    for problem in problems:
        assert say_violation(problem.violation, names={1: "Griff"})
        assert problem.violation.page == PBBL.page(problem.violation.rule)
    return [(problem.where, problem.violation.id) for problem in problems]


def home(**changes: object) -> MatchPlayed:
    """The fair match with another home report."""
    report = replace(FAIR.reports.home, **changes)
    return replace(FAIR, reports=replace(FAIR.reports, home=report))


def with_result(score: tuple[int, int] = (2, 1), **result: object) -> MatchPlayed:
    """The fair match with another result; scorers follow the score."""
    reports = replace(
        FAIR.reports,
        home=replace(
            FAIR.reports.home, score=score[0], lines=(PlayerLine(player=1, touchdowns=score[0], casualties=1),)
        ),
        away=replace(
            FAIR.reports.away, score=score[1], lines=(PlayerLine(player=AWAY + 1, touchdowns=score[1], casualties=1),)
        ),
    )
    return replace(FAIR, reports=reports, result=Result(**result))


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
def test_touchdowns_add_up_to_the_score_or_it_says_by_how_much_not(score: int, id: str, words: str) -> None:
    match = home(score=score)
    assert found(match) == [("home.score", id)]
    assert words in say_violation(check_report(PBBL, match)[0].violation)


@pytest.mark.rules("G6")
def test_touchdowns_of_hired_players_count_towards_the_score() -> None:
    griff = InducedLine(kind="star", name="Griff Oberwald", touchdowns=1)
    assert found(home(score=3, induced=(griff,), bought=("star",))) == []


@pytest.mark.rules("M3")
@pytest.mark.parametrize("score", [-1, 21, 1_000_000])
def test_a_score_has_bounds(score: int) -> None:
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
def test_a_players_numbers_have_bounds(what: str, count: int, allowed: bool) -> None:
    lines = (*FAIR.reports.home.lines, PlayerLine(player=2, **{what: count}))
    problem = [("home.players.2." + what, "report.out_of_bounds")]
    assert found(home(lines=lines)) == ([] if allowed else problem)


@pytest.mark.rules("M4")
@pytest.mark.parametrize("what", ["touchdowns", "casualties"])
def test_negative_touchdowns_cannot_make_up_for_others(what: str) -> None:
    lines = (
        PlayerLine(player=1, **{"touchdowns": 2, "casualties": 1, what: 3}),
        PlayerLine(player=2, **{what: -1}),
    )
    assert ("home.players.2." + what, "report.out_of_bounds") in found(home(lines=lines))


@pytest.mark.rules("M4")
def test_a_casualty_by_a_block_is_credited_to_who_caused_it() -> None:
    lines = (PlayerLine(player=1, touchdowns=2), PlayerLine(player=2, casualties=1))
    assert found(home(lines=lines)) == [
        ("home.players.1.casualties", "report.casualty_not_credited"),
        ("home.players.2.casualties", "report.casualty_without_injury"),
    ]


@pytest.mark.rules("M4")
@pytest.mark.parametrize("cause", ["foul", "crowd", "weapon", "other"])
def test_only_blocks_earn_casualties(cause: str) -> None:
    injuries = (Injury(player=AWAY + 9, casualty=43, by=1, cause=cause),)
    match = replace(FAIR, reports=replace(FAIR.reports, away=replace(FAIR.reports.away, injuries=injuries)))
    assert found(match) == [("home.players.1.casualties", "report.casualty_without_injury")]


@pytest.mark.rules("K5")
def test_a_casualty_that_was_regenerated_or_healed_still_counts_for_who_caused_it() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton", first_id=AWAY)
    injuries = (Injury(player=AWAY + 7, casualty=66, by=1, treatment=Treatment(regeneration=5)),)
    lines = (PlayerLine(player=1, casualties=1),)
    match = played(SideReport(lines=lines), SideReport(injuries=injuries), sheets=(humans(), undead))
    assert found(match) == []
    without = played(SideReport(), SideReport(injuries=injuries), sheets=(humans(), undead))
    assert found(without) == [("home.players.1.casualties", "report.casualty_not_credited")]


@pytest.mark.rules("M4")
def test_casualties_of_hired_opponents_are_listed_nowhere_so_more_are_only_a_hint() -> None:
    lines = (PlayerLine(player=1, touchdowns=2, casualties=2),)
    match = home(lines=lines)
    assert found(match) == [("home.players.1.casualties", "report.casualty_without_injury")]
    hired = replace(FAIR.reports.away, induced=(InducedLine(kind="mercenary", name="Lineman"),))
    match = replace(match, reports=replace(match.reports, away=hired))
    assert found(match) == []
    assert found(match, hints=True) == [("home.players.1.casualties", "report.casualty_without_injury")]


@pytest.mark.rules("J8")
def test_a_zombie_raised_in_the_match_may_have_been_hurt_too() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton", first_id=AWAY)
    lines = (PlayerLine(player=1, casualties=1),)
    own_dead = SideReport(lines=lines, injuries=(Injury(player=6, casualty=61, cause="other"),))
    assert found(played(own_dead, sheets=(humans(), undead))) == []
    nobody_fell = played(SideReport(lines=lines), sheets=(humans(), undead))
    assert found(nobody_fell) == [("home.players.1.casualties", "report.casualty_without_injury")]


@pytest.mark.rules("K7")
def test_nobody_absent_unknown_or_of_the_other_team_has_a_line() -> None:
    absent = humans()
    absent = replace(absent, players=tuple(replace(line, misses_next=line.player == 12) for line in absent.players))
    lines = tuple(PlayerLine(player=player) for player in (12, 99, AWAY + 2))
    assert found(played(SideReport(lines=lines), sheets=(absent, orcs()))) == [
        ("home.players.12", "report.absent"),
        ("home.players.99", "report.unknown_player"),
        (f"home.players.{AWAY + 2}", "report.other_team"),
    ]


@pytest.mark.rules("K7")
def test_nobody_absent_unknown_or_of_the_other_team_is_hurt() -> None:
    absent = humans()
    absent = replace(absent, players=tuple(replace(line, misses_next=line.player == 12) for line in absent.players))
    injuries = tuple(Injury(player=player, casualty=41, cause="other") for player in (12, 99, AWAY + 2))
    assert found(played(SideReport(injuries=injuries), sheets=(absent, orcs()))) == [
        ("home.injuries.3", "report.other_team"),
        ("home.injuries.1", "injury.did_not_play"),
        ("home.injuries.2", "injury.not_on_roster"),
        ("home.injuries.3", "injury.not_on_roster"),
    ]


@pytest.mark.parametrize(
    ("injury", "id"),
    [
        (Injury(player=6, casualty=41, by=99), "report.hurt_by_unknown"),
        (Injury(player=6, casualty=41, by=7), "report.hurt_by_own"),
        (Injury(player=6, casualty=41, by=AWAY + 12), "report.hurt_by_absent"),
        (Injury(player=6, casualty=41, by=AWAY + 11), "report.hurt_by_idle"),
        (Injury(player=6, casualty=41, by_induced=True), "report.nobody_hired"),
        (Injury(player=6, casualty=61, cause="eaten", by_induced=True), "report.eaten_by_opponent"),
        (Injury(player=6, casualty=61, cause="eaten", by=AWAY + 1), "report.eaten_by_opponent"),
        (Injury(player=6, casualty=41, cause="act of Nuffle"), "report.unknown_cause"),
    ],
)
def test_who_hurt_a_player_must_have_been_able_to(injury: Injury, id: str) -> None:
    absent = orcs()
    absent = replace(absent, players=tuple(replace(line, misses_next=line.number == 12) for line in absent.players))
    away = SideReport(took_part=tuple(AWAY + number for number in range(1, 11)))
    match = played(SideReport(injuries=(injury,)), away, sheets=(humans(), absent))
    assert ("home.injuries.1", id) in found(match)


def test_an_injury_has_one_culprit() -> None:
    away = SideReport(induced=(InducedLine(kind="star", name="Varag Ghoul-Chewer", casualties=1),))
    both = Injury(player=6, casualty=41, by=AWAY + 1, by_induced=True)
    assert ("home.injuries.1", "report.two_culprits") in found(played(SideReport(injuries=(both,)), away))


def test_a_block_by_nobody_is_a_hint() -> None:
    match = played(SideReport(injuries=(Injury(player=6, casualty=41),)))
    assert found(match) == []
    assert found(match, hints=True) == [("home.injuries.1", "report.blocked_by_nobody")]


@pytest.mark.rules("K4")
@pytest.mark.parametrize(
    ("first", "back"),
    [
        (Injury(player=6, casualty=41, cause="other"), False),
        (Injury(player=6, casualty=41, cause="other", treatment=Treatment(apothecary_reroll=12)), False),
        (Injury(player=6, casualty=41, cause="other", treatment=Treatment(healer=5)), False),
        (Injury(player=6, casualty=41, cause="other", treatment=Treatment(apothecary_reserves=True)), True),
        (Injury(player=6, casualty=61, cause="other", treatment=Treatment(chirurgeon=True)), True),
    ],
)
def test_a_player_is_hurt_twice_only_if_he_came_back(first: Injury, back: bool) -> None:
    again = Injury(player=6, casualty=44, cause="other")
    match = played(SideReport(injuries=(first, again), bought=("healer", "chirurgeon")))
    assert found(match) == ([] if back else [("home.injuries.2", "report.hurt_twice")])


@pytest.mark.rules("K5")
def test_a_player_who_regenerated_may_be_hurt_again() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
    back = Injury(player=7, casualty=66, cause="other", treatment=Treatment(regeneration=4))
    gone = replace(back, treatment=Treatment(regeneration=3))
    again = replace(back, casualty=41)
    assert found(played(SideReport(injuries=(back, again)), sheets=(undead, orcs()))) == []
    assert found(played(SideReport(injuries=(gone, again)), sheets=(undead, orcs()))) == [
        ("home.injuries.2", "report.hurt_twice")
    ]


@pytest.mark.rules("K5")
def test_regeneration_without_its_die_is_a_hint() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
    match = played(SideReport(injuries=(Injury(player=7, casualty=66, cause="other"),)), sheets=(undead, orcs()))
    assert found(match) == []
    assert found(match, hints=True) == [("home.injuries.1", "report.no_regeneration_roll")]


@pytest.mark.rules("K6")
@pytest.mark.parametrize(
    ("player", "second", "id"), [(1, 0, "report.decay"), (1, 41, None), (12, 41, "injury.no_decay")]
)
def test_decay_wants_a_second_roll_and_nothing_else_allows_one(player: int, second: int, id: str | None) -> None:
    nurgle = team("Nurgle", "11 Rotter", "Nurgle Warrior")
    treatment = Treatment(regeneration=2 if player == 12 else 0)
    injury = Injury(player=player, casualty=43, second_casualty=second, cause="other", treatment=treatment)
    match = played(SideReport(injuries=(injury,)), sheets=(nurgle, orcs()))
    assert found(match) == ([("home.injuries.1", id)] if id else [])


@pytest.mark.rules("K8")
def test_who_was_eaten_needs_no_dice_and_gets_no_help() -> None:
    goblin = orcs(first_id=0)
    eaten = Injury(player=9, casualty=0, cause="eaten")
    assert found(played(SideReport(injuries=(eaten,)), sheets=(goblin, humans(first_id=AWAY)))) == []
    helped = replace(eaten, treatment=Treatment(apothecary_reserves=True))
    match = played(SideReport(injuries=(helped,)), sheets=(goblin, humans(first_id=AWAY)))
    assert found(match) == [("home.injuries.1", "injury.eaten")]


@pytest.mark.rules("K4")
def test_all_refused_injuries_are_found_each_in_its_place() -> None:
    treated = Treatment(apothecary_reroll=32)
    injuries = (
        Injury(player=6, casualty=49, cause="other"),
        Injury(player=7, casualty=44, cause="other", treatment=treated),
        Injury(player=8, casualty=45, cause="other", treatment=treated),
        Injury(player=9, casualty=46, cause="other", treatment=Treatment(healer=7)),
        Injury(player=10, casualty=46, cause="other", treatment=Treatment(chirurgeon=True)),
    )
    assert found(played(SideReport(injuries=injuries, bought=("healer",)))) == [
        ("home.injuries.1", "injury.no_such_d68"),
        ("home.injuries.3", "injury.used_already"),
        ("home.injuries.4", "injury.no_such_d6"),
        ("home.injuries.5", "injury.not_hired"),
    ]


def test_absurdly_many_injuries_are_refused_at_once() -> None:
    injuries = tuple(Injury(player=6, casualty=12, cause="other") for _ in range(5000))
    assert found(played(SideReport(injuries=injuries))) == [("home.injuries", "report.too_many_injuries")]


def test_nobody_is_listed_twice() -> None:
    lines = (PlayerLine(player=1, touchdowns=1, casualties=1), PlayerLine(player=1, touchdowns=1, casualties=1))
    assert found(home(lines=lines)) == [("home.players.1", "report.listed_twice")]
    took_part = (*FAIR.reports.home.took_part, 1)
    assert found(home(took_part=took_part)) == [("home.took_part", "report.listed_twice")]


def test_who_did_or_suffered_something_took_part() -> None:
    assert found(home(took_part=(2, 3, 4, 5, 6))) == [
        ("home.players.1", "report.did_not_take_part"),
        ("home.injuries.2", "report.did_not_take_part"),
        ("away.injuries.1", "report.hurt_by_idle"),
    ]


def test_only_players_who_were_there_took_part() -> None:
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
def test_fame_is_nought_to_two_and_for_one_side_only(fame: tuple[int, int], problems: list[tuple[str, str]]) -> None:
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
def test_a_match_ends_in_one_way(match: MatchPlayed, problems: list[str]) -> None:
    assert [id for where, id in found(match) if where == "result"] == problems


@pytest.mark.rules("M3")
@pytest.mark.parametrize("stage", ["play_off", "semi_final", "final"])
def test_a_match_that_needs_a_winner_does_not_end_level(stage: Stage) -> None:
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
