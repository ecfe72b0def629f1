"""The inbox in the bar of every page: its address, and the number of unread notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest
from django.urls import reverse

from notices.inbox import unread_count


def bar(request: HttpRequest) -> dict[str, Callable[[], int | str]]:
    """Context processor. The number is counted only where a page shows it, with one query; visitors have none."""
    return {"unread_notices": lambda: _unread(getattr(request, "user", None)), "inbox": _address}


def _address() -> str:
    return reverse("notices:inbox")


def _unread(user: Any) -> int:
    if user is None or not user.is_authenticated:
        return 0
    try:
        return unread_count(user)
    except DatabaseError:  # an error page has the bar too
        return 0
