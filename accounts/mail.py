"""Where mail goes on a machine without a mail server, so that a newcomer finds the link that he was sent."""

from pathlib import Path

from django.conf import settings

FILES = "django.core.mail.backends.filebased.EmailBackend"


def folder() -> str:
    """The folder that mail is written to, from the project's own where it is inside; empty where mail is sent."""
    if settings.EMAIL_BACKEND != FILES:
        return ""
    path = Path(settings.EMAIL_FILE_PATH)
    return str(path.relative_to(settings.BASE_DIR) if path.is_relative_to(settings.BASE_DIR) else path)


def folder_shown() -> str:
    """The folder as pages may tell it: only where Dugout runs for one machine, or for developers."""
    return folder() if settings.EMBEDDED or settings.DEBUG else ""
