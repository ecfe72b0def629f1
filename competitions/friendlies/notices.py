"""What coaches are told about friendlies, in the words of `competitions.friendlies.letters`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from competitions.friendlies.letters import ABOUT_MATCHES, ABOUT_OFFERS, MATCH_LETTERS, OFFER_LETTERS
from competitions.models import FriendlyOffer
from leagues.notices import commissioners
from matches.notices import MATCH, coaches_of
from notices.extensions import Kind, Machine, Subject, Topic, declare
from notices.telling import follow
from teams.extensions import coach_changed
from teams.models import Team

State = FriendlyOffer.State
FRIENDLIES = Topic(key="friendlies", name=_("Friendlies"))

OFFER = Subject(
    key="friendly_offer",
    things=OFFER_LETTERS.things,
    league=lambda offer: offer.league,
    words=lambda offer, reader: OFFER_LETTERS.words(offer),
)

OF_OFFERS = {
    "offered": _("Somebody offers you a friendly"),
    State.ACCEPTED: _("Your friendly is accepted"),
    State.DECLINED: _("Your friendly is declined"),
    State.WITHDRAWN: _("A friendly is withdrawn"),
    "called_off": _("A friendly that was agreed is called off"),
}
OF_MATCHES = {
    "arranged": _("A commissioner arranges a friendly for you"),
    "called_off": _("The match of a friendly is called off"),
}


def _of_offer(what: str, *teams: str, waits: bool = False) -> Kind:
    letter = ABOUT_OFFERS[what]

    def readers(offer: Any) -> Iterable[int | None]:
        return [getattr(offer, team).coach_id for team in teams]

    return Kind(
        key=f"competitions.friendly_{what}",
        name=OF_OFFERS[what],
        topic=FRIENDLIES,
        subject=OFFER,
        line=letter.subject,
        text=letter.text,
        applies=letter.applies,
        readers=readers,
        page=lambda offer: OFFER_LETTERS.page(offer, what),
        waits=waits,
    )


def _of_match(what: str, readers: Any) -> Kind:
    letter = ABOUT_MATCHES[what]
    return Kind(
        key=f"competitions.friendly_match_{what}",
        name=OF_MATCHES[what],
        topic=FRIENDLIES,
        subject=MATCH,
        line=letter.subject,
        text=letter.text,
        applies=letter.applies,
        readers=readers,
        page=lambda match: MATCH_LETTERS.page(match, what),
    )


OFFER_CALLED_OFF = _of_offer("called_off", "offering", "asked")
ARRANGED = _of_match("arranged", coaches_of)
CALLED_OFF = _of_match("called_off", lambda match: [*coaches_of(match), *commissioners(match.league)])

declare(
    Machine(
        model=FriendlyOffer,
        states={
            State.OFFERED: (_of_offer("offered", "asked", waits=True),),
            State.ACCEPTED: (_of_offer(State.ACCEPTED, "offering"),),
            State.DECLINED: (_of_offer(State.DECLINED, "offering"),),
            State.WITHDRAWN: (_of_offer(State.WITHDRAWN, "asked"),),
        },
    ),
    OFFER_CALLED_OFF,
    ARRANGED,
    CALLED_OFF,
)


@coach_changed.add
def follow_offers(team: Team) -> None:
    """What waited for a team's former coach waits for its new one."""
    for offer in OFFER.things.filter(state=State.OFFERED, asked=team):
        follow(offer)
