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

OPERATIONS = 150 if THOROUGH else 25
AUDITED = (*NOW_AND_THEN, "decide", "revoke", "correct", "undo_opening")
"""What changes most is followed by an audit, and so is every fourth operation."""


@pytest.mark.parametrize("seed", range(3) if THOROUGH else [0])
def test_nothing_differs_while_decisions_and_withdrawals_meet_matches_in_any_state(db: None, seed: int) -> None:
    DICE.seed(f"competition {seed}")
    operations, chance = CompetitionOperations(create_teams()), random.Random(seed)
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
