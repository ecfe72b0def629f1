"""A team retires during a competition: the commissioner sees that its matches need a decision."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from competitions.dashboard.dashboard import dashboard_of
from competitions.formats.outstanding_matches import outstanding_in
from competitions.models import Competition
from competitions.names import teams_named
from competitions.rulings import withdrawals
from teams.models import Team
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in


@pytest.fixture
def cup(cast: Cast) -> Competition:
    """Three teams, of which the first is retired."""
    made = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    Team.objects.filter(name="Anvils").update(state=Team.State.RETIRED)
    return made


def asked_of(cast: Cast) -> list[str]:
    return [row["text"] for row in dashboard_of(cast.commissioner)["to_do"]]


def test_matches_of_a_retired_team_wait_for_the_commissioner(cast: Cast, cup: Competition) -> None:
    assert asked_of(cast) == ["Anvils is retired: its matches in Cup 1 wait for you"]
    page = signed_in(cast.commissioner).get(reverse("competitions:entrants", args=[cup.public_id])).text
    assert page.count("is retired: decide its matches") == 1
    current = Competition.objects.get(pk=cup.pk)
    withdrawals.leave(
        competition=current,
        by=cast.commissioner,
        expected=current.version,
        team=Team.objects.get(name="Anvils"),
        how="walkovers",
        reason="Moved away.",
    )
    assert asked_of(cast) == []
    page = signed_in(cast.commissioner).get(reverse("competitions:entrants", args=[cup.public_id])).text
    assert "is retired: decide" not in page


def test_a_match_against_a_retired_team_is_not_outstanding(cast: Cast, cup: Competition) -> None:
    teams = teams_named(cast.league.teams.all(), cast.commissioner)
    outstanding = {(match.home.name, match.away.name): match for match in outstanding_in(cup, teams, timezone.now())}
    for names, match in outstanding.items():
        if "Anvils" in names:
            assert (match.what, match.who) == ("a commissioner's decision: Anvils is retired", ())
        else:
            assert len(match.who) == 2


def test_a_team_that_has_played_all_its_matches_can_retire(cast: Cast, cup: Competition) -> None:
    for fixture in matches_of(cup):
        if "Anvils" in (fixture.home.name, fixture.away.name):
            decide_match(fixture, 1, 0)
    assert asked_of(cast) == []
