"""Two people act at the same moment: there is one friendly, and no league loses its last commissioner."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.account_deletion import DeletionRefused, delete_account
from accounts.models import User
from competitions.friendlies import friendlies
from competitions.models import FriendlyOffer
from leagues.members.memberships import appoint_commissioner
from leagues.models import Membership
from matches.models import Match
from teams.models import Team
from tests.competitions.competition_builders import bare_team
from tests.leagues.cast import Cast, create_cast
from tests.teams.threads import at_once
from web.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return create_cast()


@pytest.fixture
def teams(cast: Cast) -> tuple[Team, Team]:
    return bare_team(cast.league, "Anvils", cast.coach), bare_team(cast.league, "Badgers", cast.other_coach)


def kinds(found: list[Any]) -> list[str]:
    """The result of each: done, or refused with a message."""
    assert all(not isinstance(each, Exception) or isinstance(each, Refusal | DeletionRefused) for each in found), found
    return sorted("refused" if isinstance(each, Exception) else "done" for each in found)


def test_two_simultaneous_offers_are_one_offer(cast: Cast, teams: tuple[Team, Team]) -> None:
    ours, theirs = teams
    found = at_once(
        lambda: friendlies.offer_friendly(offering=ours, asked=theirs, by=cast.coach, at_home=True),
        lambda: friendlies.offer_friendly(offering=theirs, asked=ours, by=cast.other_coach, at_home=True),
    )
    assert kinds(found) == ["done", "refused"]
    assert FriendlyOffer.objects.count() == 1


def test_an_offer_accepted_and_withdrawn_simultaneously_is_only_one_of_both(
    cast: Cast, teams: tuple[Team, Team]
) -> None:
    offer = friendlies.offer_friendly(offering=teams[0], asked=teams[1], by=cast.coach, at_home=True)
    found = at_once(
        lambda: friendlies.accept_friendly(offer=offer, by=cast.other_coach, expected=1),
        lambda: friendlies.withdraw_friendly(offer=offer, by=cast.coach, expected=1),
    )
    assert kinds(found) == ["done", "refused"]
    offer.refresh_from_db()
    assert Match.objects.count() == (1 if offer.state == FriendlyOffer.State.ACCEPTED else 0)


def test_of_two_commissioners_who_delete_their_accounts_simultaneously_one_stays(cast: Cast) -> None:
    for league in (cast.league, cast.private):
        appoint_commissioner(membership=league.memberships.get(user=cast.coach), by=cast.commissioner)
    found = at_once(lambda: delete_account(cast.coach), lambda: delete_account(cast.commissioner))
    assert kinds(found) == ["done", "refused"]
    for league in (cast.league, cast.private):
        running = league.memberships.filter(role=Membership.Role.COMMISSIONER, left_at__isnull=True)
        assert running.get().user.is_active
    assert User.objects.filter(deleted_at__isnull=False).count() == 1


def test_two_simultaneous_account_deletions_delete_it_once(cast: Cast) -> None:
    found = at_once(lambda: delete_account(cast.coach), lambda: delete_account(cast.coach))
    assert sorted(found) == [False, True]
