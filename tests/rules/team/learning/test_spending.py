"""Star player points as a purse: what is left of them, and what a correction finds about points already spent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book.edition import Ruleset
from rules.correcting.correcting import KEEP, STRIKE, work_out
from rules.journal import PointsEarned, SkillGained
from rules.journal.history import Record
from rules.team.learning import spending
from rules.words.words import say_finding
from tests.rules.build import PBBL, humans
from tests.rules.correcting.short_journal import FACTS

SPENDS = Ruleset(
    edition=replace(PBBL.edition, standing=spending.standing, findings=spending.findings), house=PBBL.house
)
EARNED = PointsEarned(player=1, spp=8)
BOUGHT = SkillGained(player=1, skill="Guard", cost=20_000, points=6)
JOURNAL = [Record(seq=seq, fact=fact) for seq, fact in enumerate([*FACTS[:2], EARNED, BOUGHT], start=1)]


def test_a_player_has_left_what_they_did_not_spend() -> None:
    line = replace(humans().players[0], spp=20, spent=6)
    standing = SPENDS.standing(line)
    assert (standing.left, standing.owed, standing.title, standing.ahead) == (14, 0, "", None)


@pytest.mark.parametrize(("spp", "ids"), [(6, []), (5, ["correction.points_missing"])])
def test_points_that_are_no_longer_there_put_what_they_bought_in_doubt(spp: int, ids: list[str]) -> None:
    worked = work_out(SPENDS, JOURNAL, {(3, 0)}, [replace(EARNED, spp=spp)], {})
    assert [finding.id for finding in worked.findings] == ids


def test_what_was_bought_is_kept_or_struck_with_its_points() -> None:
    less = [replace(EARNED, spp=5)]
    (finding,) = work_out(SPENDS, JOURNAL, {(3, 0)}, less, {}).findings
    assert finding.choices == (KEEP, STRIKE)
    assert say_finding(finding, names={1: "Griff"}) == "Griff would have 5 SPP to spend, but this took 6."
    struck = work_out(SPENDS, JOURNAL, {(3, 0)}, less, {finding.key: STRIKE}).sheet
    kept = work_out(SPENDS, JOURNAL, {(3, 0)}, less, {finding.key: KEEP}).sheet
    assert [(sheet.players[0].spent, "Guard" in sheet.players[0].skills) for sheet in (struck, kept)] == [
        (0, False),
        (6, True),
    ]
