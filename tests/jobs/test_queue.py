"""Jobs are created for requests."""

from dataclasses import replace
from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from jobs.extensions import job_kinds
from jobs.kinds import UnknownKind, kind_named
from jobs.models import Job, JobResult, Scope, State, new_public_id
from jobs.queue import enqueue
from jobs.runner import run_waiting

pytestmark = pytest.mark.django_db


def test_a_job_is_stored_with_its_scope(owner):
    job = enqueue("test_square", {"number": 4}, owner=owner, scope=Scope("league", "17"))
    job.refresh_from_db()
    assert (job.state, job.params, job.owner, job.scope) == ("queued", {"number": 4}, owner, Scope("league", "17"))
    assert len(job.public_id) == 22


def test_no_number_of_a_job_reads_like_an_option_of_a_command():
    assert not [number for number in (new_public_id() for _ in range(2000)) if number.startswith("-")]


def test_an_unknown_kind_is_refused_by_name():
    with pytest.raises(UnknownKind, match=r"no kind of job is called 'roster_of_doom'; there are: .*test_square"):
        enqueue("roster_of_doom", {})


def test_params_that_the_kind_cannot_read_are_refused_before_a_row_is_written():
    with pytest.raises(ValueError, match="no such params"):
        enqueue("test_square", {"number": "four"})
    assert not Job.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_message_is_sent_after_the_commit_and_not_before(owner, sent_messages):
    with transaction.atomic():
        job = enqueue("test_square", {"number": 4}, owner=owner)
        assert sent_messages == []
    assert sent_messages == [job.public_id]


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_rolled_back_leaves_no_job(owner, sent_messages):
    with transaction.atomic():
        enqueue("test_square", {"number": 4}, owner=owner)
        transaction.set_rollback(True)
    assert sent_messages == []
    assert not Job.objects.exists()


def test_the_same_request_for_the_same_version_finds_the_job_at_every_stage(owner):
    first = enqueue("test_square", {"number": 4}, owner=owner, version="7")
    assert enqueue("test_square", {"number": 4}, owner=owner, version="7") == first
    assert run_waiting() == 1
    again = enqueue("test_square", {"number": 4}, owner=owner, version="7")
    assert again == first
    assert again.state == State.DONE


@pytest.mark.parametrize(
    "other", [{"params": {"number": 5}}, {"version": "8"}, {"owner": None}, {"kind": "test_mail"}], ids=str
)
def test_another_request_creates_another_job(owner, other):
    asked = {"kind": "test_square", "params": {"number": 4}, "owner": owner, "version": "7"}
    assert enqueue(**asked) != enqueue(**{**asked, **other})


def test_a_revised_kind_does_not_answer_with_older_results(owner, monkeypatch):
    first = enqueue("test_square", {"number": 4}, owner=owner, version="7")
    revised = replace(kind_named("test_square"), revision=2)
    monkeypatch.setattr(job_kinds, "_added", {"test_square": revised})
    assert enqueue("test_square", {"number": 4}, owner=owner, version="7") != first


def test_without_a_version_a_job_answers_only_until_it_starts(owner):
    first = enqueue("test_square", {"number": 4}, owner=owner)
    assert enqueue("test_square", {"number": 4}, owner=owner) == first
    run_waiting()
    assert enqueue("test_square", {"number": 4}, owner=owner) != first


def test_a_request_whose_job_failed_creates_a_new_one(owner):
    first = enqueue("test_refused", {}, owner=owner, version="7")
    run_waiting()
    assert enqueue("test_refused", {}, owner=owner, version="7") != first


def test_an_expired_result_answers_no_request(owner):
    first = enqueue("test_square", {"number": 4}, owner=owner, version="7")
    run_waiting()
    Job.objects.update(keep_until=timezone.now() - timedelta(seconds=1))
    second = enqueue("test_square", {"number": 4}, owner=owner, version="7")
    assert second != first
    run_waiting()
    assert JobResult.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_the_same_moment_create_one_job(sent_messages):
    """Each of eight threads asks for the same twenty things."""
    owner = User.objects.create_user("olga")
    found: list[set[int]] = []
    barrier = Barrier(8)

    def ask() -> None:
        try:
            barrier.wait()
            jobs = set()
            for number in range(20):
                with transaction.atomic():
                    jobs.add(enqueue("test_square", {"number": number}, owner=owner, version="1").pk)
            found.append(jobs)
        finally:
            connection.close()

    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(jobs == found[0] for jobs in found)
    assert Job.objects.count() == 20
    assert len(sent_messages) == 20


def test_a_job_for_later_waits_for_its_time(owner):
    moment = timezone.now() + timedelta(hours=1)
    job = enqueue("test_square", {"number": 4}, owner=owner, not_before=moment)
    job.refresh_from_db()
    assert (job.state, job.not_before) == ("queued", moment)
    assert run_waiting() == 0
    Job.objects.update(not_before=timezone.now())
    assert run_waiting() == 1


@pytest.mark.django_db(transaction=True)
def test_no_message_is_sent_about_a_job_for_later(owner, sent_messages):
    enqueue("test_square", {"number": 4}, owner=owner, not_before=timezone.now() + timedelta(hours=1))
    assert sent_messages == []
