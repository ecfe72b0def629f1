"""What other rooms' pages show of leagues, as plain rows."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from leagues.models import JoinRequest, League, Membership
from leagues.navigation import front_page


@dataclass(frozen=True, slots=True)
class Row:
    """A league in a list of links; `note` says what the reader is there, or how large it is."""

    name: str
    url: str
    note: str


@dataclass(frozen=True, slots=True)
class Task:
    """Something that waits for the reader."""

    text: str
    url: str
    note: str = ""


def my_leagues(user: User) -> list[Row]:
    """The leagues that somebody is in and that are not in the archive, by name."""
    current = Membership.objects.filter(user=user, left_at__isnull=True, league__archived_at__isnull=True)
    return [
        Row(each.league.name, front_page(each.league), str(Membership.Role(each.role).label))
        for each in current.select_related("league").order_by("league__name")
    ]


def public_leagues(most: int = 12) -> list[Row]:
    """The newest leagues that everybody can see."""
    shown = League.objects.filter(public=True, archived_at__isnull=True).order_by("-pk")[:most]
    return [Row(league.name, front_page(league), league.zone) for league in shown]


def join_requests_for(user: User) -> list[Task]:
    """The leagues that somebody runs and in which people wait to be let in."""
    waiting = JoinRequest.objects.filter(
        state=JoinRequest.State.PENDING,
        league__archived_at__isnull=True,
        league__memberships__user=user,
        league__memberships__role=Membership.Role.COMMISSIONER,
        league__memberships__left_at__isnull=True,
    )
    counts: dict[tuple[str, str], int] = {}
    for name, slug in waiting.values_list("league__name", "league__slug").order_by("league__name"):
        counts[name, slug] = counts.get((name, slug), 0) + 1
    return [
        Task(
            _("%(league)s: let people in, or not") % {"league": name},
            reverse("leagues:members", args=[slug]),
            ngettext("%(count)s asks to join", "%(count)s ask to join", count) % {"count": count},
        )
        for (name, slug), count in counts.items()
    ]


def paper_of(user: User, league: League) -> str:
    """The paper for what a user prints of a league: the one he chose, or else the league's (a ``PageSize``)."""
    return user.page_size or league.page_size
