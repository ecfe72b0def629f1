"""The one Celery task, and the message that sends it. The message says that there is work; the database says which.

A message may be lost: the sweeper sends it again. So nothing here may fail a request or make it wait long.
"""

import logging
import threading
import time
from collections.abc import Sequence
from typing import Any

from celery import current_app, shared_task
from kombu import Connection
from kombu.pools import producers

from jobs.runner import run_next

logger = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds to reach the broker, and to wait for its answer."""
REST = 10.0
"""Seconds without another try after one that failed, so that not every request waits for it."""

_rest_until = 0.0
_lock = threading.Lock()


@shared_task(name="jobs.run_job", ignore_result=True)
def run_job(job_id: str) -> None:
    """Run the next job: one message, one job.

    The id is the job that the message was sent for, as the log shows it. Turns decide now which job runs. As many
    messages as jobs run all jobs, and a message that is lost, late or comes twice changes nothing.
    """
    run_next()


def tell_workers(job_ids: Sequence[str]) -> bool:
    """Send one message for each job; False if the broker cannot be reached. Raises nothing."""
    global _rest_until
    if time.monotonic() < _rest_until:
        return False
    try:
        with producers[_connection()].acquire(block=True, timeout=PATIENCE) as producer:
            for job_id in job_ids:
                run_job.apply_async(args=(job_id,), producer=producer, retry=False)
    except Exception as why:
        with _lock:
            _rest_until = time.monotonic() + REST
        logger.warning("the broker cannot be reached (%s); the sweeper will send the message of %s", why, job_ids[0])
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
