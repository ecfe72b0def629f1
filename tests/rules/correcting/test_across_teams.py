"""Corrections that reach other teams' journals, through players in a trade or on loan (L1, C8; p39, 31)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.correcting.correcting import changes_history
from rules.journal import (
    PlayerInjured,
    PlayerJoined,
    PlayerKilled,
    PointsEarned,
    SkillGained,
)
from rules.journal.history import as_known
from rules.sheet.sheet import counts
from rules.words.words import say_choice
from tests.rules.correcting.other_entries import corrected_at_random
from tests.rules.correcting.short_journal import lineman
from tests.rules.correcting.small_worlds import (
    FOUNDED,
    check_journals_agree,
    correct_match,
    findings_of,
    reversal_restores,
    three_teams,
    trade_player,
)
from tests.rules.season_checks import seasons
from tests.rules.season_journals import World, decide_findings, season_with_trades

LISTS = st.lists(st.sampled_from(["Human", "Orc", "Undead", "Khemri"]), min_size=1, max_size=2).map(
    lambda lists: [*lists, lists[0], lists[-1]]
)


@pytest.mark.rules("L1", "C8")
@seasons(40)
@given(seed=st.integers(0, 2**32), lists=LISTS, times=st.integers(1, 2))
@example(seed=13874, lists=["Orc"] * 4, times=1)  # the first correction leaves one team nothing of its last match
def test_corrections_and_their_reversal_leave_all_teams_as_they_were(seed: int, lists: list[str], times: int) -> None:
    """Whatever was changed, and whatever was decided about later entries that no longer fitted."""
    world, chance = season_with_trades(seed, lists, 3), random.Random(seed)
    before = world.sheets()
    check_journals_agree(world)
    match = chance.choice(world.matches())
    for _time in range(times):
        made = corrected_at_random(world, match, chance)
        assert made is not None and not made.lost
        world.accept(match, made)
        assert {team: worked.sheet for team, worked in made.worked.items()}.items() <= world.sheets().items()
        check_journals_agree(world)
    played = [team for team in world.journals if world.entries(team, match)]
    back = decide_findings(world, match, {team: world.entries(team, match) for team in played}, chance)
    assert back is not None and not back.lost
    assert [finding for worked in back.worked.values() for finding in worked.findings] == []
    world.accept(match, back)
    assert world.sheets() == before


@pytest.mark.rules("L1", "C8")
def test_a_traded_player_is_corrected_at_the_new_team() -> None:
    world = three_teams()
    trade_player(world, 7, 1, 1, 2)
    world.write(2, "match:2", PointsEarned(player=1, spp=3, deeds=counts(touchdowns=1)))
    before = world.sheets()
    made = correct_match(world, 1, PointsEarned(player=1, spp=3, deeds=counts(touchdowns=1)))
    assert set(made.worked) == {1, 2} and not made.lost
    line = made.worked[2].sheet.player(1)
    assert line is not None and (line.spp, line.deed("touchdowns"), line.gained_skills, line.cost) == (6, 2, (), 50_000)
    (affected,) = made.affected
    assert (affected.player, affected.giver, affected.taker) == (1, 1, 2)
    assert affected.before is not None and affected.after is not None
    assert (affected.before.spp, affected.after.spp) == (6, 3)
    world.accept("1", made)
    assert world.sheets()[2].player(1) == line
    known = world.records(2)
    assert as_known(known, len(known) - 1) == before[2]
    assert reversal_restores(world, before, 1)


@pytest.mark.rules("L1", "C8")
def test_other_journals_are_not_read_if_no_move_changes() -> None:
    world = three_teams()
    trade_player(world, 7, 2, 1, 2)
    made = correct_match(world, 1, PointsEarned(player=1, spp=3))
    assert set(made.worked) == {1} and made.affected == ()


@pytest.mark.rules("L1", "C8", "G3")
@pytest.mark.parametrize(("choice", "skills"), [("keep", ("Guard",)), ("strike", ())])
def test_an_improvement_that_is_no_longer_earned_is_found_at_the_new_team(choice: str, skills: tuple[str, ...]) -> None:
    world = three_teams()
    world.journals[1].pop()  # the player rolled for the level at the other team
    trade_player(world, 7, 1, 1, 2)
    world.write(2, "match:2", PointsEarned(player=1, spp=1), SkillGained(player=1, skill="Guard", cost=20_000))
    world.write(2, "match:3", PointsEarned(player=1, spp=9))
    before, less = world.sheets(), PointsEarned(player=1, spp=1)
    made = correct_match(world, 1, less)
    assert findings_of(made, 2) == [("6.0", "correction.not_earned", ("keep", "strike"))] and made.worked[2].undecided
    made = correct_match(world, 1, less, at_2__6_0=choice)
    line = made.worked[2].sheet.player(1)
    assert line is not None and line.gained_skills == skills
    world.accept("1", made)
    assert reversal_restores(world, before, 1)


@pytest.mark.rules("L1", "C8")
def test_a_player_who_was_already_dead_was_not_traded_and_did_nothing_later() -> None:
    """The gold paid for the player stays: it is not known which part of a trade it was for."""
    world = three_teams()
    trade_player(world, 7, 1, 1, 2, gold=True)
    world.write(2, "match:2", PointsEarned(player=1, spp=3), PlayerInjured(player=1, niggling=1))
    trade_player(world, 8, 1, 2, 3)
    world.write(3, "match:3", PointsEarned(player=1, spp=5, deeds=counts(mvps=1)))
    before = world.sheets()
    made = correct_match(world, 1, PlayerKilled(player=1))
    assert [each[1:] for each in findings_of(made, 1)] == [("not_on_roster", ("strike",))]
    assert say_choice("strike", made.worked[1].findings[0]).startswith("Remove it from the history of both teams")
    assert findings_of(made, 2) == [] and findings_of(made, 3) == []
    made = correct_match(world, 1, PlayerKilled(player=1), at_1__6_0="strike")
    assert [(each.taker, each.after) for each in made.affected] == [(2, None), (3, None)]
    for team in (2, 3):
        sheet = made.worked[team].sheet
        assert sheet.player(1) is None and not any(gone.line.player == 1 for gone in sheet.departed)
    assert [gone.how for gone in made.worked[1].sheet.departed] == ["dead"]
    assert (made.worked[1].sheet.treasury, made.worked[2].sheet.treasury) == (210_000, 190_000)
    world.accept("1", made)
    check_journals_agree(world)
    assert reversal_restores(world, before, 1)


@pytest.mark.rules("L1", "C8")
def test_a_player_keeps_a_number_that_another_player_had_later() -> None:
    world = three_teams()
    trade_player(world, 7, 1, 1, 2)
    world.write(2, "match:2", PlayerKilled(player=1))
    world.write(2, "", replace(lineman(9, price=0), number=1))
    made = correct_match(world, 1, PointsEarned(player=1, spp=1))
    ((_place, came),) = made.worked[2].correction.amended
    assert isinstance(came, PlayerJoined) and (came.line.number, came.line.spp) == (1, 1)


@pytest.mark.rules("L1", "C8")
def test_a_player_gets_another_number_if_theirs_is_not_free() -> None:
    """The first team's Lineman had died; alive, they have the number that the new player got."""
    world = World()
    world.write(1, "", FOUNDED, lineman(1, price=0), lineman(2, price=0))
    newcomer = replace(lineman(3, price=0), number=1)
    world.write(2, "", FOUNDED, newcomer)
    world.write(1, "match:1", PlayerKilled(player=1))
    trade_player(world, 7, 3, 2, 1)
    world.write(1, "", replace(lineman(9, price=0), number=3))
    before = world.sheets()
    assert [(line.player, line.number) for line in before[1].players] == [(3, 1), (2, 2), (9, 3)]
    made = correct_match(world, 1)
    assert findings_of(made, 1) == []
    assert [(line.player, line.number) for line in made.worked[1].sheet.players] == [(1, 1), (2, 2), (9, 3), (3, 4)]
    world.accept("1", made)
    assert reversal_restores(world, before, 1)


@pytest.mark.rules("L1", "C2", "C8")
def test_a_seventeenth_player_from_a_trade_stays_if_the_commissioner_decides_so() -> None:
    world = World()
    world.write(1, "", FOUNDED, *(lineman(player, price=0) for player in range(1, 17)))
    world.write(2, "", FOUNDED, lineman(20, price=0))
    world.write(1, "match:1", PlayerKilled(player=1))
    trade_player(world, 7, 20, 2, 1)
    made = correct_match(world, 1)
    assert [each[1:] for each in findings_of(made, 1)] == [("correction.roster_full", ("keep",))]


@pytest.mark.rules("L1", "C8")
@pytest.mark.parametrize("other", [None, 3])
def test_a_player_without_an_entry_in_the_other_journal_is_lost(other: int | None) -> None:
    """There is no other journal, or it has no entry with which the player joined."""
    world = three_teams()
    trade_player(world, 7, 1, 1, 2)
    if other is None:
        del world.trades[7]
    else:
        world.trades[7] = (1, other)
    made = correct_match(world, 1, PointsEarned(player=1, spp=1))
    (lost,) = made.lost
    assert (lost.player, lost.giver, lost.taker, lost.back) == (1, 1, 0, False) and made.affected == ()
    assert lost.before is not None and lost.after is not None and (lost.before.spp, lost.after.spp) == (6, 1)


@pytest.mark.rules("L1", "C8")
def test_an_amendment_is_undone_if_the_player_moved_unchanged_after_all() -> None:
    """If 1 lives, 3 is the seventeenth player, who was traded on. With 9 dead there is a place for 3 after all.

    In the match between both teams, the first had lost 1; now the second loses 9, who went to the first later.
    """
    world = World()
    world.write(1, "", FOUNDED, *(lineman(player, price=0) for player in (1, *range(21, 35))))
    world.write(2, "", FOUNDED, replace(lineman(9, price=0), number=40))
    world.write(3, "", FOUNDED)
    world.write(1, "match:1", PlayerKilled(player=1))
    world.write(2, "match:1", PointsEarned(player=9, spp=1))
    trade_player(world, 7, 9, 2, 1)
    world.write(1, "", replace(lineman(3, price=0), number=50))
    trade_player(world, 8, 3, 1, 3)
    before, place = world.sheets(), "19.0"
    full = world.reached("1", {1: [], 2: [PointsEarned(player=9, spp=1)]}, {1: {place: "strike"}})
    assert [each[:2] for each in findings_of(full, 1)][:1] == [(place, "correction.roster_full")]
    choices = {1: {place: "strike"}, 2: {"4.0": "strike"}}
    made = world.reached("1", {1: [], 2: [PlayerKilled(player=9)]}, choices)
    assert findings_of(made, 1) == [] and [(each.player, each.taker) for each in made.affected] == [(9, 1)]
    assert 3 not in made.worked or not changes_history(world.records(3), made.worked[3].correction)
    world.accept("1", made)
    check_journals_agree(world)
    back = world.reached("1", {team: world.entries(team, "1") for team in (1, 2)}, {})
    world.accept("1", back)
    assert world.sheets() == before


@pytest.mark.rules("L1", "C8")
def test_a_changed_shirt_number_alone_does_not_affect_the_next_team() -> None:
    world = World()
    world.write(1, "", FOUNDED, lineman(1, price=0))
    world.write(2, "", FOUNDED, replace(lineman(3, price=0), number=1))
    world.write(3, "", FOUNDED)
    world.write(1, "match:1", PlayerKilled(player=1))
    trade_player(world, 7, 3, 2, 1)
    trade_player(world, 8, 3, 1, 3)
    made = correct_match(world, 1)
    assert set(made.worked) == {1} and made.affected == made.lost == ()
    assert [gone.line.number for gone in made.worked[1].sheet.departed] == [2]


@pytest.mark.rules("L1", "C8")
def test_two_teams_in_a_match_can_have_traded_with_each_other() -> None:
    """Both journals belong to the match, and one of them has a player of the other."""
    world = three_teams()
    world.write(2, "match:1", PointsEarned(player=3, spp=2))
    trade_player(world, 7, 1, 1, 2)
    made = world.reached("1", {1: [PointsEarned(player=1, spp=1)], 2: [PointsEarned(player=3, spp=1)]}, {})
    sheet = made.worked[2].sheet
    assert [(line.player, line.spp) for line in sheet.players] == [(1, 1), (3, 1), (4, 0)]
    assert set(made.worked) == {1, 2}
