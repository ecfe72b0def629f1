"""Correcting a team's first match of a season in every edition, and taking the correction back."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

import pytest

from rules.book.edition import Ruleset
from rules.correcting.correcting import Corrected, restorable, work_out
from rules.journal import Entry
from rules.journal.history import Place, Record, as_true, placed
from rules.simulation.simulation import Club
from rules.words.words import say_finding
from tests.editions.seasons import Season, every_season, season_of


@pytest.fixture(params=every_season(), ids=lambda pair: f"{pair[0].key}-{pair[1]}", scope="module")
def found(request: pytest.FixtureRequest) -> Season:
    """A season of an edition."""
    return season_of(*request.param)


def written_by(found: Season, club: Club) -> dict[int, str]:
    """The match that wrote each entry of a journal, by the entry's number; none for what founded the team."""
    wrote: list[str] = []
    mine = ((played, side) for played, side in found.lines() if club is (played.home, played.away)[side == "away"])
    for nth, (played, side) in enumerate(mine, start=1):
        count = len(played.prepared.state.entries(side)) + len(played.outcomes.of(side).entries)
        wrote += [f"match:{nth}"] * count
    founding = len(club.entries) - len(wrote)
    return {founding + nth: match for nth, match in enumerate(wrote, start=1)}


def decided(rules: Ruleset, records: Sequence[Record], own: Collection[Place], entries: Sequence[Entry]) -> Corrected:
    """A correction with a choice for each finding: what is no longer possible is removed, what is in doubt is kept."""
    choices: dict[str, str] = {}
    for _ in range(500):
        worked = work_out(rules, records, own, entries, choices)
        if not worked.undecided:
            return worked
        for finding in worked.undecided:
            assert say_finding(finding, book=rules.book), finding
            choices[finding.key] = "keep" if "keep" in finding.choices else "strike"
    raise AssertionError("there is always another finding")


def test_a_corrected_journal_folds_to_the_sheet_that_was_worked_out_and_back(found: Season) -> None:
    chance = random.Random(7)
    for club in found.clubs:
        wrote = written_by(found, club)
        records = [Record(seq=seq, fact=entry) for seq, entry in enumerate(club.entries, start=1)]
        match = next(iter(wrote.values()), "")  # the first that left something on the sheet
        own = [record for record in records if match and wrote.get(record.seq) == match]
        if not own:
            continue
        entries = [record.fact for record in own]
        fewer = [entries[0], *(entry for entry in entries[1:] if chance.random() < 0.6)]
        places = {(record.seq, 0) for record in own}
        corrected = decided(found.rules, records, places, fewer)
        before = as_true(records)
        records.append(Record(seq=len(records) + 1, fact=corrected.correction))
        assert as_true(records) == corrected.sheet
        wrote[records[-1].seq] = match
        mine = {place for place, _entry in placed(records) if wrote.get(place[0]) == match}
        back = work_out(found.rules, records, mine, entries, {}, restore=restorable(records, wrote, match))
        assert back.findings == () and back.sheet == before
