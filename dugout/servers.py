"""What the children of `manage.py up` do: gunicorn and a Celery worker, in a process that has loaded the site."""

import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from django.core.cache import caches
from django.db import connections
from gunicorn.app.base import BaseApplication
from kombu import pools

from dugout.starting import freeze_loaded_code

WORKER = ("--concurrency", "2", "--loglevel", "warning", "--without-gossip", "--without-mingle")
LOADED_LATE = ("celery.apps.worker", "celery.bin.worker", "celery.concurrency.prefork", "gunicorn.workers.gthread")
"""Modules that gunicorn and Celery load when they start."""


class Gunicorn(BaseApplication):
    """gunicorn with its settings, in the process that calls `run`."""

    def __init__(self, chosen: Mapping[str, Any]) -> None:
        self.chosen = chosen
        super().__init__()

    def load_config(self) -> None:
        """Called by gunicorn."""
        for name, value in self.chosen.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application. It is loaded before the processes that answer are forked, so each is there in a moment."""
        return import_module("dugout.wsgi").application


def web(bind: str) -> Callable[[], None]:
    """Answers pages at an address (host:port)."""
    chosen = {
        "bind": bind,
        "worker_class": "gthread",
        "workers": 2,
        "threads": 4,
        "loglevel": "warning",
        "graceful_timeout": 5,
        "control_socket_disable": True,
        "preload_app": True,
    }
    return lambda: Gunicorn(chosen).run()


def worker() -> None:
    """Runs jobs."""
    # Celery warns root about pickled messages; Dugout accepts only JSON.
    warnings.filterwarnings("ignore", message="You're running the worker with superuser")
    app = import_module("dugout.celery").app
    sys.exit(app.worker_main(["--quiet", "worker", *WORKER]))


def load() -> None:
    """Load all code, and close what must not be shared: connections belong to one process."""
    for name in LOADED_LATE:
        import_module(name)
    connections.close_all()
    caches.close_all()
    pools.reset()
    freeze_loaded_code()
    connections.close_all()
