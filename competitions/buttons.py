"""Buttons that have a service change something as it stood on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest

from competitions.forms import VersionForm
from web.submission import press


def press_seen(
    request: HttpRequest, service: Callable[..., Any], *, done: str = "", form: VersionForm | None = None, **about: Any
) -> Any:
    """Have a service do, once, what a button asks for, by its reader and on the version that he saw; then say so.

    ``about`` is what the service is to be told besides; ``form`` where the button says more than the version. Gives the
    public id of what the service answers, or its id where it has none. Raises Refusal, which becomes a page.
    """
    form = form or VersionForm(request.POST)

    def work() -> Any:
        changed = service(by=request.user, expected=form.cleaned_data["version"], **about)
        return getattr(changed, "public_id", changed.pk)

    answer = press(request, service.__name__, work, form)
    if done:
        messages.success(request, done)
    return answer
