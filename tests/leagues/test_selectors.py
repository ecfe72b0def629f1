"""What the home page is told of leagues."""

import pytest

from leagues import memberships, selectors, services
from leagues.models import JoinRequest, League
from tests.leagues.cast import Cast, person


def test_one_is_told_of_ones_own_leagues_but_not_of_archived_ones(cast: Cast) -> None:
    assert [(row.name, row.note) for row in selectors.my_leagues(cast.commissioner)] == [
        ("Hidden Cup", "commissioner"),
        ("Old World Sunday League", "commissioner"),
    ]
    services.archive_league(league=cast.league, by=cast.commissioner, reason="Over")
    memberships.leave_league(league=cast.private, user=cast.coach)
    assert [row.name for row in selectors.my_leagues(cast.other_coach)] == ["Hidden Cup"]
    assert selectors.my_leagues(cast.coach) == []


def test_visitors_are_told_of_public_leagues_alone(cast: Cast) -> None:
    assert {row.name for row in selectors.public_leagues()} == {"Old World Sunday League", "Another League"}


@pytest.mark.parametrize(("name", "told"), [("commissioner", True), ("coach", False), ("elsewhere", False)])
def test_commissioners_are_told_how_many_wait_to_be_let_in(cast: Cast, name: str, told: bool) -> None:
    League.objects.filter(pk=cast.league.pk).update(joining="request")
    for user in (cast.stranger, person("another")):
        memberships.request_to_join(league=cast.league, user=user, message="")
    JoinRequest.objects.create(league=cast.league, user=cast.elsewhere, state="refused")
    notes = [task.note for task in selectors.join_requests_for(cast[name])]
    assert notes == (["2 ask to join"] if told else [])
