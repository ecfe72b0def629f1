"""What people are told about joining a league; and who may be told about a league at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.models import JoinRequest, League, Membership
from notices.extensions import Kind, Machine, Silent, Subject, Topic, declare, open_leagues, viewers
from web.tabs import front_page

State = JoinRequest.State
MEMBERS = Topic(key="members", name=_("People who ask to join, and answers to your requests"))

REQUEST = Subject(
    key="join_request",
    things=JoinRequest.objects.select_related("league", "user"),
    league=lambda asked: asked.league,
    words=lambda asked, reader: {"coach": asked.user.name, "league": asked.league.name},
)


def commissioners(league: League) -> list[int]:
    """The ids of those who run a league now. One query."""
    rows = Membership.objects.filter(league=league, left_at=None, role=Membership.Role.COMMISSIONER)
    return list(rows.values_list("user", flat=True))


@viewers.add
def may_be_told(league: int, people: Collection[int], outsiders: bool) -> set[int]:
    """Members of a league; with ``outsiders`` everybody, if the league is public."""
    found = set(Membership.objects.filter(league=league, left_at=None, user__in=people).values_list("user", flat=True))
    if outsiders and found != set(people) and League.objects.filter(pk=league, public=True).exists():
        return set(people)
    return found


@open_leagues.add
def readable(user: User, leagues: Collection[int]) -> Mapping[int, str]:
    """The names of those of these leagues that a person may see and that are not archived. At most two queries."""
    rows = League.objects.filter(pk__in=leagues, archived_at=None).values_list("pk", "name", "public")
    found = {pk: (name, public) for pk, name, public in rows}
    private = [pk for pk, (_name, public) in found.items() if not public]
    own: Iterable[int] = ()
    if private:
        own = Membership.objects.filter(user=user, left_at=None, league__in=private).values_list("league", flat=True)
    seen = set(own)
    return {pk: name for pk, (name, public) in found.items() if public or pk in seen}


ASKED = Kind(
    key="leagues.asked_to_join",
    topic=MEMBERS,
    subject=REQUEST,
    line=_("%(coach)s asks to join %(league)s"),
    text=_("%(coach)s asks to join %(league)s. Accept or refuse here:"),
    readers=lambda asked: commissioners(asked.league),
    page=lambda asked: reverse("leagues:members", args=[asked.league.slug]),
    waits=True,
)
ACCEPTED = Kind(
    key="leagues.request_accepted",
    topic=MEMBERS,
    subject=REQUEST,
    line=_("You are in %(league)s"),
    text=_("A commissioner of %(league)s has accepted your request. You are a member now: build your team."),
    readers=lambda asked: [asked.user_id],
    page=lambda asked: front_page(asked.league),
)
REFUSED = Kind(
    key="leagues.request_refused",
    topic=MEMBERS,
    subject=REQUEST,
    line=_("%(league)s has refused your request"),
    text=_("A commissioner of %(league)s has refused your request to join."),
    readers=lambda asked: [asked.user_id],
    page=lambda asked: front_page(asked.league),
    outsiders=True,
)

declare(
    Machine(
        model=JoinRequest,
        states={
            State.PENDING: (ASKED,),
            State.ACCEPTED: (ACCEPTED,),
            State.REFUSED: (REFUSED,),
            State.WITHDRAWN: Silent("the person did it; the commissioners' notice ends"),
        },
    )
)
