"""The Celery app. Rooms register tasks with `shared_task`; only `jobs` has one."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init

from dugout.environment import load_settings, stop
from jobs import files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dugout.settings")
load_settings()

files.install()
app = Celery("dugout")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def refuse_unsafe_settings(**kwargs: Any) -> None:
    """A worker signs links in mail: it starts under the same conditions as the web server."""
    from dugout.checks import safe_to_start, wording

    errors = safe_to_start()
    if errors:
        stop(wording(errors))
