"""The Celery tasks, and the messages that send them.

A message about a job says that there is work; the database says which.

Such a message may be lost: the sweeper sends it again. An errand is lost with its message. So nothing here may fail a
request or make it wait long.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from celery import current_app, shared_task
from django.core.cache import cache
from kombu import Connection
from kombu.pools import producers

from jobs.extensions import errands
from jobs.runner import run_next

logger = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds to reach the broker, and to wait for its answer."""
REST = 10.0
"""Seconds without another try after one that failed, so that not every request waits for it."""

ERRAND_WAITS = 60
"""Seconds. After that a worker leaves an errand alone, and the same one may be sent again."""

_rest_until = 0.0
_lock = threading.Lock()


@shared_task(name="jobs.run_job", ignore_result=True)
def run_job(job_id: str) -> None:
    """Run the next job: one message, one job.

    The id is the job that the message was sent for, as the log shows it. Turns decide now which job runs. As many
    messages as jobs run all jobs, and a message that is lost, late or comes twice changes nothing.
    """
    run_next()


@shared_task(name="jobs.run_errand", ignore_result=True, acks_late=False)
def run_errand(name: str, about: int) -> None:
    """Run an errand, unless this version of the code does not know it. What is asked for from now on is another one."""
    cache.delete(_errand_key(name, about))
    errand = errands.get(name)
    if errand is not None:
        errand.run(about)


def send_errand(name: str, about: int) -> bool:
    """Ask workers for an errand, unless it waits already; False if the broker cannot be reached."""
    if not cache.add(_errand_key(name, about), True, ERRAND_WAITS):
        return True
    return _sent(
        f"the errand {name}",
        lambda options: run_errand.apply_async(args=(name, about), expires=ERRAND_WAITS, **options),
    )


def _errand_key(name: str, about: int) -> str:
    return f"errand:{name}:{about}"


def tell_workers(job_ids: Sequence[str]) -> bool:
    """Send one message for each job; False if the broker cannot be reached. Raises nothing."""
    messages = [lambda options, job=job_id: run_job.apply_async(args=(job,), **options) for job_id in job_ids]
    return _sent(f"the message of {job_ids[0]}, which the sweeper sends again", *messages)


def _sent(what: str, *messages: Callable[[dict[str, Any]], object]) -> bool:
    global _rest_until
    if time.monotonic() < _rest_until:
        return False
    try:
        with producers[_connection()].acquire(block=True, timeout=PATIENCE) as producer:
            for send in messages:
                send({"producer": producer, "retry": False})
    except Exception as why:
        with _lock:
            _rest_until = time.monotonic() + REST
        logger.warning("the broker cannot be reached (%s) for %s", why, what)
        return False
    return True


def _connection() -> Connection:
    """The broker's address with short timeouts; the worker's own connection has Celery's."""
    options: dict[str, Any] = dict(current_app.conf.broker_transport_options or {})
    options.update(
        max_retries=0,
        interval_start=0,
        connect_retries_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
    )
    return current_app.connection_for_write(connect_timeout=PATIENCE, transport_options=options)
