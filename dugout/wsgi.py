"""What gunicorn serves. Unsafe settings are refused here too: no management command runs before it."""

import os

from django.core.wsgi import get_wsgi_application

from dugout.environment import EXIT_GUNICORN, load_settings, stop

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dugout.settings")
load_settings(exit_code=EXIT_GUNICORN)
application = get_wsgi_application()

from dugout.checks import safe_to_start, wording  # noqa: E402 - apps must be loaded first
from dugout.door import WebRequest  # noqa: E402

application.request_class = WebRequest

if errors := safe_to_start():
    stop(wording(errors), exit_code=EXIT_GUNICORN)
