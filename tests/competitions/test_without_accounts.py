"""A commissioner sees what to do for coaches without accounts, on the home page and on the league's page."""

from __future__ import annotations

import pytest

from accounts.models import User
from competitions.dashboard.dashboard import dashboard_of
from matches.models import Match
from matches.report import reporting
from teams.models import Team
from tests.competitions.pages import front
from tests.leagues.cast import Cast
from tests.matches import match_builders
from tests.teams import team_builders

pytestmark = pytest.mark.once

PAIR = "Orcs – Humans"


@pytest.fixture
def teams(cast: Cast) -> tuple[Team, Team]:
    return (
        team_builders.team_from_list(cast.league, cast.coach, "Orcs", "Orc"),
        team_builders.team_from_list(cast.league, cast.other_coach, "Humans", "Human"),
    )


def without_account(*teams: Team) -> None:
    Team.objects.filter(pk__in=[team.pk for team in teams]).update(coach=None, coach_name="Old Pete")


def tasks_of_commissioner(cast: Cast) -> list[str]:
    return [row["text"] for row in dashboard_of(cast.commissioner)["to_do"]]


def test_each_step_of_a_match_without_accounts_is_a_task(cast: Cast, teams: tuple[Team, Team]) -> None:
    match = match_builders.opened_match(*teams)
    without_account(*teams)
    assert tasks_of_commissioner(cast) == [f"Pre-match of {PAIR}: answer for Orcs"]
    assert tasks_of_commissioner(cast)[0] in front(cast.league, cast.commissioner)
    assert tasks_of_commissioner(cast)[0] not in front(cast.league, cast.coach)
    match_builders.answer_all(match, by=cast.commissioner, at_once=True)
    assert tasks_of_commissioner(cast) == [f"Report {PAIR}"]
    match = Match.objects.get(pk=match.pk)
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=cast.commissioner
    )
    assert tasks_of_commissioner(cast) == [f"Settle the report of {PAIR}: nobody else can confirm it"]
    digest = match.reports.get().digest
    reporting.confirm_report(match=match, digest=digest, by=cast.commissioner, settle=True)
    assert tasks_of_commissioner(cast) == [f"Post-match of {PAIR}: answer for Orcs, Humans"]
    match_builders.answer_all(match, by=cast.commissioner, at_once=True)
    assert tasks_of_commissioner(cast) == []


def test_tasks_that_the_other_coach_can_do_are_not_the_commissioners(cast: Cast, teams: tuple[Team, Team]) -> None:
    match = match_builders.ready_match(*teams)
    without_account(teams[0])
    assert tasks_of_commissioner(cast) == []
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=cast.commissioner
    )
    assert tasks_of_commissioner(cast) == [], "the other coach confirms it"
    assert any(PAIR in row["text"] for row in dashboard_of(cast.other_coach)["to_do"])


def test_a_commissioner_who_plays_a_coach_without_an_account_has_tasks_for_both(
    cast: Cast, teams: tuple[Team, Team]
) -> None:
    match = match_builders.opened_match(*teams)
    without_account(teams[0])
    Team.objects.filter(pk=teams[1].pk).update(coach=cast.commissioner)
    User.objects.filter(pk=cast.staff.pk).update(is_staff=False)  # nobody else can settle it
    assert tasks_of_commissioner(cast) == [f"Pre-match of {PAIR}: answer for Orcs"]
    match_builders.answer_all(match, by=cast.commissioner, at_once=True)
    assert tasks_of_commissioner(cast) == [f"Report {PAIR}"]
    match = Match.objects.get(pk=match.pk)
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=cast.commissioner
    )
    assert tasks_of_commissioner(cast) == [f"Settle the report of {PAIR}: nobody else can confirm it"]
    digest = match.reports.get().digest
    reporting.confirm_report(match=match, digest=digest, by=cast.commissioner, settle=True)
    assert tasks_of_commissioner(cast) == [f"Post-match of {PAIR}: it is your turn"]
