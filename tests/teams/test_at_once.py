"""Two people, or one person with two windows, at the same moment: one succeeds, the other gets a message."""

from __future__ import annotations

import pytest

from teams.building import approval
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team, TeamState
from teams.roster import retiring
from tests.leagues.cast import Cast, create_cast
from tests.teams import team_builders
from tests.teams.threads import at_once
from web.errors import Refusal, StaleVersion

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast() -> Cast:
    return create_cast()


def refusals(outcomes: list[object]) -> list[str]:
    return [outcome.id for outcome in outcomes if isinstance(outcome, Refusal)]


def test_a_coach_cannot_get_two_teams_at_the_same_moment(cast: Cast) -> None:
    outcomes = at_once(*[lambda name=name: team_builders.drafted_team(cast.league, cast.coach, name) for name in "ABC"])
    assert refusals(outcomes) == ["teams.one_each"] * 2
    assert Team.objects.filter(league=cast.league, coach=cast.coach).count() == 1


def test_two_coaches_cannot_get_the_same_name(cast: Cast) -> None:
    coaches = (cast.coach, cast.other_coach)
    outcomes = at_once(
        *[lambda coach=coach: team_builders.drafted_team(cast.league, coach, "Reavers") for coach in coaches]
    )
    assert refusals(outcomes) == ["teams.name_taken"]


def test_two_approvals_at_once_found_one_team(cast: Cast) -> None:
    team = team_builders.submitted_team(cast.league, cast.coach)

    def approve() -> Team:
        return approval.approve_team(team=team, expected=team.version, by=cast.commissioner)

    outcomes = at_once(approve, approve, approve)
    assert refusals(outcomes) == ["stale"] * 2
    assert sum(isinstance(outcome, StaleVersion) for outcome in outcomes) == 2
    assert JournalEntry.objects.filter(team=team, kind="team_founded").count() == 1
    assert Player.objects.filter(team=team).count() == TeamState.objects.get(team=team).players


def test_a_team_is_either_retired_or_in_a_match(cast: Cast) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    outcomes = at_once(
        lambda: retiring.retire_team(team=team, expected=team.version, by=cast.coach),
        lambda: ledger.hold(team, "match:1"),
    )
    state, held = Team.objects.get(pk=team.pk).state, TeamState.objects.get(team=team).held_by
    assert (state, held) in {("retired", "retirement"), ("active", "match:1")}
    assert len(refusals(outcomes)) == 1
