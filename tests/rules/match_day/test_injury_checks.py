"""The injuries of a match report: who was injured by whom, how often, and the rolls that are needed."""

from dataclasses import replace

import pytest

from rules.sheet.match import InducedLine, Injury, PlayerLine, SideReport, Treatment
from rules.sheet.sheet import counts
from tests.rules.build import AWAY, humans, orcs, played, team
from tests.rules.reports import FAIR, found, home


@pytest.mark.rules("M4")
def test_a_casualty_by_a_block_is_credited_to_the_player_who_caused_it() -> None:
    lines = (PlayerLine(player=1, deeds=counts(touchdowns=2)), PlayerLine(player=2, deeds=counts(casualties=1)))
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
def test_a_regenerated_or_healed_casualty_still_counts_for_the_player_who_caused_it() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton", first_id=AWAY)
    injuries = (Injury(player=AWAY + 7, casualty=66, by=1, treatment=Treatment(regeneration=5)),)
    lines = (PlayerLine(player=1, deeds=counts(casualties=1)),)
    match = played(SideReport(lines=lines), SideReport(injuries=injuries), sheets=(humans(), undead))
    assert found(match) == []
    without = played(SideReport(), SideReport(injuries=injuries), sheets=(humans(), undead))
    assert found(without) == [("home.players.1.casualties", "report.casualty_not_credited")]


@pytest.mark.rules("M4")
def test_more_casualties_than_injuries_are_a_hint_if_the_opponent_had_hired_players() -> None:
    lines = (PlayerLine(player=1, deeds=counts(touchdowns=2, casualties=2)),)
    match = home(lines=lines)
    assert found(match) == [("home.players.1.casualties", "report.casualty_without_injury")]
    hired = replace(FAIR.reports.away, induced=(InducedLine(kind="mercenary", name="Lineman"),))
    match = replace(match, reports=replace(match.reports, away=hired))
    assert found(match) == []
    assert found(match, hints=True) == [("home.players.1.casualties", "report.casualty_without_injury")]


@pytest.mark.rules("J8")
def test_a_zombie_raised_in_the_match_can_have_been_injured_too() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton", first_id=AWAY)
    lines = (PlayerLine(player=1, deeds=counts(casualties=1)),)
    own_dead = SideReport(lines=lines, injuries=(Injury(player=6, casualty=61, cause="other"),))
    assert found(played(own_dead, sheets=(humans(), undead))) == []
    nobody_fell = played(SideReport(lines=lines), sheets=(humans(), undead))
    assert found(nobody_fell) == [("home.players.1.casualties", "report.casualty_without_injury")]


@pytest.mark.rules("K7")
def test_absent_unknown_and_opposing_players_cannot_have_a_line() -> None:
    absent = humans()
    absent = replace(absent, players=tuple(replace(line, misses=int(line.player == 12)) for line in absent.players))
    lines = tuple(PlayerLine(player=player) for player in (12, 99, AWAY + 2))
    assert found(played(SideReport(lines=lines), sheets=(absent, orcs()))) == [
        ("home.players.12", "report.absent"),
        ("home.players.99", "report.unknown_player"),
        (f"home.players.{AWAY + 2}", "report.other_team"),
    ]


@pytest.mark.rules("K7")
def test_absent_unknown_and_opposing_players_cannot_be_injured() -> None:
    absent = humans()
    absent = replace(absent, players=tuple(replace(line, misses=int(line.player == 12)) for line in absent.players))
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
        (Injury(player=6, casualty=41, by_hired=1), "report.nobody_hired"),
        (Injury(player=6, casualty=61, cause="eaten", by_induced=True), "report.eaten_by_opponent"),
        (Injury(player=6, casualty=61, cause="eaten", by=AWAY + 1), "report.eaten_by_opponent"),
        (Injury(player=6, casualty=41, cause="act of Nuffle"), "report.unknown_cause"),
    ],
)
def test_the_player_who_caused_an_injury_must_have_played(injury: Injury, id: str) -> None:
    absent = orcs()
    absent = replace(absent, players=tuple(replace(line, misses=int(line.number == 12)) for line in absent.players))
    away = SideReport(took_part=tuple(AWAY + number for number in range(1, 11)))
    match = played(SideReport(injuries=(injury,)), away, sheets=(humans(), absent))
    assert ("home.injuries.1", id) in found(match)


def test_a_report_can_say_which_hired_player_it_was() -> None:
    induced = tuple(InducedLine(kind="mercenary", name=name) for name in ("Blitzer 1", "Blitzer 2"))
    away, blocked = SideReport(induced=induced), Injury(player=6, casualty=41, by_induced=True)
    assert [away.hired_culprits(replace(blocked, by_hired=nth)) for nth in (0, 2, 3)] == [induced, induced[1:], ()]
    for nth, wrong in ((2, False), (3, True)):
        match = played(SideReport(injuries=(replace(blocked, by_hired=nth),)), away)
        assert (("home.injuries.1", "report.nobody_hired") in found(match)) == wrong


def test_an_injury_is_caused_by_one_player() -> None:
    away = SideReport(induced=(InducedLine(kind="star", name="Varag Ghoul-Chewer", deeds=counts(casualties=1)),))
    both = Injury(player=6, casualty=41, by=AWAY + 1, by_induced=True)
    assert ("home.injuries.1", "report.two_culprits") in found(played(SideReport(injuries=(both,)), away))


def test_a_block_without_a_player_is_a_hint() -> None:
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
def test_a_player_is_injured_twice_only_after_coming_back(first: Injury, back: bool) -> None:
    again = Injury(player=6, casualty=44, cause="other")
    match = played(SideReport(injuries=(first, again), bought=("healer", "chirurgeon")))
    assert found(match) == ([] if back else [("home.injuries.2", "report.hurt_twice")])


@pytest.mark.rules("K5")
def test_a_player_who_regenerated_can_be_injured_again() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
    back = Injury(player=7, casualty=66, cause="other", treatment=Treatment(regeneration=4))
    gone = replace(back, treatment=Treatment(regeneration=3))
    again = replace(back, casualty=41)
    assert found(played(SideReport(injuries=(back, again)), sheets=(undead, orcs()))) == []
    assert found(played(SideReport(injuries=(gone, again)), sheets=(undead, orcs()))) == [
        ("home.injuries.2", "report.hurt_twice")
    ]


@pytest.mark.rules("K5")
def test_regeneration_without_a_roll_is_a_hint() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
    match = played(SideReport(injuries=(Injury(player=7, casualty=66, cause="other"),)), sheets=(undead, orcs()))
    assert found(match) == []
    assert found(match, hints=True) == [("home.injuries.1", "report.no_regeneration_roll")]


@pytest.mark.rules("K6")
@pytest.mark.parametrize(
    ("player", "second", "id"), [(1, 0, "report.decay"), (1, 41, None), (12, 41, "injury.no_decay")]
)
def test_only_decay_has_a_second_roll_and_it_is_required(player: int, second: int, id: str | None) -> None:
    nurgle = team("Nurgle", "11 Rotter", "Nurgle Warrior")
    treatment = Treatment(regeneration=2 if player == 12 else 0)
    injury = Injury(player=player, casualty=43, second_casualty=second, cause="other", treatment=treatment)
    match = played(SideReport(injuries=(injury,)), sheets=(nurgle, orcs()))
    assert found(match) == ([("home.injuries.1", id)] if id else [])


@pytest.mark.rules("K8")
def test_an_eaten_player_needs_no_dice_and_gets_no_treatment() -> None:
    goblin = orcs(first_id=0)
    eaten = Injury(player=9, casualty=0, cause="eaten")
    assert found(played(SideReport(injuries=(eaten,)), sheets=(goblin, humans(first_id=AWAY)))) == []
    helped = replace(eaten, treatment=Treatment(apothecary_reserves=True))
    match = played(SideReport(injuries=(helped,)), sheets=(goblin, humans(first_id=AWAY)))
    assert found(match) == [("home.injuries.1", "injury.eaten")]


@pytest.mark.rules("K4")
def test_all_refused_injuries_are_found_with_their_places() -> None:
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


def test_too_many_injuries_are_refused_at_once() -> None:
    injuries = tuple(Injury(player=6, casualty=12, cause="other") for _ in range(5000))
    assert found(played(SideReport(injuries=injuries))) == [("home.injuries", "report.too_many_injuries")]
