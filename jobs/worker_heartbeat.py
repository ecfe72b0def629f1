"""The heartbeat of a worker: a thread beside its pool that stores signs of life and sweeps. No beat process is needed.

Celery's signals start it in the worker's main process.
"""

import logging
import threading
from typing import Any

from celery.signals import worker_ready, worker_shutdown, worker_shutting_down
from django.db import close_old_connections, connections

from jobs import scheduler, sweeper, workers
from jobs.workers import worker_name

logger = logging.getLogger(__name__)

BEAT = 15.0
"""Seconds."""
LAST_SIGN = 8.0
"""Seconds that an ending worker waits for its sign-off; `manage.py up` gives it ten for everything."""

_stop = threading.Event()
_thread: threading.Thread | None = None


@worker_ready.connect
def start(**kwargs: Any) -> None:
    """The worker runs. The first beat comes at once and finds jobs that still wait."""
    global _thread
    _stop.clear()
    _thread = threading.Thread(target=_run, name="heartbeat", daemon=True)
    _thread.start()


@worker_shutting_down.connect
def stop(**kwargs: Any) -> None:
    """The worker ends. Called in a signal handler, so it only sets a flag."""
    _stop.set()


@worker_shutdown.connect
def wait_for_sign_off(**kwargs: Any) -> None:
    """All work is done: let the heartbeat sign off before the process ends."""
    if _thread is not None:
        _thread.join(LAST_SIGN)


def _run() -> None:
    broker_lost = False
    while not _stop.is_set():
        broker_lost = beat(broker_lost=broker_lost)
        _stop.wait(BEAT)
    try:
        workers.sign_off(worker_name())
    except Exception:
        logger.exception("this worker could not sign off")
    finally:
        connections.close_all()


def beat(*, broker_lost: bool) -> bool:
    """One beat: sweep, sign, find due work. Returns whether the broker was out of reach when it was last needed.

    An error is logged, and the next beat tries again: a database that is down must not end the heartbeat.
    """
    close_old_connections()
    try:
        done = sweeper.sweep()
        if done.sent or done.broker_lost:
            broker_lost = done.broker_lost
        workers.sign(worker_name(), broker_lost=broker_lost)
        scheduler.look_once_a_minute()
    except Exception:
        logger.exception("a heartbeat of this worker failed; the next one is in %.0f s", BEAT)
        connections.close_all()
    return broker_lost
