"""The word to the workers, which may be lost: the sweeper repeats it. So nothing here may fail or hang a request."""

import logging
import threading
import time
from collections.abc import Sequence
from typing import Any

from celery import current_app
from kombu import Connection
from kombu.pools import producers

from jobs.tasks import run_job

logger = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds for reaching the broker, and for its answer."""
REST = 10.0
"""Seconds without another try after one that failed, so that not every request pays for it."""

_rest_until = 0.0
_lock = threading.Lock()


def tell(job_ids: Sequence[str]) -> bool:
    """Send one word for each job; False where the broker cannot be reached. Raises nothing."""
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
        logger.warning("the broker cannot be reached (%s); the sweeper will send the word of %s", why, job_ids[0])
        return False
    return True


def _connection() -> Connection:
    """The broker's address with a sender's patience; the worker's own connection keeps Celery's."""
    options: dict[str, Any] = dict(current_app.conf.broker_transport_options or {})
    options.update(
        max_retries=0,
        interval_start=0,
        connect_retries_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
    )
    return current_app.connection_for_write(connect_timeout=PATIENCE, transport_options=options)
