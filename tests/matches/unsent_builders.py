"""Drafts of reports for tests: saved by a button, by the script, by the service."""

from __future__ import annotations

from typing import Any

from django.test import Client

from matches.models import Match, UnsentReport
from matches.report import unsent
from matches.report.unsent import Seen, Typed
from tests.matches.conftest import TwoTeams
from tests.matches.forms import Page

SAVE, TAKE_OVER, SEND = "Save draft", "Take over and save", "Send report"


HALF = {"score.home": "2", "score.away": ""}
"""Two touchdowns without a scorer: a draft that cannot be sent."""


def save_unsent(
    two_teams: TwoTeams, match: Match, who: Client | None = None, button: str = SAVE, **fields: Any
) -> Page:
    """Saves a draft with these fields, all others unchanged."""
    return two_teams.page(who or two_teams.coach, match, "report/").press(button, **fields)


def save_quietly(page: Page, **fields: Any) -> Any:
    """Saves the page's form as the script does."""
    form = page.form_with(SEND)
    return page.client.post(f"{page.address}save/", {**form.fields, **fields, "quietly": "yes"})


def typed_values(page: Page) -> dict[str, list[str]]:
    return page.form_with(SEND).fields


def unsent_report(match: Match, by: Any, version: int = 0, page: str = "", **fields: str) -> UnsentReport:
    """Saves a draft by the service."""
    seen = Seen(version=version, page=page)
    return unsent.save_unsent(match=match, seen=seen, typed=Typed(fields=fields), by=by)
