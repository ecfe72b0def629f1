"""The sweeper: lost messages are sent again, jobs of dead workers are freed, old results are deleted."""

import subprocess
from datetime import timedelta
from importlib import import_module

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.utils import timezone

from jobs import claims, sweeper, tasks, worker_heartbeat, workers
from jobs.models import Job, JobResult, Reason, State, WorkerSign
from jobs.queue import enqueue
from jobs.runner import run_next, run_waiting
from jobs.sweeper import sweep
from jobs.tasks import run_job
from jobs.workers import is_dead, worker_name
from notices.old import delete_old_notices

pytestmark = pytest.mark.django_db


def test_a_lost_message_is_sent_again(owner, sent_messages, back_date):
    job = enqueue("test_square", {"number": 1}, owner=owner)
    assert sweep().sent == 0  # its message may still arrive
    back_date(job, 31, "told")
    assert sweep().sent == 1
    assert sent_messages == [job.public_id]
    assert sweep().sent == 0
    run_job(sent_messages[0])
    job.refresh_from_db()
    assert job.state == State.DONE


def test_a_message_that_comes_twice_runs_a_job_once(owner):
    job = enqueue("test_square", {"number": 1}, owner=owner)
    for _ in range(3):
        run_job(job.public_id)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.DONE, 1)
    assert JobResult.objects.count() == 1


def test_a_late_message_for_a_job_that_is_over_or_deleted_does_nothing(owner):
    job = enqueue("test_refused", {}, owner=owner)
    run_waiting()
    run_job(job.public_id)
    run_job("there-is-no-such-job")
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.FAILED, 1)


def test_as_many_messages_as_jobs_run_all_jobs_in_any_order(owner, stranger):
    jobs = [enqueue("test_square", {"number": n}, owner=owner if n % 3 else stranger) for n in range(9)]
    for job in reversed(jobs):
        run_job(job.public_id)
    assert Job.objects.filter(state=State.DONE).count() == 9


def test_the_job_of_a_dead_worker_is_freed_and_gets_a_message_at_once(owner, sent_messages, back_date):
    job = enqueue("test_square", {"number": 1}, owner=owner)
    claims.claim_next("worker that dies")
    assert sweep().freed == 0
    back_date(job, 3600, "lease_until")
    done = sweep()
    assert (done.freed, done.set_aside, done.sent) == (1, 0, 1)
    job.refresh_from_db()
    assert (job.state, job.reason, job.attempts) == (State.QUEUED, Reason.LOST, 1)
    assert run_next() == job
    job.refresh_from_db()
    assert (job.state, job.attempts, job.reason) == (State.DONE, 2, "")


def test_a_job_held_by_a_dead_process_of_this_machine_is_freed_before_its_lease_ends(owner, sent_messages):
    job = enqueue("test_square", {"number": 1}, owner=owner)
    host, _, machine = worker_name().rsplit(":", 2)
    with subprocess.Popen(["sleep", "600"]) as process:
        claims.claim_next(f"{host}:{process.pid}:{machine}")
        assert sweep().freed == 0
        process.kill()
        process.wait()
    assert sweep().freed == 1
    claims.claim_next(f"{host}:{process.pid}:another-machine")
    assert sweep().freed == 0, "a number of another machine says nothing here"
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.RUNNING, 2)


def test_a_process_killed_at_its_time_limit_took_too_long(owner, sent_messages, back_date, settings):
    job = enqueue("test_square", {"number": 1}, owner=owner)
    host, _, machine = worker_name().rsplit(":", 2)
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    claims.claim_next(f"{host}:{ended.pid}:{machine}")
    back_date(job, settings.CELERY_TASK_TIME_LIMIT, "started")
    assert sweep().freed == 1
    job.refresh_from_db()
    assert (job.state, job.reason) == (State.QUEUED, Reason.SILENT)


@pytest.mark.parametrize("name", ["", "worker one", "a:b:c", "::", "host:1"])
def test_a_worker_with_an_unreadable_name_does_not_count_as_dead(name):
    assert not is_dead(name)
    assert not is_dead(worker_name())


def test_a_job_that_died_three_times_is_set_aside_and_the_next_one_runs(owner, sent_messages, back_date, caplog):
    poison = enqueue("test_square", {"number": 1}, owner=owner)
    for death in range(1, 4):
        assert claims.claim_next(f"worker {death}") == poison
        back_date(poison, 3600, "lease_until")
        assert sweep().set_aside == (death == 3)
    poison.refresh_from_db()
    assert (poison.state, poison.reason, poison.attempts) == (State.SET_ASIDE, Reason.LOST, 3)
    assert "died 3 times with its worker and is set aside" in caplog.text
    other = enqueue("test_square", {"number": 2}, owner=owner)
    assert run_next() == other


def test_a_job_gets_a_message_when_its_pause_after_a_fault_is_over(owner, sent_messages, back_date):
    job = enqueue("test_poison", {}, owner=owner)
    run_next()
    assert sweep().sent == 0
    back_date(job, 11, "not_before")
    assert sweep().sent == 1


def test_without_a_broker_a_sweep_says_so_and_the_next_one_sends_the_message(
    owner, sent_messages, back_date, monkeypatch
):
    job = enqueue("test_square", {"number": 1}, owner=owner)
    back_date(job, 31, "told")
    with monkeypatch.context() as gone:
        gone.setattr(tasks, "tell_workers", lambda ids: False)
        done = sweep()
        assert (done.sent, done.broker_lost) == (0, True)
    assert sweep().sent == 1


def test_a_sweep_with_nothing_to_do_writes_nothing(owner, sent_messages, django_assert_num_queries):
    enqueue("test_square", {"number": 1}, owner=owner)
    run_waiting()
    sweep()  # the day's first one clears sessions
    with django_assert_num_queries(3):
        sweep()


def test_an_old_result_is_deleted_and_its_job_stays(owner, back_date):
    old, new = (enqueue("test_square", {"number": n}, owner=owner, version="1") for n in (1, 2))
    run_waiting()
    back_date(old, 31 * 86400, "keep_until")
    assert sweep().purged == 1
    assert list(JobResult.objects.values_list("job_id", flat=True)) == [new.pk]
    old.refresh_from_db()
    assert (old.state, old.current_key) == (State.DONE, None)


def test_a_worker_is_alive_until_it_signs_off_or_falls_silent():
    assert workers.workforce().last_seen is None
    workers.sign("one")
    workers.sign("two")
    assert workers.workforce().alive
    workers.sign_off("one")
    assert workers.workforce().alive
    WorkerSign.objects.filter(name="two").update(seen=timezone.now() - workers.SILENCE * 2)
    force = workers.workforce()
    assert not force.alive
    assert timezone.now() - force.last_seen < workers.SILENCE, "it is the last of both"
    workers.sign("two")
    assert workers.workforce().alive


def test_the_broker_is_lost_only_when_no_living_worker_reaches_it():
    workers.sign("one", broker_lost=True)
    assert workers.workforce().broker_lost
    workers.sign("two")
    assert not workers.workforce().broker_lost
    workers.sign_off("two")
    assert workers.workforce().broker_lost


def test_a_beat_signs_and_sweeps_and_survives_every_error(owner, sent_messages, back_date, monkeypatch, caplog):
    monkeypatch.setattr(worker_heartbeat, "close_old_connections", lambda: None)  # it would end this test's transaction
    monkeypatch.setattr(worker_heartbeat.connections, "close_all", lambda: None)
    job = enqueue("test_square", {"number": 1}, owner=owner)
    back_date(job, 31, "told")
    assert worker_heartbeat.beat(broker_lost=True) is False
    assert sent_messages == [job.public_id]
    assert WorkerSign.objects.get().name == worker_name()
    monkeypatch.setattr(worker_heartbeat.sweeper, "sweep", lambda: 1 / 0)
    assert worker_heartbeat.beat(broker_lost=False) is False
    assert "the next one is in 15 s" in caplog.text


def session(days: int) -> str:
    """A session that expires so many days from now."""
    made = import_module(settings.SESSION_ENGINE).SessionStore()
    made.set_expiry(timezone.now() + timedelta(days=days))
    made["somebody"] = "here"
    made.save()
    return made.session_key


def test_expired_sessions_are_deleted_once_a_day(db):
    old, good = session(-1), session(1)
    sweep()
    assert list(Session.objects.values_list("session_key", flat=True)) == [good], old
    session(-1)
    sweep()
    assert Session.objects.count() == 2, "it was done today"
    cache.delete("jobs.sweeper:sessions")  # as a day does
    sweep()
    assert Session.objects.count() == 1


def test_the_cleanups_of_other_rooms_run_once_a_day_and_one_that_fails_stops_no_other(db, monkeypatch, caplog):
    called = []
    monkeypatch.setattr(sweeper, "cleanups", [lambda: 1 / 0, lambda: called.append(1)])
    sweep()
    sweep()
    assert called == [1]
    assert "failed; it is tried again tomorrow" in caplog.text


def test_old_notices_are_among_what_is_cleaned_up():
    assert delete_old_notices in list(sweeper.cleanups)
