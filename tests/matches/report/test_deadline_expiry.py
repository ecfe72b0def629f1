"""A report without an answer is confirmed at its deadline, if the league has one: once, and as it was shown."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.db.models import F
from django.utils import timezone

from jobs import scheduler
from jobs.kinds import kind_named
from jobs.models import Job
from jobs.runner import run_waiting
from leagues.models import League
from leagues.services import Details, archive_league, change_league, restore_league
from matches.correction.correcting import begin_correction
from matches.models import Match, Report
from matches.report import reporting
from matches.report.deadline_expiry import TELL, confirm_if_due
from matches.report.letters import LETTERS, REPORT_LETTERS
from matches.report.notices.notices import DEADLINE_SET, REMINDED
from teams.models import Team
from tests.leagues.cast import form_data, signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.web.league_forms import DETAILS
from web.errors import Refusal

DAYS = 3
HOUR = timedelta(hours=1)
PATIENCE = timedelta(days=DAYS)


def set_days(two_teams: TwoTeams, days: int = DAYS) -> None:
    """Sets the report deadline, as if the league had been created with it."""
    League.objects.filter(pk=two_teams.league.pk).update(confirm_days=days)


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    set_days(two_teams)
    return match_builders.reported_match(two_teams.home, two_teams.away)


def report_of(match: Match) -> Report:
    return Report.objects.select_related("match__league").filter(match=match).order_by("number").last()


def date_back(match: Match, ago: timedelta) -> datetime:
    """Dates the report back by so much; returns its deadline."""
    Report.objects.filter(match=match).update(at=timezone.now() - ago)
    return report_of(match).at + PATIENCE


def due(now: datetime | None = None) -> list[tuple[str, str]]:
    """The due jobs: their kind, and what they tell."""
    Job.objects.all().delete()
    scheduler.look(now)
    rows = Job.objects.filter(kind__in=("confirm_report", TELL)).order_by("pk")
    return [(row.kind, row.params.get("what", "")) for row in rows]


def run_all() -> None:
    for job in Job.objects.filter(kind__in=("confirm_report", TELL)).order_by("pk"):
        kind = kind_named(job.kind)
        job.parsed = kind.parse(job.params)
        kind.run(job, lambda *args: None)


def test_a_report_waits_for_ever_in_a_league_without_a_deadline(two_teams: TwoTeams) -> None:
    set_days(two_teams, 0)
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    date_back(match, timedelta(days=400))
    assert due() == []
    assert not confirm_if_due(report_of(match), timezone.now())
    assert "taken as confirmed" not in two_teams.page(two_teams.other, match, "report/confirm/").text


def test_a_report_is_confirmed_at_its_deadline_and_not_before(two_teams: TwoTeams, match: Match) -> None:
    deadline = report_of(match).at + PATIENCE
    assert due(deadline - timedelta(days=2)) == []
    assert due(deadline - HOUR) == [(TELL, REMINDED.key)]
    assert due(deadline) == [("confirm_report", "")]
    assert not confirm_if_due(report_of(match), deadline - HOUR)
    assert confirm_if_due(report_of(match), deadline)
    match.refresh_from_db()
    assert match.state == Match.State.POST_MATCH
    assert [side.result for side in match.sides.order_by("-side")] == ["win", "loss"]
    report = report_of(match)
    assert (report.state, report.answered_by) == (Report.State.CONFIRMED, None)


def test_a_confirmed_report_is_not_due_again(two_teams: TwoTeams, match: Match) -> None:
    date_back(match, PATIENCE + HOUR)
    assert due() == [("confirm_report", "")]
    run_all()
    version = Match.objects.get(pk=match.pk).version
    run_all()
    assert not confirm_if_due(report_of(match), timezone.now())
    assert Match.objects.get(pk=match.pk).version == version
    assert two_teams.league.log.filter(kind="matches.confirmed_by_deadline").count() == 1
    assert [row for row in due() if row[0] == "confirm_report"] == []


def test_each_deadline_is_told_once(two_teams: TwoTeams, match: Match) -> None:
    other = two_teams.cast.other_coach
    deadline = report_of(match).at + PATIENCE
    for _ in range(3):
        scheduler.look(deadline - HOUR)
        run_waiting()
    assert [letter.to for letter in mail.outbox] == [[other.email]] * 2, "the report, and its deadline"
    League.objects.filter(pk=two_teams.league.pk).update(confirm_days=DAYS + 1, confirm_since=timezone.now())
    for _ in range(2):
        scheduler.look()
        run_waiting()
    assert [letter.subject for letter in mail.outbox][2:] == [
        "[Dugout] Ironside Orcs – Harbour Humans: the report has a new deadline"
    ]


def test_the_log_and_the_match_say_that_it_was_the_deadline(two_teams: TwoTeams, match: Match) -> None:
    date_back(match, PATIENCE)
    assert confirm_if_due(report_of(match), timezone.now())
    words = two_teams.coach.get(f"/leagues/{two_teams.league.slug}/log/").content.decode()
    assert "The report of Ironside Orcs against Harbour Humans was confirmed by deadline" in words
    assert "within 3 days" in words
    assert "confirmed by deadline" in two_teams.page(two_teams.other, match).text


@pytest.mark.parametrize("days", [1, DAYS])
def test_a_match_without_a_day_was_played_on_the_day_of_its_report(
    two_teams: TwoTeams, match: Match, days: int
) -> None:
    zone = "Pacific/Kiritimati"
    League.objects.filter(pk=two_teams.league.pk).update(zone=zone, confirm_days=days)
    date_back(match, PATIENCE)
    assert confirm_if_due(report_of(match), timezone.now())
    played_on = Match.objects.get(pk=match.pk).played_on
    assert played_on == timezone.localdate(report_of(match).at, timezone=ZoneInfo(zone))


def test_a_disputed_report_has_no_deadline_and_a_new_version_has_the_full_time(
    two_teams: TwoTeams, match: Match
) -> None:
    digest = report_of(match).digest
    reporting.dispute_report(match=match, digest=digest, by=two_teams.cast.other_coach, what="It was 0-0.")
    date_back(match, PATIENCE * 2)
    assert due() == []
    assert not confirm_if_due(report_of(match), timezone.now())
    with pytest.raises(Refusal, match="The match is at another step"):
        reporting.confirm_by_deadline(match=match, digest=digest, now=timezone.now())
    match.refresh_from_db()
    reported = match_builders.report_with(match, home=0)
    reporting.report_match(match=match, expected=match.version, reported=reported, by=two_teams.cast.other_coach)
    assert due() == []
    with pytest.raises(Refusal, match="There is still time to answer"):
        reporting.confirm_by_deadline(match=match, digest=report_of(match).digest, now=timezone.now())
    with pytest.raises(Refusal, match="changed since you opened it"):
        reporting.confirm_by_deadline(match=match, digest=digest, now=timezone.now())


def test_a_version_replaced_in_the_meantime_is_not_confirmed(two_teams: TwoTeams, match: Match) -> None:
    deadline = date_back(match, PATIENCE)
    shown = report_of(match)
    match.refresh_from_db()
    reported = match_builders.report_with(match, home=2)
    reporting.report_match(match=match, expected=match.version, reported=reported, by=two_teams.cast.coach)
    assert not confirm_if_due(shown, deadline + HOUR)
    assert Match.objects.get(pk=match.pk).state == Match.State.REPORTED


def test_the_deadline_confirms_exactly_what_was_shown_and_it_can_be_corrected(
    two_teams: TwoTeams, match: Match
) -> None:
    shown = report_of(match)
    date_back(match, PATIENCE)
    assert confirm_if_due(report_of(match), timezone.now())
    confirmed = match.reports.get(state=Report.State.CONFIRMED)
    assert (confirmed.pk, confirmed.digest, confirmed.data) == (shown.pk, shown.digest, shown.data)
    match_builders.answer_all(
        match, by=two_teams.cast.commissioner, at_once=True
    )  # for both coaches, also the one who did not answer
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED
    begun = begin_correction(match=match, by=two_teams.cast.commissioner, reason="It was 0-0.")
    assert begun.state == begun.State.DRAFT


def test_a_commissioner_can_settle_it_before_the_deadline(two_teams: TwoTeams, match: Match) -> None:
    deadline = report_of(match).at + PATIENCE
    page = two_teams.page(two_teams.commissioner, match, "report/settle/")
    assert "counts as confirmed" in page.text
    assert page.press("Settle", reason="Both told me.").status == 200
    assert not confirm_if_due(report_of(match), deadline)
    assert report_of(match).answered_by == two_teams.cast.commissioner


def test_an_answer_before_the_job_runs_counts(two_teams: TwoTeams, match: Match) -> None:
    deadline = date_back(match, PATIENCE)
    shown = report_of(match)
    reporting.confirm_report(match=match, digest=shown.digest, by=two_teams.cast.other_coach)
    assert not confirm_if_due(shown, deadline)
    assert report_of(match).answered_by == two_teams.cast.other_coach
    assert not two_teams.league.log.filter(kind="matches.confirmed_by_deadline").exists()


def change_days(two_teams: TwoTeams, days: int) -> None:
    league = League.objects.get(pk=two_teams.league.pk)
    page = f"/leagues/{league.slug}/settings/"
    details = {**DETAILS, "zone": "UTC", "teams_need_approval": "on", "friendlies_by_coaches": "on"}
    fields = form_data(**details, version=league.version, name=league.name, confirm_days=days)
    assert signed_in(two_teams.cast.commissioner).post(page, fields).status_code == 302


def test_a_new_setting_confirms_nothing_at_once_and_restarts_the_days(two_teams: TwoTeams) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    date_back(match, timedelta(days=90))
    change_days(two_teams, 2)
    assert two_teams.league.log.filter(kind="leagues.changed").get().args == {"fields": ["confirm_days"]}
    now = timezone.now()
    assert due(now) == [(TELL, DEADLINE_SET.key)]
    assert not confirm_if_due(report_of(match), now + timedelta(days=1))
    change_days(two_teams, 0)
    assert due(now + timedelta(days=9)) == []
    change_days(two_teams, 2)
    assert confirm_if_due(report_of(match), now + timedelta(days=2, minutes=5))


def test_an_archived_league_stops_deadlines_and_a_restored_one_counts_from_the_start(
    two_teams: TwoTeams, match: Match
) -> None:
    date_back(match, PATIENCE * 3)
    archive_league(league=two_teams.league, by=two_teams.cast.commissioner, reason="Winter.")
    assert due() == []
    assert not confirm_if_due(report_of(match), timezone.now())
    with pytest.raises(Refusal, match="is archived"):
        reporting.confirm_by_deadline(match=match, digest=report_of(match).digest, now=timezone.now())
    assert "taken as confirmed" not in two_teams.page(two_teams.other, match).text
    restore_league(league=two_teams.league, by=two_teams.cast.commissioner)
    assert due() == [(TELL, DEADLINE_SET.key)]


@pytest.mark.parametrize("typed", ["29", "-1", "soon", "1.5"])
def test_impossible_days_are_refused_at_their_field(two_teams: TwoTeams, typed: str) -> None:
    page = f"/leagues/{two_teams.league.slug}/settings/"
    fields = form_data(**DETAILS, version=two_teams.league.version, name="Mine", confirm_days=typed)
    answer = signed_in(two_teams.cast.commissioner).post(page, fields)
    assert answer.status_code == 422
    assert f'value="{typed}"' in answer.content.decode()
    assert League.objects.get(pk=two_teams.league.pk).confirm_days == 0


def test_the_service_also_refuses_impossible_days(two_teams: TwoTeams) -> None:
    with pytest.raises(Refusal, match="28 days at most"):
        change_league(
            league=two_teams.league,
            by=two_teams.cast.commissioner,
            version=two_teams.league.version,
            details=Details(name="Mine", confirm_days=29),
        )


def test_the_other_coach_sees_the_deadline_and_nobody_else_is_asked(two_teams: TwoTeams, match: Match) -> None:
    deadline = report_of(match).at + PATIENCE
    when = deadline.strftime(f"%a {deadline.day} %b, %H:%M UTC")
    asked = f"Confirm or dispute the report of Ironside Orcs – Harbour Humans by {when}, or it counts as confirmed"
    assert asked in two_teams.other.get("/").content.decode()
    assert "Confirm or dispute" not in two_teams.coach.get("/").content.decode()
    assert f"{when}; after that it counts as confirmed" in two_teams.page(two_teams.other, match).text
    for name in ("confirm", "dispute"):
        shown = two_teams.page(two_teams.other, match, f"report/{name}/").text
        assert f"If nobody confirms or disputes the report by {when}, it counts as confirmed." in shown
    after = two_teams.page(two_teams.coach, match, "report/").press("Send report")
    assert "Waiting for the other coach to confirm it. Without an answer" in after.text


def test_a_commissioner_who_alone_can_answer_sees_the_deadline(two_teams: TwoTeams, match: Match) -> None:
    Team.objects.filter(pk=two_teams.away.pk).update(coach=None, coach_name="Old Pete")
    deadline = report_of(match).at + PATIENCE
    when = deadline.strftime(f"%a {deadline.day} %b, %H:%M UTC")
    words = f"A commissioner: settle the report by {when}; after that it counts as confirmed"
    assert words in two_teams.page(two_teams.coach, match).text
    after = two_teams.page(two_teams.coach, match, "report/").press("Send report")
    assert "A commissioner has to settle it" in after.text and "Without an answer it counts as confirmed" in after.text
    assert due(report_of(match).at + PATIENCE) == [("confirm_report", "")], "as the page says"


def test_mails_give_the_deadline_and_later_say_that_the_report_is_confirmed(two_teams: TwoTeams, match: Match) -> None:
    League.objects.filter(pk=two_teams.league.pk).update(zone="Europe/Berlin")
    deadline = date_back(match, PATIENCE - HOUR)
    scheduler.look(deadline - HOUR)
    run_waiting()
    assert [letter.to for letter in mail.outbox] == [[two_teams.cast.other_coach.email]] * 2
    first, soon = mail.outbox
    day = deadline.astimezone(ZoneInfo("Europe/Berlin")).strftime("%B %Y, %H:%M (Europe/Berlin)")
    assert first.subject == "[Dugout] Ironside Orcs – Harbour Humans: please confirm the report"
    assert "coach has sent the report of Ironside Orcs – Harbour Humans" in first.body
    assert f"/matches/{match.public_id}/report/confirm/" in first.body
    assert day in first.body and day in soon.body
    Report.objects.filter(match=match).update(at=F("at") - HOUR)
    assert confirm_if_due(report_of(match), timezone.now())
    mail.outbox.clear()
    run_waiting()  # no request applies any more; the news that it is confirmed goes to both
    assert {letter.to[0] for letter in mail.outbox} == {two_teams.cast.coach.email, two_teams.cast.other_coach.email}
    assert {letter.subject for letter in mail.outbox} == {
        "[Dugout] Ironside Orcs – Harbour Humans: report confirmed by deadline"
    }


def test_a_new_coach_is_not_asked_about_the_old_coachs_report(two_teams: TwoTeams, match: Match) -> None:
    heir = two_teams.cast.stranger
    asked = {"report": report_of(match).pk, "what": "asked", "to": heir.pk}
    type(two_teams.home).objects.filter(pk=two_teams.home.pk).update(coach=heir)
    two_teams.home.takeovers.create(
        asked=heir, was=two_teams.cast.coach, by=two_teams.cast.commissioner, state="accepted"
    )
    job = Job(kind="tell_of_report", params=asked)
    job.parsed = REPORT_LETTERS.parse(job.params)
    kind_named("tell_of_report").run(job, lambda *args: None)
    assert mail.outbox == []


@pytest.mark.parametrize("params", [{}, {"report": "1"}, {"report": 1, "by": 2}, {"report": True}])
def test_the_job_accepts_only_a_reports_id(params: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="params should be 'report' and its id"):
        kind_named("confirm_report").parse(params)
    with pytest.raises(ValueError, match="params should be 'report', 'what' and 'to'"):
        REPORT_LETTERS.parse(params)


def test_every_mail_has_all_its_words(two_teams: TwoTeams) -> None:
    words = dict.fromkeys(("match", "league", "by", "when", "coach"), "x")
    for letter in LETTERS.values():
        assert "%" not in letter.subject % words + letter.text % words
