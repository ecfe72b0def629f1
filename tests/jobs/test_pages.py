"""The pages of jobs, tried as owner, stranger, visitor and site staff."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from jobs import claims, workers
from jobs.extensions import job_kinds
from jobs.kinds import kind_named
from jobs.models import Job, State, WorkerSign
from jobs.queue import enqueue
from jobs.runner import run_waiting

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def as_user(client: Client) -> Callable[[User], Client]:
    def sign_in(user: User) -> Client:
        client.force_login(user)
        return client

    return sign_in


def done(owner, **asked) -> Job:
    job = enqueue("test_square", {"number": 12, **asked}, owner=owner)
    run_waiting()
    job.refresh_from_db()
    assert job.state == State.DONE
    return job


def text(response) -> str:
    """The text of the page, without tags."""
    page = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", page)


def test_the_owner_downloads_the_same_bytes_as_a_file_that_is_never_cached(owner, as_user):
    job = done(owner)
    response = as_user(owner).get(f"/jobs/{job.public_id}/download/")
    assert response.status_code == 200
    assert response.content == b"144"
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="Square of 12.txt"'
    assert response["Content-Length"] == "3"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in response["Cache-Control"] and "private" in response["Cache-Control"]
    assert "sandbox" in response["Content-Security-Policy"]


@pytest.mark.parametrize("page", ["", "progress/", "download/"])
def test_for_strangers_and_visitors_a_job_does_not_exist(page, owner, stranger, client):
    job = done(owner)
    for user in (None, stranger):
        if user:
            client.force_login(user)
        response = client.get(f"/jobs/{job.public_id}/{page}")
        missing = client.get(f"/jobs/{'x' * 22}/{page}")
        assert response.status_code == missing.status_code == 404
        assert text(response) == text(missing)
        assert b"Square" not in response.content


@pytest.mark.thorough
@pytest.mark.parametrize("page", ["", "progress/", "download/"])
@pytest.mark.parametrize("number", ["%00", "a%00b", "%ff", "a%20b", "%F0%9F%8F%88", "x" * 3000])
def test_an_impossible_number_is_not_found(number, page, owner, as_user):
    """PostgreSQL refuses to search for a text with a zero byte."""
    assert as_user(owner).get(f"/jobs/{number}/{page}").status_code == 404


@pytest.mark.parametrize("page", ["", "download/"])
def test_site_staff_cannot_see_a_job_if_its_kind_says_so(page, owner, staff, as_user):
    job = enqueue("test_mail", {}, owner=owner)
    assert as_user(staff).get(f"/jobs/{job.public_id}/{page}").status_code == 404


@pytest.mark.parametrize("page", ["", "download/"])
def test_site_staff_can_see_a_job_if_its_kind_says_so(page, owner, staff, as_user):
    job = done(owner)
    assert as_user(staff).get(f"/jobs/{job.public_id}/{page}").status_code == 200


def test_rights_are_checked_at_each_download(owner, as_user, monkeypatch):
    job = done(owner)
    client = as_user(owner)
    assert client.get(f"/jobs/{job.public_id}/download/").status_code == 200
    left = {"kind": kind_named("test_square")}
    monkeypatch.setattr(job_kinds, "_added", {"test_square": _with_no_rights(left["kind"])})
    assert client.get(f"/jobs/{job.public_id}/download/").status_code == 404


def _with_no_rights(kind):
    return replace(kind, seen_by=lambda user, jobs: set())


def test_no_one_sees_a_job_of_a_missing_kind(owner, as_user, monkeypatch):
    job = done(owner)
    monkeypatch.setattr(job_kinds, "_added", {})
    client = as_user(owner)
    assert client.get(f"/jobs/{job.public_id}/").status_code == 404
    assert client.get("/jobs/").status_code == 200


def test_a_download_before_the_end_leads_to_the_progress(owner, as_user):
    job = enqueue("test_square", {"number": 12}, owner=owner)
    response = as_user(owner).get(f"/jobs/{job.public_id}/download/")
    assert (response.status_code, response["Location"]) == (302, f"/jobs/{job.public_id}/")


def test_the_page_of_an_expired_result_says_where_to_ask_again(owner, as_user):
    job = done(owner)
    job.result.delete()
    response = as_user(owner).get(f"/jobs/{job.public_id}/download/")
    assert response.status_code == 410
    assert "Ask for it again" in text(response)
    assert 'href="/"' in response.content.decode()


def test_without_javascript_the_page_reloads_itself_until_the_job_is_over(owner, as_user):
    workers.sign("one")
    job = enqueue("test_square", {"number": 12}, owner=owner)
    client = as_user(owner)
    refresh = '<noscript><meta http-equiv="refresh" content="1"></noscript>'
    assert refresh in client.get(f"/jobs/{job.public_id}/").content.decode()
    run_waiting()
    page = client.get(f"/jobs/{job.public_id}/").content.decode()
    assert "http-equiv" not in page and "data-download" not in page
    assert f'href="/jobs/{job.public_id}/download/"' in page


def test_the_file_that_a_reader_has_just_asked_for_is_downloaded_by_itself(owner, as_user):
    workers.sign("one")
    job = enqueue("test_square", {"number": 12}, owner=owner)
    client = as_user(owner)
    asked = job.file_address()
    assert asked == f"/jobs/{job.public_id}/?new"
    assert "data-download" not in client.get(asked).content.decode()
    run_waiting()
    page = client.get(asked).content.decode()
    assert f'<meta http-equiv="refresh" content="0; url=/jobs/{job.public_id}/download/">' in page
    assert f'href="/jobs/{job.public_id}/download/" data-download>' in page
    job.refresh_from_db()
    assert job.file_address() == f"/jobs/{job.public_id}/download/"


def test_with_javascript_a_part_of_the_page_is_fetched_until_the_job_is_over(owner, as_user):
    workers.sign("one")
    job = enqueue("test_square", {"number": 12}, owner=owner)
    client = as_user(owner)
    page = client.get(f"/jobs/{job.public_id}/").content.decode()
    again = f"/jobs/{job.public_id}/progress/?seen=queued&amp;nth="
    assert f'hx-get="{again}1"' in page
    for nth, pause in (("1", 400), ("2", 800), ("3", 2000), ("99", 2000), ("-1", 2000), ("x", 2000), ("9" * 30, 2000)):
        address = f"/jobs/{job.public_id}/progress/?seen=queued&nth={nth}"
        part = client.get(address, headers={"HX-Request": "true"}).content.decode()
        assert f'hx-trigger="load delay:{pause}ms"' in part, nth
    assert "<html" not in part
    assert 'role="status"' not in part, "the same state is no news"
    run_waiting()
    part = client.get(f"/jobs/{job.public_id}/progress/?seen=queued", headers={"HX-Request": "true"}).content.decode()
    assert "hx-get" not in part and "data-download" in part
    assert 'role="status" hx-swap-oob="innerHTML">Done</p>' in part
    replaced = re.findall(r'id="([\w-]+)"[^>]* hx-swap-oob', part)
    assert set(replaced) == {"job-status", "job-cancel"} and all(f'id="{each}"' in page for each in replaced)
    assert client.get(f"/jobs/{job.public_id}/progress/").status_code == 302


def test_the_page_shows_the_progress_of_a_running_job(owner, as_user):
    job = enqueue("test_square", {"number": 12}, owner=owner)
    claims.store_progress(claims.claim_next("one"), done=1200, total=2000, message="squaring")
    response = as_user(owner).get(f"/jobs/{job.public_id}/")
    assert "Squaring 1200 of 2000" in text(response)
    assert '<progress id="job-bar" value="1200" max="2000">' in response.content.decode()


def test_the_page_says_that_printing_waits_for_a_worker(owner, as_user):
    job = enqueue("test_square", {"number": 12}, owner=owner)
    client = as_user(owner)
    assert "no worker has run yet" in text(client.get(f"/jobs/{job.public_id}/"))
    workers.sign("one")
    assert "Yours is next." in text(client.get(f"/jobs/{job.public_id}/"))
    seen = timezone.now() - workers.SILENCE * 10
    WorkerSign.objects.update(seen=seen)
    page = client.get(f"/jobs/{job.public_id}/")
    assert f"no worker has run since {seen.day} {seen:%B %Y, %H:%M} UTC" in text(page)
    assert "Nothing is lost" in text(page) and "start the worker" in text(page)
    assert 'content="15"' in page.content.decode(), "no hurry"


def test_the_page_says_when_the_worker_cannot_be_reached(owner, as_user):
    workers.sign("one", broker_lost=True)
    job = enqueue("test_square", {"number": 12}, owner=owner)
    assert "its broker does not answer" in text(as_user(owner).get(f"/jobs/{job.public_id}/"))


def test_the_page_says_when_the_worker_of_a_job_died(owner, as_user, back_date):
    workers.sign("one")
    job = enqueue("test_square", {"number": 12}, owner=owner)
    claims.claim_next("one")
    client = as_user(owner)
    assert "In progress." in text(client.get(f"/jobs/{job.public_id}/"))
    back_date(job, 3600, "lease_until")
    assert "The worker stopped." in text(client.get(f"/jobs/{job.public_id}/"))
    workers.sign_off("one")
    assert "no worker has run since" in text(client.get(f"/jobs/{job.public_id}/"))


def test_the_page_says_how_many_jobs_are_ahead(owner, stranger, as_user):
    """Three of the owner's, and four of the other owner's twenty that come in between."""
    workers.sign("one")
    for number in range(20):
        enqueue("test_square", {"number": number}, owner=stranger)
    mine = [enqueue("test_square", {"number": number}, owner=owner) for number in range(4)]
    client = as_user(owner)
    assert "7 jobs are ahead of yours" in text(client.get(f"/jobs/{mine[3].public_id}/"))
    assert "One job is ahead of yours" in text(client.get(f"/jobs/{mine[0].public_id}/"))


def test_the_page_says_whether_and_when_a_failed_job_is_tried_again(owner, as_user):
    workers.sign("one")
    job = enqueue("test_poison", {}, owner=owner)
    run_waiting()
    client = as_user(owner)
    assert "Try 1 of 3 failed: an error in the program." in text(client.get(f"/jobs/{job.public_id}/"))
    for _ in range(2):
        Job.objects.update(not_before=job.created)
        run_waiting()
    page = text(client.get(f"/jobs/{job.public_id}/"))
    assert "It failed 3 times" in page and job.public_id in page
    assert "ZeroDivisionError" not in page


def test_the_page_gives_the_reason_of_a_refusal(owner, as_user):
    job = enqueue("test_refused", {}, owner=owner)
    run_waiting()
    assert "There is no team yet. Found one first." in text(as_user(owner).get(f"/jobs/{job.public_id}/"))


def test_the_list_shows_only_the_users_own_jobs(owner, stranger, as_user):
    done(owner)
    page = text(as_user(owner).get("/jobs/"))
    assert "Square: number 12" in page and "Square of 12.txt" in page
    page = text(as_user(stranger).get("/jobs/"))
    assert "Square" not in page and "Nothing yet" in page


def test_the_list_needs_a_sign_in(client):
    response = client.get("/jobs/")
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")


def test_only_site_staff_see_jobs_that_were_set_aside(owner, staff, as_user):
    job = enqueue("test_poison", {}, owner=owner)
    for _ in range(3):
        Job.objects.update(not_before=job.created)
        run_waiting()
    assert "Failed jobs on this site" not in text(as_user(owner).get("/jobs/"))
    page = text(as_user(staff).get("/jobs/"))
    assert "Failed jobs on this site" in page and job.public_id in page and "olga" in page


@pytest.mark.parametrize("page", ["/jobs/", "/jobs/{}/", "/jobs/{}/progress/", "/jobs/{}/download/"])
def test_reading_the_pages_changes_nothing(page, owner, as_user):
    job = done(owner)
    assert as_user(owner).post(page.format(job.public_id)).status_code == 405


def test_a_page_number_beyond_the_last_shows_the_last(owner, as_user):
    done(owner)
    assert "Square" in text(as_user(owner).get("/jobs/?page=99"))
    assert "Square" in text(as_user(owner).get("/jobs/?page=one"))


def test_pages_take_the_same_few_queries_for_any_number_of_jobs(owner, stranger, as_user):
    client = as_user(owner)
    counts = []
    for size in (1, 20):
        for number in range(size):
            last = enqueue("test_square", {"number": number}, owner=owner)
            enqueue("test_square", {"number": number}, owner=stranger)
        cost = []
        for page in ("/jobs/", f"/jobs/{last.public_id}/"):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert client.get(page).status_code == 200
            assert not [query for query in queries if not query["sql"].startswith("SELECT")]
            cost.append(len(queries))
        counts.append(cost)
        run_waiting()
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/jobs/{last.public_id}/download/")
        cost.append(len(queries))
    assert counts[0] == counts[1]
    assert all(2 <= count <= 5 for count in counts[0]), counts


def test_a_page_never_loads_the_file_itself(owner, as_user):
    job = done(owner)
    client = as_user(owner)
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/jobs/{job.public_id}/")
        client.get("/jobs/")
    assert not [query for query in queries if '"content"' in query["sql"]]
