"""Pages read row after row without a lock: what does not fit together any more is read again.

Somebody may enter a team, or draw a round, between two queries of a page, so that one knows a team that the other did
not. Such a page begins anew; one that fails again and again has another reason, and may be loud.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse

TRIES = 3


def reads_again(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that is looked at is tried anew where one of its rows has no counterpart; a post never is."""

    @wraps(view)
    def looked_at(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        for _again in range(TRIES - 1 if request.method in ("GET", "HEAD") else 0):
            try:
                return view(request, *args, **kwargs)
            except (KeyError, ObjectDoesNotExist):
                continue
        return view(request, *args, **kwargs)

    return looked_at
