"""Pages read row after row without a lock: what does not fit together any more is read again.

Somebody may enter a team, or draw a round, between two queries of a page, so that one knows a team that the other did
not. Such a page begins anew; one that fails again and again has another reason, and may be loud.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from django.http import HttpRequest, HttpResponse

TRIES = 3
AGAIN = HttpResponse("To be read again.", status=503)
"""Stands for a page that is to be read again; it gets no further than the middleware."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class NotRead(KeyError):
    """A row that an earlier query of the page did not have yet."""


class AsRead(dict[Key, Value]):
    """What one query found, by its id; to ask for what it did not find raises ``NotRead``."""

    def __missing__(self, key: Any) -> NoReturn:
        raise NotRead(key)


class RereadingMiddleware:
    """Any page that is looked at is tried anew where one of its rows has no counterpart; a post never is.

    Stands last, next to the view: what is tried again passes the policy again, and nobody else sees the first tries.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        for left in reversed(range(TRIES if request.method in ("GET", "HEAD") else 1)):
            request.may_be_read_again = left > 0
            response = self.get_response(request)
            if response is not AGAIN:
                break
        return response

    def process_exception(self, request: HttpRequest, why: Exception) -> HttpResponse | None:
        """Only what a race explains; all else, and the last try, is a bug and passes."""
        return AGAIN if isinstance(why, NotRead) and request.may_be_read_again else None
