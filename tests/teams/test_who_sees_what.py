"""Only their coach and the commissioners see drafts. Lists show users only what they may see.

Who may use which route at all is tried for every route by `tests/leagues/test_policy.py`.
"""

from __future__ import annotations

import pytest
from django.urls import reverse

from teams.models import Team
from tests.leagues.cast import PEOPLE, Cast, signed_in
from tests.teams import pages, team_builders

INSIDERS = {"coach", "commissioner", "staff"}


@pytest.fixture
def cast_with_teams(cast: Cast) -> Cast:
    team_builders.drafted_team(cast.league, cast.coach, "Still a draft")
    team_builders.approved_team(cast.league, cast.other_coach, "Approved Team")
    return cast


@pytest.mark.parametrize("person", PEOPLE)
def test_lists_show_drafts_to_their_coach_and_the_commissioners(person: str, cast_with_teams: Cast) -> None:
    cast = cast_with_teams
    text = pages.text_of(signed_in(cast[person]).get(reverse("teams:list", args=[cast.league.slug])))
    assert "Approved Team" in text
    assert ("Still a draft" in text) == (person in INSIDERS)


@pytest.mark.parametrize("state", [Team.State.DRAFT, Team.State.SUBMITTED])
@pytest.mark.parametrize("person", PEOPLE)
def test_a_team_without_approval_has_no_history(person: str, state: str, cast: Cast) -> None:
    make = {Team.State.DRAFT: team_builders.drafted_team, Team.State.SUBMITTED: team_builders.submitted_team}[state]
    team = make(cast.league, cast.coach)
    response = signed_in(cast[person]).get(pages.url("history", team))
    assert response.status_code == (200 if person in INSIDERS else 404)


def test_a_retired_team_is_listed_only_among_the_retired(cast_with_teams: Cast) -> None:
    Team.objects.filter(name="Approved Team").update(state=Team.State.RETIRED)
    cast = cast_with_teams
    for page in (reverse("teams:list", args=[cast.league.slug]), reverse("teams:mine")):
        current, _heading, retired = pages.text_of(signed_in(cast.other_coach).get(page)).partition("retired team")
        assert "Approved Team" not in current and "Approved Team" in retired


def test_my_teams_lists_my_teams_of_all_leagues(cast_with_teams: Cast) -> None:
    cast = cast_with_teams
    team_builders.approved_team(cast.private, cast.coach, "In the other league")
    text = pages.text_of(signed_in(cast.coach).get(reverse("teams:mine")))
    assert "Still a draft" in text and "In the other league" in text and "Hidden Cup" in text
    assert "Approved Team" not in text
    assert "No team yet" in pages.text_of(signed_in(cast.stranger).get(reverse("teams:mine")))


def test_only_commissioners_see_the_link_to_the_approvals(cast: Cast) -> None:
    team_builders.submitted_team(cast.league, cast.coach)
    url = reverse("teams:list", args=[cast.league.slug])
    assert "1 team to approve" in pages.text_of(signed_in(cast.commissioner).get(url))
    assert "team to approve" not in pages.text_of(signed_in(cast.coach).get(url))


def test_a_coach_who_left_the_league_can_manage_nothing_there(cast: Cast) -> None:
    from leagues.members.memberships import leave_league

    team = team_builders.drafted_team(cast.league, cast.coach)
    leave_league(league=cast.league, user=cast.coach)
    assert signed_in(cast.coach).get(pages.url("build", team)).status_code == 403
    assert signed_in(cast.commissioner).get(pages.url("build", team)).status_code == 200
