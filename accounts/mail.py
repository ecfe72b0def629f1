"""The text and links of Dugout's mails, and the folder for mail without a mail server."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import get_script_prefix
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from accounts.models import User

FILES = "django.core.mail.backends.filebased.EmailBackend"


def folder() -> str:
    """The folder for mail, relative to the project if it is inside; empty if a server sends mail."""
    if settings.EMAIL_BACKEND != FILES:
        return ""
    path = Path(settings.EMAIL_FILE_PATH)
    return str(path.relative_to(settings.BASE_DIR) if path.is_relative_to(settings.BASE_DIR) else path)


def folder_shown() -> str:
    """The folder, if pages may show it: for one machine, or for developers."""
    return folder() if settings.EMBEDDED or settings.DEBUG else ""


def link(path: str) -> str:
    """The whole address of a page of this site, as a mail needs it. In: its path, as ``reverse`` gives it.

    Where the site is one path of a host, ``DUGOUT_ADDRESS`` ends with that, and a path that a request made begins so.
    """
    return f"{settings.ADDRESS}/{path.removeprefix(get_script_prefix())}"


def host() -> str:
    """The name of this site, as the ids of its mails need it."""
    return urlsplit(settings.ADDRESS).hostname or "localhost"


def write_to(user: User, *, subject: str, text: str, page: str, headers: Mapping[str, str] | None = None) -> bool:
    """Send a person a mail with a greeting, a text and a link. The subject is put on one line.

    False if the person has no address, or no account any more.
    """
    if not user.is_active or not user.email:
        return False
    greeting = _("Hello %(coach)s,") % {"coach": user.name}
    EmailMessage(
        subject=" ".join(f"[Dugout] {subject}".split()),
        body=f"{greeting}\n\n{text}\n\n{page}\n",
        to=[user.email],
        headers=dict(headers or {}),
    ).send()
    return True
