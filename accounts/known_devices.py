"""The devices from which a person has signed in before, so that others cannot keep the person out.

A browser that has signed in gets a signed cookie for 400 days. It proves nothing but that, and lets nobody in. Someone
who has it may still try passwords when strangers may not. It holds a random number and the ids of at most five
accounts. A new password makes all devices strangers, as one of them may be why it was changed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User

COOKIE = "known_device"
LIFE = timedelta(days=400)
"""No browser keeps a cookie longer."""
MOST_ACCOUNTS = 5
SALT = "accounts.known_devices"


def device_of(request: HttpRequest, people: Iterable[User]) -> str:
    """A name for the device if one of these people has signed in from it, or is signed in; empty for a stranger's."""
    wanted = {str(user.pk): user for user in people}
    signed_in = str(request.user.pk) if request.user.is_authenticated else ""
    if signed_in in wanted:
        return f"session of {signed_in}"
    device, stamps = _read(request)
    known = any(
        constant_time_compare(stamp, _stamp(wanted[person])) for person, stamp in stamps.items() if person in wanted
    )
    return device if known else ""


def remember(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Give the browser of a person who has just signed in the cookie, or add the person to the one it has."""
    device, stamps = _read(request)
    stamps.pop(str(user.pk), None)
    newest = [(str(user.pk), _stamp(user)), *stamps.items()][:MOST_ACCOUNTS]
    response.set_cookie(
        COOKIE,
        signing.dumps([device or secrets.token_urlsafe(12), dict(newest)], salt=SALT),
        max_age=LIFE,
        path=reverse("account_login"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> tuple[str, dict[str, str]]:
    """The device's random name, and a stamp for each account, by its id as text."""
    try:
        found: Any = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=LIFE)
        device, stamps = found
    except (signing.BadSignature, ValueError, TypeError):
        return "", {}
    is_ours = (
        isinstance(device, str) and isinstance(stamps, dict) and all(isinstance(each, str) for each in stamps.values())
    )
    return (device, stamps) if is_ours else ("", {})  # another version of Dugout may have written something else


def _stamp(user: User) -> str:
    """What ties the cookie to the password of the day."""
    return salted_hmac(SALT, f"{user.pk} {user.password}", algorithm="sha256").hexdigest()[:16]
