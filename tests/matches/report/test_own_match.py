"""A commissioner who coaches in a match does not decide it alone: another one does, or those concerned agree."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import User
from leagues.agreements import own_matches
from leagues.models import Agreement, League, LogEntry, Membership
from matches.models import Match, Report
from matches.report import reporting
from teams.models import Team
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.own_match_builders import run_alone, runs_too
from web.errors import Refusal


@pytest.fixture
def disputed(two_teams: TwoTeams) -> Match:
    """The home coach's report, which the opponent disputes."""
    match = match_builders.reported_match(two_teams.home, two_teams.away, home=9)
    reporting.dispute_report(match=match, digest=match.reports.get().digest, by=two_teams.cast.other_coach, what="no")
    return Match.objects.get(pk=match.pk)


def settle(match: Match, by: User, **more: object) -> Match:
    digest = match.reports.get().digest
    return reporting.confirm_report(match=match, digest=digest, by=by, settle=True, reason="x", **more)


def log_of(league: League) -> list[str]:
    return list(LogEntry.objects.filter(league=league).order_by("-pk").values_list("kind", flat=True))


def test_where_another_commissioner_is_the_report_of_ones_own_match_is_not_ones_to_settle(
    two_teams: TwoTeams, disputed: Match
) -> None:
    with pytest.raises(Refusal) as refused:
        settle(disputed, runs_too(two_teams.cast))
    assert refused.value.id == "leagues.own_match"
    assert Match.objects.get().state == Match.State.DISPUTED
    settle(disputed, two_teams.cast.commissioner)
    assert Match.objects.get().state == Match.State.POST_MATCH


def test_site_staff_settle_it_where_there_is_no_other_commissioner(two_teams: TwoTeams, disputed: Match) -> None:
    cast = two_teams.cast
    run_alone(cast)
    User.objects.filter(pk=cast.staff.pk).update(is_staff=True)
    with pytest.raises(Refusal):
        settle(disputed, cast.coach)
    settle(disputed, User.objects.get(pk=cast.staff.pk))
    assert Match.objects.get().state == Match.State.POST_MATCH


def test_a_commissioner_who_coaches_the_opponent_does_not_settle_it_either(
    two_teams: TwoTeams, disputed: Match
) -> None:
    cast = two_teams.cast
    cast.league.memberships.filter(user=cast.other_coach).update(role=Membership.Role.COMMISSIONER)
    with pytest.raises(Refusal):
        settle(disputed, cast.other_coach)


def test_the_only_commissioner_asks_and_the_opponent_agrees(two_teams: TwoTeams, disputed: Match) -> None:
    cast = two_teams.cast
    run_alone(cast)
    page = two_teams.page(two_teams.coach, disputed, "report/settle/")
    assert "so you cannot decide it alone" in page.text
    after = page.press("Ask to agree", reason="They left at half-time")
    assert "Waiting for other_coach" in after.text
    assert Match.objects.get().state == Match.State.DISPUTED
    seen = two_teams.page(two_teams.other, disputed)
    assert "They left at half-time" in seen.text
    done = seen.press("Agree")
    assert Match.objects.get().state == Match.State.POST_MATCH
    report = Report.objects.get()
    assert (report.settled, report.answered_by, report.agreed_by) == (True, cast.coach, cast.other_coach)
    assert "settled by coach: They left at half-time" in strip_tags(done.html)
    assert "other_coach agreed" in done.text
    assert log_of(cast.league)[:2] == ["matches.settled", "leagues.own_match_agreed"]


def test_nobody_agrees_who_is_not_asked(two_teams: TwoTeams, disputed: Match) -> None:
    cast = two_teams.cast
    run_alone(cast)
    two_teams.page(two_teams.coach, disputed, "report/settle/").press("Ask to agree", reason="x")
    asked = Agreement.objects.get()
    for person in (cast.coach, cast.commissioner):
        with pytest.raises(Refusal) as refused:
            own_matches.agree(agreement=asked, by=person)
        assert refused.value.id == "leagues.agreement_not_yours"
    assert not any(form.has_button("Agree") for form in two_teams.page(two_teams.commissioner, disputed).forms)


def test_an_opponent_does_not_agree_where_another_commissioner_can_decide(two_teams: TwoTeams, disputed: Match) -> None:
    cast = two_teams.cast
    runs_too(cast)
    page = two_teams.page(two_teams.coach, disputed, "report/settle/").press("Ask to agree", reason="x")
    assert "Waiting for commissioner" in page.text
    with pytest.raises(Refusal):
        own_matches.agree(agreement=Agreement.objects.get(), by=cast.other_coach)
    two_teams.page(two_teams.commissioner, disputed).press("Agree")
    assert Report.objects.get().agreed_by == cast.commissioner


def test_after_the_leagues_days_the_only_commissioner_settles_what_they_asked_for(
    two_teams: TwoTeams, disputed: Match
) -> None:
    cast = two_teams.cast
    run_alone(cast)
    League.objects.filter(pk=cast.league.pk).update(confirm_days=3)
    two_teams.page(two_teams.coach, disputed, "report/settle/").press("Ask to agree", reason="x")
    with pytest.raises(Refusal), time_machine.travel(timezone.now() + timedelta(days=2, hours=23), tick=False):
        settle(disputed, cast.coach)
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1), tick=False):
        settle(disputed, cast.coach)
    assert Match.objects.get().state == Match.State.POST_MATCH
    assert log_of(cast.league)[:2] == ["matches.settled", "leagues.own_match_lapsed"]


def test_days_that_ran_for_one_version_do_not_settle_another(two_teams: TwoTeams, disputed: Match) -> None:
    cast = two_teams.cast
    run_alone(cast)
    League.objects.filter(pk=cast.league.pk).update(confirm_days=3)
    two_teams.page(two_teams.coach, disputed, "report/settle/").press("Ask to agree", reason="x")
    reported = match_builders.report_with(disputed, home=12)
    later = timezone.now() + timedelta(days=4)
    disputed.refresh_from_db()
    report = reporting.report_match(match=disputed, expected=disputed.version, reported=reported, by=cast.coach)
    with time_machine.travel(later, tick=False), pytest.raises(Refusal):
        reporting.confirm_report(match=disputed, digest=report.digest, by=cast.coach, settle=True, reason="x")


def test_a_version_that_came_after_ends_the_question(two_teams: TwoTeams, disputed: Match) -> None:
    cast = two_teams.cast
    run_alone(cast)
    two_teams.page(two_teams.coach, disputed, "report/settle/").press("Ask to agree", reason="x")
    disputed.refresh_from_db()
    reported = match_builders.report_with(disputed, home=2)
    reporting.report_match(match=disputed, expected=disputed.version, reported=reported, by=cast.coach)
    assert not any(form.has_button("Agree") for form in two_teams.page(two_teams.other, disputed).forms)
    with pytest.raises(Refusal) as refused:
        own_matches.agree(agreement=Agreement.objects.get(), by=cast.other_coach)
    assert refused.value.id == "leagues.agreement_over"


def test_the_asker_withdraws_the_question(two_teams: TwoTeams, disputed: Match) -> None:
    run_alone(two_teams.cast)
    page = two_teams.page(two_teams.coach, disputed, "report/settle/").press("Ask to agree", reason="x")
    after = page.press("Withdraw")
    assert "Waiting for other_coach" not in after.text
    assert Agreement.objects.get().state == Agreement.State.WITHDRAWN


def test_a_team_without_an_account_cannot_be_asked_so_the_only_commissioner_settles(two_teams: TwoTeams) -> None:
    cast = two_teams.cast
    run_alone(cast)
    Team.objects.filter(pk=two_teams.away.pk).update(coach=None, coach_name="Old Pete")
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "report/settle/").press("Settle report")
    assert Match.objects.get().state == Match.State.POST_MATCH
    assert "leagues.own_match_alone" in log_of(cast.league)


def test_home_asks_those_who_can_agree(two_teams: TwoTeams, disputed: Match) -> None:
    run_alone(two_teams.cast)
    two_teams.page(two_teams.coach, disputed, "report/settle/").press("Ask to agree", reason="x")
    text = "coach asks to settle the report as it is"
    seen = {name: text in two_teams.browser_of(getattr(two_teams.cast, name)).get("/").content.decode()
            for name in ("coach", "other_coach", "commissioner", "staff")}  # fmt: skip
    assert seen == {"coach": False, "other_coach": True, "commissioner": False, "staff": False}
