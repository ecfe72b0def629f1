"""Runs jobs: claims one, lets its kind do the work, stores the outcome. Used by the worker, by a command and by tests.

Celery limits how long a try may take (`CELERY_TASK_SOFT_TIME_LIMIT` and `CELERY_TASK_TIME_LIMIT`, in seconds). At the
first limit it raises SoftTimeLimitExceeded in the job. At the second it kills the process, and the sweeper finds that
out (`jobs.sweeper`).
"""

import logging
import time
import traceback
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, connections
from django.utils.translation import gettext as _

from jobs import claims
from jobs.artefacts import LARGEST_RESULT, Artefact
from jobs.extensions import JobKind
from jobs.kinds import JobRefused, kind_named
from jobs.models import Job, Reason, State
from jobs.workers import worker_name

logger = logging.getLogger(__name__)

BETWEEN_REPORTS = 0.5
"""Seconds. Reports that come faster are not stored, so a job of a thousand steps makes few writes."""


class TryLost(BaseException):
    """Another worker has the job now, or its owner cancelled it.

    Not an Exception, so that no job takes it for an error of its own.
    """


class Reporter:
    """What a running job calls to report its progress. Raises TryLost if the try no longer has the job.

    Do not call it inside a transaction of the job: nobody would see the report before that transaction ends.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self._stored = float("-inf")
        self._message = ""

    def __call__(self, done: int, total: int, message: str = "") -> None:
        if not 0 <= done <= total:
            raise ValueError(f"{done} of {total} is no progress")
        now = time.monotonic()
        if now - self._stored < BETWEEN_REPORTS and message == self._message:
            return
        if not claims.store_progress(self._job, done=done, total=total, message=message):
            raise TryLost
        self._stored, self._message = now, message


def run_next() -> Job | None:
    """Run the next job; None if none waits. Does not raise what goes wrong in a job."""
    job = claims.claim_next(worker_name())
    if job is not None:
        _run(job)
    return job


def run_waiting(most: int = 10_000) -> int:
    """Run all waiting jobs in this process, one after another. Returns the number of tries."""
    for made in range(most):
        if run_next() is None:
            return made
    return most


def _run(job: Job) -> None:
    """One try, from the claim to its end."""
    try:
        kind = kind_named(job.kind)
        artefact = _work(kind, job)
        if not claims.finish(job, artefact, keep=kind.keep):
            logger.warning("job %s ended after it was cancelled or taken over; its result was dropped", job)
    except JobRefused as why:
        claims.fail(job, Reason.REFUSED, error=str(why))
    except _RightsLost as why:
        claims.fail(job, Reason.RIGHTS, error=str(why))
    except TryLost:
        logger.warning("job %s was cancelled or taken over by another worker; this try stops", job)
    except SoftTimeLimitExceeded:
        _drop_connection()
        _log(job, claims.give_back(job, Reason.SILENT), "took too long")
    except Exception:
        state = claims.give_back(job, Reason.FAULT, trace=traceback.format_exc())
        _log(job, state, "failed", fault=True)


class _RightsLost(Exception):
    pass


def _work(kind: JobKind, job: Job) -> Artefact | None:
    job.parsed = kind.parse(job.params)
    if job.owner is not None and not (job.owner.is_active and job.public_id in kind.seen_by(job.owner, [job])):
        raise _RightsLost(_("You can no longer see the data for this. Ask a commissioner of the league."))
    artefact = kind.run(job, Reporter(job))
    if artefact is not None and len(artefact.content) > LARGEST_RESULT:
        raise JobRefused(_("The file would be larger than 50 MB. Ask for a part of it."))
    return artefact


def _drop_connection() -> None:
    """Forget a database connection that may have been interrupted in a statement; the next query opens a new one."""
    connection.close()
    del connections[connection.alias]


def _log(job: Job, state: State | None, what: str, **extra: Any) -> None:
    fault = extra.get("fault", False)
    if state == State.SET_ASIDE:
        logger.error("job %s %s in its last try (%d) and is set aside", job, what, job.attempts, exc_info=fault)
    else:
        logger.warning("job %s %s in try %d", job, what, job.attempts, exc_info=fault)
