"""Reading jobs: one for its page, a person's list, and what one that waits waits for."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from jobs import workers
from jobs.kinds import UnknownKind, kind_named
from jobs.models import Job, State


def jobs_for_pages() -> QuerySet[Job]:
    """Jobs with what is known of their results, but without the results themselves."""
    return Job.objects.select_related("result").defer("result__content", "trace")


def jobs_of(owner: Any) -> QuerySet[Job]:
    """What a person asked for, the latest first."""
    return jobs_for_pages().filter(owner=owner).order_by("-created", "-pk")


def set_aside() -> QuerySet[Job]:
    """What died three times, whoever asked for it."""
    return jobs_for_pages().filter(state=State.SET_ASIDE).select_related("owner").order_by("-finished")


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Why nobody works at a job."""

    workforce: workers.Workforce
    ahead: int
    """Jobs whose turn comes before."""
    again_at: datetime | None
    """When it will be tried again, after a try that came to nothing."""
    abandoned: bool
    """Whether a worker began it and stopped answering, which no other one has noticed yet."""

    @property
    def by_itself(self) -> bool:
        """Whether it will begin without anybody doing anything."""
        return self.workforce.alive and not self.workforce.broker_lost


def waiting(job: Job) -> Waiting | None:
    """What a job waits for, in two queries; None where it is over or being worked at."""
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
    """Jobs of its own lane that are older, and as many of every other lane as come between, taking turns."""
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
    """What a running job is at, in its kind's words."""
    try:
        words = kind_named(job.kind).messages.get(job.progress_message, "")
    except UnknownKind:
        return ""
    return str(words) % {"done": job.progress_done, "total": job.progress_total} if words else ""


def origin(job: Job) -> str | None:
    """The address of the page where it can be asked for again."""
    try:
        found = kind_named(job.kind).origin
    except UnknownKind:
        return None
    return found(job) if found else None
