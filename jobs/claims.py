"""Who works at a job: claims with a lease, and the one writer of its end.

Every change is an UPDATE that names the state it expects, so that two workers, a doubled message or a late finisher
meet in the database and only one of them wins. `select_for_update` would do nothing on SQLite.
"""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Case, F, Min, OuterRef, QuerySet, Subquery, Value, When
from django.utils import timezone

from jobs.identity import is_dead
from jobs.kinds import LEASE, Artefact, UnknownKind, kind_named
from jobs.models import Job, JobResult, Reason, State

MOST_ATTEMPTS = 3
PAUSE = timedelta(seconds=10)
"""After the first fault; four times as long after each further one."""
APART = timedelta(seconds=30)
"""Between the next tries of jobs that died together twice: one of them may be what kills the worker."""
TRACE_LENGTH = 6000


def claim_next(worker: str) -> Job | None:
    """Claim the job whose turn it is; None where none waits.

    Losing one to another worker means that it made progress, so this loop ends.
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
        Job.objects.filter(state=State.QUEUED, not_before__lte=now)
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
        "lease_until": now + lease_of(job),
        "started": now,
        "progress_done": 0,
        "progress_total": 0,
        "progress_message": "",
    }
    # Without a version, what is asked for from now on may be newer than what this run is about to read.
    key = Case(When(version="", then=Value(None)), default=F("current_key"))
    waiting = Job.objects.filter(pk=job.pk, state=State.QUEUED, attempts=job.attempts)
    if not waiting.update(**changes, current_key=key):
        return False
    for name, value in changes.items():
        setattr(job, name, value)
    return True


def lease_of(job: Job) -> timedelta:
    """How long its worker may be silent."""
    try:
        return kind_named(job.kind).lease
    except UnknownKind:
        return LEASE


def _held(job: Job) -> QuerySet[Job]:
    """The row, if this try still holds it."""
    return Job.objects.filter(pk=job.pk, state=State.RUNNING, claim=job.claim)


def renew(job: Job, *, done: int, total: int, message: str) -> bool:
    """Store how far it is and hold it for another lease; False where it is held no longer."""
    until = timezone.now() + lease_of(job)
    return bool(
        _held(job).update(lease_until=until, progress_done=done, progress_total=total, progress_message=message)
    )


def finish(job: Job, artefact: Artefact | None, *, keep: timedelta) -> bool:
    """Store the end and the result together; a late finisher, whose job went to another, stores nothing: False."""
    now = timezone.now()
    with transaction.atomic():
        won = _held(job).update(
            **_let_go(State.DONE),
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
    """End it with a reason for its owner; False where it is held no longer."""
    return bool(
        _held(job).update(
            **_let_go(State.FAILED), current_key=None, finished=timezone.now(), reason=reason, error=error, trace=""
        )
    )


def give_back(job: Job, reason: Reason, *, trace: str = "") -> State | None:
    """End a try that came to nothing: the job waits for the next one, or is set aside after the third.

    Returns the new state; None where it is held no longer.
    """
    return _end_try(_held(job), job, reason, trace=trace, pause=PAUSE * 4 ** (job.attempts - 1))


def _end_try(held: QuerySet[Job], job: Job, reason: Reason, *, pause: timedelta, trace: str = "") -> State | None:
    now = timezone.now()
    why: dict[str, Any] = {"reason": reason, "trace": trace[-TRACE_LENGTH:]}
    if job.attempts >= MOST_ATTEMPTS:
        won = held.update(**_let_go(State.SET_ASIDE), **why, current_key=None, finished=now)
        return State.SET_ASIDE if won else None
    won = held.update(**_let_go(State.QUEUED), **why, not_before=now + pause, told=None)
    return State.QUEUED if won else None


def _let_go(state: State) -> dict[str, Any]:
    return {"state": state, "claim": "", "lease_until": None}


def free_expired() -> list[tuple[Job, State]]:
    """Take back what dead workers held. Returns the jobs with their new states.

    Dead is whoever let a lease run out, or is a process of this machine that the kernel knows no more.
    """
    now = timezone.now()
    freed: list[tuple[Job, State]] = []
    for job in Job.objects.filter(state=State.RUNNING).order_by("pk").defer("params", "trace"):
        if job.lease_until < now:
            held = _held(job).filter(lease_until__lt=now)
        elif is_dead(job.claimed_by):
            held = _held(job)
        else:
            continue
        pause = APART * len(freed) if job.attempts == MOST_ATTEMPTS - 1 else timedelta(0)
        state = _end_try(held, job, Reason.LOST, pause=pause)
        if state is not None:
            freed.append((job, state))
    return freed
