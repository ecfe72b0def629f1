"""The findings of a correction: their texts, the purse they fill, the entries that depend on them, the differences."""

from dataclasses import replace
from typing import Any

import pytest

from rules.correcting.correcting import Corrected, differences, is_shared, sheet_before, work_out
from rules.journal import (
    CharacteristicRaised,
    Entry,
    GoldMoved,
    PlayerHired,
    PlayerInjured,
    PlayerKilled,
    PlayerLeft,
    PlayerLost,
    PlayerRenumbered,
    PlayerTraded,
    PointsEarned,
    RerollsBought,
    SkillGained,
    StaffHired,
    TeamFounded,
    fold,
)
from rules.journal.history import Correction, Record, as_true
from rules.sheet.sheet import counts
from rules.words.words import say_choice, say_finding
from tests.rules.build import PBBL
from tests.rules.correcting.short_journal import FACTS, FIRST, lineman, records, won

RICH = TeamFounded(edition="pbbl-1.10", team_list="Human", reroll_cost=50_000, gold=2_000_000)


def journal(*facts: Entry | Correction) -> list[Record]:
    return [Record(seq=seq, fact=fact) for seq, fact in enumerate(facts, start=1)]


def hired(player: int, position: str) -> PlayerHired:
    return PlayerHired(player=player, number=player, position=position, profile=(), skills=(), cost=50_000, price=0)


def finding_texts(made: Corrected) -> list[tuple[str, str]]:
    return [(finding.key, say_finding(finding)) for finding in made.findings]


def test_a_doubtful_improvement_is_reported_with_the_players_points() -> None:
    facts = journal(RICH, lineman(1), PointsEarned(player=1, spp=6), SkillGained(player=1, skill="Block", cost=20_000))
    (finding,) = work_out(PBBL, facts, {(3, 0)}, [PointsEarned(player=1, spp=5)], {}).findings
    assert (finding.place, finding.entry) == ((4, 0), facts[3].fact)
    assert (finding.id, dict(finding.args)) == ("correction.not_earned", {"player": 1, "spp": 5})
    assert "5 SPP" in say_finding(finding)


@pytest.mark.rules("C2")
@pytest.mark.parametrize(("had", "in_doubt"), [(3, False), (4, True)])
def test_a_player_in_a_full_position_is_in_doubt(had: int, in_doubt: bool) -> None:
    """The Human list allows four Blitzers; Linemen do not count towards this limit."""
    squad = [hired(number, "Blitzer") for number in range(1, had + 1)]
    linemen = [hired(number, "Lineman") for number in range(10, 15)]
    facts = journal(RICH, won(0), *squad[:-1], *linemen, hired(20, "Blitzer"))
    made = work_out(PBBL, facts, {(2, 0)}, squad[-1:], {})
    assert [finding.id for finding in made.findings] == (["correction.position_full"] if in_doubt else [])
    if in_doubt:
        assert dict(made.findings[0].args) == {"position": "Blitzer", "maximum": 4}
        assert say_finding(made.findings[0])


@pytest.mark.rules("C2")
@pytest.mark.parametrize(("had", "in_doubt"), [(15, False), (16, True)])
def test_a_player_on_a_full_roster_is_in_doubt(had: int, in_doubt: bool) -> None:
    squad = [hired(number, "Star") for number in range(1, had + 1)]
    made = work_out(PBBL, journal(RICH, won(0), *squad[:-1], hired(20, "Star")), {(2, 0)}, squad[-1:], {})
    assert [(finding.id, finding.args) for finding in made.findings] == (
        [("correction.roster_full", (("maximum", 16),))] if in_doubt else []
    )


def test_several_doubts_are_decided_one_by_one() -> None:
    """Two improvements depend on the removed points: the first is struck, the second kept, the rest stays."""
    facts = journal(
        RICH,
        lineman(1),
        PointsEarned(player=1, spp=16),
        SkillGained(player=1, skill="Block", cost=20_000),
        CharacteristicRaised(player=1, characteristic="MA", cost=30_000),
        RerollsBought(count=1, price=100_000),
    )
    made = work_out(PBBL, facts, {(3, 0)}, [PointsEarned(player=1, spp=1)], {"4.0": "strike", "5.0": "keep"})
    assert [(finding.key, finding.choice) for finding in made.findings] == [("4.0", "strike"), ("5.0", "keep")]
    line = made.sheet.players[0]
    assert (line.gained_skills, line.characteristic("MA"), made.sheet.rerolls) == ((), 7, 1)
    assert made.correction.struck == ((3, 0), (4, 0))


@pytest.mark.parametrize(("purse", "spent"), [("treasury", "expenses"), ("bank", "expenses")])
def test_gold_is_granted_into_the_purse_that_lacks_it(purse: str, spent: str) -> None:
    facts = journal(
        RICH,
        GoldMoved(amount=40_000, source="treasury", target="bank"),
        GoldMoved(amount=2_000_000 - 40_000, source="treasury", target="expenses"),
        GoldMoved(amount=50_000, source="winnings", target=purse),
        GoldMoved(amount=50_000, source=purse, target=spent),
        GoldMoved(amount=40_000, source="bank", target=spent),
    )
    without = work_out(PBBL, facts, {(4, 0)}, [], {})
    first = without.findings[0]
    assert first.entry == facts[int(first.key[0]) - 1].fact
    assert (first.id, first.purse, first.missing, first.choices) == (
        "gold_not_there",
        purse,
        50_000 if purse == "treasury" else 10_000,
        ("grant", "strike"),
    )
    granted = work_out(
        PBBL, facts, {(4, 0)}, [], {finding.key: "grant" for finding in without.findings} | {"6.0": "grant"}
    )
    assert granted.undecided == ()
    assert granted.correction.entries == (GoldMoved(amount=50_000, source="commissioner", target=purse),)
    assert (granted.sheet.treasury, granted.sheet.bank) == (0, 0)
    after = [*facts, Record(seq=7, fact=granted.correction)]
    assert as_true(after) == granted.sheet


def test_an_entry_that_gold_alone_does_not_make_possible_can_only_be_struck() -> None:
    """The player who died keeps the shirt number after all, and the gold for the next one is not there either."""
    facts = journal(
        RICH, lineman(1), PlayerKilled(player=1), won(50_000),
        GoldMoved(amount=1_950_000, source="treasury", target="expenses"), replace(lineman(2), number=1),
    )  # fmt: skip
    poor = work_out(PBBL, facts, {(3, 0), (4, 0)}, [], {"6.0": "grant"})
    assert [(each.key, each.id, each.choices) for each in poor.undecided] == [("6.0", "number_worn", ("strike",))]
    struck = work_out(PBBL, facts, {(3, 0), (4, 0)}, [], {"6.0": "strike"})
    assert as_true([*facts, Record(seq=7, fact=struck.correction)]) == struck.sheet


def test_gold_is_granted_before_the_new_entry_that_spends_it() -> None:
    spent = GoldMoved(amount=150_000, source="treasury", target="expenses")
    made = work_out(PBBL, records(), FIRST, [*FACTS[2:5], spent], {"0.3": "grant", "7.0": "grant"})
    assert made.undecided == ()
    assert as_true(records(made.correction)) == made.sheet


def test_the_text_about_missing_gold_names_purse_and_amount() -> None:
    made = work_out(PBBL, records(), FIRST, [*FACTS[2:4], won(10_000)], {})
    assert finding_texts(made)[0] == ("7.0", "The treasury is 20k short.")
    assert "20k" in say_choice("grant", made.findings[0])
    assert say_choice("strike", made.findings[0])
    (dead,) = work_out(PBBL, records(), FIRST, [PlayerKilled(player=1), won(40_000)], {}).findings
    assert (dead.purse, dead.missing, dict(dead.args)) == ("", 0, {"player": 1})


def test_a_choice_that_was_not_offered_is_ignored() -> None:
    less = [*FACTS[2:4], won(10_000)]
    for choice in ("keep", "", "GRANT", "XXXX"):
        assert [finding.choice for finding in work_out(PBBL, records(), FIRST, less, {"7.0": choice}).findings] == [
            "",
            "",
        ]


def test_only_entries_that_depend_on_a_struck_player_are_struck_too() -> None:
    """The second of two hired players is struck with their points; entries of a dead player are findings."""
    more = records(PointsEarned(player=1, spp=2), PlayerInjured(player=2, niggling=1))
    made = work_out(PBBL, more, FIRST, [PlayerKilled(player=1), won(10_000)], {"7.0": "strike"})
    assert [(finding.key, finding.choice) for finding in made.findings] == [("6.0", ""), ("7.0", "strike"), ("9.0", "")]
    assert made.correction.struck == ((3, 0), (4, 0), (5, 0), (7, 0), (8, 0), (10, 0))


@pytest.mark.rules("C2")
def test_striking_a_player_without_a_place_strikes_all_their_entries() -> None:
    squad = [hired(number, "Blitzer") for number in range(1, 5)]
    facts = journal(RICH, won(0), *squad[:-1], hired(20, "Blitzer"), PointsEarned(player=20, spp=3))
    made = work_out(PBBL, facts, {(2, 0)}, squad[-1:], {"6.0": "strike"})
    assert [(finding.key, finding.choice) for finding in made.findings] == [("6.0", "strike")]
    assert made.correction.struck == ((2, 0), (6, 0), (7, 0))
    assert made.sheet.player(20) is None


def test_an_entry_struck_by_an_earlier_correction_returns_to_its_place() -> None:
    """With winnings of 10k the second player was struck; with 40k again the player is restored."""
    struck = work_out(PBBL, records(), FIRST, [*FACTS[2:4], won(10_000)], {"7.0": "strike"})
    once = records(struck.correction)
    own = {(9, nth) for nth in range(3)}
    back = work_out(PBBL, once, own, FACTS[2:5], {}, restore={(7, 0), (8, 0)})
    assert back.findings == () and back.sheet == as_true(records())
    assert back.correction.restored == ((7, 0), (8, 0))
    assert as_true([*once, Record(seq=10, fact=back.correction)]) == as_true(records())
    poor = work_out(PBBL, once, own, [*FACTS[2:4], won(20_000)], {"7.0": "strike"}, restore={(7, 0), (8, 0)})
    assert poor.correction.restored == ()
    assert not {(7, 0), (8, 0)} & set(poor.correction.struck)


def test_new_entries_of_the_last_match_go_to_the_end() -> None:
    last = work_out(PBBL, records(), {(8, 0)}, [PointsEarned(player=2, spp=2)], {})
    assert last.correction.before == 0
    first = work_out(PBBL, records(), FIRST, FACTS[2:5], {})
    assert first.correction.before == 6
    none = work_out(PBBL, records(), set(), [won(1_000)], {})
    assert (none.correction.before, none.sheet.treasury) == (0, 11_000)


def test_the_sheet_before_a_match_without_entries_is_the_latest() -> None:
    assert sheet_before(records(), {(99, 0)}, before=99) == as_true(records())
    assert sheet_before(records(), {(1, 0)}).edition == ""


@pytest.mark.rules("C8")
@pytest.mark.parametrize(
    ("entry", "shared"),
    [
        (GoldMoved(amount=1, source="trade", target="treasury"), True),
        (GoldMoved(amount=1, source="treasury", target="trade"), True),
        (GoldMoved(amount=1, source="winnings", target="treasury"), False),
        (PlayerTraded(player=1, how="traded"), True),
        (PlayerLost(player=1, how="dead"), True),
        (PlayerKilled(player=1), False),
    ],
)
def test_an_entry_with_a_counterpart_in_another_journal_is_shared(entry: Entry, shared: bool) -> None:
    assert is_shared(entry) is shared


def changes(before: list[Entry], after: list[Entry]) -> dict[tuple[str, int], tuple[Any, Any]]:
    start = [RICH, lineman(1), lineman(2), PointsEarned(player=1, spp=4)]
    found = differences(PBBL, fold([*start, *before]), fold([*start, *after]))
    return {(change.what, change.player): (change.before, change.after) for change in found}


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (
            [SkillGained(player=1, skill="Block", cost=20_000)],
            [
                SkillGained(player=1, skill="Tackle", cost=20_000),
                SkillGained(player=1, skill="Dodge", cost=30_000, by_roll=False),
            ],
            {("cost", 1): (70_000, 100_000), ("skills", 1): ("Block", "Tackle, Dodge")},
        ),
        (
            [],
            [CharacteristicRaised(player=2, characteristic="ST", cost=50_000)],
            {("cost", 2): (50_000, 100_000), ("profile", 2): ("6 3 3 8", "6 4 3 8")},
        ),
        (
            [],
            [PointsEarned(player=1, spp=2, deeds=counts(mvps=1))],
            {("spp", 1): (4, 6), ("mvps", 1): (0, 1), ("owed", 1): (0, 1)},
        ),
        (
            [PlayerKilled(player=1)],
            [PointsEarned(player=1, spp=12), PlayerKilled(player=1)],
            {("spp", 1): (4, 16)},  # dead players get no improvement rolls
        ),
        (
            [PlayerKilled(player=2), PlayerKilled(player=1)],
            [PlayerKilled(player=2), PointsEarned(player=1, spp=1), PlayerKilled(player=1)],
            {("spp", 1): (4, 5)},
        ),
        ([PlayerKilled(player=1)], [PlayerLeft(player=1, how="released")], {("fate", 1): ("dead", "released")}),
        (
            [lineman(3)],
            [lineman(4), PointsEarned(player=2, spp=1)],
            {("spp", 2): (0, 1), ("fate", 3): ("here", "never"), ("fate", 4): ("never", "here")},
        ),
        ([], [PlayerInjured(player=2)], {("misses_next", 2): (0, 1)}),
        ([], [PlayerRenumbered(player=1, number=9)], {("number", 1): (1, 9)}),
        (
            [PlayerKilled(player=1)],
            [PlayerRenumbered(player=1, number=9), PlayerKilled(player=1)],
            {},  # nobody wears the number of a dead player
        ),
        (
            [StaffHired(staff="cheerleader", count=1, price=0)],
            [StaffHired(staff="apothecary", count=1, price=0)],
            {("cheerleader", 0): (1, 0), ("apothecary", 0): (0, 1)},
        ),
        (
            [],
            [GoldMoved(amount=30_000, source="treasury", target="bank"), RerollsBought(count=2, price=200_000)],
            {("treasury", 0): (1_900_000, 1_670_000), ("bank", 0): (0, 30_000), ("rerolls", 0): (0, 2)},
        ),
    ],
)
def test_exactly_the_figures_that_differ_are_named(
    before: list[Entry], after: list[Entry], found: dict[tuple[str, int], tuple[Any, Any]]
) -> None:
    assert changes(before, after) == found
