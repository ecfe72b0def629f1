"""Corrections that reach other teams' journals through players on loan (L1, C8; p39, 31)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.correcting.correcting import changes_history, sheet_before
from rules.journal import (
    Entry,
    PlayerInjured,
    PlayerJoined,
    PlayerKilled,
    PlayerLeft,
    PlayerLost,
    PlayerTraded,
    PointsEarned,
)
from rules.sheet.sheet import counts
from tests.rules.correcting.small_worlds import (
    EARNED,
    check_journals_agree,
    correct_match,
    end_loan,
    findings_of,
    founded_world,
    reversal_restores,
    three_teams,
    trade_player,
)


@pytest.mark.rules("L1", "C8")
def test_a_player_who_returned_from_a_loan_is_corrected_at_home_too() -> None:
    world = three_teams()
    trade_player(world, 7, 1, 1, 2, lent=True)
    world.write(2, "match:2", PointsEarned(player=1, spp=2))
    end_loan(world, 7)
    world.write(1, "match:3", PointsEarned(player=1, spp=1))
    before = world.sheets()
    made = correct_match(world, 1, *EARNED, PlayerInjured(player=1, niggling=1, lost=("MA",)))
    line = made.worked[1].sheet.player(1)
    assert line is not None and (line.spp, line.niggling, line.characteristic("MA"), line.misses_next) == (
        9,
        1,
        5,
        True,
    )
    assert [(each.giver, each.taker, each.back) for each in made.affected] == [(1, 2, False), (2, 1, True)]
    ends = [(each.before.niggling, each.after.niggling) for each in made.affected if each.before and each.after]
    assert ends == [(0, 1), (0, 1)]
    (gone,) = made.worked[2].sheet.departed
    assert (gone.how, gone.line.niggling) == ("returned", 1)
    world.accept("1", made)
    check_journals_agree(world)
    assert reversal_restores(world, before, 1)


@pytest.mark.rules("L1", "C8")
def test_a_player_who_died_on_loan_does_not_come_home() -> None:
    world = three_teams()
    trade_player(world, 7, 2, 1, 2, lent=True)
    world.write(2, "match:2", PointsEarned(player=2, spp=2))
    end_loan(world, 7)
    world.write(1, "match:3", PointsEarned(player=2, spp=1))
    before = world.sheets()
    made = correct_match(world, 2, PlayerKilled(player=2), match="2")
    ((key, id, choices),) = findings_of(made, 2)
    assert (id, choices) == ("not_on_roster", ("strike",))
    assert findings_of(made, 1) == [("8.0", "not_on_roster", ("strike",))]
    chosen = {f"at_2__{key.replace('.', '_')}": "strike", "at_1__8_0": "strike"}
    made = correct_match(world, 2, PlayerKilled(player=2), match="2", **chosen)
    ((_place, lost),) = made.worked[1].correction.amended
    assert lost == PlayerLost(player=2, how="dead")
    assert [(gone.how, gone.line.loan) for gone in made.worked[1].sheet.departed] == [("dead", 0)]
    assert [(gone.how, gone.line.loan) for gone in made.worked[2].sheet.departed] == [("dead", 7)]
    assert made.whereabouts() == {2: 2}
    both = world.reached("2", {1: [], 2: [PlayerKilled(player=2)]}, {1: {"8.0": "strike"}, 2: {key: "strike"}})
    assert both.whereabouts() == {2: 2}
    world.accept("2", made)
    check_journals_agree(world)
    assert reversal_restores(world, before, 2, "2")


@pytest.mark.rules("L1", "C8")
@pytest.mark.parametrize("died", [True, False])
def test_a_player_who_was_already_dead_was_not_lent(died: bool) -> None:
    world = three_teams()
    trade_player(world, 7, 2, 1, 2, lent=True)
    world.write(2, "match:2", PointsEarned(player=2, spp=2), *([PlayerKilled(player=2)] if died else []))
    end_loan(world, 7)
    if not died:
        world.write(1, "match:3", PointsEarned(player=2, spp=1))
    before = world.sheets()
    made = correct_match(world, 1, *EARNED, PlayerKilled(player=2))
    assert [each[1:] for each in findings_of(made, 1)] == [("not_on_roster", ("strike",))] and findings_of(
        made, 2
    ) == []
    made = correct_match(world, 1, *EARNED, PlayerKilled(player=2), at_1__6_0="strike")
    assert [gone.how for gone in made.worked[1].sheet.departed] == ["dead"]
    assert made.worked[2].sheet == founded_world(world, 2)
    assert made.whereabouts() == {2: 1} and not made.lost
    world.accept("1", made)
    check_journals_agree(world)
    assert reversal_restores(world, before, 1)


@pytest.mark.rules("L1", "C8")
@pytest.mark.parametrize("later", [True, False])
@pytest.mark.parametrize("entry", [PlayerKilled(player=2), PlayerLeft(player=2, how="walked_out")])
def test_a_player_who_did_not_die_on_loan_goes_home_when_it_ends(entry: Entry, later: bool) -> None:
    """The borrowing team's journal gets an entry for the return, before its later entries."""
    world = three_teams()
    trade_player(world, 7, 2, 1, 2, lent=True)
    world.write(2, "match:2", PlayerKilled(player=4), PointsEarned(player=3, spp=1), entry)
    end_loan(world, 7)
    if later:
        world.write(2, "match:3", PointsEarned(player=3, spp=2))
    world.write(1, "match:4", PointsEarned(player=1, spp=2))
    before, kept = world.sheets(), PlayerKilled(player=4)
    made = correct_match(world, 2, kept, PointsEarned(player=2, spp=5, deeds=counts(mvps=1)), match="2")
    assert not any(worked.findings for worked in made.worked.values())
    (went,) = made.worked[2].correction.inserted
    assert went == ((len(world.journals[2]), 0) if later else (0, 0), PlayerTraded(player=2, how="returned"))
    ((_place, came),) = made.worked[1].correction.amended
    line = made.worked[1].sheet.player(2)
    assert line is not None and came == PlayerJoined(line=line, how="returned")
    assert (line.spp, line.loan, line.number) == (5, 0, 2)
    assert made.worked[1].sheet.departed == ()
    (affected,) = made.affected
    assert (affected.before, affected.after, affected.back) == (None, replace(line, loan=7), True)
    assert made.whereabouts() == {2: 1}
    world.accept("2", made)
    check_journals_agree(world)
    again = correct_match(world, 2, kept, PointsEarned(player=2, spp=4), match="2")
    assert len(again.worked[2].correction.inserted) == 1
    home = again.worked[1].sheet.player(2)
    assert home is not None and home.spp == 4
    assert reversal_restores(world, before, 2, "2")


@pytest.mark.rules("L1", "C8")
def test_a_player_who_returned_by_a_correction_is_changed_by_a_later_one() -> None:
    """The entry of the return is in a correction, not in a record of the trade."""
    world = three_teams()
    trade_player(world, 7, 2, 1, 2, lent=True)
    world.write(2, "match:2", PointsEarned(player=2, spp=1))
    world.write(2, "match:3", PlayerKilled(player=2))
    end_loan(world, 7)
    world.write(2, "match:4", PointsEarned(player=3, spp=2))
    world.accept("3", correct_match(world, 2, match="3"))
    before = world.sheets()
    made = correct_match(world, 2, PointsEarned(player=2, spp=4), match="2")
    line = made.worked[1].sheet.player(2)
    assert line is not None and (line.spp, line.loan) == (4, 0)
    assert made.worked[2].correction.inserted == () and not made.lost
    world.accept("2", made)
    check_journals_agree(world)
    assert reversal_restores(world, before, 2, "2")


@pytest.mark.rules("L1", "C8")
def test_an_ended_loan_that_is_not_affected_stays_as_it_is() -> None:
    world = three_teams()
    trade_player(world, 7, 2, 1, 2, lent=True)
    world.write(2, "match:2", PointsEarned(player=2, spp=1), PointsEarned(player=3, spp=1))
    end_loan(world, 7)
    trade_player(world, 8, 3, 2, 3)
    made = correct_match(world, 2, PointsEarned(player=2, spp=1), match="2")
    assert set(made.worked) == {2, 3} and [each.player for each in made.affected] == [3]
    both = world.reached("2", {1: [], 2: [PointsEarned(player=2, spp=1)]}, {})
    assert [each.player for each in both.affected] == [3] and both.worked[1].correction.amended == ()


@pytest.mark.rules("L1", "C8")
def test_a_player_on_a_running_loan_does_not_return_yet() -> None:
    world = three_teams()
    trade_player(world, 7, 1, 1, 2, lent=True)
    world.write(2, "match:2", PlayerKilled(player=1))
    before = world.sheets()
    made = correct_match(world, 2, match="2")
    assert made.worked[2].correction.inserted == () and made.affected == made.lost == ()
    line = made.worked[2].sheet.player(1)
    assert line is not None and line.loan == 7
    assert changes_history(world.records(2), made.worked[2].correction) and 1 not in made.worked
    world.accept("2", made)
    end_loan(world, 7)
    assert world.sheets()[1].player(1) is not None
    assert before[1].player(1) is None


@pytest.mark.rules("L1", "C8")
def test_a_player_who_cannot_be_followed_home_is_lost() -> None:
    """The journal of the player's own team cannot be found."""
    world = three_teams()
    trade_player(world, 7, 2, 1, 2, lent=True)
    world.write(2, "match:2", PointsEarned(player=2, spp=2))
    end_loan(world, 7)
    del world.trades[7]
    made = correct_match(world, 2, PointsEarned(player=2, spp=1), match="2")
    (lost,) = made.lost
    assert (lost.player, lost.back) == (2, True) and lost.before is not None and lost.after is not None
    assert (lost.before.spp, lost.after.spp) == (2, 1)
    dead = correct_match(world, 1, *EARNED, PlayerKilled(player=2), at_1__6_0="strike")
    assert [each.player for each in dead.lost] == [2]


@pytest.mark.rules("L1")
def test_the_sheet_before_a_match_ignores_a_return_that_its_correction_added() -> None:
    """The only entry left of the match is the return, long after it."""
    world = three_teams()
    trade_player(world, 7, 2, 1, 2, lent=True)
    world.write(2, "match:2", PlayerKilled(player=2))
    world.write(2, "match:3", PointsEarned(player=3, spp=4))
    end_loan(world, 7)
    world.write(2, "", PointsEarned(player=3, spp=1))
    world.accept("2", correct_match(world, 2, match="2"))
    book = world.book(2, "2")
    sheet = sheet_before(book.records, book.own, book.before)
    assert sheet.player(2) is not None and sheet.players[1].spp == 0
