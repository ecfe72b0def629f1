"""Light, dark, or as the reader's system has it: kept with the account, for visitors in a cookie.

A page says it in the attribute `data-theme` of its root; the style sheets do the rest. So parts of pages that are kept
for everybody (`web.kept`) are the same in all themes.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import Theme, User

COOKIE = "theme"
YEAR = 365 * 24 * 3600
"""Seconds for which a browser keeps the choice."""


def theme(request: HttpRequest) -> dict[str, str]:
    """Context processor: the chosen theme; empty if the reader's system chooses."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return {"theme": user.theme}
    chosen = request.COOKIES.get(COOKIE, "")
    return {"theme": chosen if chosen in Theme.values else ""}


def choose(request: HttpRequest, response: HttpResponse, chosen: str) -> None:
    """Keep a choice, which is a value of Theme or empty, with the account and in the browser."""
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(theme=chosen)
    if chosen:
        response.set_cookie(COOKIE, chosen, max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
