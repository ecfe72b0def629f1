"""Mails about friendlies: offers and their answers, and matches that a commissioner arranged."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from competitions.models import FriendlyOffer
from jobs.letters import Letter, Letters, while_in
from matches.models import Match

State = FriendlyOffer.State

ABOUT_OFFERS = {
    "offered": Letter(
        subject=_("%(offering)s offers %(asked)s a friendly"),
        text=_(
            "%(by)s offers your team %(asked)s a friendly against %(offering)s in %(league)s, with %(home)s at home. "
            "It counts for both teams like any match, but in no table.\n\n"
            "%(note)sAccept or decline here:"
        ),
        applies=while_in(State.OFFERED),
    ),
    State.ACCEPTED: Letter(
        subject=_("%(asked)s accepts your friendly"),
        text=_(
            "%(asked)s has accepted your friendly in %(league)s: the match is created, with %(home)s at home. Agree "
            "on a date with the other coach; either of you can open it then."
        ),
        applies=while_in(State.ACCEPTED),
    ),
    State.DECLINED: Letter(
        subject=_("%(asked)s declines your friendly"),
        text=_("%(asked)s has declined the friendly that %(offering)s offered in %(league)s."),
        applies=while_in(State.DECLINED),
    ),
    State.WITHDRAWN: Letter(
        subject=_("%(offering)s withdraws its friendly"),
        text=_("%(offering)s no longer offers %(asked)s a friendly in %(league)s. You do not need to do anything."),
        applies=while_in(State.WITHDRAWN),
    ),
    "called_off": Letter(
        subject=_("The friendly of %(offering)s and %(asked)s is called off"),
        text=_("The friendly of %(offering)s and %(asked)s in %(league)s will not be played: it was called off."),
        applies=while_in(State.ACCEPTED),
    ),
}


def _words_of_offer(offer: FriendlyOffer) -> dict[str, str]:
    """The words that mails use of an offer."""
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
    letters=ABOUT_OFFERS,
    words=_words_of_offer,
    page=lambda offer, what: reverse("competitions:friendly_offer", args=[offer.pk]),
)

ABOUT_MATCHES = {
    "arranged": Letter(
        subject=_("%(home)s and %(away)s: a friendly"),
        text=_(
            "A commissioner of %(league)s has arranged a friendly between %(home)s and %(away)s, with %(home)s at "
            "home. It counts for both teams like any match, but in no table.\n\n"
            "Agree on a date with the other coach; either of you can open it then. Until then either of you can "
            "call it off here:"
        ),
        applies=while_in(Match.State.SCHEDULED),
    ),
    "called_off": Letter(
        subject=_("The friendly of %(home)s and %(away)s is called off"),
        text=_(
            "The friendly of %(home)s and %(away)s in %(league)s, which a commissioner had arranged, will not be "
            "played: it was called off. The league's log says who did it."
        ),
        applies=while_in(Match.State.DROPPED),
    ),
}


def _words_of_match(match: Match) -> dict[str, str]:
    """The words that mails use of a match that no coach has offered."""
    names = {side.side: side.team.name for side in match.sides.select_related("team")}
    return {**names, "league": match.league.name}


def _page_of_match(match: Match, what: str) -> str:
    """The page to call a friendly off, or the match that was called off."""
    if what == "arranged":
        return reverse("competitions:friendlies", args=[match.league.slug])
    return reverse("matches:match", args=[match.public_id])


MATCH_LETTERS = Letters(
    kind="tell_of_friendly_match",
    title=_("Mail about a friendly"),
    about="match",
    things=Match.objects.select_related("league"),
    letters=ABOUT_MATCHES,
    words=_words_of_match,
    page=_page_of_match,
)
