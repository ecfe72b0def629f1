"""An old team of the first edition is brought in as its paper shows it."""

from __future__ import annotations

from itertools import count

import pytest

from rules.editions.crp import EDITION as crp
from rules.journal import fold
from rules.team.arriving.arrival_checks import Arrival, Veteran
from rules.team.arriving.arrivals import arrival_of, entries, judge
from rules.team.arriving.carrying_over import MARK, Misfit, carried_over
from teams.arrivals.row import RowReading, saved_values, shown_row
from teams.team_json import TeamFile, as_json, team_in
from tests.editions.first_1986.build import BOOK, first


@pytest.mark.rules("first-1986:FL1", "first-1986:FI9")
def test_a_veteran_has_bonuses_losses_an_item_and_matches_to_miss() -> None:
    rules, ids = first(), count(1)
    old = Veteran(
        number=1, position="Human", spp=7, gained=("+CS", "+CS", "Boots of Speed"), lost=("MA", "MA"), misses=2,
        conditions=(("concussed", 1),), deeds=(("touchdowns", 4),),
    )  # fmt: skip
    others = tuple(Veteran(number=number, position="Human") for number in range(2, 16))
    team = Arrival(team_list="Human", players=(old, *others))
    assert judge(rules, team).legal
    line = fold(entries(rules, team, lambda: next(ids))).players[0]
    assert (line.characteristic("CS"), line.characteristic("MA"), line.misses, line.spp) == (5, 2, 2, 7)
    assert line.skills == ("Boots of Speed",) and line.condition("concussed") == 1 and line.deed("touchdowns") == 4


@pytest.mark.rules("first-1986:FC7")
def test_the_champions_get_their_lines_without_end_wherever_they_join() -> None:
    rules, ids = first(), count(1)
    stars = (Veteran(number=1, position="Skeleton", gained=("+ST",)),)
    sheet = fold(entries(rules, Arrival(team_list="Champions of Death", players=stars), lambda: next(ids)))
    assert [(line.number, line.position, line.endless) for line in sheet.players] == [
        (1, "Skeleton", False), (98, "Skeleton", True), (99, "Zombie", True),
    ]  # fmt: skip
    again = arrival_of(rules, sheet)
    assert [one.number for one in again.players] == [1]


@pytest.mark.rules("first-1986:FC11", "first-1986:FC12", "first-1986:FC13")
def test_defensive_and_kicking_players_arrive_as_such_and_only_those_who_may_be() -> None:
    rules, ids = first(), count(1)
    both = Veteran(number=1, position="Human", marks=("defensive", "kicking"))
    others = tuple(Veteran(number=number, position="Human") for number in range(2, 16))
    arrival = Arrival(team_list="Human", players=(both, *others))
    sheet = fold(entries(rules, arrival, lambda: next(ids)))
    assert sheet.players[0].marks == ("defensive", "kicking") and sheet.players[1].marks == ()
    assert arrival_of(rules, sheet).players[0].marks == ("defensive", "kicking")
    elf = Veteran(number=1, position="Elf", marks=("defensive", "kicking", "flying"))
    rest = tuple(Veteran(number=number, position="Elf") for number in range(2, 16))
    wrong = judge(rules, Arrival(team_list="Elf", players=(elf, *rest)))
    assert [dict(each.args)["mark"] for each in wrong.violations] == ["Defensive player", "flying"]


def test_another_book_knows_no_defensive_players_and_says_so() -> None:
    one = Veteran(number=1, position="Human", marks=("defensive",))
    kept, misfits = carried_over(BOOK, crp.book, Arrival(team_list="Human", players=(one,)))
    assert kept.players[0].marks == ()
    assert Misfit(sort=MARK, name="defensive", number=1, count=1) in misfits


def test_what_players_are_stands_in_the_form_and_in_the_file() -> None:
    one = Veteran(number=1, position="Human", marks=("kicking",))
    values = saved_values(one, "Kick", BOOK)
    assert (values["defensive"], values["kicking"]) == ("", "on")
    ticks = {tick.name: tick.value for tick in shown_row(1, values, {}, BOOK).ticks}
    assert ticks == {
        "player-1-defensive": "",
        "player-1-kicking": "on",
        "player-1-misses_next": "",
        "player-1-remove": "",
    }
    read = RowReading(values, BOOK).player()
    assert read is not None and read.one.marks == ("kicking",)
    team_file = TeamFile(name="Old Kickers", arrival=Arrival(team_list="Human", players=(one,)), names=("Kick",))
    stored = as_json(team_file, BOOK.key)
    assert stored["players"][0]["marks"] == ["kicking"] and team_in(stored) == team_file
    assert "defensive" not in saved_values(one, "Kick", crp.book)
