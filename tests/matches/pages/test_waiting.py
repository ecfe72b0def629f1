"""A page that waits for somebody loads itself again once the match has gone on."""

from __future__ import annotations

from typing import Any

from django.test import Client

from matches.models import Match
from matches.report import reporting
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.notices.asking_pages import asked_at, asks_again


def test_a_look_at_a_match_says_whether_it_has_gone_on(two_teams: TwoTeams) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    version = Match.objects.get().version
    address = f"/matches/{match.public_id}/changed/?version="
    assert two_teams.coach.get(f"{address}{version}").status_code == 204
    reporting.confirm_report(match=match, digest=match.reports.get().digest, by=two_teams.cast.other_coach)
    answer = two_teams.coach.get(f"{address}{version}")
    assert (answer.status_code, answer["HX-Refresh"]) == (200, "true")


def test_a_look_takes_few_queries(two_teams: TwoTeams, django_assert_max_num_queries: Any) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    two_teams.coach.get(f"/matches/{match.public_id}/")
    with django_assert_max_num_queries(5):
        two_teams.coach.get(f"/matches/{match.public_id}/changed/?version=0")


def test_pages_that_wait_look_and_a_closed_match_does_not(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    address = f"/matches/{match.public_id}/"
    for reader in (two_teams.coach, Client()):
        asked = asked_at(reader, address)
        assert asks_again(reader, asked).status_code == 204
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    for reader in (two_teams.coach, Client()):
        assert b"waiting.js" not in asks_again(reader, asked).content


def test_a_browser_shows_the_confirmation_without_being_asked(two_teams: TwoTeams, open_page: Any) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    page = open_page(f"/matches/{match.public_id}/")
    assert "waiting for confirmation" in page.locator(".match-facts").inner_text()
    reporting.confirm_report(match=match, digest=match.reports.get().digest, by=two_teams.cast.other_coach)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(".match-facts", has_text="post-match").wait_for()
