"""A commissioner is told on his desk and on the league's page what matches of coaches without accounts ask of him."""

from __future__ import annotations

import pytest

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


def told(cast: Cast) -> list[str]:
    return [row["text"] for row in dashboard_of(cast.commissioner)["to_do"]]


def test_every_step_of_a_match_of_two_coaches_without_accounts_is_told(cast: Cast, teams: tuple[Team, Team]) -> None:
    match = match_builders.opened_match(*teams)
    without_account(*teams)
    assert told(cast) == [f"Pre-match of {PAIR}: answer for Orcs"]
    assert told(cast)[0] in front(cast.league, cast.commissioner)
    assert told(cast)[0] not in front(cast.league, cast.coach)
    match_builders.answer_all(match, by=cast.commissioner, at_once=True)
    assert told(cast) == [f"Report {PAIR}"]
    match = Match.objects.get(pk=match.pk)
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=cast.commissioner
    )
    assert told(cast) == [f"Settle the report of {PAIR}: nobody else can confirm it"]
    digest = match.reports.get().digest
    reporting.confirm_report(match=match, digest=digest, by=cast.commissioner, settle=True)
    assert told(cast) == [f"Post-match of {PAIR}: answer for Orcs, Humans"]
    match_builders.answer_all(match, by=cast.commissioner, at_once=True)
    assert told(cast) == []


def test_what_the_other_coach_can_do_himself_is_not_told(cast: Cast, teams: tuple[Team, Team]) -> None:
    match = match_builders.ready_match(*teams)
    without_account(teams[0])
    assert told(cast) == []
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=cast.commissioner
    )
    assert told(cast) == [], "the other coach confirms it"
    assert any(PAIR in row["text"] for row in dashboard_of(cast.other_coach)["to_do"])


def test_a_commissioner_who_plays_a_coach_without_an_account_is_told_what_he_does_for_him(
    cast: Cast, teams: tuple[Team, Team]
) -> None:
    match = match_builders.opened_match(*teams)
    without_account(teams[0])
    Team.objects.filter(pk=teams[1].pk).update(coach=cast.commissioner)
    assert told(cast) == [f"Pre-match of {PAIR}: answer for Orcs"]
    match_builders.answer_all(match, by=cast.commissioner, at_once=True)
    assert told(cast) == [f"Report {PAIR}"]
    match = Match.objects.get(pk=match.pk)
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=cast.commissioner
    )
    assert told(cast) == [f"Settle the report of {PAIR}: nobody else can confirm it"]
    digest = match.reports.get().digest
    reporting.confirm_report(match=match, digest=digest, by=cast.commissioner, settle=True)
    assert told(cast) == [f"Post-match of {PAIR}: it is your turn"]
