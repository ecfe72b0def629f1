"""What the home page shows of leagues."""

from leagues import selectors, services
from leagues.members import memberships
from leagues.models import JoinRequest, League
from tests.leagues.cast import Cast


def test_a_user_gets_their_own_leagues_but_not_archived_ones(cast: Cast) -> None:
    assert [(row.name, row.note) for row in selectors.my_leagues(selectors.memberships_of(cast.commissioner))] == [
        ("Hidden Cup", "commissioner"),
        ("Old World Sunday League", "commissioner"),
    ]
    services.archive_league(league=cast.league, by=cast.commissioner, reason="Over")
    memberships.leave_league(league=cast.private, user=cast.coach)
    assert [row.name for row in selectors.my_leagues(selectors.memberships_of(cast.other_coach))] == ["Hidden Cup"]
    assert selectors.my_leagues(selectors.memberships_of(cast.coach)) == []


def test_visitors_get_public_leagues_only(cast: Cast) -> None:
    assert {row.name for row in selectors.public_leagues()} == {"Old World Sunday League", "Another League"}


def test_a_user_gets_their_requests_until_they_are_answered(cast: Cast) -> None:
    League.objects.filter(pk=cast.league.pk).update(joining="request")
    asked = memberships.request_to_join(league=cast.league, user=cast.stranger, message="")
    JoinRequest.objects.create(league=cast.private, user=cast.stranger)  # asked before it became private
    day = f"{asked.asked_at:%Y}"
    [row] = selectors.my_requests(selectors.requests_waiting(cast.stranger))
    assert row.name == cast.league.name and row.note.startswith("you asked on ") and day in row.note
    assert not selectors.requests_waiting(cast.elsewhere)
    memberships.withdraw_request(league=cast.league, user=cast.stranger)
    assert not selectors.requests_waiting(cast.stranger)
