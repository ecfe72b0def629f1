"""The smallest happening for tests: a stranger asks to join the cast's public league."""

from leagues.members.memberships import request_to_join
from leagues.models import JoinRequest, League
from notices.models import Notice
from tests.leagues.cast import Cast


def stranger_asks(cast: Cast) -> JoinRequest:
    League.objects.filter(pk=cast.league.pk).update(joining=League.Joining.REQUEST)
    cast.league.refresh_from_db()
    return request_to_join(league=cast.league, user=cast.stranger, message="")


def only_notice() -> Notice:
    return Notice.objects.select_related("happening").get()
