"""Running jobs: claim one, let its kind do the work, store what came of it. Used by the worker, and by tests."""

import logging
import time
import traceback
from typing import Any

from django.db import connection, connections
from django.utils.translation import gettext as _

from jobs import claims
from jobs.identity import worker_name
from jobs.job_timeout import LeaseLost, Leash
from jobs.kinds import LARGEST_RESULT, Artefact, JobRefused, Kind, kind_named
from jobs.models import Job, Reason, State

logger = logging.getLogger(__name__)

BETWEEN_REPORTS = 0.5
"""Seconds: reports that come faster are not stored, so that a job of a thousand steps makes few writes."""


class Reporter:
    """What a running job calls to say how far it is. Raises LeaseLost where the job is another's by now.

    Not to be called inside a transaction of the job's own: nobody would see it before that ends.
    """

    def __init__(self, job: Job, leash: Leash) -> None:
        self._job = job
        self._leash = leash
        self._stored = float("-inf")
        self._message = ""

    def __call__(self, done: int, total: int, message: str = "") -> None:
        if not 0 <= done <= total:
            raise ValueError(f"{done} of {total} is no progress")
        now = time.monotonic()
        if now - self._stored < BETWEEN_REPORTS and message == self._message:
            return
        if not claims.renew(self._job, done=done, total=total, message=message):
            raise LeaseLost
        self._leash.extend()
        self._stored, self._message = now, message


def run_next() -> Job | None:
    """Run the job whose turn it is; None where none waits. Raises nothing for what a job does wrong."""
    job = claims.claim_next(worker_name())
    if job is not None:
        _run(job)
    return job


def run_waiting(most: int = 10_000) -> int:
    """Run what waits, one after another, in this process. Returns how many tries were made."""
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
            logger.warning("job %s ended after it had gone to another worker; its result was dropped", job)
    except JobRefused as why:
        claims.fail(job, Reason.REFUSED, error=str(why))
    except _RightsLost as why:
        claims.fail(job, Reason.RIGHTS, error=str(why))
    except LeaseLost:
        _tell_of(job, claims.give_back(job, Reason.SILENT), "gave no sign of life for too long")
    except Exception:
        state = claims.give_back(job, Reason.FAULT, trace=traceback.format_exc())
        _tell_of(job, state, "failed", fault=True)


class _RightsLost(Exception):
    pass


def _work(kind: Kind, job: Job) -> Artefact | None:
    job.parsed = kind.parse(job.params)
    if job.owner is not None and not (job.owner.is_active and job.public_id in kind.seen_by(job.owner, [job])):
        raise _RightsLost(_("You may no longer see what this is made from. Ask a commissioner of the league."))
    leash = Leash(lease=kind.lease.total_seconds(), limit=kind.limit.total_seconds())
    try:
        with leash:
            artefact = kind.run(job, Reporter(job, leash))
    finally:
        leash.let_go()  # again: the exception may have arrived before `with` could do it
        if leash.pulled:
            _drop_connection()
    if artefact is not None and len(artefact.content) > LARGEST_RESULT:
        raise JobRefused(_("The result would be larger than 50 MB. Ask for a part of it."))
    return artefact


def _drop_connection() -> None:
    """Forget a database connection that may have been cut off in mid-statement; the next query opens a new one."""
    connection.close()
    del connections[connection.alias]


def _tell_of(job: Job, state: State | None, what: str, **extra: Any) -> None:
    fault = extra.get("fault", False)
    if state == State.SET_ASIDE:
        logger.error("job %s %s in its last try (%d) and is set aside", job, what, job.attempts, exc_info=fault)
    else:
        logger.warning("job %s %s in try %d", job, what, job.attempts, exc_info=fault)
