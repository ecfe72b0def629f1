"""The Celery tasks, and the messages that send them.

A message about a job says that there is work; the database says which.

Such a message may be lost: the sweeper sends it again. An errand is lost with its message. So nothing here may fail a
request or make it wait long.

While no worker lives, the web server runs errands itself (`run_here`): a site without a worker has no prints, but quick
pages all the same. One thread runs them one after another, so they never take more than one request's
share of the processor.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache as run_once
from typing import Any
from urllib.parse import urlsplit

from celery import current_app, shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.urls import get_script_prefix, set_script_prefix
from kombu import Connection
from kombu.pools import producers

from jobs.extensions import errands
from jobs.runner import run_next
from jobs.workers import workforce

logger = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds to reach the broker, and to wait for its answer."""
REST = 10.0
"""Seconds without another try after one that failed, so that not every request waits for it."""

ERRAND_WAITS = 60
"""Seconds. After that a worker leaves an errand alone, and the same one may be sent again."""

TRUSTED = 10.0
"""Seconds for which a process trusts that workers live, or do not, before it looks again."""

_rest_until = 0.0
_lock = threading.Lock()
_waiting_here: set[tuple[str, int, str]] = set()
_workers_known: tuple[float, bool] = (0.0, False)


@shared_task(name="jobs.run_job", ignore_result=True)
def run_job(job_id: str) -> None:
    """Run the next job: one message, one job.

    The id is the job that the message was sent for, as the log shows it. Turns decide now which job runs. As many
    messages as jobs run all jobs, and a message that is lost, late or comes twice changes nothing.
    """
    with _under(_path()):
        run_next()


@shared_task(name="jobs.run_errand", ignore_result=True, acks_late=False)
def run_errand(name: str, about: int, path: str = "/") -> None:
    """Run an errand, unless this version of the code does not know it. What is asked for from now on is another one.

    ``path`` is that of the site, under which who asked for it reads its pages.
    """
    cache.delete(_errand_key(name, about, path))
    errand = errands.get(name)
    if errand is not None:
        with _under(path):
            errand.run(about)


def send_errand(name: str, about: int) -> bool:
    """Ask workers for an errand, unless it waits already; False if the broker cannot be reached."""
    path = _path()
    if not cache.add(_errand_key(name, about, path), True, ERRAND_WAITS):
        return True
    return _sent(
        f"the errand {name}",
        lambda options: run_errand.apply_async(args=(name, about, path), expires=ERRAND_WAITS, **options),
    )


def workers_live() -> bool:
    """Whether a worker lives that reaches the broker, as known for at most ``TRUSTED`` seconds. At most one query."""
    global _workers_known
    until, live = _workers_known
    if time.monotonic() >= until:
        found = workforce()
        live = found.alive and not found.broker_lost
        _workers_known = time.monotonic() + TRUSTED, live
    return live


def run_here(name: str, about: int) -> None:
    """Run an errand soon, unless it waits already. Raises nothing; an exception of the errand is logged."""
    path = _path()
    with _lock:
        if (name, about, path) in _waiting_here:
            return
        _waiting_here.add((name, about, path))
    _thread().submit(_run, name, about, path)


def _run(name: str, about: int, path: str) -> None:
    with _lock:
        _waiting_here.discard((name, about, path))  # what is asked for from now on is another one
    try:
        errand = errands.get(name)
        if errand is not None:
            with _under(path):
                errand.run(about)
    except Exception:
        logger.exception("the errand %s about %s failed", name, about)
    finally:
        connections.close_all()


@run_once
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="errands")


def _path() -> str:
    """The path of the site: that of the present request, or without one that of ``DUGOUT_ADDRESS``."""
    asked = get_script_prefix()
    return asked if asked != "/" else f"{urlsplit(settings.ADDRESS).path}/"


@contextmanager
def _under(path: str) -> Iterator[None]:
    """Find the addresses of pages under this path: "/", or "/dugout/" of a site beside others on one host.

    The web server learns it with each request; what runs elsewhere has to be told.
    """
    before = get_script_prefix()
    set_script_prefix(path)
    try:
        yield
    finally:
        set_script_prefix(before)


def _errand_key(name: str, about: int, path: str) -> str:
    return f"errand:{name}:{about}:{path}"


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
