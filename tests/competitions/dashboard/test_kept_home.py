"""The home page reads at once what waits for its reader, though it keeps who is asked in each league."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from competitions.friendlies import friendlies
from competitions.models import Challenge, Competition
from leagues.models import League, Membership
from matches.models import Match, MatchCorrection
from rules.team.trades import Stake
from teams.models import Takeover
from tests.competitions.competition_builders import bare_team, competition_in, decide_match, matches_of
from tests.competitions.pages import main_of
from tests.leagues.cast import Cast, signed_in
from tests.teams.trade_builders import create_trading_teams
from tests.web.kept_pages import assert_up_to_date

PEOPLE = ("coach", "other_coach", "commissioner", "stranger", "elsewhere", "staff")
HOME = "/"


def shown_to(cast: Cast, words: str) -> set[str]:
    """The people on whose home page these words are; everybody's page is up to date."""
    browsers = {person: signed_in(cast[person]) for person in PEOPLE}
    assert_up_to_date(browsers.values(), HOME)
    return {person for person, browser in browsers.items() if words in main_of(browser.get(HOME))}


def test_home_follows_what_is_asked_of_somebody(cast: Cast) -> None:
    home, away = bare_team(cast.league, "Anvils", cast.coach), bare_team(cast.league, "Badgers", cast.other_coach)
    assert shown_to(cast, "Answer ") == set()
    offer = friendlies.offer_friendly(offering=home, asked=away, at_home=True, by=cast.coach)
    assert shown_to(cast, "which offers Badgers a friendly") == {"other_coach"}
    friendlies.withdraw_friendly(offer=offer, by=cast.coach, expected=offer.version)
    assert shown_to(cast, "which offers Badgers a friendly") == set()
    Takeover.objects.create(team=home, asked=cast.other_coach, by=cast.commissioner)
    assert shown_to(cast, "Take over Anvils") == {"other_coach"}


@pytest.mark.parametrize(
    ("state", "asked"), [("waiting", {"other_coach"}), ("named", {"commissioner"}), ("offered", {"coach"})]
)
def test_home_follows_a_challenge_to_each_who_has_to_answer(cast: Cast, state: str, asked: set[str]) -> None:
    people = ("coach", "other_coach", "commissioner")
    teams = [bare_team(cast.league, f"Team of {person}", cast[person]) for person in people]
    ladder = competition_in(cast.league, teams)
    Competition.objects.filter(pk=ladder.pk).update(state=Competition.State.RUNNING)
    assert shown_to(cast, "Answer the challenge") == set()
    Challenge.objects.create(
        competition=ladder,
        challenger=teams[0],
        challenged=teams[1],
        substitute=teams[2] if state != "waiting" else None,
        state=state,
        made_at=timezone.now(),
        answer_by=timezone.now(),
    )
    assert shown_to(cast, "Answer the challenge") == asked


def test_home_follows_a_trade_and_a_correction(cast: Cast) -> None:
    trading = create_trading_teams(cast, "approval")
    assert shown_to(cast, "trade") == set()
    trade = trading.offered(Stake(gold=10_000))
    assert shown_to(cast, "a trade") == {"other_coach"}
    trading.accept(trade)
    assert shown_to(cast, "Approve the trade") == {"commissioner"}
    match = Match.objects.create(league=cast.league, ruleset=cast.league.ruleset, state=Match.State.CLOSED)
    for side, team in zip(("home", "away"), (trading.ours, trading.theirs), strict=True):
        match.sides.create(side=side, team=team)
    made = MatchCorrection.objects.create(match=match, by=cast.coach, reason="A six.")
    assert shown_to(cast, "Check the correction") == set()
    MatchCorrection.objects.filter(pk=made.pk).update(state=MatchCorrection.State.PROPOSED)
    assert shown_to(cast, "Check the correction") == {"other_coach", "commissioner"}


def test_home_tells_commissioners_alone_what_their_competitions_wait_for(cast: Cast) -> None:
    competition = competition_in(cast.private, name="Secret Cup")
    assert shown_to(cast, "Continue setting up Secret Cup") == {"commissioner"}
    Competition.objects.filter(pk=competition.pk).update(name="Open Cup")
    assert shown_to(cast, "Secret Cup") == set()
    Membership.objects.filter(league=cast.private, user=cast.coach).update(role=Membership.Role.COMMISSIONER)
    assert shown_to(cast, "Continue setting up Open Cup") == {"commissioner", "coach"}
    Membership.objects.filter(league=cast.private, user=cast.coach).update(left_at=timezone.now())
    assert shown_to(cast, "Open Cup") == {"commissioner"}


def test_home_reads_deadlines_and_dates_each_time(cast: Cast, time_machine: Any) -> None:
    teams = [bare_team(cast.league, "Anvils", cast.coach), bare_team(cast.league, "Badgers", cast.other_coach)]
    competition = competition_in(cast.league, teams, started=True)
    Competition.objects.filter(pk=competition.pk).update(remind_days=2)
    deadline = timezone.now() + timezone.timedelta(days=5)
    competition.rounds.update(deadline=deadline)
    assert shown_to(cast, "Play Anvils") == set()
    time_machine.move_to(deadline - timezone.timedelta(days=1))
    assert shown_to(cast, " by ") >= {"coach", "other_coach"}
    time_machine.move_to(deadline + timezone.timedelta(hours=1))
    assert shown_to(cast, "the deadline passed") == {"coach", "other_coach"}
    for fixture in matches_of(competition):
        decide_match(fixture, 1, 0)
    assert shown_to(cast, "the deadline passed") == set()


def test_home_takes_few_queries_until_a_league_changes(cast: Cast, django_assert_num_queries: Any) -> None:
    bare_team(cast.league, "Anvils", cast.commissioner)
    browser: Client = signed_in(cast.commissioner)
    browser.get(HOME)
    with django_assert_num_queries(8):
        browser.get(HOME)
    League.objects.filter(pk=cast.league.pk).update(name="Renamed League")
    with django_assert_num_queries(11):
        assert "Renamed League" in main_of(browser.get(HOME))
