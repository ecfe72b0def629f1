"""A journal's snapshots: the sheet at any place is the fold of all entries before it, in whatever order it is asked."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.journal import Entry, GoldMoved, Impossible, fold, history
from rules.journal.history import END, Correction, Journal, Record, as_true, ordered

MOST = 30


def won(gold: int) -> GoldMoved:
    return GoldMoved(amount=gold, source="winnings", target="treasury")


def long_journal(random: Random, length: int) -> Journal:
    """Winnings, and corrections that strike, restore, amend and insert some of them at any place."""
    records: list[Record] = []
    for seq in range(1, length + 1):
        fact: Entry | Correction = won(random.randint(1, MOST) * 1_000)
        items = ordered(records)
        if items and random.random() < 0.3:
            places = [item.place for item in items if item.counts]
            gone = [item.place for item in items if not item.counts]
            struck = tuple(random.sample(places, min(len(places), random.randint(0, 2))))
            left = [place for place in places if place not in struck]
            fact = Correction(
                struck=struck,
                restored=tuple(random.sample(gone, min(len(gone), random.randint(0, 1)))),
                entries=tuple(won(1_000 * n) for n in range(random.randint(0, 2))),
                before=random.choice([0, *(place[0] for place in places if place[1] == 0)]),
                amended=tuple((place, won(777)) for place in left[:1]),
                inserted=((random.choice([END, *places]), won(5)),),
            )
        records.append(Record(seq=seq, fact=fact))
    return Journal(records)


@given(seed=st.integers(0, 10**6), every=st.integers(1, 9), asked=st.lists(st.integers(0, 40), max_size=12))
def test_the_sheet_at_any_place_is_the_fold_of_what_counts_before_it(seed: int, every: int, asked: list[int]) -> None:
    journal = long_journal(Random(seed), 24)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(history, "SNAPSHOT", every)
        for index in [min(each, len(journal.order)) for each in asked]:
            counting = [item.entry for item in journal.order[:index] if item.counts]
            assert journal.sheet_after(index) == fold(counting)
        assert journal.sheet_after(len(journal.order)) == as_true(list(journal))


def test_a_long_journal_keeps_a_sheet_every_200_entries_and_folds_on_from_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    journal = Journal(Record(seq=seq, fact=won(seq)) for seq in range(1, 1_001))
    assert journal.sheet_after(1_000).treasury == 500_500
    folded: list[int] = []

    def counted(entries: object, start: object) -> object:
        listed = list(entries)  # type: ignore[call-overload]  # iterable
        folded.append(len(listed))
        return fold(listed, start)  # type: ignore[arg-type]  # a sheet

    monkeypatch.setattr(history, "fold", counted)
    assert journal.sheet_after(650).treasury == 650 * 651 // 2
    assert journal.sheet_after(800).treasury == 800 * 801 // 2
    assert journal.sheet_after(651).treasury == 651 * 652 // 2
    assert folded == [50, 1]


def test_the_order_of_a_journal_is_worked_out_once() -> None:
    journal = long_journal(Random(3), 20)
    assert ordered(journal) is journal.order is Journal.of(journal).order
    assert [item.place for item in ordered(list(journal))] == [item.place for item in journal.order]


def test_an_impossible_entry_is_refused_at_its_place_and_not_before() -> None:
    spent = GoldMoved(amount=90_000, source="treasury", target="bank")
    journal = Journal([Record(seq=1, fact=won(10_000)), Record(seq=2, fact=spent)])
    assert journal.sheet_after(1).treasury == 10_000
    for _again in range(2):
        with pytest.raises(Impossible):
            journal.sheet_after(2)
