"""The application for an ASGI server. It checks if Dugout can start, since no management command does so before."""

import os
from concurrent.futures import ThreadPoolExecutor

from django.core.asgi import get_asgi_application

from dugout.environment import EXIT_GUNICORN, load_settings, stop

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dugout.settings")
load_settings(exit_code=EXIT_GUNICORN)
application = get_asgi_application()

from dugout.request_limits import AsyncWebRequest  # noqa: E402 - apps must be loaded first
from dugout.starting import freeze_loaded_code, why_not_now, why_unsafe  # noqa: E402

application.request_class = AsyncWebRequest

with ThreadPoolExecutor(max_workers=1) as aside:  # a server may import this in its loop, which must not use a database
    why = why_unsafe() or aside.submit(why_not_now).result()
if why:
    stop(why, exit_code=EXIT_GUNICORN)
freeze_loaded_code()
