"""Who is in a league, and as what: joining, leaving, commissioners appointed and dismissed."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.models import JoinRequest, League, Membership
from leagues.services import locked
from web.errors import Message, Refusal

LAST_COMMISSIONER = Message(
    id="leagues.last_commissioner",
    text=_("{name} is the only commissioner of {league}, and a league needs one."),
    remedy=_("Make another member a commissioner first."),
)
NOT_A_MEMBER = Message(id="leagues.not_a_member", text=_("{name} is not in {league}, or not any more."))
ALREADY_A_MEMBER = Message(id="leagues.already_a_member", text=_("{name} is in {league} already."))
ALREADY_COMMISSIONER = Message(id="leagues.already_commissioner", text=_("{name} is a commissioner already."))
NOT_COMMISSIONER = Message(id="leagues.not_commissioner", text=_("{name} is not a commissioner."))
BY_INVITATION = Message(
    id="leagues.by_invitation",
    text=_("{league} takes in new coaches by invitation only."),
    remedy=_("Ask one of its commissioners for a link."),
)
ALREADY_ASKED = Message(
    id="leagues.already_asked",
    text=_("You asked to join {league} before; a commissioner has not answered yet."),
)
NOT_ASKED = Message(
    id="leagues.not_asked",
    text=_("You do not ask to join {league} now: you never did, or you were answered, or you withdrew it."),
    remedy=_("Look at the league's page again to see where you stand."),
)
ALREADY_ANSWERED = Message(
    id="leagues.already_answered", text=_("{name}'s request has been answered already, or withdrawn.")
)


def request_to_join(*, league: League, user: User, message: str) -> JoinRequest:
    """Ask the commissioners to be let in as a coach. Raises Refusal."""
    with transaction.atomic():
        current = locked(league)
        if current.joining != League.Joining.REQUEST:
            raise Refusal(BY_INVITATION, league=league.name)
        refuse_member(current, user)
        if JoinRequest.objects.filter(league=league, user=user, state=JoinRequest.State.PENDING).exists():
            raise Refusal(ALREADY_ASKED, league=league.name)
        log.record(log.ASKED, league=league, by=user)
        return JoinRequest.objects.create(league=league, user=user, message=message)


def withdraw_request(*, league: League, user: User) -> None:
    """Take back one's own request that waits. Raises Refusal where there is none."""
    with transaction.atomic():
        pending = JoinRequest.objects.filter(league=locked(league), user=user, state=JoinRequest.State.PENDING)
        if not pending.update(state=JoinRequest.State.WITHDRAWN, answered_at=timezone.now()):
            raise Refusal(NOT_ASKED, league=league.name)
        log.record(log.WITHDRAWN, league=league, by=user)


def answer_request(*, join_request: JoinRequest, by: User, accept: bool, reason: str = "") -> JoinRequest:
    """Let somebody in, or not. Raises Refusal where it has been answered."""
    with transaction.atomic():
        league = locked(join_request.league)
        state = JoinRequest.State.ACCEPTED if accept else JoinRequest.State.REFUSED
        pending = JoinRequest.objects.filter(pk=join_request.pk, state=JoinRequest.State.PENDING)
        if not pending.update(state=state, answered_at=timezone.now(), answered_by=by):
            raise Refusal(ALREADY_ANSWERED, name=join_request.user.name)
        if accept:
            enter(league, join_request.user, Membership.Role.COACH)
        log.record(
            log.ACCEPTED if accept else log.REFUSED, league=league, by=by, about=join_request.user, reason=reason
        )
    join_request.refresh_from_db()
    return join_request


def enter(league: League, user: User, role: str) -> Membership:
    """Make somebody a member of a locked league, which settles a request of his that waits. Raises Refusal."""
    refuse_member(league, user)
    JoinRequest.objects.filter(league=league, user=user, state=JoinRequest.State.PENDING).update(
        state=JoinRequest.State.ACCEPTED, answered_at=timezone.now()
    )
    return Membership.objects.create(league=league, user=user, role=role)


def leave_league(*, league: League, user: User) -> None:
    """End one's own membership. Raises Refusal for the last commissioner."""
    with transaction.atomic():
        membership = current_membership(locked(league), user)
        keep_a_commissioner(membership)
        end(membership)
        log.record(log.LEFT, league=league, by=user)


def remove_member(*, membership: Membership, by: User, reason: str) -> None:
    """End somebody else's membership, with a reason that the league can read. Raises Refusal."""
    with transaction.atomic():
        league = locked(membership.league)
        membership = current_membership(league, membership.user)
        keep_a_commissioner(membership)
        end(membership)
        log.record(log.REMOVED, league=league, by=by, about=membership.user, reason=reason)


def appoint_commissioner(*, membership: Membership, by: User) -> None:
    """Make a member a commissioner. Raises Refusal."""
    with transaction.atomic():
        membership = current_membership(locked(membership.league), membership.user)
        if membership.role == Membership.Role.COMMISSIONER:
            raise Refusal(ALREADY_COMMISSIONER, name=membership.user.name)
        write_role(membership, Membership.Role.COMMISSIONER)
        log.record(log.APPOINTED, league=membership.league, by=by, about=membership.user)


def dismiss_commissioner(*, membership: Membership, by: User, reason: str) -> None:
    """Make a commissioner an ordinary coach again. Raises Refusal for the last one."""
    with transaction.atomic():
        membership = current_membership(locked(membership.league), membership.user)
        if membership.role != Membership.Role.COMMISSIONER:
            raise Refusal(NOT_COMMISSIONER, name=membership.user.name)
        keep_a_commissioner(membership)
        write_role(membership, Membership.Role.COACH)
        log.record(log.DISMISSED, league=membership.league, by=by, about=membership.user, reason=reason)


def current_membership(league: League, user: User) -> Membership:
    """Somebody's membership as it is now. Raises Refusal where he is not in the league."""
    membership = league.memberships.filter(user=user, left_at__isnull=True).select_related("user", "league").first()
    if membership is None:
        raise Refusal(NOT_A_MEMBER, name=user.name, league=league.name)
    return membership


def refuse_member(league: League, user: User) -> None:
    """Raises Refusal for somebody who is in the league."""
    if league.memberships.filter(user=user, left_at__isnull=True).exists():
        raise Refusal(ALREADY_A_MEMBER, name=user.name, league=league.name)


def keep_a_commissioner(membership: Membership) -> None:
    """Raises Refusal where this is a locked league's last commissioner, who cannot go."""
    if membership.role != Membership.Role.COMMISSIONER:
        return
    others = membership.league.memberships.filter(role=Membership.Role.COMMISSIONER, left_at__isnull=True)
    if not others.exclude(pk=membership.pk).exists():
        raise Refusal(LAST_COMMISSIONER, name=membership.user.name, league=membership.league.name)


def write_role(membership: Membership, role: str) -> None:
    Membership.objects.filter(pk=membership.pk).update(role=role)


def end(membership: Membership) -> None:
    Membership.objects.filter(pk=membership.pk).update(left_at=timezone.now())
