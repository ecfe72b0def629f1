"""Claims and leases: which worker has a job, and which one may end it."""

from collections import Counter
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from jobs import claims
from jobs.artefacts import Artefact
from jobs.models import Job, JobResult, Reason, State
from jobs.queue import enqueue
from jobs.runner import run_next

pytestmark = pytest.mark.django_db

FILE = Artefact(filename="a.txt", content_type="text/plain", content=b"a")
OTHER = Artefact(filename="b.txt", content_type="text/plain", content=b"b")
KEEP = timedelta(days=1)


def claim_job(owner, **asked) -> Job:
    enqueue("test_square", asked, owner=owner)
    job = claims.claim_next("worker one")
    assert job is not None
    return job


def test_a_claimed_job_is_not_claimed_again(owner):
    job = claim_job(owner)
    assert (job.state, job.attempts, job.claimed_by) == (State.RUNNING, 1, "worker one")
    assert claims.claim_next("worker two") is None


@pytest.mark.django_db(transaction=True)
def test_each_job_goes_to_exactly_one_of_many_workers(sent_messages):
    """Eight threads race for sixty jobs; every job is claimed once, ended once and has one result."""
    owner = User.objects.create_user("olga")
    for number in range(60):
        enqueue("test_square", {"number": number}, owner=owner)
    claimed: Counter[int] = Counter()
    ended: Counter[int] = Counter()
    barrier = Barrier(8)

    def work(name: str) -> None:
        try:
            barrier.wait()
            while job := claims.claim_next(name):
                claimed[job.pk] += 1
                ended[job.pk] += claims.finish(job, FILE, keep=KEEP)
        finally:
            connection.close()

    threads = [Thread(target=work, args=(f"worker {number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(claimed.values()) == [1] * 60
    assert sorted(ended.values()) == [1] * 60
    assert set(Job.objects.values_list("state", "attempts")) == {(State.DONE, 1)}
    assert JobResult.objects.count() == 60


@pytest.mark.django_db(transaction=True)
def test_only_one_of_many_workers_frees_the_job_of_a_dead_worker(sent_messages, back_date):
    owner = User.objects.create_user("olga")
    job = claim_job(owner)
    back_date(job, 3600, "lease_until")
    freed: list[Job] = []
    barrier = Barrier(6)

    def free() -> None:
        try:
            barrier.wait()
            freed.extend(job for job, _ in claims.free_expired())
        finally:
            connection.close()

    threads = [Thread(target=free) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert freed == [job]


def test_a_try_that_ends_too_late_writes_nothing(owner, back_date):
    late = claim_job(owner)
    back_date(late, 3600, "lease_until")
    claims.free_expired()
    second = claims.claim_next("worker two")
    assert second == late and second.claim != late.claim

    assert claims.finish(late, FILE, keep=KEEP) is False
    assert claims.store_progress(late, done=1, total=2, message="") is False
    assert claims.fail(late, Reason.REFUSED, error="no") is False
    assert claims.give_back(late, Reason.FAULT) is None
    assert not JobResult.objects.exists()

    assert claims.finish(second, OTHER, keep=KEEP) is True
    assert claims.finish(late, FILE, keep=KEEP) is False
    assert bytes(JobResult.objects.get().content) == b"b"


def test_a_try_counts_if_nobody_noticed_the_end_of_its_lease(owner, back_date):
    job = claim_job(owner)
    back_date(job, 3600, "lease_until")
    assert claims.finish(job, FILE, keep=KEEP) is True


def test_a_lease_is_longer_than_the_time_limit_of_a_try(owner, settings):
    job = claim_job(owner)
    assert job.lease_until > job.started + timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT)
    assert settings.CELERY_TASK_TIME_LIMIT > settings.CELERY_TASK_SOFT_TIME_LIMIT


def test_a_job_has_at_most_one_result(owner):
    job = claim_job(owner)
    claims.finish(job, FILE, keep=KEEP)
    with pytest.raises(IntegrityError), transaction.atomic():
        JobResult.objects.create(job=job, filename="c", content_type="text/plain", size=1, content=b"c")


@pytest.mark.parametrize("change", [{"state": "queued"}, {"claim": ""}, {"lease_until": None}], ids=str)
def test_the_database_refuses_a_running_job_without_lease_and_a_lease_without_one(owner, change):
    job = claim_job(owner)
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.filter(pk=job.pk).update(**change)


def test_owners_take_turns(owner, stranger):
    """Ten jobs of one owner do not delay two jobs of another owner, or those of the server."""
    for number in range(10):
        enqueue("test_square", {"number": number}, owner=owner)
    for number in range(2):
        enqueue("test_square", {"number": number}, owner=stranger)
    enqueue("test_mail", {})
    turns = []
    while job := run_next():
        turns.append(job.owner.username if job.owner else "server")
    assert turns[:5] == ["olga", "sten", "server", "olga", "sten"]
    assert turns[5:] == ["olga"] * 8


def test_a_claim_takes_the_same_few_queries_for_any_number_of_jobs(owner, stranger, django_assert_num_queries):
    for number in range(30):
        enqueue("test_square", {"number": number}, owner=owner if number % 2 else stranger)
    with django_assert_num_queries(3):
        claims.claim_next("worker one")


def test_jobs_that_died_together_twice_are_tried_at_different_times(owner, back_date):
    """One of them may kill the worker; the others must not die with it a third time."""
    for number in range(3):
        enqueue("test_square", {"number": number}, owner=owner)
    for _ in range(2):
        jobs = [claims.claim_next("worker one") for _ in range(3)]
        assert None not in jobs
        for job in jobs:
            back_date(job, 3600, "lease_until")
        claims.free_expired()
    starts = sorted(Job.objects.values_list("not_before", flat=True))
    assert [round((start - starts[0]).total_seconds()) for start in starts] == [0, 30, 60]
