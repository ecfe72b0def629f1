"""Correcting an old match: its entries are replaced, later ones stay, and impossible ones become findings."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.correcting.correcting import (
    Finding,
    changes_history,
    differences,
    restorable,
    sheet_before,
    work_out,
)
from rules.journal import (
    Entry,
    GoldMoved,
    Impossible,
    PlayerHired,
    PlayerKilled,
    PlayerLost,
    PlayerTraded,
    PointsEarned,
    SkillGained,
    TeamFounded,
)
from rules.journal.history import Correction, Record, as_known, as_true, effective
from rules.sheet.sheet import PlayerSheet, TeamSheet
from tests.rules.build import PBBL
from tests.rules.correcting.other_entries import ADDED, corrected_at_random
from tests.rules.correcting.short_journal import FACTS, FIRST, lineman, records, won
from tests.rules.every_entry import LINEMAN
from tests.rules.season_journals import season_with_trades

LENT = PlayerSheet(player=1, number=1, position="Lineman", start=LINEMAN, profile=LINEMAN, cost=70_000, spp=9)
SOMEBODY = TeamSheet(players=(LENT,))


def corrected(*entries: Entry, **choices: str) -> Any:
    chosen = {key.removeprefix("at_").replace("_", "."): choice for key, choice in choices.items()}
    return work_out(PBBL, records(), FIRST, entries, chosen)


def found(findings: tuple[Finding, ...]) -> list[tuple[str, str, str]]:
    return [(finding.key, finding.id, finding.choice) for finding in findings]


def test_the_sheet_before_a_match_is_the_one_before_its_entries() -> None:
    sheet = sheet_before(records(), FIRST)
    assert (sheet.treasury, sheet.players[0].spp) == (50_000, 0)
    assert sheet_before(records(), {(99, 0)}) == as_true(records())


def test_the_sheet_before_a_match_without_entries_is_the_one_before_the_next_record_even_if_that_is_struck() -> None:
    nothing_left = Correction(struck=tuple(sorted(FIRST)), entries=(), before=6)
    annulled = Correction(struck=((6, 0),), entries=())
    sheet = sheet_before(records(nothing_left, annulled), (), before=6)
    assert sheet == sheet_before(records(nothing_left), (), before=6) == sheet_before(records(), FIRST)


def test_the_same_entries_again_change_nothing() -> None:
    same = corrected(*FACTS[2:5])
    assert same.findings == ()
    assert same.sheet == as_true(records())
    assert as_true(records(same.correction)) == same.sheet


def test_more_gold_carries_over_to_the_present() -> None:
    more = corrected(*FACTS[2:4], won(60_000))
    assert more.findings == ()
    assert more.sheet.treasury == as_true(records()).treasury + 20_000
    assert as_true(records(more.correction)) == more.sheet
    assert as_known(records(more.correction), 8) == as_true(records())


def test_a_purchase_without_gold_is_granted_or_struck_with_what_depends_on_it() -> None:
    less = FACTS[2:4], won(10_000)
    undecided = corrected(*less[0], less[1])
    assert found(undecided.findings) == [("7.0", "gold_not_there", ""), ("8.0", "not_on_roster", "")]
    assert as_true(records(undecided.so_far)) == undecided.sheet
    granted = corrected(*less[0], less[1], at_7_0="grant")
    assert found(granted.findings) == [("7.0", "gold_not_there", "grant")]
    assert granted.findings[0].missing == 20_000
    assert granted.sheet.treasury == 0 and granted.sheet.player(2) is not None
    assert as_true(records(granted.correction)) == granted.sheet
    struck = corrected(*less[0], less[1], at_7_0="strike")
    assert found(struck.findings) == [("7.0", "gold_not_there", "strike")]
    assert struck.sheet.treasury == 60_000 and struck.sheet.player(2) is None
    assert as_true(records(struck.correction)) == struck.sheet


def test_later_entries_of_a_dead_player_are_impossible() -> None:
    dead = corrected(PlayerKilled(player=1), won(40_000))
    assert found(dead.findings) == [("6.0", "not_on_roster", "")]
    assert dead.undecided == dead.findings
    assert as_true(records(dead.so_far)) == dead.sheet
    buried = corrected(PlayerKilled(player=1), won(40_000), at_6_0="strike")
    assert buried.undecided == ()
    assert as_true(records(buried.correction)) == buried.sheet
    assert buried.sheet.player(1) is None


def test_an_improvement_that_is_no_longer_earned_is_kept_or_struck() -> None:
    facts = [*FACTS[:3], won(40_000), PointsEarned(player=1, spp=10), SkillGained(player=1, skill="Block", cost=20_000)]
    journal = [Record(seq=seq, fact=fact) for seq, fact in enumerate(facts, start=1)]
    fewer = [PointsEarned(player=1, spp=0)]
    own = {(3, 0), (4, 0), (5, 0)}
    doubt = work_out(PBBL, journal, own, fewer, {})
    assert [(finding.key, finding.id, finding.choices) for finding in doubt.findings] == [
        ("6.0", "correction.not_earned", ("keep", "strike"))
    ]
    kept = work_out(PBBL, journal, own, fewer, {"6.0": "keep"})
    assert kept.sheet.players[0].gained_skills == ("Block",) and not kept.undecided
    struck = work_out(PBBL, journal, own, fewer, {"6.0": "strike"})
    assert struck.sheet.players[0].gained_skills == ()
    assert as_true([*journal, Record(seq=7, fact=struck.correction)]) == struck.sheet


def test_an_impossible_new_entry_is_left_out_too() -> None:
    known = SkillGained(player=1, skill="Block", cost=20_000)
    twice = corrected(*FACTS[2:4], known, won(40_000))
    assert found(twice.findings) == [("0.2", "skill_known_already", "")]
    mended = corrected(*FACTS[2:4], known, won(40_000), at_0_2="strike")
    assert as_true(records(mended.correction)) == mended.sheet == as_true(records())


def test_the_sheet_of_a_match_without_entries_is_the_one_at_its_place() -> None:
    assert sheet_before(records(), (), before=6).treasury == 90_000
    assert sheet_before(records(), ()) == as_true(records())


def test_earlier_doubts_are_not_reported_again() -> None:
    facts = [*FACTS[:2], won(1_000), SkillGained(player=1, skill="Block", cost=20_000)]
    journal = [Record(seq=seq, fact=fact) for seq, fact in enumerate(facts, start=1)]
    assert work_out(PBBL, journal, {(3, 0)}, [won(2_000)], {}).findings == ()


def test_a_seventeenth_player_and_a_full_position_are_in_doubt() -> None:
    gold = TeamFounded(edition="pbbl-1.10", team_list="Human", reroll_cost=50_000, gold=2_000_000)
    many = [lineman(player) for player in range(1, 17)]
    journal = [Record(seq=seq, fact=fact) for seq, fact in enumerate([gold, won(0), *many], start=1)]
    extra = PlayerHired(player=99, number=99, position="Zombie", profile=LINEMAN, skills=(), cost=1, price=0)
    doubts = work_out(PBBL, journal, {(2, 0)}, [extra], {})
    assert [finding.id for finding in doubts.findings] == ["correction.roster_full"]
    assert doubts.findings[0].key == "18.0"


def test_a_newly_reached_level_gives_an_improvement_roll() -> None:
    sheet = corrected(PointsEarned(player=1, spp=16), *FACTS[3:5]).sheet
    assert PBBL.standing(sheet.players[0]).owed == 1
    changes = {
        (change.what, change.player): (change.before, change.after)
        for change in differences(PBBL, as_true(records()), sheet)
    }
    assert changes["spp", 1] == (9, 19)
    assert changes["owed", 1] == (0, 1)


def test_the_differences_of_two_sheets_are_listed() -> None:
    before, after = (
        as_true(records()),
        corrected(PlayerKilled(player=1), won(20_000), at_6_0="strike", at_7_0="strike").sheet,
    )
    changes = {
        (change.what, change.player): (change.before, change.after) for change in differences(PBBL, before, after)
    }
    assert changes["fate", 1] == ("here", "dead")
    assert changes["fate", 2] == ("here", "never")
    assert changes["treasury", 0] == (10_000, 70_000)
    assert differences(PBBL, before, before) == ()


@pytest.mark.rules("C8")
def test_gold_from_a_trade_cannot_be_struck() -> None:
    """The other team has it, so striking would create or lose gold. An impossible trade leaves both journals."""
    traded = PlayerTraded(player=1, how="traded")
    dead = work_out(PBBL, records(traded), FIRST, [PlayerKilled(player=1), won(40_000)], {})
    assert [(finding.key, finding.choices) for finding in dead.undecided] == [
        ("6.0", ("strike",)),
        ("9.0", ("strike",)),
    ]
    assert dead.left == {}
    paid = GoldMoved(amount=10_000, source="treasury", target="trade")
    poor = work_out(PBBL, records(paid), FIRST, [*FACTS[2:4], won(35_000)], {"9.0": "strike"})
    assert [finding.choices for finding in poor.undecided] == [("grant",)]
    granted = work_out(PBBL, records(paid), FIRST, [*FACTS[2:4], won(35_000)], {"9.0": "grant"})
    assert granted.undecided == () and granted.sheet.treasury == 0
    unhired = work_out(PBBL, records(PlayerTraded(player=2, how="traded")), FIRST, FACTS[2:4], {"7.0": "strike"})
    assert [finding.key for finding in unhired.undecided] == ["9.0"]
    unhired = work_out(
        PBBL, records(PlayerTraded(player=2, how="traded")), FIRST, FACTS[2:4], {"7.0": "strike", "9.0": "strike"}
    )
    assert unhired.undecided == () and (9, 0) in unhired.correction.struck


@pytest.mark.rules("C8")
def test_a_player_who_was_dead_before_the_loan_is_not_lost_there() -> None:
    lent = (PlayerTraded(player=1, how="lent", loan=3), PlayerLost(player=1, how="dead"), won(1_000))
    dead = work_out(
        PBBL, records(*lent), FIRST, [PlayerKilled(player=1), won(40_000)], {"6.0": "strike", "9.0": "strike"}
    )
    assert dead.undecided == () and [gone.how for gone in dead.sheet.departed] == ["dead"]
    assert dead.correction.struck == ((3, 0), (4, 0), (5, 0), (6, 0), (9, 0), (10, 0))


@pytest.mark.parametrize("to", [*FIRST, (9, 0)])
def test_a_correction_changes_a_journal_if_other_entries_count(to: tuple[int, int]) -> None:
    same = corrected(*FACTS[2:5]).correction
    assert not changes_history(records(), same) and not changes_history([], Correction(struck=(), entries=()))
    assert changes_history([], Correction(struck=(), entries=(won(1),)))
    more = Correction(struck=(to,), entries=(won(1),)) if to in FIRST else Correction(struck=(), entries=(won(1),))
    assert changes_history(records(), more)
    assert changes_history(records(same), Correction(struck=((9, 0),), entries=()))


def test_an_entry_that_counts_again_is_not_restored_twice() -> None:
    """The correction of the first match struck an entry of the second; a correction of the second wrote it again."""
    earned, wrote = FACTS[5], {3: "1", 4: "1", 5: "1", 6: "2", 8: "3", 9: "1", 10: "2"}
    struck = Correction(struck=((6, 0), (3, 0), (7, 0)), entries=())
    assert restorable(records(struck), wrote, "1") == {(6, 0), (7, 0)}
    assert restorable(records(struck), wrote, "2") == set()
    again = Correction(struck=(), entries=(earned,), before=7)
    assert restorable(records(struck, again), wrote, "1") == {(7, 0)}
    other = Correction(struck=(), entries=(replace(earned, spp=2),), before=7)
    assert restorable(records(struck, other), wrote, "1") == {(6, 0), (7, 0)}
    assert restorable(records(struck, again), wrote | {10: "3"}, "1") == {(6, 0), (7, 0)}
    hired = Correction(struck=(), entries=(FACTS[6],), before=8)
    assert restorable(records(struck, hired), wrote, "1") == {(6, 0), (7, 0)}


@pytest.mark.parametrize(("last", "again"), [(8, {(6, 0), (7, 0)}), (9, {(7, 0)}), (10, {(7, 0)})])
def test_an_entry_stays_struck_if_its_match_was_written_again_since(last: int, again: set[tuple[int, int]]) -> None:
    """The correction of the first match is record 9; ``last`` is the last record before one of the second."""
    wrote = {3: "1", 4: "1", 5: "1", 6: "2", 8: "3", 9: "1"}
    struck = Correction(struck=((6, 0), (3, 0), (7, 0)), entries=())
    assert restorable(records(struck), wrote, "1", {6: last}) == again


def test_a_match_without_entries_is_put_at_its_place() -> None:
    made = work_out(PBBL, records(), set(), [won(5_000)], {}, before=6)
    assert effective(records(made.correction))[5] == won(5_000)
    assert as_true(records(made.correction)).treasury == 15_000


def test_the_same_match_can_be_corrected_twice_and_back() -> None:
    first = corrected(*FACTS[2:4], won(60_000))
    journal = records(first.correction)
    own = {(9, index) for index in range(3)}
    back = work_out(PBBL, journal, own, FACTS[2:5], {})
    assert back.sheet == as_true(records())
    assert as_true([*journal, Record(seq=10, fact=back.correction)]) == as_true(records())


@example(seed=334895446, times=1)  # a match of which one team's journal says nothing
@given(seed=st.integers(0, 2**32), times=st.integers(1, 3))
def test_corrections_and_their_reversal_leave_the_team_as_it_was(seed: int, times: int) -> None:
    """Whatever was changed, and whatever was decided about later entries that no longer fitted."""
    world, chance = season_with_trades(seed, ["Human", "Orc"], 4, trades=False), random.Random(seed)
    before, known = world.sheets(), {team: len(rows) for team, rows in world.journals.items()}
    match = chance.choice(world.matches()[:3])
    for _time in range(times):
        made = corrected_at_random(world, match, chance)
        assert made is not None, "without trades, everything can be decided"
        now = world.sheets()
        world.accept(match, made)
        assert world.sheets() == now | {team: worked.sheet for team, worked in made.worked.items()}
    back = world.reached(match, {team: world.entries(team, match) for team in world.journals}, {})
    assert [finding for worked in back.worked.values() for finding in worked.findings] == []
    world.accept(match, back)
    assert world.sheets() == before
    assert {team: as_known(world.records(team), seq) for team, seq in known.items()} == before


def test_generated_corrections_have_every_change_and_every_decision() -> None:
    """So the two properties of reversals say something about each."""
    changed: set[str] = set()
    decided: set[tuple[str, str]] = set()
    for seed in range(12):
        world, chance = season_with_trades(seed, ["Human", "Orc"], 3, trades=False), random.Random(seed)
        for match in world.matches():
            made = corrected_at_random(world, match, chance)
            assert made is not None
            for worked in made.worked.values():
                changed |= {type(entry).kind for entry in worked.correction.entries}
                decided |= {(finding.id, finding.choice) for finding in worked.findings}
    assert changed >= {type(made(random.Random(0), SOMEBODY, 1)).kind for made in ADDED.values()}
    assert {choice for _id, choice in decided} == {"strike", "keep", "grant"}
    assert {id for id, _choice in decided} >= {
        "gold_not_there", "not_on_roster", "correction.not_earned", "correction.position_full"
    }  # fmt: skip


def test_a_journal_that_is_already_impossible_is_refused() -> None:
    with pytest.raises(Impossible):
        work_out(PBBL, records(PlayerKilled(player=77)), FIRST, FACTS[2:5], {})
