"""Proposed corrections are on the to-do lists of those who can accept them."""

from __future__ import annotations

import pytest

from accounts.models import User
from competitions.dashboard.dashboard import dashboard_of
from matches.models import MatchCorrection
from tests.leagues.cast import Cast, add_member, signed_in
from tests.matches import match_builders
from tests.teams import team_builders

pytestmark = pytest.mark.once

TASK = "Check the correction of Orcs – Humans"


def tasks_of(user: User) -> list[str]:
    return [row["text"] for row in dashboard_of(user)["to_do"] if "correction" in row["text"]]


def test_a_proposed_correction_is_a_task_of_the_other_coach_and_the_commissioners(cast: Cast) -> None:
    home = team_builders.team_from_list(cast.league, cast.coach, "Orcs", "Orc")
    away = team_builders.team_from_list(cast.league, cast.other_coach, "Humans", "Human")
    add_member(cast.league, cast.stranger)
    match = match_builders.scheduled_match(home, away)
    made = MatchCorrection.objects.create(match=match, by=cast.coach, reason="It was the other Blitzer.")
    assert [tasks_of(user) for user in (cast.coach, cast.other_coach, cast.commissioner)] == [[], [], []]
    made.state = MatchCorrection.State.PROPOSED
    made.save()
    assert tasks_of(cast.other_coach) == tasks_of(cast.commissioner) == [TASK]
    assert tasks_of(cast.coach) == tasks_of(cast.stranger) == []
    assert f"/matches/{match.public_id}/correction/" in signed_in(cast.other_coach).get("/").text
    for user, sees in (
        (cast.other_coach, True),
        (cast.commissioner, True),
        (cast.coach, False),
        (cast.stranger, False),
    ):
        assert (TASK in signed_in(user).get(f"/leagues/{cast.league.slug}/").text) is sees
    made.state = MatchCorrection.State.ACCEPTED
    made.save()
    assert tasks_of(cast.other_coach) == tasks_of(cast.commissioner) == []
