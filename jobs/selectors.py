"""Reads jobs: one for its page, a person's list, and why a job waits."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from jobs import workers
from jobs.extensions import job_kinds
from jobs.kinds import UnknownKind, kind_named
from jobs.models import Job, State


def jobs_for_pages() -> QuerySet[Job]:
    """Jobs with their results, but without the files."""
    return Job.objects.select_related("result").defer("result__content", "trace")


def jobs_of(owner: Any) -> QuerySet[Job]:
    """A person's jobs, newest first."""
    return jobs_for_pages().filter(owner=owner).order_by("-created", "-pk")


def set_aside() -> QuerySet[Job]:
    """Jobs that failed three times, of all people."""
    return jobs_for_pages().filter(state=State.SET_ASIDE).select_related("owner").order_by("-finished")


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Why a job waits."""

    workforce: workers.Workforce
    ahead: int
    """How many jobs come first."""
    again_at: datetime | None
    """When it is tried again after a failed try."""
    abandoned: bool
    """Whether its worker stopped, and no other worker has noticed yet."""

    @property
    def needs_no_help(self) -> bool:
        """Whether it starts without help."""
        return self.workforce.alive and not self.workforce.broker_lost


def waiting(job: Job) -> Waiting | None:
    """Why a job waits, in two queries; None if it is over or running."""
    now = timezone.now()
    abandoned = job.state == State.RUNNING and job.lease_until < now
    if job.state != State.QUEUED and not abandoned:
        return None
    return Waiting(
        workforce=workers.workforce(),
        ahead=_ahead(job, now),
        again_at=job.not_before if job.not_before > now else None,
        abandoned=abandoned,
    )


def _ahead(job: Job, now: datetime) -> int:
    """Older jobs of its lane, and the jobs of other lanes that come between, since lanes take turns."""
    ready = Q(state=State.QUEUED, not_before__lte=now)
    lanes = Job.objects.filter(ready | Q(state=State.RUNNING)).values("lane").order_by("lane")
    counted = lanes.annotate(
        waiting=Count("pk", filter=ready),
        older=Count("pk", filter=ready & Q(pk__lt=job.pk)),
        running=Count("pk", filter=Q(state=State.RUNNING)),
    )
    rows = {row["lane"]: row for row in counted}
    own = rows.get(job.lane, {"older": 0})["older"]
    others = sum(min(row["waiting"], own + 1) for lane, row in rows.items() if lane != job.lane)
    return own + others + sum(row["running"] for row in rows.values())


def progress_words(job: Job) -> str:
    """The progress of a running job, in its kind's words."""
    try:
        words = kind_named(job.kind).messages.get(job.progress_message, "")
    except UnknownKind:
        return ""
    return str(words) % {"done": job.progress_done, "total": job.progress_total} if words else ""


def result_page(job: Job) -> str | None:
    """The address of the page that shows its result; None if the result is a file, or not there."""
    found = job_kinds.get(job.kind)
    if found is None or found.result_page is None or job.state != State.DONE or not hasattr(job, "result"):
        return None
    return found.result_page(job)


def may_cancel(user: Any, job: Job) -> bool:
    """Whether a user may cancel a job now: only its owner, and only kinds that can be cancelled."""
    found = job_kinds.get(job.kind)
    return found is not None and found.cancellable and not job.is_over and user.pk == job.owner_id


def origin(job: Job) -> str | None:
    """The address of the page to ask for it again."""
    try:
        found = kind_named(job.kind).origin
    except UnknownKind:
        return None
    return found(job) if found else None
