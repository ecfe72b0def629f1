"""Buttons that act on a team only while it is as the user saw it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from teams.models import Team
from web.errors import Message, Refusal, StaleVersion
from web.submission import SeenForm, press

CHANGED_SINCE = Message(
    id="teams.changed_since",
    text=_("{team} was changed after you opened this page."),
    remedy=_("Check the team as it is now, then decide again."),
    status=409,
)


def press_seen(request: HttpRequest, team: Team, kind: str, service: Callable[..., Team], **more: Any) -> None:
    """Do once what a button says, if the team has not changed since the button was drawn.

    Raises Refusal, which becomes a page.
    """
    form = SeenForm(request.POST)

    def work() -> str:
        try:
            done = service(team=team, expected=form.cleaned_data["version"], **more)
        except StaleVersion:
            raise Refusal(CHANGED_SINCE, team=team.name) from None
        return str(done.state)

    press(request, kind, work, form)
