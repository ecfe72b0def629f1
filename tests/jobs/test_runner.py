"""Running jobs: what happens if their kinds work, or fail, and what is stored."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from jobs import runner
from jobs.artefacts import Artefact, safe_filename
from jobs.extensions import JobKind, job_kinds
from jobs.kinds import job_kind, kind_named
from jobs.models import Job, JobResult, Reason, State
from jobs.queue import enqueue, try_again
from jobs.runner import run_next, run_waiting
from tests.jobs.kinds import owner_or_staff, parse

pytestmark = pytest.mark.django_db


def after(job: Job, *, tries: int = 1) -> Job:
    """The job after so many tries, without the pauses."""
    for _ in range(tries):
        Job.objects.filter(pk=job.pk, state=State.QUEUED).update(not_before=job.created)
        assert run_next() == job
    job.refresh_from_db()
    return job


def test_a_finished_job_has_its_file_and_its_times(owner):
    job = after(enqueue("test_square", {"number": 12}, owner=owner))
    assert (job.state, job.attempts, job.claim, job.lease_until) == (State.DONE, 1, "", None)
    assert job.created <= job.started <= job.finished < job.keep_until
    assert (job.result.filename, bytes(job.result.content), job.result.size) == ("Square of 12.txt", b"144", 3)
    assert (job.progress_done, job.progress_total) == (2, 2)


def test_a_job_may_make_no_file(owner):
    job = after(enqueue("test_mail", {}, owner=owner))
    assert (job.state, job.keep_until) == (State.DONE, None)
    assert not JobResult.objects.exists()


def test_a_refusal_is_final_and_tells_its_owner_what_to_do(owner):
    job = after(enqueue("test_refused", {}, owner=owner))
    assert (job.state, job.reason) == (State.FAILED, Reason.REFUSED)
    assert job.error == "There is no team yet. Found one first."
    assert run_next() is None


def test_a_fault_is_tried_again_later_and_set_aside_after_the_third(owner, caplog):
    job = enqueue("test_poison", {}, owner=owner)
    job = after(job)
    assert (job.state, job.attempts, job.reason) == (State.QUEUED, 1, Reason.FAULT)
    assert pauses(job, 10)
    Job.objects.update(not_before=job.not_before + timedelta(hours=1))  # this machine may be slow
    assert run_next() is None  # not yet
    job = after(job)
    assert pauses(job, 40)
    job = after(job)
    assert (job.state, job.attempts, job.reason) == (State.SET_ASIDE, 3, Reason.FAULT)
    assert "ZeroDivisionError: always" in job.trace
    assert job.error == ""
    assert run_next() is None
    assert "is set aside" in caplog.text


def pauses(job: Job, seconds: int) -> bool:
    """Whether it waits so long since its last try, which ended between its start and now."""
    pause = timedelta(seconds=seconds)
    return job.started + pause <= job.not_before <= timezone.now() + pause


def test_a_job_that_always_fails_does_not_stop_the_others(owner):
    for number in range(5):
        enqueue("test_poison", {"number": number}, owner=owner)
        enqueue("test_square", {"number": number}, owner=owner)
    run_waiting()
    assert Job.objects.filter(kind="test_square", state=State.DONE).count() == 5


def test_a_missing_kind_is_a_fault(owner, monkeypatch):
    job = enqueue("test_square", {"number": 1}, owner=owner)
    monkeypatch.delitem(job_kinds._added, "test_square")
    job = after(job, tries=3)
    assert job.state == State.SET_ASIDE
    assert "no kind of job is called 'test_square'" in job.trace


def test_params_are_parsed_again_when_the_job_runs(owner):
    job = enqueue("test_square", {"number": 1}, owner=owner)
    Job.objects.update(params={"number": "1; DROP TABLE"})
    job = after(job, tries=3)
    assert (job.state, job.reason) == (State.SET_ASIDE, Reason.FAULT)
    assert "no such params" in job.trace


def test_an_owner_who_lost_the_right_gets_no_result(owner):
    job = enqueue("test_square", {"number": 1}, owner=owner)
    User.objects.filter(pk=owner.pk).update(is_active=False)
    job = after(job)
    assert (job.state, job.reason) == (State.FAILED, Reason.RIGHTS)
    assert "can no longer see" in job.error


def test_a_result_that_is_too_large_is_refused(owner):
    job = after(enqueue("test_greedy", {}, owner=owner))
    assert job.state == State.FAILED
    assert "50 MB" in job.error


def test_a_job_that_was_set_aside_can_be_tried_again(owner):
    job = after(enqueue("test_poison", {}, owner=owner), tries=3)
    assert try_again(job)
    assert not try_again(job)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.QUEUED, 0)
    assert after(job, tries=3).state == State.SET_ASIDE


def test_a_result_that_cannot_be_stored_is_a_fault_and_leaves_nothing_half_done(owner, monkeypatch):
    job = enqueue("test_square", {"number": 1}, owner=owner)

    def full(*args, **kwargs):
        raise OSError("no space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(JobResult.objects, "create", full)
        job = after(job)
    assert (job.state, job.reason) == (State.QUEUED, Reason.FAULT)
    assert after(job).state == State.DONE
    assert JobResult.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_job_that_reaches_its_time_limit_three_times_is_set_aside(sent_messages, caplog):
    job = enqueue("test_interrupted", {}, owner=User.objects.create_user("olga"))
    job = after(job)
    assert (job.state, job.reason, job.attempts) == (State.QUEUED, Reason.SILENT, 1)
    job = after(job, tries=2)
    assert (job.state, job.reason, job.attempts) == (State.SET_ASIDE, Reason.SILENT, 3)
    assert "took too long in its last try (3) and is set aside" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_try_that_took_too_long_leaves_its_database_connection(sent_messages):
    """Its last statement may have been interrupted."""
    enqueue("test_interrupted", {}, owner=User.objects.create_user("olga"))
    before = connection.connection
    run_next()
    User.objects.count()
    assert connection.connection is not before


def test_reports_are_stored_at_most_twice_a_second(owner, monkeypatch, django_assert_num_queries):
    enqueue("test_square", {"number": 1}, owner=owner)
    job = runner.claims.claim_next("worker one")
    report = runner.Reporter(job)
    milliseconds = iter(range(1000))
    monkeypatch.setattr(runner, "time", SimpleNamespace(monotonic=lambda: next(milliseconds) / 1000))
    with django_assert_num_queries(2):
        for step in range(1000):
            report(step, 1000, "squaring")
    with pytest.raises(ValueError, match="1001 of 1000"):
        report(1001, 1000)


def test_a_report_ends_a_try_that_lost_its_job(owner, back_date):
    enqueue("test_square", {"number": 1}, owner=owner)
    job = runner.claims.claim_next("worker one")
    report = runner.Reporter(job)
    back_date(job, 3600, "lease_until")
    runner.claims.free_expired()
    with pytest.raises(runner.TryLost):
        report(1, 2)


def test_two_kinds_of_one_name_are_refused():
    def another(job, report) -> None: ...

    with pytest.raises(ValueError, match="registered already"):
        job_kind("test_square", title="Square", parse=parse, seen_by=owner_or_staff)(another)
    assert isinstance(kind_named("test_square"), JobKind)


def test_a_wrong_content_type_is_refused():
    with pytest.raises(ValueError, match="not a content type"):
        Artefact(filename="a", content_type="text/html\r\nSet-Cookie: a=b", content=b"")


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Roster of Złe Orły.pdf", "Roster of Złe Orły.pdf"),
        ("../../etc/passwd", "etc-passwd"),
        ('a"b\r\nc: d.pdf', "a-b-c- d.pdf"),
        ("\u202efdp.exe", "fdp.exe"),
        ("....", "file"),
        (".pdf", "pdf"),
        ("x" * 300 + ".pdf", "x" * 116 + ".pdf"),
        ("Team v. Team", "Team v. Team"),
    ],
)
def test_file_names_are_made_safe(name, safe):
    assert safe_filename(name) == safe
    assert len(safe_filename(name)) <= 120


def test_other_tries_keep_the_database_connection(owner):
    """A new one costs time."""
    before = connection.connection
    after(enqueue("test_square", {"number": 12}, owner=owner))
    assert connection.connection is before
