"""Cancelling a job: its owner alone, before its end; and results that a page shows instead of a file."""

import logging

import pytest
from django.test import Client

from accounts.models import User
from jobs import claims
from jobs.models import Job, JobResult, State
from jobs.queue import enqueue
from jobs.runner import Reporter, TryLost, run_next, run_waiting

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def asked(owner: User, kind: str = "test_shown") -> Job:
    return enqueue(kind, {"number": 1}, owner=owner)


def state_of(job: Job) -> str:
    job.refresh_from_db()
    return job.state


def cancel(job: Job, user: User | None) -> int:
    client = Client()
    if user:
        client.force_login(user)
    return client.post(f"/jobs/{job.public_id}/cancel/").status_code


def test_the_owner_cancels_a_job_that_waits_and_it_never_runs(owner: User) -> None:
    job = asked(owner)
    assert cancel(job, owner) == 302
    assert state_of(job) == State.CANCELLED
    assert job.is_over and job.finished and job.current_key is None
    assert run_waiting() == 0
    assert cancel(job, owner) == 302 and state_of(job) == State.CANCELLED


def test_a_running_try_of_a_cancelled_job_stops_at_its_next_report(owner: User) -> None:
    asked(owner)
    job = claims.claim_next("worker one")
    assert job is not None
    report = Reporter(job)
    report(0, 10, "first")
    assert cancel(job, owner) == 302
    with pytest.raises(TryLost):
        report(1, 10, "second")
    assert not claims.finish(job, None, keep=None) and state_of(job) == State.CANCELLED
    assert not JobResult.objects.filter(job=job).exists()


def test_a_job_that_is_cancelled_while_it_runs_ends_without_a_fault(
    owner: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    job = asked(owner)
    stored = claims.store_progress
    monkeypatch.setattr(claims, "store_progress", lambda *args, **rest: claims.cancel(job) and stored(*args, **rest))
    with caplog.at_level(logging.WARNING):
        run_next()
    assert state_of(job) == State.CANCELLED
    assert "was cancelled or taken over" in caplog.text


def test_the_same_request_after_a_cancelled_one_is_a_new_job(owner: User) -> None:
    first = asked(owner)
    cancel(first, owner)
    assert asked(owner).pk != first.pk


def test_strangers_staff_and_visitors_cancel_nothing(owner: User, stranger: User, staff: User) -> None:
    job = asked(owner)
    assert cancel(job, stranger) == cancel(job, staff) == 302, "they see this kind, but it is not theirs"
    assert cancel(job, None) == 404
    assert state_of(job) == State.QUEUED


def test_a_kind_that_cannot_be_cancelled_goes_on(owner: User) -> None:
    job = asked(owner, "test_square")
    assert cancel(job, owner) == 302
    assert state_of(job) == State.QUEUED


def test_a_job_that_is_done_stays_done(owner: User) -> None:
    job = asked(owner)
    run_waiting()
    assert cancel(job, owner) == 302
    assert state_of(job) == State.DONE


def test_cancelling_takes_a_post(owner: User, client: Client) -> None:
    job = asked(owner)
    client.force_login(owner)
    assert client.get(f"/jobs/{job.public_id}/cancel/").status_code == 405
    assert state_of(job) == State.QUEUED


def test_only_the_owner_sees_the_button_and_only_before_the_end(owner: User, stranger: User, client: Client) -> None:
    job = asked(owner)
    button = f'action="/jobs/{job.public_id}/cancel/"'
    client.force_login(stranger)
    assert button not in client.get(job.get_absolute_url()).content.decode()
    client.force_login(owner)
    assert button in client.get(job.get_absolute_url()).content.decode()
    cancel(job, owner)
    page = client.get(job.get_absolute_url()).content.decode()
    assert button not in page and "It was cancelled." in page
    part = client.get(f"{job.get_absolute_url()}progress/?seen=running", headers={"HX-Request": "true"})
    assert '<div id="job-cancel" hx-swap-oob="true"></div>' in part.content.decode()


def test_the_page_of_a_result_is_shown_instead_of_the_jobs_page(owner: User, client: Client) -> None:
    client.force_login(owner)
    job = asked(owner)
    assert client.get(job.get_absolute_url()).status_code == 200
    run_waiting()
    there = f"/shown/{job.public_id}/"
    page = client.get(job.get_absolute_url())
    assert (page.status_code, page["Location"]) == (302, there)
    part = client.get(f"{job.get_absolute_url()}progress/?seen=running", headers={"HX-Request": "true"})
    assert (part.status_code, part["HX-Redirect"]) == (204, there)
    listed = client.get("/jobs/").content.decode()
    assert f'<a href="{there}">Show the result</a>' in listed and "shown.json" not in listed
    JobResult.objects.all().delete()
    assert "The file was available until" in client.get(job.get_absolute_url()).content.decode()
