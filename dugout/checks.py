"""Checks for unsafe settings. Web server, worker and every command refuse to start with them."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core import checks

from dugout.environment import NEW_SECRET

SECRET_LENGTH = 40
SECRET_LETTERS = 10
KNOWN_SECRETS = ("django-insecure", "changeme", "change-me", "secret", "insecure", "default", "example")


def secret_fault(secret: str) -> str | None:
    """Why a secret cannot protect sessions and links; None if it can."""
    if secret.lower().startswith(KNOWN_SECRETS):
        return "SECRET_KEY is a well-known default"
    if len(secret) < SECRET_LENGTH or len(set(secret)) < SECRET_LETTERS:
        return f"SECRET_KEY is too short or too plain (at least {SECRET_LENGTH} characters, {SECRET_LETTERS} different)"
    return None


@checks.register(checks.Tags.security)
def safe_to_start(app_configs: Any = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """With DEBUG off, a weak secret, no host names or every host name is an error."""
    if settings.DEBUG:
        return []
    found: list[checks.CheckMessage] = []
    fault = secret_fault(settings.SECRET_KEY)
    if fault:
        found.append(checks.Error(f"{fault}.", hint=f"Make one with: {NEW_SECRET}", id="dugout.E001"))
    if not settings.ALLOWED_HOSTS:
        hint = "Set DUGOUT_HOSTS to the names people type, such as league.example.org."
        found.append(checks.Error("No host names are allowed.", hint=hint, id="dugout.E002"))
    if "*" in settings.ALLOWED_HOSTS:
        hint = "Name the hosts in DUGOUT_HOSTS one by one: links in mail are made from them."
        found.append(checks.Error("Every host name is allowed.", hint=hint, id="dugout.E003"))
    return found


def wording(found: Iterable[checks.CheckMessage]) -> str:
    """Errors as one line for the terminal."""
    return " ".join(f"{message.msg} {message.hint}" for message in found)
