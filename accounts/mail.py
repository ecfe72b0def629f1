"""What a mail of ours looks like and where its links lead; where mail goes on a machine without a mail server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.mail import send_mail
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from accounts.models import User

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


def link(path: str) -> str:
    """The whole address of a page of this site, as a mail needs it."""
    return f"{settings.ADDRESS}{path}"


def write_to(user: User, *, subject: str, text: str, page: str) -> bool:
    """Send somebody a mail that greets him and ends with a line of its own for the page that it is about.

    Its subject is put on one line. False for who has no address or no account any more.
    """
    if not user.is_active or not user.email:
        return False
    greeting = _("Hello %(coach)s,") % {"coach": user.name}
    send_mail(
        subject=" ".join(f"[Dugout] {subject}".split()),
        message=f"{greeting}\n\n{text}\n\n{page}\n",
        from_email=None,
        recipient_list=[user.email],
    )
    return True
