"""A user who is too late gets a message and a link to the current page; a reload would only send the form again."""

from __future__ import annotations

import re

import pytest

from matches.models import Match
from matches.report import reporting
from matches.sequence import opening
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import Page, visit

LINK = re.compile(r'href="([^"]*)">\s*Open the (?:current page|page as it is now)\s*<')


def led_on(page: Page, address: str) -> None:
    """Asserts that the page is refused, with a link to the address, which can be looked at."""
    assert page.status == 409
    text = page.response.content.decode()
    assert "eload" not in page.text
    assert LINK.findall(text) == [address]
    assert visit(page.client, address).status == 200


def test_an_answer_that_was_given_by_then(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    here = f"/matches/{match.public_id}/pre-match/"
    late = visit(two_teams.coach, here)
    late.answer("weather")
    form = late.form_of("weather")
    fields = form.fields | {"command_id": "5a3bd1ab-3d62-4d0a-8d0c-6a9a4c8b9a11"}
    page = Page(late.client, here, late.client.post(here, fields, headers={"referer": f"http://testserver{here}"}))
    led_on(page, here)
    page = Page(late.client, here, late.client.post(here, fields))
    led_on(page, f"/matches/{match.public_id}/")


def test_a_report_of_a_match_that_is_confirmed_by_now(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    late = two_teams.page(two_teams.coach, match, "report/")
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=two_teams.cast.other_coach
    )
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=two_teams.cast.coach)
    led_on(late.press("Send report"), f"/matches/{match.public_id}/")


@pytest.mark.parametrize(
    ("name", "button", "typed"),
    [
        ("report/confirm/", "Confirm report", {}),
        ("report/dispute/", "Dispute it", {"what": "All of it"}),
        ("report/settle/", "Settle", {"reason": "Because"}),
    ],
)
def test_a_verdict_on_a_report_that_is_confirmed_by_now(
    two_teams: TwoTeams, name: str, button: str, typed: dict[str, str]
) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    who = two_teams.commissioner if "settle" in name else two_teams.other
    late = two_teams.page(who, match, name)
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=two_teams.cast.other_coach)
    led_on(late.press(button, **typed), f"/matches/{match.public_id}/")


def test_calling_off_what_is_closed_by_now(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    late = two_teams.page(two_teams.commissioner, match, "call-off/")
    match_builders.answer_all(match_builders.confirm_match(match), by=two_teams.cast.coach)
    led_on(late.press("Call off match", reason="Rain"), f"/matches/{match.public_id}/")


def test_taking_back_what_the_server_rolled_after(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "pre-match/").answer("weather")
    late = two_teams.page(two_teams.coach, match, "pre-match/").answer("inducements", "Buy nothing")
    match = Match.objects.get(pk=match.pk)
    match_builders.answer_all(match, by=two_teams.cast.coach)
    led_on(late.press("Undo"), f"/matches/{match.public_id}/")


def test_opening_a_match_twice(two_teams: TwoTeams) -> None:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    late = two_teams.page(two_teams.coach, match)
    opening.open_match(match=match, by=two_teams.cast.other_coach)
    led_on(late.press("Open the match"), f"/matches/{match.public_id}/")
