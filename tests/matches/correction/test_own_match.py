"""A commissioner who coaches in a match corrects it like any coach: somebody else has to accept."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from leagues.models import League
from matches.correction import correcting
from matches.models import Deed, Match, MatchCorrection
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.own_match_builders import run_alone, runs_too
from tests.notices.mails import mails_to
from web.errors import Refusal


@pytest.fixture
def closed(two_teams: TwoTeams) -> Match:
    return match_builders.closed_match(two_teams.home, two_teams.away, home=0)


def corrected(match: Match, by: User) -> MatchCorrection:
    """A correction by this person: the last of the home players completed a pass."""
    started = correcting.begin_correction(match=match, by=by, reason="miscounted")
    reported = match_builders.report_with(match, home=0, home_lines={passer(match): {"completions": 1}})
    return correcting.correct_report(correction=started, expected=started.version, reported=reported)


def passer(match: Match) -> int:
    return match_builders.players_of(match, "home")[-1]


def passes(match: Match) -> int:
    return sum(Deed.objects.filter(line__side__match=match, key="completions").values_list("count", flat=True))


def test_the_author_does_not_accept_it_while_another_commissioner_can(two_teams: TwoTeams, closed: Match) -> None:
    runs_too(two_teams.cast)
    corrected(closed, two_teams.cast.coach)
    page = two_teams.page(two_teams.coach, closed, "correction/")
    assert not any(form.has_button("Accept correction") for form in page.forms)
    found = MatchCorrection.objects.get()
    given = {"correction": found, "expected": found.version, "by": two_teams.cast.coach, "seen": {}}
    with pytest.raises(Refusal) as refused:
        correcting.accept(**given, commissioner=True)
    assert refused.value.id == "leagues.own_match"
    two_teams.page(two_teams.commissioner, closed, "correction/").press("Accept correction")
    assert passes(closed) == 1


def test_the_only_commissioner_proposes_it_to_the_opponent(two_teams: TwoTeams, closed: Match) -> None:
    run_alone(two_teams.cast)
    corrected(closed, two_teams.cast.coach)
    after = two_teams.page(two_teams.coach, closed, "correction/").press("Propose to the other coach")
    assert "Waiting for the other coach to accept it: no other commissioner can." in after.text
    two_teams.page(two_teams.other, closed, "correction/").press("Accept correction")
    assert passes(closed) == 1


def test_an_annulment_by_the_only_commissioner_waits_for_the_opponent(two_teams: TwoTeams, closed: Match) -> None:
    run_alone(two_teams.cast)
    page = two_teams.page(two_teams.coach, closed, "annul/").press("Preview changes", reason="x")
    assert not any(form.has_button("Annul match") for form in page.forms)
    page.press("Propose to the other coach")
    two_teams.page(two_teams.other, closed, "correction/").press("Annul match")
    assert Match.objects.get().state == Match.State.SCHEDULED


def test_after_the_leagues_days_its_author_accepts_it_alone(two_teams: TwoTeams, closed: Match) -> None:
    cast = two_teams.cast
    run_alone(cast)
    League.objects.filter(pk=cast.league.pk).update(confirm_days=2)
    made = corrected(closed, cast.coach)
    proposed = correcting.propose(correction=made, expected=made.version)
    assert "its author can accept it alone" in two_teams.page(two_teams.coach, closed, "correction/").text
    proposed.refresh_from_db()
    assert proposed.proposed_at is not None
    with time_machine.travel(timezone.now() + timedelta(days=2, minutes=1), tick=False):
        two_teams.page(two_teams.coach, closed, "correction/").press("Accept correction")
    assert passes(closed) == 1


def test_a_change_after_the_proposal_asks_the_opponent_again(two_teams: TwoTeams, closed: Match) -> None:
    cast = two_teams.cast
    run_alone(cast)
    League.objects.filter(pk=cast.league.pk).update(confirm_days=2)
    made = corrected(closed, cast.coach)
    correcting.propose(correction=made, expected=made.version)
    with time_machine.travel(timezone.now() + timedelta(days=3), tick=False):
        made.refresh_from_db()
        reported = match_builders.report_with(closed, home=0, away_lines={})
        correcting.correct_report(correction=made, expected=made.version, reported=reported)
        page = two_teams.page(two_teams.coach, closed, "correction/")
        assert not any(form.has_button("Accept correction") for form in page.forms)


def test_a_commissioner_does_not_discard_what_their_opponent_proposes(two_teams: TwoTeams, closed: Match) -> None:
    cast = two_teams.cast
    runs_too(cast)
    made = corrected(closed, cast.other_coach)
    made = correcting.propose(correction=made, expected=made.version)
    page = two_teams.page(two_teams.coach, closed, "correction/")
    assert not any(form.has_button("Discard") for form in page.forms)
    with pytest.raises(Refusal) as refused:
        correcting.discard_correction(correction=MatchCorrection.objects.get(), by=cast.coach)
    assert refused.value.id == "leagues.own_match"
    two_teams.page(two_teams.commissioner, closed, "correction/").press("Discard correction")
    assert MatchCorrection.objects.get().state == MatchCorrection.State.GIVEN_UP


def test_a_coach_who_cannot_discard_a_correction_is_not_told_to(two_teams: TwoTeams, closed: Match) -> None:
    cast = two_teams.cast
    made = corrected(closed, cast.coach)
    correcting.propose(correction=made, expected=made.version)
    page = two_teams.page(two_teams.browser_of(cast.other_coach), closed, "correction/")
    assert not any(form.has_button("Discard") for form in page.forms)
    (mail,) = mails_to(cast.other_coach, "corrections")
    assert "If it is not, refuse it" in mail and "or discard it" not in mail
