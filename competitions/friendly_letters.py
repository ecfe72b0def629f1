"""Mails about a friendly that coaches arrange: to whom it is offered, and what became of it, with a link to its page.

What a mail says is written when it goes; one that asks for an answer that is given meanwhile does not go at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.mail import link, write_to
from accounts.models import User
from competitions.models import FriendlyOffer
from jobs.kinds import Report, job_kind, site_staff_alone
from jobs.models import Job
from jobs.queue import enqueue
from leagues.errors import Text
from teams.models import Team

State = FriendlyOffer.State


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A kind of mail, and the state of the offer in which it goes."""

    subject: Text
    text: Text
    state: str


LETTERS: Mapping[str, Letter] = {
    "offered": Letter(
        subject=_("%(offering)s offer %(asked)s a friendly"),
        text=_(
            "%(by)s offers your team %(asked)s a friendly against %(offering)s in %(league)s, with %(home)s at home. "
            "It counts for both teams like any match, but in no table.\n\n"
            "%(note)sAccept it or say no here:"
        ),
        state=State.OFFERED,
    ),
    State.ACCEPTED: Letter(
        subject=_("%(asked)s play your friendly"),
        text=_(
            "%(asked)s have accepted your friendly in %(league)s: the match is made, with %(home)s at home. Agree with "
            "the other coach when you play it; either of you opens it then."
        ),
        state=State.ACCEPTED,
    ),
    State.DECLINED: Letter(
        subject=_("%(asked)s do not play your friendly"),
        text=_("%(asked)s have declined the friendly that %(offering)s offered in %(league)s."),
        state=State.DECLINED,
    ),
    State.WITHDRAWN: Letter(
        subject=_("%(offering)s withdraw their friendly"),
        text=_("%(offering)s no longer offer %(asked)s a friendly in %(league)s. Nothing is asked of you."),
        state=State.WITHDRAWN,
    ),
    "called_off": Letter(
        subject=_("The friendly of %(offering)s and %(asked)s is called off"),
        text=_("The friendly of %(offering)s and %(asked)s in %(league)s will not be played: it was called off."),
        state=State.ACCEPTED,
    ),
}
"""By what has happened."""


def send_letter(offer: FriendlyOffer, what: str, *, to: Team) -> None:
    """Have a team's coach told, if it has one; part of the transaction of what happened."""
    if to.coach_id is not None:
        params = {"offer": offer.pk, "what": str(what), "to": to.coach_id}
        enqueue("tell_of_friendly", params, version=str(offer.version))


def letter_in(params: Mapping[str, Any]) -> tuple[int, str, int]:
    """An offer, what has happened, and who is told. Raises ValueError for any other params."""
    known = set(params) == {"offer", "what", "to"} and params["what"] in LETTERS
    if not known or not all(type(params[name]) is int for name in ("offer", "to")):
        raise ValueError(f"params should be 'offer', 'what' and 'to', not {dict(params)!r}")
    return params["offer"], str(params["what"]), params["to"]


def tell(offer: FriendlyOffer, what: str, coach: User) -> bool:
    """Send one mail, unless the offer is in another state by now; says whether it went."""
    letter = LETTERS[what]
    if offer.state != letter.state:
        return False
    words = {
        "offering": offer.offering.name,
        "asked": offer.asked.name,
        "by": offer.offered_by.name,
        "home": offer.home.name,
        "league": offer.league.name,
        "note": f"“{offer.note}”\n\n" if offer.note else "",
    }
    greeting = _("Hello %(coach)s,") % {"coach": coach.name}
    page = link(reverse("competitions:friendly_offer", args=[offer.pk]))
    return write_to(
        coach, subject=str(letter.subject % words), message=f"{greeting}\n\n{letter.text % words}\n\n{page}\n"
    )


@job_kind("tell_of_friendly", title=_("Mail about a friendly"), parse=letter_in, seen_by=site_staff_alone)
def tell_of_friendly(job: Job, report: Report) -> None:
    """Tell one coach."""
    pk, what, to = job.parsed
    offer = FriendlyOffer.objects.select_related("league", "offering", "asked", "offered_by").filter(pk=pk).first()
    coach = User.objects.filter(pk=to).first()
    if offer is not None and coach is not None:
        tell(offer, what, coach)
