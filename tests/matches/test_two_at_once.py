"""Two people press a button at the same moment: each step happens once, and no input is lost without a message."""

from __future__ import annotations

from datetime import timedelta

import pytest

from matches.models import Match, MatchAnswer, Report, UnsentReport
from matches.report import reporting, unsent
from matches.report.deadline_expiry import confirm_if_due
from matches.report.unsent import Seen, Typed
from matches.sequence import answering, opening
from matches.sequence.answering import Given
from matches.sequence.sequences import MatchState
from tests.leagues.cast import create_cast
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders
from tests.teams.threads import at_once
from web.errors import Refusal, StaleVersion

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two_teams(transactional_db: None) -> TwoTeams:
    cast = create_cast()
    home = team_builders.team_from_list(cast.league, cast.coach, "Ironside Orcs", "Orc")
    away = team_builders.team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human")
    return TwoTeams(cast, home, away)


def test_two_reports_at_once_store_one(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    reports = [match_builders.report_with(match, home=1), match_builders.report_with(match, home=2)]
    found = at_once(
        *(
            lambda report=report, who=who: reporting.report_match(
                match=match, expected=match.version, reported=report, by=who
            )
            for report, who in zip(reports, (two_teams.cast.coach, two_teams.cast.other_coach), strict=True)
        )
    )
    assert sorted(type(each).__name__ for each in found) == ["Report", "StaleVersion"]
    stale = next(each for each in found if isinstance(each, StaleVersion))
    assert stale.current.version == Match.objects.get(pk=match.pk).version
    assert Report.objects.count() == 1


def test_of_two_saves_of_a_draft_at_once_one_is_refused(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    found = at_once(
        *(
            lambda who=who, score=score: unsent.save_unsent(
                match=match, seen=Seen(version=0), typed=Typed(fields={"score.home": score}), by=who
            )
            for who, score in ((two_teams.cast.coach, "1"), (two_teams.cast.other_coach, "2"))
        )
    )
    assert sorted(type(each).__name__ for each in found) == ["StaleVersion", "UnsentReport"]
    assert UnsentReport.objects.get().version == 1


def test_saving_and_sending_at_once_leave_no_draft_behind(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    seen = Seen(version=0)
    found = at_once(
        lambda: unsent.save_unsent(
            match=match, seen=seen, typed=Typed(fields={"score.home": "1"}), by=two_teams.cast.coach
        ),
        lambda: reporting.report_match(
            match=match,
            expected=match.version,
            reported=match_builders.report_with(match),
            by=two_teams.cast.other_coach,
            unsent=seen,
        ),
    )
    assert sum(isinstance(each, StaleVersion) for each in found) == 1, found
    assert UnsentReport.objects.get().begun == isinstance(found[0], UnsentReport)
    assert Report.objects.exists() == isinstance(found[1], Report)


def test_both_coaches_can_answer_at_once(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    found = at_once(
        *(
            lambda side=side: answering.answer(
                match=match, given=[Given(side=side, key="mvp.1", roll=True)], by=two_teams.cast.coach
            )
            for side in ("home", "away")
        )
    )
    assert [type(each) for each in found] == [MatchState, MatchState]
    assert MatchAnswer.objects.filter(key="mvp.1").count() == 2


def test_a_roll_requested_twice_is_rolled_once(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    given = [Given(side="home", key="mvp.1", roll=True)]
    found = at_once(
        *(lambda: answering.answer(match=match, given=given, by=two_teams.cast.coach) for _each in range(3))
    )
    assert sorted(type(each).__name__ for each in found) == ["MatchState", "Refusal", "Refusal"]
    assert MatchAnswer.objects.filter(key="mvp.1", side="home").count() == 1


def test_confirming_and_changing_at_once_never_confirms_an_unseen_version(two_teams: TwoTeams) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    seen = match.reports.get()
    found = at_once(
        lambda: reporting.confirm_report(match=match, digest=seen.digest, by=two_teams.cast.other_coach),
        lambda: reporting.report_match(
            match=match,
            expected=match.version,
            reported=match_builders.report_with(match, home=5),
            by=two_teams.cast.coach,
        ),
    )
    assert sum(isinstance(each, Refusal) for each in found) == 1
    confirmed = Report.objects.filter(state=Report.State.CONFIRMED)
    assert [report.digest for report in confirmed] in ([], [seen.digest])


def test_two_matches_cannot_hold_the_same_team(two_teams: TwoTeams) -> None:
    one, two = (
        match_builders.scheduled_match(two_teams.home, two_teams.away),
        match_builders.scheduled_match(two_teams.away, two_teams.home),
    )
    found = at_once(
        lambda: opening.open_match(match=one, by=two_teams.cast.coach),
        lambda: opening.open_match(match=two, by=two_teams.cast.coach),
    )
    assert sorted(type(each).__name__ for each in found) == ["Match", "Refusal"]
    assert Match.objects.filter(state=Match.State.PRE_MATCH).count() == 1


def test_a_confirmation_at_the_moment_of_the_deadline_counts_the_match_once(two_teams: TwoTeams) -> None:
    type(two_teams.league).objects.filter(pk=two_teams.league.pk).update(confirm_days=1)
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    report = Report.objects.select_related("match__league").get(match=match)
    now = report.at + timedelta(days=1)
    found = at_once(
        lambda: reporting.confirm_report(match=match, digest=report.digest, by=two_teams.cast.other_coach),
        lambda: confirm_if_due(report, now),
        lambda: confirm_if_due(Report.objects.select_related("match__league").get(pk=report.pk), now),
    )
    done = [each for each in found if isinstance(each, Match) or each is True]
    assert len(done) == 1, found
    assert all(each is False or isinstance(each, Refusal) for each in found if each is not done[0])
    report.refresh_from_db()
    by_hand = report.answered_by_id is not None
    assert by_hand == isinstance(done[0], Match)
    logged = two_teams.league.log.filter(kind="matches.confirmed_by_deadline").count()
    assert (report.state, logged) == (Report.State.CONFIRMED, 0 if by_hand else 1)
