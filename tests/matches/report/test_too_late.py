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


def assert_refused_with_link(page: Page, address: str) -> None:
    """Asserts that the page is refused, with a link to the address, which can be looked at."""
    assert page.status == 409
    text = page.response.content.decode()
    assert "eload" not in page.text
    assert LINK.findall(text) == [address]
    assert visit(page.client, address).status == 200


def test_a_question_that_is_already_answered(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    here = f"/matches/{match.public_id}/pre-match/"
    late = visit(two_teams.coach, here)
    late.answer("weather")
    form = late.form_of("weather")
    fields = form.fields | {"command_id": "5a3bd1ab-3d62-4d0a-8d0c-6a9a4c8b9a11"}
    page = Page(late.client, here, late.client.post(here, fields, headers={"referer": f"http://testserver{here}"}))
    assert_refused_with_link(page, here)
    page = Page(late.client, here, late.client.post(here, fields))
    assert_refused_with_link(page, f"/matches/{match.public_id}/")


def test_a_report_after_the_confirmation(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    late = two_teams.page(two_teams.coach, match, "report/")
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=two_teams.cast.other_coach
    )
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=two_teams.cast.coach)
    assert_refused_with_link(late.press("Send report"), f"/matches/{match.public_id}/")


@pytest.mark.parametrize(
    ("name", "button", "typed"),
    [
        ("report/confirm/", "Confirm report", {}),
        ("report/dispute/", "Dispute it", {"what": "All of it"}),
        ("report/settle/", "Settle", {"reason": "Because"}),
    ],
)
def test_a_dispute_after_the_confirmation(two_teams: TwoTeams, name: str, button: str, typed: dict[str, str]) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    who = two_teams.commissioner if "settle" in name else two_teams.other
    late = two_teams.page(who, match, name)
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=two_teams.cast.other_coach)
    assert_refused_with_link(late.press(button, **typed), f"/matches/{match.public_id}/")


def test_calling_off_a_closed_match(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    late = two_teams.page(two_teams.commissioner, match, "call-off/")
    match_builders.answer_all(match_builders.confirm_match(match), by=two_teams.cast.coach)
    assert_refused_with_link(late.press("Call off match", reason="Rain"), f"/matches/{match.public_id}/")


def test_undoing_a_decision_after_the_server_rolled(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "pre-match/").answer("weather")
    late = two_teams.page(two_teams.coach, match, "pre-match/").answer("inducements", "Buy nothing")
    match = Match.objects.get(pk=match.pk)
    match_builders.answer_all(match, by=two_teams.cast.coach)
    assert_refused_with_link(late.press("Undo"), f"/matches/{match.public_id}/")


def test_opening_a_match_twice(two_teams: TwoTeams) -> None:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    late = two_teams.page(two_teams.coach, match)
    opening.open_match(match=match, by=two_teams.cast.other_coach)
    assert_refused_with_link(late.press("Open the match"), f"/matches/{match.public_id}/")
