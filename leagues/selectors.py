"""What other rooms' pages show of leagues, as plain rows."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.dateformat import format as format_date
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from leagues.models import JoinRequest, League, Membership
from web.tabs import front_page


@dataclass(frozen=True, slots=True)
class Row:
    """A league in a list of links; `note` says what the reader is there, or how large it is."""

    name: str
    url: str
    note: str


def memberships_of(user: User) -> list[Membership]:
    """Somebody's memberships in leagues that are not in the archive, by the leagues' names."""
    current = Membership.objects.filter(user=user, left_at__isnull=True, league__archived_at__isnull=True)
    return list(current.select_related("league").order_by("league__name"))


def my_leagues(memberships: Iterable[Membership]) -> list[Row]:
    """The leagues of these memberships in their order, each with what somebody is there."""
    return [
        Row(each.league.name, front_page(each.league), str(Membership.Role(each.role).label)) for each in memberships
    ]


def public_leagues() -> QuerySet[League]:
    """The leagues that everybody can see, the newest first."""
    return League.objects.filter(public=True, archived_at__isnull=True).order_by("-pk")


def requests_waiting(user: User) -> QuerySet[JoinRequest]:
    """Where somebody asked to be let in and has no answer yet, by the leagues' names."""
    waiting = JoinRequest.objects.filter(
        user=user, state=JoinRequest.State.PENDING, league__public=True, league__archived_at__isnull=True
    )
    return waiting.select_related("league").order_by("league__name")


def my_requests(requests: Iterable[JoinRequest]) -> list[Row]:
    """The leagues of these requests, each with the day on which it was asked."""
    return [
        Row(
            asked.league.name,
            front_page(asked.league),
            _("you asked on %(date)s, not answered yet") % {"date": format_date(localtime(asked.asked_at), "j M Y")},
        )
        for asked in requests
    ]


def paper_of(user: User, league: League) -> str:
    """The paper for what a user prints of a league: the one he chose, or else the league's (a ``PageSize``)."""
    return user.page_size or league.page_size
