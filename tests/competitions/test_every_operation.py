"""Whatever is done to matches while the competition around them changes: no error, and every audit stays clean."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.audits import audit
from tests.competitions.competition_operations import NOW_AND_THEN, CompetitionOperations
from tests.dice import DICE
from tests.matches.league_operations import RARE, RARELY, create_teams
from tests.thoroughness import THOROUGH

OPERATIONS = 100 if THOROUGH else 25
AUDITED = (*NOW_AND_THEN, "decide", "revoke", "correct", "undo_opening", "begin_correction", "answer_end")
"""What changes most is followed by an audit, and so is every fourth operation."""
LEAGUES = (
    ("pbbl-1.10", "round_robin", 0),
    ("pbbl-1.10", "knock_out", 1),
    ("crp", "swiss", 2),
    ("lrb-1.3", "ladder", 3),
    ("first-1986", "round_robin", 4),
    ("bb2020", "open", 5),
    ("bb2025", "knock_out", 6),
)
"""Books, formats and seeds."""


@pytest.mark.parametrize(("edition", "scheduling", "seed"), LEAGUES if THOROUGH else LEAGUES[:1])
def test_nothing_differs_while_decisions_and_a_seasons_end_meet_matches_in_any_state(
    db: None, edition: str, scheduling: str, seed: int
) -> None:
    DICE.seed(f"competition {seed}")
    operations, chance = CompetitionOperations(create_teams(edition), scheduling), random.Random(seed)
    operations.play_first_match(chance)
    operations.begin(chance)
    done: Counter[str] = Counter()
    for number in range(OPERATIONS):
        name = chance.choice(operations.possible())
        if name in (*RARE, *NOW_AND_THEN) and chance.random() > RARELY:
            continue
        allowed = operations.perform(name, chance)
        done[name] += allowed
        if allowed and (name in AUDITED or number % 4 == 0):
            assert differences() == [], f"after {number}: {name}"
    assert differences() == []
    assert sum(1 for times in done.values() if times) > len(done) // 3, done


def differences() -> list[str]:
    return [f"{found.subject}: {difference}" for found in audit() for difference in found.differences]
