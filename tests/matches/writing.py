"""A report that is being written, for tests: saved by a button, by its script, by the service."""

from __future__ import annotations

from typing import Any

from django.test import Client

from matches.models import Match, UnsentReport
from matches.report import unsent
from matches.report.unsent import Seen, Typed
from tests.matches.conftest import Ground
from tests.matches.forms import Page

SAVE, TAKE_OVER, SEND = "Save draft", "Take over and save", "Send report"


HALF = {"score.home": "2", "score.away": ""}
"""Two touchdowns without a scorer: nothing that could be sent."""


def saved(ground: Ground, match: Match, who: Client | None = None, button: str = SAVE, **fields: Any) -> Page:
    """A report saved with these fields, all others as they stand."""
    return ground.page(who or ground.coach, match, "report/").press(button, **fields)


def quietly(page: Page, **fields: Any) -> Any:
    """The page's form saved as its script does it."""
    form = page.form_with(SEND)
    return page.client.post(f"{page.address}save/", {**form.fields, **fields, "quietly": "yes"})


def typed_in(page: Page) -> dict[str, list[str]]:
    return page.form_with(SEND).fields


def kept(match: Match, by: Any, version: int = 0, page: str = "", **fields: str) -> UnsentReport:
    """A report saved by the service."""
    seen = Seen(version=version, page=page)
    return unsent.save_unsent(match=match, seen=seen, typed=Typed(fields=fields), by=by)
