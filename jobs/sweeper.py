"""What keeps jobs from being lost: frees what dead workers held, repeats words that got lost, throws old results away.

Every worker sweeps (`jobs.worker_heartbeat`); two at once do no harm. Once a day one of them clears sessions that have
run out, so that no other clock is needed beside the workers.
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

from jobs import broker, claims
from jobs.models import Job, JobResult, State

logger = logging.getLogger(__name__)

WORD_LASTS = timedelta(seconds=30)
"""A job that still waits this long after its word was sent gets another one: the first may be lost, or just waiting."""
MOST_WORDS = 200
MOST_PURGED = 100
DAY = 86_400
"""Seconds between two clearings of sessions that have run out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """What one sweep did, in jobs."""

    freed: int
    set_aside: int
    told: int
    purged: int
    broker_lost: bool
    """Whether a word had to be sent and the broker could not be reached."""


def sweep() -> Sweep:
    """One round."""
    freed = claims.free_expired()
    for job, state in freed:
        if state == State.SET_ASIDE:
            logger.error("job %s died %d times with its worker and is set aside", job, job.attempts)
        else:
            logger.warning("job %s is free again: worker %s stopped answering", job, job.claimed_by)
    purged = purge()
    told, reached = tell_again()
    clear_sessions()
    return Sweep(
        freed=len(freed),
        set_aside=sum(state == State.SET_ASIDE for _, state in freed),
        told=told,
        purged=purged,
        broker_lost=not reached,
    )


def tell_again() -> tuple[int, bool]:
    """Send a word for what waits without one. Returns how many were sent, and whether the broker was there.

    The rows are marked first, so that another sweeper leaves them alone; where the broker is gone, the marks go too.
    """
    now = timezone.now()
    stale = Q(told__isnull=True) | Q(told__lt=now - WORD_LASTS)
    waiting = Job.objects.filter(stale, state=State.QUEUED, not_before__lte=now)
    found = dict(waiting.order_by("pk").values_list("pk", "public_id")[:MOST_WORDS])
    if not found:
        return 0, True
    waiting.filter(pk__in=found).update(told=now)
    if broker.tell(list(found.values())):
        return len(found), True
    Job.objects.filter(pk__in=found, told=now).update(told=None)
    return 0, False


def purge() -> int:
    """Throw away the results whose time is over; the jobs' rows stay. Returns how many results went."""
    now = timezone.now()
    over = JobResult.objects.filter(job__keep_until__lt=now).order_by("job__keep_until")
    jobs = list(over.values_list("job_id", flat=True)[:MOST_PURGED])
    if jobs:
        with transaction.atomic():
            JobResult.objects.filter(job__in=jobs).delete()
            Job.objects.filter(pk__in=jobs).update(current_key=None)
    return len(jobs)


def clear_sessions() -> bool:
    """Throw away the sessions that have run out, if nobody did today. A lost cache only means once more."""
    if not cache.add("jobs.sweeper:sessions", True, DAY):
        return False
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return True
