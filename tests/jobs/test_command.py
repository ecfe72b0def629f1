"""`manage.py jobs`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from jobs import tasks, workers
from jobs.models import Job, State
from jobs.queue import enqueue
from jobs.runner import run_waiting

pytestmark = pytest.mark.django_db


def jobs(*arguments: str) -> str:
    out = StringIO()
    call_command("jobs", *arguments, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def poisoned(owner) -> Job:
    job = enqueue("test_poison", {"number": 7}, owner=owner)
    for _ in range(3):
        Job.objects.filter(pk=job.pk).update(not_before=job.created)
        run_waiting()
    job.refresh_from_db()
    return job


def test_it_lists_jobs_and_says_that_no_worker_runs(owner, poisoned):
    enqueue("test_square", {"number": 1}, owner=None)
    shown = jobs()
    assert "1 queued, 0 running, 0 done, 0 failed, 1 set_aside" in shown
    assert "No worker has been seen yet." in shown
    assert f"{poisoned.public_id}" in shown and "olga" in shown and "server" in shown
    workers.sign("one")
    assert "test_square" not in jobs("list", "--state", "set_aside")
    assert "worker" not in jobs("list")


def test_it_shows_why_a_job_was_set_aside(poisoned):
    shown = jobs("show", poisoned.public_id)
    assert "params: {'number': 7}" in shown and "ZeroDivisionError: always" in shown


def test_it_tries_jobs_again_that_were_set_aside_and_no_others(owner, poisoned):
    other = enqueue("test_refused", {}, owner=owner)
    run_waiting()
    shown = jobs("retry", poisoned.public_id, other.public_id)
    assert f"test_poison {poisoned.public_id} waits again" in shown
    assert f"test_refused {other.public_id} is failed, not set aside: nothing done" in shown
    poisoned.refresh_from_db()
    assert poisoned.state == State.QUEUED
    assert "waits again" not in jobs("retry", "--all")


def test_it_runs_waiting_jobs_without_a_worker(owner):
    enqueue("test_square", {"number": 1}, owner=owner)
    assert "1 run" in jobs("run")
    assert Job.objects.get().state == State.DONE


def test_it_sweeps_and_fails_without_a_broker(owner, back_date, sent_messages, monkeypatch):
    job = enqueue("test_square", {"number": 1}, owner=owner)
    assert "0 messages sent" in jobs("sweep")
    back_date(job, 31, "told")
    monkeypatch.setattr(tasks, "tell_workers", lambda ids: False)
    with pytest.raises(CommandError, match="broker cannot be reached"):
        jobs("sweep")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "nothing"), "no job has the number 'nothing'"),
        (("retry", "nothing"), "no job has the number 'nothing'"),
        (("retry",), "name the jobs to try again, or give --all"),
        (("retry", "nothing", "--all"), "name the jobs to try again, or give --all"),
    ],
)
def test_it_refuses_wrong_arguments(arguments, message, db):
    with pytest.raises(CommandError, match=message):
        jobs(*arguments)
