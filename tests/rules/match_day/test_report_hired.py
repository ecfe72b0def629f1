"""The cards and hired players of a report: played cards, extra players, raised players and their injuries."""

from dataclasses import replace

import pytest

from rules.book.edition import Ruleset
from rules.editions import ruleset
from rules.match_day.report_checks import check_report
from rules.sheet.match import InducedLine, Injury, MatchPlayed, Pair, PlayedCard, PlayerLine, SideReport, Treatment
from rules.sheet.sheet import Permanent, counts
from rules.team.hired import extra_rerolls, hired_count, hired_lines, profile_of, profile_of_line, star_fate
from rules.team.inducements import Item, item_of
from rules.words.words import say_violation
from tests.rules.build import AWAY, PBBL, humans, orcs, played, team

KEPT = ruleset("pbbl-1.10", {"star_injuries_waived": False})
GRIFF = InducedLine(kind="star", name="Griff Oberwald")
FAN = InducedLine(kind="card", name="The Fan")
ZOMBIE = InducedLine(kind="raised", name="Zombie")
ASSASSIN = PlayedCard(card="Assassin", player=AWAY + 1)


def found(match: MatchPlayed, rules: Ruleset = PBBL, *, hints: bool = False) -> list[tuple[str, str]]:
    """Place and id of all problems, either the hints or the others."""
    problems = [problem for problem in check_report(rules, match) if problem.hint_only == hints]
    return [(problem.where, problem.violation.id) for problem in problems]


def problem_texts(match: MatchPlayed, rules: Ruleset = PBBL) -> list[str]:
    return [say_violation(problem.violation).partition(")")[0] + ")" for problem in check_report(rules, match)]


def cards(*names: str) -> tuple[PlayedCard, ...]:
    return tuple(PlayedCard(card=name) for name in names)


@pytest.mark.rules("S1")
@pytest.mark.parametrize(
    ("home", "away", "problems"),
    [
        (("The Fan",), ("Banana Skin",), []),
        (("The Fan", "The Fan"), (), [("home.cards", "report.card_twice")]),
        (("The Fan",), ("The Fan",), [("home.cards", "report.card_twice"), ("away.cards", "report.card_twice")]),
        (("The Fun",), (), [("home.cards", "report.unknown_card")]),
        (("The Fun",), ("The Fun",), [("home.cards", "report.unknown_card"), ("away.cards", "report.unknown_card")]),
    ],
)
def test_a_played_card_is_in_the_book_and_there_is_only_one(
    home: tuple[str, ...], away: tuple[str, ...], problems: list[tuple[str, str]]
) -> None:
    assert found(played(SideReport(cards=cards(*home)), SideReport(cards=cards(*away)))) == problems


@pytest.mark.rules("S1")
def test_a_card_is_named_and_a_long_name_is_cut() -> None:
    assert problem_texts(played(SideReport(cards=cards("The Fan", "The Fan")))) == [
        "“The Fan” is already played; there is one of each card. (S1, p. 43)"
    ]
    assert problem_texts(played(SideReport(cards=cards("F" * 99)))) == [
        f"There is no special play card “{'F' * 60}”. (S1, p. 43)"
    ]


@pytest.mark.rules("S5")
def test_the_assassin_keeps_out_an_opponent_who_could_play() -> None:
    absent = orcs()
    absent = replace(absent, players=tuple(replace(one, misses=int(one.number == 2)) for one in absent.players))
    for player, problems in (
        (AWAY + 1, []),
        (AWAY + 2, [("home.cards", "report.nobody_kept_out")]),
        (1, [("home.cards", "report.nobody_kept_out")]),
        (0, [("home.cards", "report.nobody_kept_out")]),
    ):
        card = PlayedCard(card="Assassin", player=player)
        assert found(played(SideReport(cards=(card,)), sheets=(humans(), absent))) == problems
    assert found(played(SideReport(cards=cards("The Fan")))) == []


@pytest.mark.rules("S5")
def test_a_player_kept_out_cannot_do_anything_or_be_injured() -> None:
    home = SideReport(cards=(ASSASSIN,), injuries=(Injury(player=6, casualty=43, by=AWAY + 1),))
    away = SideReport(
        lines=(PlayerLine(player=AWAY + 1, deeds=counts(casualties=1)),),
        injuries=(Injury(player=AWAY + 1, casualty=43, cause="crowd"), Injury(player=AWAY + 2, casualty=43, by=1)),
        took_part=(AWAY + 1, AWAY + 2),
    )
    match = played(replace(home, lines=(PlayerLine(player=1, deeds=counts(casualties=1)),)), away)
    assert found(match) == [
        ("home.injuries.1", "report.hurt_by_kept_out"),
        ("away.took_part", "report.kept_out"),
        (f"away.players.{AWAY + 1}", "report.kept_out"),
        ("away.injuries.1", "report.kept_out"),
    ]
    spared = replace(match, reports=replace(match.reports, home=replace(match.reports.home, cards=None)))
    assert found(spared) == []


@pytest.mark.rules("S5")
def test_other_cards_played_on_a_player_do_not_keep_them_out() -> None:
    home = SideReport(cards=(PlayedCard(card="Banana Skin", player=AWAY + 2),))
    assert found(played(home, SideReport(lines=(PlayerLine(player=AWAY + 2),)))) == []


@pytest.mark.rules("S5")
def test_the_visitors_assassin_keeps_out_a_player_of_the_home_side() -> None:
    card = (PlayedCard(card="Assassin", player=2),)
    home = SideReport(lines=(PlayerLine(player=2, deeds=counts(casualties=1)),))
    away = SideReport(cards=card, injuries=(Injury(player=AWAY + 5, casualty=43, by=2),))
    assert found(played(home, away)) == [
        ("home.players.2", "report.kept_out"),
        ("away.injuries.1", "report.hurt_by_kept_out"),
    ]
    theirs = SideReport(cards=card, lines=(PlayerLine(player=AWAY + 2),))
    assert found(played(SideReport(), theirs)) == []


@pytest.mark.rules("S5")
def test_a_player_brought_by_a_card_plays_only_if_it_was_played() -> None:
    assert found(played(SideReport(induced=(FAN,), cards=cards("The Fan")))) == []
    for missing in (None, (), cards("Banana Skin")):
        assert found(played(SideReport(induced=(FAN,), cards=missing))) == [("home.induced.1", "report.not_brought")]
    long = problem_texts(played(SideReport(induced=(replace(FAN, name="F" * 99),))))
    assert long == [f"None of the cards played brings “{'F' * 60}”. (S5, p. 44)"]


@pytest.mark.rules("J8")
def test_a_zombie_rises_in_a_match_for_a_necromancer_if_an_opponent_died() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
    dead = SideReport(injuries=(Injury(player=AWAY + 9, casualty=61, cause="other"),))
    hurt = SideReport(injuries=(Injury(player=AWAY + 9, casualty=58, cause="other"),))
    raised = SideReport(induced=(ZOMBIE,))
    not_raised = [("home.induced.1", "report.nobody_raised")]
    assert found(played(raised, dead, sheets=(undead, orcs()))) == []
    assert found(played(raised, hurt, sheets=(undead, orcs()))) == not_raised
    assert found(played(raised, sheets=(undead, orcs()))) == not_raised
    assert found(played(raised, dead)) == not_raised
    two = SideReport(induced=(ZOMBIE, ZOMBIE))
    assert found(played(two, dead, sheets=(undead, orcs()))) == [
        ("home.induced.1", "raise.one_zombie"),
        ("home.induced.2", "raise.one_zombie"),
    ]


@pytest.mark.rules("J8", "I7", "K4")
def test_no_zombie_rises_from_a_player_who_came_back_from_the_reserves() -> None:
    """The first of them decides: after the chirurgeon or apothecary there is nobody left to raise (p18, 36)."""
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
    raised, fatal = SideReport(induced=(ZOMBIE,)), Injury(player=AWAY + 9, casualty=61, cause="other")
    for treatment in (Treatment(chirurgeon=True), Treatment(apothecary_reserves=True)):
        back = replace(fatal, treatment=treatment)
        for injuries, rises in (((back,), False), ((back, replace(fatal, casualty=21)), False), ((back, fatal), True)):
            match = played(raised, SideReport(injuries=injuries), sheets=(undead, orcs()))
            assert found(match) == ([] if rises else [("home.induced.1", "report.nobody_raised")])


@pytest.mark.rules("J8")
@pytest.mark.parametrize(("team_list", "position", "rises"), [
    ("Human", "1 Ogre", False), ("Goblin", "1 Goblin", False), ("Human", "1 Lineman", True),
])  # fmt: skip
def test_a_zombie_rises_only_from_a_player_whom_a_necromancer_can_raise(
    team_list: str, position: str, rises: bool
) -> None:
    """The victim has ST 4 or less, and neither Regeneration nor Stunty (p18)."""
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
    dead = SideReport(injuries=(Injury(player=AWAY + 1, casualty=61, cause="other"),))
    others = team(team_list, position, f"11 {'Goblin' if team_list == 'Goblin' else 'Lineman'}", first_id=AWAY)
    match = played(SideReport(induced=(ZOMBIE,)), dead, sheets=(undead, others))
    assert found(match) == ([] if rises else [("home.induced.1", "report.nobody_raised")])


@pytest.mark.rules("J8", "G1")
def test_a_report_that_names_no_raised_player_is_asked_whether_one_rose() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
    fatal = Injury(player=AWAY + 9, casualty=61, cause="other")
    died, back = (SideReport(injuries=(one,)) for one in (fatal, replace(fatal, treatment=Treatment(chirurgeon=True))))
    asked = [("home.induced", "report.raised_or_not")]
    assert found(played(SideReport(), died, sheets=(undead, orcs())), hints=True) == asked
    for nobody in (
        played(SideReport(induced=(ZOMBIE,)), died, sheets=(undead, orcs())),
        played(SideReport(), back, sheets=(undead, orcs())),
        played(SideReport(), died),
        played(SideReport(), sheets=(undead, orcs())),
    ):
        assert found(nobody, hints=True) == []
    earns_nothing = ruleset("pbbl-1.10", {"raised_in_match": "none"})
    assert found(played(SideReport(), died, sheets=(undead, orcs())), earns_nothing, hints=True) == []


@pytest.mark.rules("J8")
def test_a_raised_zombie_is_not_checked_while_the_opponents_injuries_are_refused() -> None:
    """A healer was not hired, or a card was not played; until that is corrected, it is not known who died."""
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
    raised = SideReport(induced=(ZOMBIE,))
    hurt = Injury(player=AWAY + 9, casualty=58, cause="other")
    for treated in (
        replace(hurt, treatment=replace(hurt.treatment, chirurgeon=True)),
        replace(hurt, casualty=21, treatment=replace(hurt.treatment, card="Doc Bonesaw")),
    ):
        away = SideReport(injuries=(treated,), bought=(), cards=())
        assert [where for where, _ in found(played(raised, away, sheets=(undead, orcs())))] == ["away.injuries.1"]


@pytest.mark.rules("J8")
def test_against_a_necromancer_hired_players_can_be_injured_and_die() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
    for line in (
        GRIFF,
        InducedLine(kind="mercenary", name="Lineman"),
        InducedLine(kind="journeyman", name="Lineman"),
    ):
        for casualty, rises in ((43, False), (61, True)):
            hired = SideReport(induced=(replace(line, casualty=casualty),))
            match = played(SideReport(induced=(ZOMBIE,)), hired, sheets=(undead, humans()))
            assert found(match) == ([] if rises else [("home.induced.1", "report.nobody_raised")])
    fan = SideReport(induced=(replace(FAN, casualty=61),), cards=cards("The Fan"))
    assert found(played(SideReport(), fan, sheets=(undead, humans()))) == [
        ("away.induced.1", "report.star_injury_waived")
    ]


@pytest.mark.rules("I3")
def test_a_stars_injury_counts_only_if_the_league_does_not_waive_it() -> None:
    hurt = replace(GRIFF, casualty=43)
    waived = [("home.induced.1", "report.star_injury_waived")]
    assert found(played(SideReport(induced=(hurt,)))) == waived
    assert found(played(SideReport(induced=(hurt,))), KEPT) == []
    mercenary = InducedLine(kind="mercenary", name="Lineman", casualty=43)
    assert found(played(SideReport(induced=(mercenary,))), KEPT) == waived
    for die in (19, 10, 69, 71, -11):
        wrong = played(SideReport(induced=(replace(GRIFF, casualty=die),)))
        assert found(wrong, KEPT) == [("home.induced.1", "injury.no_such_d68")]
        assert problem_texts(wrong, KEPT)[0].startswith(f"{die} is not a D68 roll")


@pytest.mark.rules("I3", "K1")
@pytest.mark.parametrize(
    ("casualty", "fate"),
    [(11, ""), (38, ""), (41, "misses_next"), (51, "misses_next"), (58, "misses_next"), (61, "dead"), (68, "dead")],
)
def test_a_star_dies_or_misses_a_match_like_other_players(casualty: int, fate: str) -> None:
    assert star_fate(PBBL, casualty) == fate


@pytest.mark.parametrize("name", ["completions", "touchdowns", "interceptions", "casualties"])
def test_the_numbers_of_hired_players_have_limits_too(name: str) -> None:
    most = 40 if name == "completions" else 20
    match = played(SideReport(induced=(FAN, replace(GRIFF, deeds=((name, most + 1),))), cards=cards("The Fan")))
    assert (f"home.induced.2.{name}", "report.out_of_bounds") in found(match)
    text = say_violation(check_report(PBBL, match)[0].violation)
    assert f"{most + 1} {name}" in text and f"0 to {most}" in text
    fine = played(SideReport(score=20 if name == "touchdowns" else 0, induced=(replace(GRIFF, deeds=((name, most),)),)))
    assert found(fine) == []


def test_a_team_can_field_sixteen_hired_players_and_no_more() -> None:
    sixteen = tuple(InducedLine(kind="mercenary", name="Lineman") for _ in range(16))
    assert found(played(SideReport(induced=sixteen))) == []
    more = played(SideReport(induced=(*sixteen, GRIFF)))
    assert found(more) == [("home.induced", "report.too_many_induced")]
    assert problem_texts(more) == ["17 hired players are more than the 16 that a team can field. (I3, p. 35)"]


@pytest.mark.rules("G1", "I3")
def test_each_hired_player_who_can_play_has_a_line() -> None:
    brick = Item(kind="star", name="Brick Far'th")
    morg = Item(kind="star", name="Morg 'n' Thorg")
    home = (Item(kind="wizard"), morg, Item(kind="mercenary", position="Catcher", count=2))
    away = (brick, morg, Item(kind="journeyman", position="Lineman"))
    bought = Pair(home=home, away=away)
    lines = hired_lines(PBBL, bought)
    assert [(line.kind, line.name) for line in lines.home] == [("mercenary", "Catcher")] * 2
    assert [(line.kind, line.name) for line in lines.away] == [
        ("star", "Brick Far'th"),
        ("star", "Grotty"),
        ("journeyman", "Lineman"),
    ]
    assert hired_count(PBBL, bought) == Pair(home=2, away=3)


@pytest.mark.rules("I1", "I2", "I3")
def test_hired_players_are_loners_with_the_skills_of_their_position_and_those_paid_for() -> None:
    profile, skills = profile_of(PBBL, "Human", Item(kind="star", name="Griff Oberwald"), "Griff Oberwald")
    assert (dict(profile)["ST"], "Loner" in skills, "Block" in skills) == (4, True, True)
    catcher = Item(kind="mercenary", position="Catcher", skills=("Sprint",))
    profile, skills = profile_of(PBBL, "Human", catcher, "Catcher")
    assert (dict(profile), skills) == ({"MA": 8, "ST": 2, "AG": 3, "AV": 7}, ("Loner", "Catch", "Dodge", "Sprint"))
    assert profile_of(PBBL, "Human", Item(kind="journeyman", position="Lineman"), "Lineman")[1] == ("Loner",)
    ogre = Item(kind="mercenary", position="Ogre")
    assert profile_of(PBBL, "Human", ogre, "Ogre")[1].count("Loner") == 1


@pytest.mark.rules("I9")
def test_each_extra_training_gives_a_reroll() -> None:
    assert extra_rerolls(PBBL, (Item(kind="extra_training", count=3), Item(kind="bribe", count=2))) == 3
    assert extra_rerolls(PBBL, (Item(kind="extra_training"), Item(kind="extra_training", count=2))) == 3
    assert extra_rerolls(PBBL, ()) == 0


@pytest.mark.rules("L9")
def test_a_permanent_inducement_is_the_same_item_in_a_match() -> None:
    permanent = Permanent(inducement="mercenary", count=2, position="Catcher", skills=("Sprint",), cost=220_000)
    assert item_of(permanent) == Item(kind="mercenary", count=2, position="Catcher", skills=("Sprint",))
    assert item_of(Permanent(inducement="star", count=1, star="Griff Oberwald", cost=310_000)) == Item(
        kind="star", name="Griff Oberwald"
    )


@pytest.mark.parametrize(
    ("kind", "name", "strength"),
    [
        ("star", "Griff Oberwald", 4),
        ("star", "Nobody Knows", None),
        ("mercenary", "Blitzer", 3),
        ("mercenary", "Blitzer 2", 3),
        ("journeyman", "Ogre 11", 5),
        ("mercenary", "Blitz", None),
        ("mercenary", "Blitzer the 2", None),
        ("card", "Blitzer", None),
        ("raised", "Blitzer", None),
    ],
)
def test_a_hired_player_is_found_by_name_and_number(kind: str, name: str, strength: int | None) -> None:
    found = profile_of_line(PBBL, "Human", InducedLine(kind=kind, name=name))
    assert (dict(found[0])["ST"] if found else None) == strength
