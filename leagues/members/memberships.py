"""The members of a league: they join by invitation or on request, leave, and become commissioners or coaches again.

The token of an invitation link lets people join, so it is not stored. It is made from the invitation's seed and the
site's secret, so commissioners can see the link again. A link is found by the hash of its token.
"""

import base64
import hashlib
import uuid
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.extensions import member_returned
from leagues.models import Invitation, JoinRequest, League, Membership
from leagues.services import locked
from notices.telling import end_in_league, follow, follow_league
from web.errors import Message, Refusal

TOKEN_BYTES = 16

LAST_COMMISSIONER = Message(
    id="leagues.last_commissioner",
    text=_("{name} is the only commissioner of {league}, and a league needs one."),
    remedy=_("Make another member a commissioner first."),
)
NOT_A_MEMBER = Message(id="leagues.not_a_member", text=_("{name} is not a member of {league}."))
ALREADY_A_MEMBER = Message(id="leagues.already_a_member", text=_("{name} is already a member of {league}."))
ALREADY_COMMISSIONER = Message(id="leagues.already_commissioner", text=_("{name} is already a commissioner."))
NOT_COMMISSIONER = Message(id="leagues.not_commissioner", text=_("{name} is not a commissioner."))
BY_INVITATION = Message(
    id="leagues.by_invitation",
    text=_("You can join {league} by invitation only."),
    remedy=_("Ask one of its commissioners for a link."),
)
ALREADY_ASKED = Message(
    id="leagues.already_asked",
    text=_("You have already asked to join {league}. A commissioner has not answered yet."),
)
NOT_ASKED = Message(
    id="leagues.not_asked",
    text=_("You have no open request to join {league}."),
    remedy=_("Open the league's page to see your status."),
)
ALREADY_ANSWERED = Message(
    id="leagues.already_answered", text=_("{name}'s request has already been answered or withdrawn.")
)
NOT_GOOD = Message(
    id="leagues.invitation_not_good",
    text=_("This invitation no longer works: it was used up, revoked or has expired."),
    remedy=_("Ask a commissioner of {league} for a new link."),
)
NOT_OPEN = Message(id="leagues.invitation_not_open", text=_("This invitation was already used up or revoked."))


def request_to_join(*, league: League, user: User, message: str) -> JoinRequest:
    """Ask the commissioners to join as a coach. Raises Refusal."""
    with transaction.atomic():
        current = locked(league)
        if current.joining != League.Joining.REQUEST:
            raise Refusal(BY_INVITATION, league=league.name)
        refuse_member(current, user)
        if JoinRequest.objects.filter(league=league, user=user, state=JoinRequest.State.PENDING).exists():
            raise Refusal(ALREADY_ASKED, league=league.name)
        log.record(log.ASKED, league=league, by=user)
        made = JoinRequest.objects.create(league=league, user=user, message=message)
        follow(made, by=user)
        return made


def withdraw_request(*, league: League, user: User) -> None:
    """Withdraw one's own open request. Raises Refusal if there is none."""
    with transaction.atomic():
        if not end_requests(locked(league), user, JoinRequest.State.WITHDRAWN):
            raise Refusal(NOT_ASKED, league=league.name)
        log.record(log.WITHDRAWN, league=league, by=user)


def answer_request(*, join_request: JoinRequest, by: User, accept: bool, reason: str = "") -> JoinRequest:
    """Accept or refuse a request to join. Raises Refusal if it has an answer already."""
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
        follow(join_request, by=by)
    return join_request


def enter(league: League, user: User, role: str) -> Membership:
    """Make a user a member of a locked league; this accepts their open request. Raises Refusal."""
    refuse_member(league, user)
    returned = league.memberships.filter(user=user).exists()
    made = Membership.objects.create(league=league, user=user, role=role)
    end_requests(league, user, JoinRequest.State.ACCEPTED)
    if returned:
        member_returned.call(league, user)
    if role == Membership.Role.COMMISSIONER:
        follow_league(league.pk)
    return made


def end_requests(league: League, user: User, state: str) -> bool:
    """Close a user's open request, as they withdraw it or join in another way; False if there is none."""
    pending = JoinRequest.objects.filter(league=league, user=user, state=JoinRequest.State.PENDING)
    found = list(pending.select_related("league", "user"))
    for asked in found:
        asked.state, asked.answered_at = state, timezone.now()
        asked.save(update_fields=["state", "answered_at"])
        follow(asked, by=user)
    return bool(found)


def token_for(seed: uuid.UUID, by: int) -> str:
    """The 128-bit token of the link that a person (by id) makes with this seed."""
    digest = salted_hmac("leagues.invitations", f"{by}:{seed}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def token_of(invitation: Invitation) -> str | None:
    """The token of an invitation's link. None if it cannot be made again: the site had another secret then."""
    if invitation.seed is None:
        return None
    token = token_for(invitation.seed, invitation.made_by_id)
    return token if hash_of(token) == invitation.token_hash else None


def hash_of(token: str) -> str:
    """The stored form of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def invite(
    *, league: League, by: User, seed: uuid.UUID, role: str, days: int, max_uses: int, note: str = ""
) -> Invitation:
    """Let `max_uses` people join as `role` with one link, for `days` from now. Raises Refusal.

    `seed` is a new id (the command's), from which `token_of` makes the link. A link that makes commissioners has one
    use only, whatever `max_uses` is.
    """
    if role == Membership.Role.COMMISSIONER:
        max_uses = 1
    with transaction.atomic():
        locked(league)
        log.record(log.INVITED, league=league, by=by, role=role, max_uses=max_uses)
        return Invitation.objects.create(
            league=league,
            seed=seed,
            token_hash=hash_of(token_for(seed, by.pk)),
            role=role,
            note=note,
            made_by=by,
            expires_at=timezone.now() + timedelta(days=days),
            max_uses=max_uses,
        )


def revoke_invitation(*, invitation: Invitation, by: User) -> None:
    """Revoke a link. Raises Refusal if it does not work any more."""
    with transaction.atomic():
        league = locked(invitation.league)
        unused = Invitation.objects.filter(pk=invitation.pk, revoked_at__isnull=True, uses__lt=F("max_uses"))
        if not unused.update(revoked_at=timezone.now()):
            raise Refusal(NOT_OPEN)
        log.record(log.INVITATION_REVOKED, league=league, by=by)


def find_invitation(token: str) -> Invitation | None:
    """The invitation of a link, whether it still works or not; None for an unknown token."""
    return Invitation.objects.select_related("league", "made_by").filter(token_hash=hash_of(token)).first()


def is_good(invitation: Invitation) -> bool:
    """Whether people can join with it now."""
    unused = invitation.revoked_at is None and invitation.uses < invitation.max_uses
    return unused and invitation.expires_at > timezone.now() and not invitation.league.archived


def join_by_invitation(*, invitation: Invitation, user: User) -> Membership:
    """Join with an invitation. One write counts the use and checks that one is left. Raises Refusal."""
    with transaction.atomic():
        league = locked(invitation.league)
        good = Invitation.objects.filter(
            pk=invitation.pk, revoked_at__isnull=True, uses__lt=F("max_uses"), expires_at__gt=timezone.now()
        )
        membership = enter(league, user, invitation.role)
        if not good.update(uses=F("uses") + 1):
            raise Refusal(NOT_GOOD, league=league.name)
        log.record(log.JOINED, league=league, by=user, role=invitation.role)
    return membership


def leave_league(*, league: League, user: User) -> None:
    """End one's own membership. Raises Refusal for the only commissioner."""
    with transaction.atomic():
        membership = current_membership(locked(league), user)
        keep_a_commissioner(membership)
        end(membership)
        log.record(log.LEFT, league=league, by=user)


def remove_member(*, membership: Membership, by: User, reason: str) -> None:
    """End another person's membership, with a reason that members can read. Raises Refusal."""
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
    """Make a commissioner a coach again. Raises Refusal for the only commissioner."""
    with transaction.atomic():
        membership = current_membership(locked(membership.league), membership.user)
        if membership.role != Membership.Role.COMMISSIONER:
            raise Refusal(NOT_COMMISSIONER, name=membership.user.name)
        keep_a_commissioner(membership)
        write_role(membership, Membership.Role.COACH)
        log.record(log.DISMISSED, league=membership.league, by=by, about=membership.user, reason=reason)


def current_membership(league: League, user: User) -> Membership:
    """A user's current membership. Raises Refusal if they are not in the league."""
    membership = league.memberships.filter(user=user, left_at__isnull=True).select_related("user", "league").first()
    if membership is None:
        raise Refusal(NOT_A_MEMBER, name=user.name, league=league.name)
    return membership


def refuse_member(league: League, user: User) -> None:
    """Raise Refusal if the user is in the league."""
    if league.memberships.filter(user=user, left_at__isnull=True).exists():
        raise Refusal(ALREADY_A_MEMBER, name=user.name, league=league.name)


def keep_a_commissioner(membership: Membership) -> None:
    """Raise Refusal if this is the only commissioner of a locked league."""
    if membership.role != Membership.Role.COMMISSIONER:
        return
    others = membership.league.memberships.filter(role=Membership.Role.COMMISSIONER, left_at__isnull=True)
    if not others.exclude(pk=membership.pk).exists():
        raise Refusal(LAST_COMMISSIONER, name=membership.user.name, league=membership.league.name)


def write_role(membership: Membership, role: str) -> None:
    """Store a member's role; what waits for commissioners waits for the new ones. Inside a transaction."""
    Membership.objects.filter(pk=membership.pk).update(role=role)
    follow_league(membership.league_id)


def end(membership: Membership) -> None:
    """End a membership, and all that waits for the person in this league. Inside a transaction."""
    Membership.objects.filter(pk=membership.pk).update(left_at=timezone.now())
    end_in_league(membership.league_id, membership.user)
    if membership.role == Membership.Role.COMMISSIONER:
        follow_league(membership.league_id)
