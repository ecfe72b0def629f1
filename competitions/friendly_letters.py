"""Mails about a friendly that coaches arrange: to whom it is offered, and what became of it."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from competitions.models import FriendlyOffer
from jobs.letters import Letter, Letters, while_in

State = FriendlyOffer.State

LETTERS = {
    "offered": Letter(
        subject=_("%(offering)s offer %(asked)s a friendly"),
        text=_(
            "%(by)s offers your team %(asked)s a friendly against %(offering)s in %(league)s, with %(home)s at home. "
            "It counts for both teams like any match, but in no table.\n\n"
            "%(note)sAccept it or say no here:"
        ),
        goes=while_in(State.OFFERED),
    ),
    State.ACCEPTED: Letter(
        subject=_("%(asked)s play your friendly"),
        text=_(
            "%(asked)s have accepted your friendly in %(league)s: the match is made, with %(home)s at home. Agree with "
            "the other coach when you play it; either of you opens it then."
        ),
        goes=while_in(State.ACCEPTED),
    ),
    State.DECLINED: Letter(
        subject=_("%(asked)s do not play your friendly"),
        text=_("%(asked)s have declined the friendly that %(offering)s offered in %(league)s."),
        goes=while_in(State.DECLINED),
    ),
    State.WITHDRAWN: Letter(
        subject=_("%(offering)s withdraw their friendly"),
        text=_("%(offering)s no longer offer %(asked)s a friendly in %(league)s. Nothing is asked of you."),
        goes=while_in(State.WITHDRAWN),
    ),
    "called_off": Letter(
        subject=_("The friendly of %(offering)s and %(asked)s is called off"),
        text=_("The friendly of %(offering)s and %(asked)s in %(league)s will not be played: it was called off."),
        goes=while_in(State.ACCEPTED),
    ),
}


def words_of(offer: FriendlyOffer) -> dict[str, str]:
    """What the letters say of an offer."""
    return {
        "offering": offer.offering.name,
        "asked": offer.asked.name,
        "by": offer.offered_by.name,
        "home": offer.home.name,
        "league": offer.league.name,
        "note": f"“{offer.note}”\n\n" if offer.note else "",
    }


OFFER_LETTERS = Letters(
    kind="tell_of_friendly",
    title=_("Mail about a friendly"),
    about="offer",
    things=FriendlyOffer.objects.select_related("league", "offering", "asked", "offered_by"),
    letters=LETTERS,
    words=words_of,
    page=lambda offer, what: reverse("competitions:friendly_offer", args=[offer.pk]),
)
