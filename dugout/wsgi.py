"""The application for gunicorn. It checks whether Dugout can start, since no management command does so before."""

import os

from django.core.wsgi import get_wsgi_application

from dugout.environment import EXIT_GUNICORN, load_settings, stop

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dugout.settings")
load_settings(exit_code=EXIT_GUNICORN)
application = get_wsgi_application()

from dugout.request_limits import WebRequest  # noqa: E402 - apps must be loaded first
from dugout.starting import freeze_loaded_code, why_not_now, why_unsafe  # noqa: E402

application.request_class = WebRequest

if why := why_unsafe() or why_not_now():
    stop(why, exit_code=EXIT_GUNICORN)
freeze_loaded_code()
