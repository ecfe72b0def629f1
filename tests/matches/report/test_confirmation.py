"""A report is confirmed, disputed or settled: exactly the version that the user saw, by users who may."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone

from leagues.models import LogEntry
from matches.models import Match, Report
from matches.report import reporting
from matches.report.reporting import judges
from matches.sequence.sequences import MatchState
from teams.models import Takeover, Team
from tests.leagues.cast import signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    return match_builders.reported_match(two_teams.home, two_teams.away)


def state(match: Match) -> str:
    return Match.objects.get(pk=match.pk).state


def test_the_other_coach_confirms_and_the_match_counts(two_teams: TwoTeams, match: Match) -> None:
    after = two_teams.page(two_teams.other, match, "report/confirm/").press("Confirm report")
    assert after.status == 200
    assert state(match) == Match.State.POST_MATCH
    assert [side.result for side in match.sides.order_by("-side")] == ["win", "loss"]
    report = Report.objects.get()
    assert (report.state, report.answered_by) == (Report.State.CONFIRMED, two_teams.cast.other_coach)


def test_the_author_cannot_confirm_it(two_teams: TwoTeams, match: Match) -> None:
    after = two_teams.page(two_teams.coach, match, "report/confirm/").press("Confirm report")
    assert after.status == 422
    assert "You entered this report yourself" in after.text
    assert state(match) == Match.State.REPORTED


def test_only_the_version_that_was_seen_can_be_confirmed(two_teams: TwoTeams, match: Match) -> None:
    seen = two_teams.page(two_teams.other, match, "report/confirm/")
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match, home=3), by=two_teams.cast.coach
    )
    after = seen.press("Confirm report")
    assert after.status == 409
    assert "changed since you opened it" in after.text
    assert "Ironside Orcs: score 1 3" in after.text
    assert state(match) == Match.State.REPORTED
    assert after.press("Confirm report").status == 200
    assert state(match) == Match.State.POST_MATCH


def test_a_changed_day_is_a_new_version(two_teams: TwoTeams, match: Match) -> None:
    two_teams.page(two_teams.coach, match, "report/").press("Send report", played_on="2024-05-05")
    seen = two_teams.page(two_teams.other, match, "report/confirm/")
    assert "Played on 5 May 2024." in seen.text
    two_teams.page(two_teams.coach, match, "report/").press("Send report", played_on="2024-05-06")
    after = seen.press("Confirm report")
    assert after.status == 409
    assert "Played on 6 May 2024." in after.text
    assert state(match) == Match.State.REPORTED


def test_a_day_removed_from_a_report_is_gone(two_teams: TwoTeams, match: Match) -> None:
    for typed in ("2024-05-05", ""):
        two_teams.page(two_teams.coach, match, "report/").press("Send report", played_on=typed)
    assert Match.objects.get(pk=match.pk).played_on is None
    with time_machine.travel(timezone.now(), tick=False):  # it may be midnight
        two_teams.page(two_teams.other, match, "report/confirm/").press("Confirm report")
        assert Match.objects.get(pk=match.pk).played_on == timezone.localdate()


@pytest.mark.parametrize("where", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])  # one of them has another day than UTC
def test_a_match_without_a_day_gets_today_in_the_leagues_time_zone(
    two_teams: TwoTeams, match: Match, where: str
) -> None:
    type(two_teams.league).objects.filter(pk=two_teams.league.pk).update(zone=where)
    digest = match.reports.get().digest
    with time_machine.travel(timezone.now(), tick=False):
        after = reporting.confirm_report(match=match, digest=digest, by=two_teams.cast.other_coach)
        assert after.played_on == timezone.localdate(timezone=ZoneInfo(where))


@pytest.mark.parametrize("digest", ["", "0" * 64, "x" * 65, "é"])
def test_an_unknown_digest_confirms_nothing(two_teams: TwoTeams, match: Match, digest: str) -> None:
    after = two_teams.page(two_teams.other, match, "report/confirm/").press("Confirm report", digest=digest)
    assert after.status in (409, 422)
    assert state(match) == Match.State.REPORTED


def test_confirming_twice_confirms_once(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.other, match, "report/confirm/")
    for _time in range(2):
        assert page.press("Confirm report").status == 200
    assert match.reports.filter(state=Report.State.CONFIRMED).count() == 1
    stale = page.press("Confirm report", command_id="11111111-1111-4111-8111-111111111111")
    assert stale.status == 409


def test_either_coach_can_change_a_disputed_report_for_confirmation(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.other, match, "report/dispute/").press("Dispute it", what="It was 1-1.\nReally.")
    assert state(match) == Match.State.DISPUTED
    assert "It was 1-1." in page.text
    scorer = match_builders.players_of(match, "away")[0]
    fields = {"score.away": "1", f"line.away.{scorer}.touchdowns": "1"}
    two_teams.page(two_teams.other, match, "report/").press("Send report", **fields)
    assert state(match) == Match.State.REPORTED
    assert two_teams.page(two_teams.coach, match, "report/confirm/").press("Confirm report").status == 200
    assert MatchState(match).played.winner() is None


def test_who_changes_a_disputed_report_reads_what_is_wrong_with_it(two_teams: TwoTeams, match: Match) -> None:
    two_teams.page(two_teams.other, match, "report/dispute/").press("Dispute it", what="It was <1-1>.\nReally.")
    page = two_teams.page(two_teams.coach, match, "report/")
    assert "Disputed: It was &lt;1-1&gt;.<br>Really." in page.html
    scorer = match_builders.players_of(match, "away")[0]
    page.press("Send report", **{"score.away": "1", f"line.away.{scorer}.touchdowns": "1"})
    assert state(match) == Match.State.REPORTED
    assert "Disputed:" not in two_teams.page(two_teams.coach, match, "report/").html


def test_a_dispute_needs_a_reason(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.other, match, "report/dispute/")
    for what in ("", "   ", "x" * 1001):
        assert page.press("Dispute it", what=what).status == 422
    assert state(match) == Match.State.REPORTED


def test_the_author_cannot_dispute_but_can_change_the_report(two_teams: TwoTeams, match: Match) -> None:
    after = two_teams.page(two_teams.coach, match, "report/dispute/").press("Dispute it", what="I was wrong.")
    assert after.status == 422
    assert "Change the report instead" in after.text
    assert state(match) == Match.State.REPORTED
    assert two_teams.page(two_teams.other, match, "report/confirm/").press("Confirm report").status == 200


def test_a_disputed_report_cannot_be_confirmed_by_a_coach(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.other, match, "report/confirm/")
    two_teams.page(two_teams.other, match, "report/dispute/").press("Dispute it", what="wrong")
    assert page.press("Confirm report").status == 409
    assert state(match) == Match.State.DISPUTED


def test_a_commissioner_settles_a_dispute_with_a_reason(two_teams: TwoTeams, match: Match) -> None:
    two_teams.page(two_teams.other, match, "report/dispute/").press("Dispute it", what="wrong")
    page = two_teams.page(two_teams.commissioner, match, "report/settle/")
    assert page.press("Settle report", reason="").status == 422
    assert page.press("Settle report", reason="Two witnesses.").status == 200
    assert state(match) == Match.State.POST_MATCH
    entry = LogEntry.objects.get(kind="matches.settled")
    assert (entry.by, entry.reason) == (two_teams.cast.commissioner, "Two witnesses.")


def test_a_commissioner_changes_a_report_and_then_settles_it(two_teams: TwoTeams, match: Match) -> None:
    settling = two_teams.page(two_teams.commissioner, match, "report/settle/")
    assert f'href="/matches/{match.public_id}/report/">Change report first' in settling.response.content.decode()
    page = two_teams.page(two_teams.commissioner, match, "report/")
    assert page.press("Send report").status == 200
    two_teams.page(two_teams.commissioner, match, "report/settle/").press("Settle report", reason="As agreed.")
    assert state(match) == Match.State.POST_MATCH


def test_coaches_cannot_settle_and_strangers_see_no_buttons(two_teams: TwoTeams, match: Match) -> None:
    address = f"/matches/{match.public_id}/report"
    for who in (two_teams.cast.coach, two_teams.cast.other_coach):
        assert signed_in(who).get(f"{address}/settle/").status_code == 403
    for name in ("", "/confirm", "/dispute", "/settle", "/check"):
        assert signed_in(two_teams.cast.stranger).post(f"{address}{name}/").status_code == 403
    page = two_teams.page(signed_in(None), match)
    assert not [form for form in page.forms if form.method == "post"]


def test_a_match_of_an_archived_league_can_only_be_read(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.other, match, "report/confirm/")
    from leagues.services import archive_league

    archive_league(league=two_teams.league, by=two_teams.cast.commissioner, reason="over")
    assert page.press("Confirm report").status >= 400
    assert state(match) == Match.State.REPORTED
    assert "Change the report" not in two_teams.page(two_teams.coach, match).text


def without_accounts(*teams: Team) -> None:
    Team.objects.filter(pk__in=[team.pk for team in teams]).update(coach=None, coach_name="Old Pete")


def test_a_commissioner_can_settle_their_own_report_if_nobody_else_has_an_account(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    without_accounts(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.commissioner, match, "report/")
    page = page.press("Send report", **{"score.home": "0", "score.away": "0"})
    assert page.response.redirect_chain[-1][0] == f"/matches/{match.public_id}/report/settle/"
    assert "Check it and settle it" in page.text
    page = two_teams.page(two_teams.commissioner, match, "report/settle/").press("Settle report", reason="")
    assert (page.status, state(match)) == (200, Match.State.POST_MATCH)


def test_a_report_against_a_coach_without_an_account_waits_for_a_commissioner(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    without_accounts(two_teams.away)
    page = two_teams.page(two_teams.coach, match, "report/")
    page = page.press("Send report", **{"score.home": "0", "score.away": "0"})
    assert "A commissioner has to settle it" in page.text
    assert "Old Pete: confirm" not in page.text


def test_a_report_does_not_wait_for_a_new_coach_of_its_authors_team(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    without_accounts(two_teams.away)
    two_teams.page(two_teams.coach, match, "report/").press("Send report", **{"score.home": "0", "score.away": "0"})
    heir, before = two_teams.cast.other_coach, two_teams.cast.coach
    taken = {"asked": heir, "was": before, "by": two_teams.cast.commissioner, "state": Takeover.State.ACCEPTED}
    Takeover.objects.create(team=two_teams.home, **taken)
    Team.objects.filter(pk=two_teams.home.pk).update(coach=heir)
    state = MatchState(Match.objects.get(pk=match.pk))
    assert judges(state, Report.objects.get(match=match)) == []


def test_a_commissioner_who_settles_for_a_coach_must_give_a_reason(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.commissioner, match, "report/settle/").press("Settle report", reason="")
    assert (page.status, state(match)) == (422, Match.State.REPORTED)
