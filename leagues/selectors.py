"""What pages of other rooms show of leagues, as plain rows."""

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
    """A league in a list of links; `note` says the reader's role there, or how large it is."""

    name: str
    url: str
    note: str


def memberships_of(user: User) -> list[Membership]:
    """A user's memberships in leagues that are not archived, by the name of the league."""
    current = Membership.objects.filter(user=user, left_at__isnull=True, league__archived_at__isnull=True)
    return list(current.select_related("league").order_by("league__name"))


def my_leagues(memberships: Iterable[Membership]) -> list[Row]:
    """The leagues of these memberships in their order, each with the role there."""
    return [
        Row(each.league.name, front_page(each.league), str(Membership.Role(each.role).label)) for each in memberships
    ]


def public_leagues() -> QuerySet[League]:
    """Public leagues that are not archived, the newest first."""
    return League.objects.filter(public=True, archived_at__isnull=True).order_by("-pk")


def requests_waiting(user: User) -> QuerySet[JoinRequest]:
    """A user's requests to join that have no answer yet, by the name of the league."""
    waiting = JoinRequest.objects.filter(
        user=user, state=JoinRequest.State.PENDING, league__public=True, league__archived_at__isnull=True
    )
    return waiting.select_related("league").order_by("league__name")


def my_requests(requests: Iterable[JoinRequest]) -> list[Row]:
    """The leagues of these requests, each with the date of the request."""
    return [
        Row(
            asked.league.name,
            front_page(asked.league),
            _("you asked on %(date)s, not answered yet") % {"date": format_date(localtime(asked.asked_at), "j M Y")},
        )
        for asked in requests
    ]


def paper_of(user: User, league: League) -> str:
    """The paper for a user's prints of a league (a ``PageSize``): their own choice, or the league's."""
    return user.page_size or league.page_size
