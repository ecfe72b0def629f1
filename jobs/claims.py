"""Claims: which worker has a job, and how its try ends.

Every change is an UPDATE that names the state it expects. So two workers, a message that came twice and a worker that
ends too late meet in the database, and only one of them wins. `select_for_update` would do nothing on SQLite.
"""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Min, OuterRef, QuerySet, Subquery, Value, When
from django.utils import timezone

from jobs.artefacts import Artefact
from jobs.models import Job, JobResult, Reason, State
from jobs.workers import is_dead

MOST_ATTEMPTS = 3
PAUSE = timedelta(seconds=10)
"""After the first failed try; four times as long after each further one."""
APART = timedelta(seconds=30)
"""Between the next tries of jobs that died together twice: one of them may be what kills the worker."""
MARGIN = timedelta(seconds=10)
"""From the time limit of a try, when Celery kills its process, to the end of its lease."""
TRACE_LENGTH = 6000


def claim_next(worker: str) -> Job | None:
    """Claim the next job; None if none waits.

    If another worker takes a job first, that worker makes progress, so this loop ends.
    """
    while (pk := _next_in_turn(timezone.now())) is not None:
        job = Job.objects.select_related("owner").filter(pk=pk).first()
        if job is not None and _take(job, worker):
            return job
    return None


def _next_in_turn(now: datetime) -> int | None:
    """The oldest job of the lane that was served the longest time ago."""
    served = Job.objects.filter(lane=OuterRef("lane"), started__isnull=False).order_by("-started")
    lanes = (
        Job.objects.ready(now)
        .values("lane")
        .annotate(oldest=Min("pk"), served=Subquery(served.values("started")[:1]))
        .order_by(F("served").asc(nulls_first=True), "oldest")
    )
    first = lanes.first()
    return first["oldest"] if first else None


def _take(job: Job, worker: str) -> bool:
    now = timezone.now()
    changes: dict[str, Any] = {
        "state": State.RUNNING,
        "attempts": job.attempts + 1,
        "claim": secrets.token_hex(16),
        "claimed_by": worker[:120],
        "lease_until": now + timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT) + MARGIN,
        "started": now,
        "progress_done": 0,
        "progress_total": 0,
        "progress_message": "",
    }
    # A request without a version that comes from now on may ask for newer data than this try is about to read.
    key = Case(When(version="", then=Value(None)), default=F("current_key"))
    waiting = Job.objects.filter(pk=job.pk, state=State.QUEUED, attempts=job.attempts)
    if not waiting.update(**changes, current_key=key):
        return False
    for name, value in changes.items():
        setattr(job, name, value)
    return True


def _held(job: Job) -> QuerySet[Job]:
    """The row, if this try still has the job."""
    return Job.objects.filter(pk=job.pk, state=State.RUNNING, claim=job.claim)


def store_progress(job: Job, *, done: int, total: int, message: str) -> bool:
    """Store the progress of a try; False if the try no longer has the job."""
    return bool(_held(job).update(progress_done=done, progress_total=total, progress_message=message))


def finish(job: Job, artefact: Artefact | None, *, keep: timedelta) -> bool:
    """Store the end of a job together with its result. If the try no longer has the job, store nothing: False."""
    now = timezone.now()
    with transaction.atomic():
        won = _held(job).update(
            **_released(State.DONE),
            finished=now,
            keep_until=now + keep if artefact else None,
            progress_done=F("progress_total"),
            reason="",
            error="",
            trace="",
        )
        if won and artefact:
            JobResult.objects.create(
                job=job,
                filename=artefact.filename,
                content_type=artefact.content_type,
                size=len(artefact.content),
                content=artefact.content,
            )
    return bool(won)


def fail(job: Job, reason: Reason, *, error: str) -> bool:
    """End a job with a reason for its owner; False if the try no longer has the job."""
    return bool(
        _held(job).update(
            **_released(State.FAILED), current_key=None, finished=timezone.now(), reason=reason, error=error, trace=""
        )
    )


def cancel(job: Job) -> bool:
    """End a job because its owner does not want it any more; False if it is over already."""
    unfinished = Job.objects.filter(pk=job.pk, state__in=(State.QUEUED, State.RUNNING))
    return bool(
        unfinished.update(
            **_released(State.CANCELLED), current_key=None, finished=timezone.now(), reason="", error="", trace=""
        )
    )


def begin_again(jobs: QuerySet[Job]) -> int:
    """Have those of these jobs that run now start once more, since what they have read is no longer so; how many.

    Their tries no longer have them and store nothing; they do not count.
    """
    running = jobs.filter(state=State.RUNNING)
    return running.update(**_released(State.QUEUED), attempts=F("attempts") - 1, not_before=timezone.now(), told=None)


def give_back(job: Job, reason: Reason, *, trace: str = "") -> State | None:
    """End a try that failed: the job waits for its next try, or is set aside after the third.

    Returns the new state; None if the try no longer has the job.
    """
    return _end_try(_held(job), job, reason, trace=trace, pause=PAUSE * 4 ** (job.attempts - 1))


def _end_try(held: QuerySet[Job], job: Job, reason: Reason, *, pause: timedelta, trace: str = "") -> State | None:
    now = timezone.now()
    why: dict[str, Any] = {"reason": reason, "trace": trace[-TRACE_LENGTH:]}
    if job.attempts >= MOST_ATTEMPTS:
        won = held.update(**_released(State.SET_ASIDE), **why, current_key=None, finished=now)
        return State.SET_ASIDE if won else None
    won = held.update(**_released(State.QUEUED), **why, not_before=now + pause, told=None)
    return State.QUEUED if won else None


def _released(state: State) -> dict[str, Any]:
    return {"state": state, "claim": "", "lease_until": None}


def free_expired() -> list[tuple[Job, State]]:
    """Free the jobs of dead workers. Returns them with their new states.

    A worker is dead if its lease is over, or if it was a process of this machine that no longer exists. Such a process
    that had reached its time limit was killed for it.
    """
    now = timezone.now()
    limit = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT)
    freed: list[tuple[Job, State]] = []
    for job in Job.objects.filter(state=State.RUNNING).order_by("pk").defer("params", "trace"):
        dead = is_dead(job.claimed_by)
        if job.lease_until >= now and not dead:
            continue
        reason = Reason.SILENT if dead and job.started + limit <= now else Reason.LOST
        pause = APART * len(freed) if job.attempts == MOST_ATTEMPTS - 1 else timedelta(0)
        state = _end_try(_held(job), job, reason, pause=pause)
        if state is not None:
            freed.append((job, state))
    return freed
