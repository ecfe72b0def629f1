"""Buttons that let a service change something in the version that the page showed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest

from competitions.forms import VersionForm
from web.submission import press


def press_seen(
    request: HttpRequest,
    service: Callable[..., Any],
    *,
    done: str = "",
    form: VersionForm | None = None,
    command: str = "",
    **about: Any,
) -> Any:
    """Call a service once for a button, as the user and on the version that they saw; then show ``done``.

    ``about`` are further arguments of the service; ``form`` is needed if the button sends more than the version,
    ``command`` if the stored name of the command is not the service's name.
    Returns the public id of the service's result, or its id if it has none. Raises Refusal, which becomes a page.
    """
    form = form or VersionForm(request.POST)

    def work() -> Any:
        changed = service(by=request.user, expected=form.cleaned_data["version"], **about)
        return getattr(changed, "public_id", changed.pk)

    answer = press(request, command or service.__name__, work, form)
    if done:
        messages.success(request, done)
    return answer
