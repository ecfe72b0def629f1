"""Messages from people outside a league to its commissioners. Nobody sees an address: answers come to the inbox.

A public league has a form for everybody with an account. Of a private league only people with one of its invitation
links know; the form behind such a link says no more than the link does.
"""

from __future__ import annotations

import uuid

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.members.memberships import invite, refuse_member
from leagues.models import Enquiry, Invitation, League, Membership
from leagues.services import locked
from notices.telling import follow
from web.errors import Message, Refusal

INVITED_DAYS = 14
NOTE_LENGTH = Invitation._meta.get_field("note").max_length
WRITTEN_ALREADY = Message(
    id="leagues.written_already",
    text=_("You have already written to {league}, and a commissioner has not answered yet."),
    remedy=_("You can write again after that."),
)
ANSWERED = Message(
    id="leagues.enquiry_answered",
    text=_("{name}'s message has already been answered or closed."),
    remedy=_("You do not need to do anything."),
    status=409,
)


def write(*, league: League, user: User, message: str) -> Enquiry:
    """Write to the commissioners of a league that one is not in. Raises ``Refusal``."""
    with transaction.atomic():
        refuse_member(locked(league), user)
        if Enquiry.objects.filter(league=league, user=user, state=Enquiry.State.WAITING).exists():
            raise Refusal(WRITTEN_ALREADY, league=league.name)
        log.record(log.ENQUIRED, league=league, by=user)
        made = Enquiry.objects.create(league=league, user=user, message=message)
        follow(made, by=user)
        return made


def answer(*, enquiry: Enquiry, by: User, text: str, seed: uuid.UUID | None = None) -> Enquiry:
    """Answer a message, or close it if there is no text. Raises ``Refusal`` if it has been answered.

    With a ``seed`` (the command's id) the answer invites its reader with a link of their own.
    """
    with transaction.atomic():
        league = locked(enquiry.league)
        if seed is not None:
            note = enquiry.user.name[:NOTE_LENGTH]
            enquiry.invitation = invite(
                league=league, by=by, seed=seed, role=Membership.Role.COACH, days=INVITED_DAYS, max_uses=1, note=note
            )
            enquiry.save(update_fields=["invitation"])
        close(enquiry, by=by, text=text)
        kind = log.ENQUIRY_ANSWERED if text else log.ENQUIRY_CLOSED
        log.record(kind, league=league, by=by, about=enquiry.user)
    return enquiry


def close(enquiry: Enquiry, *, by: User | None, text: str = "") -> None:
    """End an open message, in the transaction of the caller. Raises ``Refusal``."""
    state = Enquiry.State.ANSWERED if text else Enquiry.State.CLOSED
    waiting = Enquiry.objects.filter(pk=enquiry.pk, state=Enquiry.State.WAITING)
    if not waiting.update(state=state, answer=text, answered_at=timezone.now(), answered_by=by):
        raise Refusal(ANSWERED, name=enquiry.user.name)
    enquiry.refresh_from_db()
    follow(enquiry, by=by)


def waiting_for_answer(league: League) -> list[Enquiry]:
    """A league's open messages, oldest first."""
    waiting = league.enquiries.filter(state=Enquiry.State.WAITING)
    return list(waiting.select_related("user").order_by("asked_at", "pk"))
