"""Whatever people do, in any state of any match: no error but a refusal, and every audit is clean after every step."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from matches.models import Match
from matches.sequence.sequences import MatchState
from rules import editions
from rules.sequence.sequence import SIDES
from teams.models import Team
from tests.audits import audit
from tests.dice import DICE
from tests.leagues.cast import EDITION
from tests.matches.league_operations import Operations, create_teams, operate, states
from tests.thoroughness import THOROUGH

CHANCE = st.randoms(use_true_random=False)
BOOKS = [each.key for each in editions.EDITIONS]
EXAMPLES, STEPS = 5, 10
"""Many short lives find more than few long ones, as each begins where most depends on most."""


class EveryOperation(RuleBasedStateMachine):
    """A league in which one match is over and the next of the same teams is in its post-match, and its people."""

    teams: Sequence[Team] = ()

    def __init__(self) -> None:
        super().__init__()
        self.life = transaction.atomic()
        self.life.__enter__()
        self.operations = Operations(self.teams)

    @initialize(chance=CHANCE, dice=st.integers(0, 10_000))
    def begin(self, chance: random.Random, dice: int) -> None:
        DICE.seed(f"league {dice}")
        self.operations.begin(chance)

    @rule(data=st.data(), chance=CHANCE)
    def operation(self, data: st.DataObject, chance: random.Random) -> None:
        self.operations.perform(data.draw(st.sampled_from(self.operations.possible()), "operation"), chance)

    @invariant()
    def nothing_differs(self) -> None:
        assert differences() == []

    @invariant()
    def reports_that_count_have_the_cards_that_were_played(self) -> None:
        assert other_cards() == []

    @invariant()
    def nobody_waits_for_nothing(self) -> None:
        rows = Match.objects.filter(state__in=("pre_match", "post_match")).select_related("league", "ruleset")
        assert [match for match in rows if not MatchState(match).questions()] == []

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.life.__exit__(None, None, None)


def differences() -> list[str]:
    return [f"{found.subject}: {difference}" for found in audit() for difference in found.differences]


def other_cards() -> list[Match]:
    """The matches that count by a report with other cards than those that were played."""
    found = []
    for match in Match.objects.filter(state__in=("post_match", "closed")).select_related("league", "ruleset"):
        state = MatchState(match)
        told = [(state.played.reports.of(side).cards, state.played_cards(side)) for side in SIDES]
        found += [match for cards, played in told if cards is not None and set(cards) != set(played)]
    return found


@pytest.mark.once
@pytest.mark.parametrize("edition", BOOKS if THOROUGH else [EDITION])
def test_every_operation_in_every_state(db: None, edition: str) -> None:
    """Where it fails, ``script/test --thorough`` finds a shorter way: that takes minutes."""
    EveryOperation.teams = create_teams(edition)
    Operations(EveryOperation.teams).play_first_match(random.Random(0))
    slow = (Phase.shrink,) if THOROUGH else ()
    run_state_machine_as_test(
        EveryOperation,
        settings=settings(
            max_examples=10 * EXAMPLES if THOROUGH else EXAMPLES,
            stateful_step_count=2 * STEPS if THOROUGH else STEPS,
            phases=(Phase.explicit, Phase.reuse, Phase.generate, *slow),
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("edition", BOOKS)
def test_many_operations_one_after_the_other_leave_nothing_that_differs(db: None, edition: str) -> None:
    """``python -m tests.matches.operate`` does a thousand."""
    done = operate(200 if THOROUGH else 20, seed=7, edition=edition)
    assert done.total() >= 20
    assert states()["closed"] >= done.total() // 20, "too few matches are played to their end"
    assert differences() == []
    assert other_cards() == []
