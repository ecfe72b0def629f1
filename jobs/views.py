"""Pages of jobs: a person's list, one job's progress, its result.

A job's kind decides on each request who may see it. For all others the job does not exist.
"""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from jobs import claims, kinds, selectors
from jobs.claims import MOST_ATTEMPTS
from jobs.models import JUST_ASKED, Job, JobResult, State

PER_PAGE = 25
FIRST_PAUSES = (0.2, 0.4, 0.8)
"""Seconds until the page is fetched again the first times: most files are ready at once."""
QUICK, SLOW = 2.0, 15.0
"""Later: for a job that moves, and for one that waits for a worker to be started."""
SHOWN_SET_ASIDE = 25


def job_for(request: HttpRequest, public_id: str) -> Job:
    """The job of a page, if its kind lets the user see it. Raises Http404."""
    job = selectors.jobs_for_pages().filter(public_id=public_id).first()
    if job is None or not kinds.may_see(request.user, job):
        raise Http404
    return job


@login_required
@never_cache
@require_safe
def list_jobs(request: HttpRequest) -> HttpResponse:
    """The user's jobs; for site staff also failed ones. Jobs whose data the user can no longer see have no name."""
    page = Paginator(selectors.jobs_of(request.user), PER_PAGE).get_page(request.GET.get("page"))
    aside = list(selectors.set_aside()[:SHOWN_SET_ASIDE]) if request.user.is_staff else []
    jobs = [*page.object_list, *aside]
    seen = kinds.seen_by(request.user, jobs)
    titles = kinds.titles([job for job in jobs if job.public_id in seen])
    for job in jobs:
        job.seen = job.public_id in seen
        job.title = titles[job.public_id] if job.seen else kinds.title_only(job)
        job.result_page = selectors.result_page(job)
    return render(request, "jobs/list.html", {"page_obj": page, "set_aside": aside})


@never_cache
@require_safe
def show(request: HttpRequest, public_id: str) -> HttpResponse:
    """One job. Without JavaScript the page reloads itself; with it, only `progress` is fetched again.

    If the result has a page of its own, the answer is that page.
    """
    job = job_for(request, public_id)
    if page := selectors.result_page(job):
        return redirect(page)
    context = {**_context(job), "just_asked": JUST_ASKED in request.GET}
    return render(request, "jobs/show.html", {**context, "may_cancel": selectors.may_cancel(request.user, job)})


@never_cache
@require_safe
def progress(request: HttpRequest, public_id: str) -> HttpResponse:
    """The part of the page that changes."""
    job = job_for(request, public_id)
    if not request.headers.get("HX-Request"):
        return redirect(job)
    if page := selectors.result_page(job):
        return HttpResponse(status=204, headers={"HX-Redirect": page})
    news = request.GET.get("seen") != job.state
    nth = request.GET.get("nth", "")
    asked = int(nth) if nth.isdecimal() and len(nth) < 3 else len(FIRST_PAUSES)
    return render(request, "jobs/_progress.html", {**_context(job, asked), "announce": news, "just_asked": True})


@require_POST
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    """Cancel a job. If it is over, or another person's, nothing changes: its page shows how it ended."""
    job = job_for(request, public_id)
    if selectors.may_cancel(request.user, job):
        claims.cancel(job)
    return redirect(job)


@require_safe
def download(request: HttpRequest, public_id: str) -> HttpResponse:
    """The result, for people who may see it now. Without a result, the job's page says why."""
    job = job_for(request, public_id)
    result = JobResult.objects.filter(job=job).first()
    if result is None and job.state == State.DONE:
        return render(request, "jobs/show.html", _context(job), status=410)
    if result is None:
        return redirect(job)
    return _as_file(result)


def _as_file(result: JobResult) -> HttpResponse:
    """A file to download: never shown as a page of the site, and never cached."""
    response = HttpResponse(bytes(result.content), content_type=result.content_type)
    response["Content-Disposition"] = content_disposition_header(True, result.filename)
    response["Content-Length"] = str(result.size)
    response["Cache-Control"] = "private, no-store"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _context(job: Job, asked: int = 0) -> dict[str, Any]:
    """What both templates show; `asked` is how often the part was fetched before."""
    waiting = selectors.waiting(job)
    pause = QUICK if waiting is None or waiting.needs_no_help else SLOW
    if asked < len(FIRST_PAUSES) and pause == QUICK:
        pause = FIRST_PAUSES[asked]
    return {
        "job": job,
        "result": getattr(job, "result", None),
        "title": kinds.titles([job])[job.public_id],
        "waiting": waiting,
        "progress_words": selectors.progress_words(job),
        "origin": selectors.origin(job) if job.is_over else None,
        "most_attempts": MOST_ATTEMPTS,
        "pause": int(pause * 1000),
        "refresh": max(1, int(pause)),
        "nth": asked + 1,
    }
