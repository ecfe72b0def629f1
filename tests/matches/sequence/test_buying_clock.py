"""The time to buy inducements (P3): counted from when a side may begin, and closed by the opponent when it is over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from matches.models import Match, MatchAnswer
from matches.sequence import answering
from matches.sequence.buying import clocks
from matches.sequence.sequences import MatchState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders

COMMAND = {"command_id": "11111111-1111-4111-8111-111111111111"}


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    """A match in which the weather is rolled: the home team is worth more, and buys first."""
    team_builders.add_gold(two_teams.home, 500_000)
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    given = answering.Given(side="home", key="weather", roll=True)
    answering.answer(match=match, given=[given], by=two_teams.cast.coach)
    return Match.objects.get(pk=match.pk)


def buyer(match: Match) -> str:
    return clocks(MatchState(match))[0].side


def move_back(minutes: int) -> None:
    """Lets so many minutes pass: dates all answers back."""
    for row in MatchAnswer.objects.all():
        MatchAnswer.objects.filter(pk=row.pk).update(at=row.at - timedelta(minutes=minutes))


def test_the_clock_starts_when_the_side_may_buy(two_teams: TwoTeams, match: Match) -> None:
    clock = clocks(MatchState(match))[0]
    assert clock.opened == MatchAnswer.objects.get(key="weather").at
    assert clock.ends - clock.opened == timedelta(minutes=4)
    assert not clock.over
    move_back(3)
    first = clock.side
    given = answering.Given(side=first, key="inducements", value=None)
    answering.answer(match=match, given=[given], by=two_teams.cast.coach)
    clock = clocks(MatchState(match))[0]
    assert clock.side != first
    assert clock.opened == MatchAnswer.objects.get(key="inducements").at


def test_the_page_counts_down_and_offers_closing_only_after_the_time(two_teams: TwoTeams, match: Match) -> None:
    waiting = two_teams.coach if buyer(match) == "away" else two_teams.other
    page = two_teams.page(waiting, match, "pre-match/")
    assert "can buy until" in page.text
    assert not any(form.has_button("Close purchase") for form in page.forms)
    move_back(5)
    page = two_teams.page(waiting, match, "pre-match/").press("Close purchase")
    assert "Purchase closed" in page.text
    row = MatchAnswer.objects.get(key="inducements")
    assert row.value is None
    assert (
        "closed the purchase" in two_teams.commissioner.get(f"/leagues/{two_teams.league.slug}/log/").content.decode()
    )


def test_a_purchase_is_not_closed_while_there_is_time(two_teams: TwoTeams, match: Match) -> None:
    side = buyer(match)
    waiting = two_teams.coach if side == "away" else two_teams.other
    answer = waiting.post(f"/matches/{match.public_id}/close-purchase/", {**COMMAND, "closing": side})
    assert answer.status_code == 422
    assert not MatchAnswer.objects.filter(key="inducements").exists()


def test_a_coach_cannot_close_their_own_purchase_or_one_that_is_not_open(two_teams: TwoTeams, match: Match) -> None:
    move_back(5)
    side = buyer(match)
    own, waiting = (two_teams.coach, two_teams.other) if side == "home" else (two_teams.other, two_teams.coach)
    address = f"/matches/{match.public_id}/close-purchase/"
    assert own.post(address, {**COMMAND, "closing": side}).status_code == 422
    other = "home" if side == "away" else "away"
    command = {"command_id": "22222222-2222-4222-8222-222222222222"}
    assert own.post(address, {**command, "closing": other}).status_code == 409
    assert waiting.post(address, {**command, "closing": "nobody"}).status_code == 422
    assert not MatchAnswer.objects.filter(key="inducements").exists()


def test_a_late_coach_can_still_buy_until_the_purchase_is_closed(two_teams: TwoTeams, match: Match) -> None:
    move_back(5)
    side = buyer(match)
    given = answering.Given(side=side, key="inducements", value=None)
    answering.answer(match=match, given=[given], by=two_teams.cast.coach)
    assert MatchAnswer.objects.filter(key="inducements", side=side).exists()
