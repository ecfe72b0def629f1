"""What people are told about joining a league; and who may be told about a league at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.agreements.own_matches import kind_of, text_of
from leagues.agreements.own_teams import AGREEMENTS, DECIDED_ALONE
from leagues.agreements.who_agrees import asked_for, judges
from leagues.models import Agreement, Enquiry, JoinRequest, League, Membership
from notices.extensions import Kind, Machine, Silent, Subject, Topic, declare, open_leagues, viewers
from web.prepared import Prepared
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
    return list(_running(league.pk))


@Prepared
def _running(league: int) -> QuerySet[Membership, int]:
    rows = Membership.objects.filter(league=league, left_at=None, role=Membership.Role.COMMISSIONER)
    return rows.order_by().values_list("user", flat=True)


def who_approves(league: League, coaches: set[int | None]) -> list[int]:
    """Who can approve something of these coaches: the commissioners; site staff too, if all of them are among these."""
    running = commissioners(league)
    if set(running) - coaches:
        return running
    return [*running, *(person.pk for person in judges(league, running))]


@viewers.add
def may_be_told(league: int, outsiders: bool) -> Q:
    """Members of a league and site staff; with ``outsiders`` everybody, if it is public, and those who wrote to it."""
    member = Exists(Membership.objects.filter(league=league, left_at=None, user=OuterRef("pk")))
    inside = Q(member) | Q(is_staff=True)
    if not outsiders:
        return inside
    wrote = Exists(Enquiry.objects.filter(league=league, user=OuterRef("pk")))
    return inside | Q(Exists(League.objects.filter(pk=league, public=True))) | Q(wrote)


@open_leagues.add
def readable(user: User, leagues: Collection[int]) -> Mapping[int, str]:
    """The names of those of these leagues that a person may see and that are not archived. At most two queries."""
    rows = League.objects.filter(pk__in=leagues, archived_at=None).values_list("pk", "name", "public")
    found = {pk: (name, public) for pk, name, public in rows}
    private = [pk for pk, (_name, public) in found.items() if not public]
    own: Iterable[int] = ()
    if private and user.is_staff:
        own = private
    elif private:
        mine = Membership.objects.filter(user=user, left_at=None, league__in=private).values_list("league", flat=True)
        own = mine.union(Enquiry.objects.filter(user=user, league__in=private).values_list("league"))
    seen = set(own)
    return {pk: name for pk, (name, public) in found.items() if public or pk in seen}


ASKED = Kind(
    key="leagues.asked_to_join",
    name=_("Somebody asks to join your league"),
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
    name=_("Your request to join is accepted"),
    topic=MEMBERS,
    subject=REQUEST,
    line=_("You are in %(league)s"),
    text=_("A commissioner of %(league)s has accepted your request. You are a member now: build your team."),
    readers=lambda asked: [asked.user_id],
    page=lambda asked: front_page(asked.league),
)
REFUSED = Kind(
    key="leagues.request_refused",
    name=_("Your request to join is refused"),
    topic=MEMBERS,
    subject=REQUEST,
    line=_("%(league)s has refused your request"),
    text=_("A commissioner of %(league)s has refused your request to join."),
    readers=lambda asked: [asked.user_id],
    page=lambda asked: front_page(asked.league),
    outsiders=True,
)

ENQUIRY = Subject(
    key="enquiry",
    things=Enquiry.objects.select_related("league", "user"),
    league=lambda asked: asked.league,
    words=lambda asked, reader: {"coach": asked.user.name, "league": asked.league.name},
)
WROTE = Kind(
    key="leagues.enquiry",
    name=_("Somebody from outside writes to the commissioners"),
    topic=MEMBERS,
    subject=ENQUIRY,
    line=_("%(coach)s wrote to the commissioners of %(league)s"),
    text=_("%(coach)s, who is not in %(league)s, wrote to its commissioners. Read and answer the message here:"),
    readers=lambda asked: commissioners(asked.league),
    page=lambda asked: reverse("leagues:enquiry", args=[asked.league.slug, asked.pk]),
    waits=True,
)
REPLIED = Kind(
    key="leagues.enquiry_answered",
    name=_("Commissioners answer your message"),
    topic=MEMBERS,
    subject=ENQUIRY,
    line=_("%(league)s has answered your message"),
    text=_("A commissioner of %(league)s has answered your message. Read the answer here:"),
    readers=lambda asked: [asked.user_id],
    page=lambda asked: reverse("leagues:my_enquiry", args=[asked.pk]),
    outsiders=True,
)

AGREEMENT = Subject(
    key="agreement",
    things=Agreement.objects.select_related("league", "by"),
    league=lambda agreement: agreement.league,
    words=lambda agreement, reader: {
        "what": text_of(agreement),
        "league": agreement.league.name,
    },
)


def asked_to_agree(agreement: Agreement) -> list[int]:
    """The people any of whom can agree, while what was asked can still be done."""
    return [person.pk for person in asked_for(agreement)] if kind_of(agreement).still_open(agreement) else []


TO_AGREE = Kind(
    key="leagues.asked_to_agree",
    name=_("A commissioner asks you to agree"),
    topic=AGREEMENTS,
    subject=AGREEMENT,
    line=_("%(what)s: do you agree?"),
    text=_(
        "%(what)s, in %(league)s. This is about a match or team of their own, so somebody else has to agree. Its page "
        "says more:"
    ),
    readers=asked_to_agree,
    page=lambda agreement: kind_of(agreement).address(agreement),
    waits=True,
    applies=lambda agreement, reader: kind_of(agreement).still_open(agreement),
)
DONE = Kind(
    key="leagues.agreed",
    name=_("Somebody agrees to what you asked for"),
    topic=TO_AGREE.topic,
    subject=AGREEMENT,
    line=_("Agreed: %(what)s"),
    text=_("Somebody agreed to what you asked for in %(league)s, so it is done: %(what)s."),
    readers=lambda agreement: [agreement.by_id],
    page=lambda agreement: kind_of(agreement).address(agreement),
)

declare(
    DECIDED_ALONE,
    Machine(
        model=Agreement,
        states={
            Agreement.State.WAITING: (TO_AGREE,),
            Agreement.State.AGREED: (DONE,),
            Agreement.State.WITHDRAWN: Silent("the asker did it; the notices of the others end"),
            Agreement.State.LAPSED: Silent("the asker did it alone; the league's log says so"),
        },
    ),
    Machine(
        model=Enquiry,
        states={
            Enquiry.State.WAITING: (WROTE,),
            Enquiry.State.ANSWERED: (REPLIED,),
            Enquiry.State.CLOSED: Silent("the commissioners gave no answer; their notices end"),
        },
    ),
    Machine(
        model=JoinRequest,
        states={
            State.PENDING: (ASKED,),
            State.ACCEPTED: (ACCEPTED,),
            State.REFUSED: (REFUSED,),
            State.WITHDRAWN: Silent("the person did it; the commissioners' notice ends"),
        },
    ),
)
