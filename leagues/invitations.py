"""Invitation links. The token of a link lets people join, so only its hash is stored, and the link is shown once."""

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
from leagues.memberships import enter
from leagues.models import Invitation, League, Membership
from leagues.services import locked
from web.errors import Message, Refusal

TOKEN_BYTES = 16

NOT_GOOD = Message(
    id="leagues.invitation_not_good",
    text=_("This invitation no longer works: it was used up, revoked or has expired."),
    remedy=_("Ask a commissioner of {league} for a new link."),
)
NOT_OPEN = Message(id="leagues.invitation_not_open", text=_("This invitation was already used up or revoked."))


def token_for(command_id: uuid.UUID, by: User) -> str:
    """The 128-bit token of the link that a command makes.

    Made from the command's id and the site's secret, because the token is not stored: if the first answer is lost, a
    second submit can show the same link.
    """
    digest = salted_hmac("leagues.invitations", f"{by.pk}:{command_id}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def hash_of(token: str) -> str:
    """The stored form of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def invite(*, league: League, by: User, token: str, role: str, days: int, max_uses: int, note: str = "") -> Invitation:
    """Let `max_uses` people join as `role` with this token, for `days` from now. Raises Refusal."""
    with transaction.atomic():
        locked(league)
        log.record(log.INVITED, league=league, by=by, role=role, max_uses=max_uses)
        return Invitation.objects.create(
            league=league,
            token_hash=hash_of(token),
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
