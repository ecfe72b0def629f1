"""The Celery app. Rooms register tasks with `shared_task`; only `jobs` has any."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init

from dugout.environment import EXIT_LATER, load_settings, stop
from jobs import files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dugout.settings")
load_settings()

files.install()
app = Celery("dugout")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def refuse_what_cannot_work(**kwargs: Any) -> None:
    """Check a worker like a web server: it signs links in mails and writes to the database.

    Then freeze what is loaded, before the processes of the worker are forked.
    """
    from dugout.starting import freeze, why_not_now, why_unsafe

    if why := why_unsafe():
        stop(why)
    if why := why_not_now():
        stop(why, exit_code=EXIT_LATER)
    freeze()
