"""Makes sure that no job is lost: frees the jobs of dead workers, sends lost messages again, deletes old results.

Every worker sweeps (`jobs.worker_heartbeat`); two at once do no harm. Once a day one of them deletes expired sessions
and calls the cleanups of other rooms (`jobs.extensions`), so that no other timer is needed.
"""

import logging
from dataclasses import dataclass
from datetime import timedelta
from importlib import import_module

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.registry import place_of
from jobs import claims, tasks
from jobs.extensions import cleanups
from jobs.models import Job, JobResult, State

logger = logging.getLogger(__name__)

MESSAGE_LASTS = timedelta(seconds=30)
"""A job that still waits this long after its message gets another one: the first may be lost, or just waiting."""
MOST_MESSAGES = 200
MOST_PURGED = 100
DAY = 86_400
"""Seconds between two cleanups."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """What one sweep did, as numbers of jobs."""

    freed: int
    set_aside: int
    sent: int
    purged: int
    broker_lost: bool
    """Whether there was a message to send and the broker could not be reached."""


def sweep() -> Sweep:
    """Sweep once."""
    freed = claims.free_expired()
    for job, state in freed:
        if state == State.SET_ASIDE:
            logger.error("job %s died %d times with its worker and is set aside", job, job.attempts)
        else:
            logger.warning("job %s is free again: worker %s stopped answering", job, job.claimed_by)
    purged = purge()
    sent, reached = send_again()
    clean_up()
    return Sweep(
        freed=len(freed),
        set_aside=sum(state == State.SET_ASIDE for _, state in freed),
        sent=sent,
        purged=purged,
        broker_lost=not reached,
    )


def send_again() -> tuple[int, bool]:
    """Send a message for each job that waits without one. Returns how many were sent, and whether the broker answered.

    The rows are marked first, so that another sweeper leaves them alone. If the broker does not answer, the marks are
    removed.
    """
    now = timezone.now()
    stale = Q(told__isnull=True) | Q(told__lt=now - MESSAGE_LASTS)
    waiting = Job.objects.filter(stale, state=State.QUEUED, not_before__lte=now)
    found = dict(waiting.order_by("pk").values_list("pk", "public_id")[:MOST_MESSAGES])
    if not found:
        return 0, True
    waiting.filter(pk__in=found).update(told=now)
    if tasks.tell_workers(list(found.values())):
        return len(found), True
    Job.objects.filter(pk__in=found, told=now).update(told=None)
    return 0, False


def purge() -> int:
    """Delete the results whose time is over; the jobs' rows stay. Returns how many were deleted."""
    now = timezone.now()
    over = JobResult.objects.filter(job__keep_until__lt=now).order_by("job__keep_until")
    jobs = list(over.values_list("job_id", flat=True)[:MOST_PURGED])
    if jobs:
        with transaction.atomic():
            JobResult.objects.filter(job__in=jobs).delete()
            Job.objects.filter(pk__in=jobs).update(current_key=None)
    return len(jobs)


def clean_up() -> bool:
    """Delete expired sessions and call the cleanups, unless a worker has done so today.

    If the cache is lost, it is done once more.
    """
    if not cache.add("jobs.sweeper:sessions", True, DAY):
        return False
    for each in (import_module(settings.SESSION_ENGINE).SessionStore.clear_expired, *cleanups):
        try:
            each()
        except Exception:
            logger.exception("%s failed; it is tried again tomorrow", place_of(each))
    return True
