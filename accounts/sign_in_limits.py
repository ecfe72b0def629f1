"""How often somebody may try a password.

Wrong passwords count by account *and* source, so that nobody can lock another coach out. From a known device (one from
which the person has signed in, or is signed in) only its own tries count: neither what others do to the account, nor
what they do in the same network. `ACCOUNT_RATE_LIMITS` has the numbers, docs/deploy.md the reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username
from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage
from django.http import HttpRequest

from accounts import known_devices
from accounts.models import User

EVERY_TRY = "sign_in"
"""By source, right or wrong: each try costs a tenth of a second of processor time."""
WRONG_FROM_HERE, WRONG_HERE, WRONG_ANYWHERE = "wrong_from_source", "wrong_for_account_from_source", "wrong_for_account"
ON_KNOWN = "wrong_on_known_device"


@dataclass(slots=True)
class Try:
    """One try of a password that may be made. If it was the right one, what it counted as a wrong one is taken back."""

    used: list[RateLimitUsage] = field(default_factory=list)

    def rollback(self) -> None:
        """Take back what this try counted; django-allauth calls this after a right password."""
        for each in self.used:
            each.rollback()


def take(request: HttpRequest, credentials: dict[str, Any]) -> Try | None:
    """Count a try before the password is looked at; None if it must wait."""
    people = _people(credentials)
    account = _account(people, credentials)
    device = known_devices.device_of(request, people)
    if device:
        return _take(request, [(ON_KNOWN, f"{account}|{device}")])
    source = ratelimit.get_ip(request)
    if not _consume(request, EVERY_TRY, source):
        return None
    return _take(request, [(WRONG_FROM_HERE, source), (WRONG_HERE, f"{account}|{source}"), (WRONG_ANYWHERE, account)])


def forgive(*, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Forget an account's wrong passwords: its owner has just chosen a new one by a link in a mail.

    It receives allauth's signal `password_reset`.
    """
    account = _account([user], {})
    for action, key in ((WRONG_HERE, f"{account}|{ratelimit.get_ip(request)}"), (WRONG_ANYWHERE, account)):
        ratelimit.clear(request, app="allauth.account", action=action, key=key)


def _take(request: HttpRequest, limits: list[tuple[str, str]]) -> Try | None:
    counted = Try()
    for action, key in limits:
        usage = _consume(request, action, key)
        if usage is None:
            return None
        counted.used.append(usage)
    return counted


def _consume(request: HttpRequest, action: str, key: str) -> RateLimitUsage | None:
    return ratelimit.consume(request, app="allauth.account", action=action, key=key)


def _people(credentials: dict[str, Any]) -> list[User]:
    """Whose password it may be; django-allauth looks for the same people."""
    name, address = credentials.get("username") or "", credentials.get("email") or ""
    found = [get_user_by_username(name)] if name else []
    for each in filter(None, (name, address)):
        found += filter_users_by_email(each, prefer_verified=True, for_login=True)
    return [user for user in found if user is not None]


def _account(people: list[User], credentials: dict[str, Any]) -> str:
    """One key for an account, however it is named; a name that nobody has counts like an account."""
    if people:
        return "user " + " ".join(sorted({str(user.pk) for user in people}))
    return f"name {credentials.get('email') or credentials.get('username') or ''}".lower()
