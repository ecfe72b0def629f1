"""Corrections: records stay, and their effect changes; sheets as known then and as true now."""

from typing import Any

import pytest

from rules.journal import (
    Entry,
    GoldMoved,
    Impossible,
    PlayerHired,
    PlayerKilled,
    PointsEarned,
    RerollsBought,
    TeamFounded,
)
from rules.journal.history import (
    END,
    Correction,
    Record,
    as_known,
    as_true,
    effective,
    from_json,
    ordered,
    to_json,
    true_until,
)
from rules.sequence.codec import CodecError
from rules.sheet.sheet import counts
from tests.rules.every_entry import LINEMAN


def won(gold: int) -> GoldMoved:
    return GoldMoved(amount=gold, source="winnings", target="treasury")


FACTS: list[Entry] = [
    TeamFounded(edition="pbbl-1.10", team_list="Human", reroll_cost=50_000, gold=100_000),  # 1
    PlayerHired(player=1, number=1, position="Lineman", profile=LINEMAN, skills=(), cost=50_000, price=50_000),  # 2
    won(40_000),  # 3
    PointsEarned(player=1, spp=3, deeds=counts(touchdowns=1)),  # 4
    won(30_000),  # 5
]


def records(*more: Entry | Correction) -> list[Record]:
    return [Record(seq=seq, fact=fact) for seq, fact in enumerate([*FACTS, *more], start=1)]


def test_without_corrections_known_and_true_are_the_same() -> None:
    assert as_known(records(), 5) == as_true(records())
    assert as_known(records(), 2).treasury == 50_000
    assert as_known(records(), 0).treasury == 0
    assert as_true(records()).treasury == 120_000


def test_a_correction_replaces_in_place_and_leaves_what_was_known() -> None:
    journal = records(Correction(struck=((3, 0),), entries=(won(60_000),), before=4))
    assert as_true(journal).treasury == 140_000
    assert as_known(journal, 5).treasury == 120_000
    assert as_known(journal, 6).treasury == 140_000
    assert effective(journal) == [*FACTS[:2], won(60_000), *FACTS[3:]]


def test_a_correction_can_only_strike_entries() -> None:
    journal = records(Correction(struck=((4, 0), (5, 0)), entries=()))
    assert effective(journal) == FACTS[:3]


def test_a_correction_can_only_add_entries() -> None:
    first = records(Correction(struck=(), entries=(won(1), won(2)), before=2))
    assert effective(first) == [FACTS[0], won(1), won(2), *FACTS[1:]]
    last = records(Correction(struck=(), entries=(won(1), won(2))))
    assert effective(last) == [*FACTS, won(1), won(2)]


def test_entries_go_before_a_record_that_the_same_correction_strikes() -> None:
    journal = records(Correction(struck=((3, 0),), entries=(won(7),), before=3))
    assert effective(journal) == [*FACTS[:2], won(7), *FACTS[3:]]


def test_a_correction_can_be_corrected_entry_by_entry() -> None:
    journal = records(
        Correction(struck=((3, 0),), entries=(won(1), won(2), won(3)), before=4),  # 6
        Correction(struck=((6, 1),), entries=(won(9),), before=6),  # 7
    )
    assert effective(journal) == [*FACTS[:2], won(9), won(1), won(3), *FACTS[3:]]
    assert effective(journal[:6]) == [*FACTS[:2], won(1), won(2), won(3), *FACTS[3:]]


def test_later_entries_still_count_after_a_correction() -> None:
    journal = records(Correction(struck=((5, 0),), entries=(), before=0), RerollsBought(count=1, price=90_000))
    assert as_true(journal).rerolls == 1
    assert as_true(journal).treasury == 0


@pytest.mark.parametrize("struck", [((9, 0),), ((3, 1),), ((0, 0),), ((3, 0), (8, 0))])
def test_an_unknown_entry_cannot_be_struck(struck: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(Impossible) as refused:
        effective(records(Correction(struck=struck, entries=())))
    assert refused.value.id == "nothing_to_strike"


def test_an_entry_cannot_be_struck_twice() -> None:
    twice = records(Correction(struck=((3, 0),), entries=()), Correction(struck=((3, 0),), entries=()))
    with pytest.raises(Impossible):
        effective(twice)


@pytest.mark.parametrize("before", [9, -1, 7])
def test_entries_cannot_go_before_an_unknown_record(before: int) -> None:
    with pytest.raises(Impossible) as refused:
        effective(records(Correction(struck=(), entries=(won(1),), before=before)))
    assert refused.value.id == "no_such_place"


def test_the_place_of_a_struck_entry_still_exists() -> None:
    journal = records(Correction(struck=((3, 0),), entries=()), Correction(struck=(), entries=(won(1),), before=3))
    assert effective(journal) == [*FACTS[:2], won(1), *FACTS[3:]]


def test_a_struck_entry_can_be_restored_to_its_place() -> None:
    struck = Correction(struck=((3, 0), (4, 0)), entries=())
    back = Correction(struck=(), entries=(won(5),), restored=((3, 0),))
    assert effective(records(struck, back)) == [*FACTS[:3], FACTS[4], won(5)]
    assert from_json(*to_json(back)) == back
    with pytest.raises(Impossible):
        effective(records(back))


def test_an_impossible_history_is_refused() -> None:
    """Spent winnings are struck, or a touchdown comes after the player's death."""
    spent = records(RerollsBought(count=1, price=120_000), Correction(struck=((3, 0),), entries=()))
    assert as_known(spent, 6).treasury == 0
    with pytest.raises(Impossible) as refused:
        as_true(spent)
    assert refused.value.id == "gold_not_there"
    dead = records(Correction(struck=(), entries=(PlayerKilled(player=1),), before=3))
    with pytest.raises(Impossible) as refused:
        as_true(dead)
    assert refused.value.id == "not_on_roster"


def test_an_earlier_sheet_with_all_corrections() -> None:
    """The first win of 40k became 60k; later wins count only from their own record on."""
    journal = records(Correction(struck=((3, 0),), entries=(won(60_000),), before=4), won(5_000))
    assert [true_until(journal, seq).treasury for seq in range(8)] == [
        0, 100_000, 50_000, 110_000, 110_000, 140_000, 140_000, 145_000,
    ]  # fmt: skip
    assert [as_known(journal, seq).treasury for seq in range(8)] == [
        0, 100_000, 50_000, 90_000, 90_000, 120_000, 140_000, 145_000,
    ]  # fmt: skip
    assert true_until(journal, 7) == as_true(journal)


def test_an_entry_that_cannot_be_struck_is_named_by_its_record() -> None:
    with pytest.raises(Impossible) as refused:
        effective(records(Correction(struck=((9, 3),), entries=())))
    assert refused.value.args_ == {"seq": 9}
    with pytest.raises(Impossible) as refused:
        effective(records(Correction(struck=(), entries=(), before=8)))
    assert refused.value.args_ == {"seq": 8}


CORRECTION = Correction(struck=((3, 0), (6, 2)), entries=(won(1), PlayerKilled(player=4)), before=8)
DATA: dict[str, Any] = {
    "struck": [[3, 0], [6, 2]],
    "entries": [
        ["gold_moved", {"amount": 1, "source": "winnings", "target": "treasury"}],
        ["player_killed", {"player": 4}],
    ],
    "before": 8,
}


def test_a_correction_is_stored_and_read_back() -> None:
    assert to_json(CORRECTION) == ("correction", DATA)
    assert from_json("correction", DATA) == CORRECTION


FULL = Correction(
    struck=(), entries=(), before=8, before_entry=2, restored=((5, 0),), amended=(((3, 0), won(2)),),
    inserted=((END, won(3)),),
)  # fmt: skip


def test_optional_fields_of_a_correction_are_stored_only_if_used() -> None:
    kind, data = to_json(FULL)
    assert data["before_entry"] == 2
    assert data["amended"] == [[[3, 0], "gold_moved", {"amount": 2, "source": "winnings", "target": "treasury"}]]
    assert from_json(kind, data) == FULL


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"struck": [], "entries": []},
        DATA | {"remark": 1},
        DATA | {"before": "8"},
        DATA | {"before": 8.0},
        DATA | {"before": None},
        DATA | {"struck": [[3]]},
        DATA | {"struck": [["3", 0]]},
        DATA | {"struck": [[3.7, 0]]},
        DATA | {"struck": [3, 0]},
        DATA | {"struck": "30"},
        DATA | {"entries": {"gold_moved": {}}},
        DATA | {"entries": [["gold_moved"]]},
        DATA | {"entries": [["gold_moved", {}]]},
        DATA | {"entries": [[["gold_moved"], {}]]},
        DATA | {"entries": [["correction", DATA]]},
        DATA | {"entries": ["gold_moved"]},
        DATA | {"before_entry": "1"},
        DATA | {"amended": None},
        DATA | {"amended": {}},
        DATA | {"amended": [[[3, 0], ["gold_moved", {}]]]},
        DATA | {"amended": [[[3], "gold_moved", DATA["entries"][0][1]]]},
        DATA | {"inserted": [[[3, 0], "correction", DATA]]},
        DATA | {"inserted": ["gold_moved"]},
    ],
)
def test_a_correction_that_cannot_be_read_is_refused(data: Any) -> None:
    with pytest.raises(CodecError):
        from_json("correction", data)


@pytest.mark.parametrize("kind", ["", "dance", "GoldMoved", "gold_moved "])
def test_an_unknown_kind_is_refused(kind: str) -> None:
    with pytest.raises(CodecError, match="unknown kind"):
        from_json(kind, {})


def test_an_entry_is_amended_in_place_and_its_old_form_is_still_known() -> None:
    journal = records(Correction(struck=(), entries=(), amended=(((3, 0), won(45_000)),)))
    assert effective(journal) == [*FACTS[:2], won(45_000), *FACTS[3:]]
    assert as_known(journal, 5) == as_true(records()) and as_known(journal, 6).treasury == 125_000
    assert true_until(journal, 3).treasury == 95_000
    back = [*journal, Record(seq=7, fact=Correction(struck=(), entries=(), amended=(((3, 0), FACTS[2]),)))]
    assert effective(back) == FACTS
    assert [item.first for item in ordered(journal)] == FACTS


def test_a_restored_entry_can_be_amended_by_the_same_correction() -> None:
    struck = Correction(struck=((3, 0),), entries=())
    back = Correction(struck=(), entries=(), restored=((3, 0),), amended=(((3, 0), won(7)),))
    assert effective(records(struck, back)) == [*FACTS[:2], won(7), *FACTS[3:]]


@pytest.mark.parametrize("place", [(9, 0), (4, 1), (3, 0)])
def test_an_entry_that_does_not_count_cannot_be_amended(place: tuple[int, int]) -> None:
    with pytest.raises(Impossible) as refused:
        effective(records(Correction(struck=((3, 0),), entries=(), amended=((place, won(1)),))))
    assert (refused.value.id, refused.value.args_) == ("nothing_to_strike", {"seq": place[0]})


def test_inserted_entries_each_have_their_own_place() -> None:
    first = Correction(
        struck=(), entries=(won(1),), before=3, inserted=(((4, 0), won(2)), ((4, 0), won(3)), (END, won(4)))
    )
    journal = records(first)
    assert effective(journal) == [*FACTS[:2], won(1), FACTS[2], won(2), won(3), *FACTS[3:], won(4)]
    between = Correction(struck=((6, 2),), entries=(won(5),), before=6, before_entry=1)
    assert effective([*journal, Record(seq=7, fact=between)]) == [
        *FACTS[:2], won(1), FACTS[2], won(5), won(2), *FACTS[3:], won(4),
    ]  # fmt: skip


def test_an_entry_cannot_be_inserted_before_an_unknown_place() -> None:
    with pytest.raises(Impossible) as refused:
        effective(records(Correction(struck=(), entries=(), inserted=(((8, 0), won(1)),))))
    assert (refused.value.id, refused.value.args_) == ("no_such_place", {"seq": 8})
